// engine: our engine behind a protocol, for other people's programs.
#include "protocols/engine.hpp"
#include "base/file.hpp"
#include "common.hpp"
#include "protocols/gtp.hpp"
#include "version.hpp"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct EngineOptions : EngineRequest {
    std::string tables;
};

// Lines of standard input. While it waits for one, and only then, Ctrl-C is heard.
class Lines {
public:
    Lines() {
        sigset_t interrupt;
        sigemptyset(&interrupt);
        sigaddset(&interrupt, SIGINT);
        pthread_sigmask(SIG_BLOCK, &interrupt, &unblocked_);
    }
    ~Lines() { pthread_sigmask(SIG_SETMASK, &unblocked_, nullptr); }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    // As LineReader::next(); false also after an interrupt.
    Expected<bool> next(std::string& line) { return reader_.next(line); }
    bool gave_up() const { return reader_.gave_up(); }
    // Does something during which Ctrl-C is heard as well.
    template <class F> auto interruptible(const F& f) {
        sigset_t blocked;
        pthread_sigmask(SIG_SETMASK, &unblocked_, &blocked);
        const auto done = f();
        pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
        return done;
    }

private:
    // For something to read; false after an interrupt, which is looked for first: there may always be something to read.
    bool wait() const {
        constexpr timespec no_time{};
        ppoll(nullptr, 0, &no_time, &unblocked_);
        while (!interrupted()) {
            pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
            const int ready = ppoll(&input, 1, nullptr, &unblocked_);
            if (ready != -1 || errno != EINTR) return !interrupted();
        }
        return false;
    }

    sigset_t unblocked_;
    LineReader reader_{STDIN_FILENO, [this] { return wait(); }};
};

void write_out(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

void talk_gtp(const EngineOptions& o) {
    GtpEngine engine(need(open(o.game.empty() ? games()[0]->name : std::string_view(o.game))), o.limits, version,
                     write_out);
    if (!o.tables.empty()) need(engine.set_tables(o.tables));
    Lines lines;
    for (std::string line;;) {
        const auto more = lines.next(line);
        if (!more && lines.gave_up()) fail(more.error().text);
        if (!more)
            engine.refuse(more.error().text);
        else if (!*more || !lines.interruptible([&] { return engine.hear(line, interrupted()); }))
            break;
    }
    if (interrupted()) fail("interrupted", 1);
}

void talk(const EngineOptions& o) {
    if (o.protocol == "gtp") return talk_gtp(o);
    if (o.limits.seconds > 0 || o.limits.nodes || o.limits.level)
        fail("--time, --nodes and --level are gtp's; " + o.protocol + " has a word for them");
    const Dialect& dialect = *find_dialect(o.protocol);
    if (!o.game.empty() && !dialect.chooses_game)
        fail("--game: the protocol " + o.protocol + " plays Ataxx and nothing else");
    auto session = need(open(o.game.empty() ? dialect.variant : std::string_view(o.game)));
    // Nothing may be thrown in the search's thread; whether all was written, the program says at its end.
    LineEngine engine(dialect, std::move(session), [](const std::string& line) { write_out(line + "\n"); });
    if (!o.tables.empty()) engine.set_tables(o.tables);
    {
        Lines lines;
        for (std::string line;;) {
            const auto more = lines.next(line);
            if (!more && lines.gave_up()) fail(more.error().text);
            if (!more)
                engine.say("info string " + more.error().text);
            else if (!*more || !engine.hear(line))
                break;
        }
    }
    engine.finish(interrupted());
    if (interrupted()) fail("interrupted", 1);
}

}

void add_engine(CLI::App& app) {
    auto* command = app.add_subcommand("engine", std::string(engine_help.en));
    auto o = std::make_shared<EngineOptions>();
    add_fields<EngineRequest>(*command, *o);
    add_tables_option(*command, o->tables);
    command->footer(
        "It reads commands from standard input, one per line, and answers on standard output. What has an end, as\n"
        "perft or go depth 8, is answered before it ends by quit or with its input; stop and Ctrl-C end it at once.\n"
        "docs/records.md tells what gtp has.\n"
        "Examples:\n  tavoliere engine --protocol uai\n  tavoliere engine --game boop\n"
        "  printf 'genmove b\\nshowboard\\nquit\\n' | tavoliere engine --protocol gtp --game boop --nodes 10000\n"
        "  printf 'go depth 8\\nquit\\n' | tavoliere engine --game clobber:size=5x6");
    command->callback([o] { talk(*o); });
}

}
