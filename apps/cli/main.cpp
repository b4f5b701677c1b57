// tavoliere: one command with subcommands. Reports go to standard output, everything else to standard error.
// Exit status 0; 1 where the answer is a failure; 2 for bad input, with one line that says what, where, what would be right.
#include "base/text.hpp"
#include "common.hpp"
#include <algorithm>
#include <cstdio>
#include <fcntl.h>

namespace {

// What is wrong, on one line of standard error, whatever it quotes: CLI11 quotes as it was given what it does not understand.
void say(const std::string& line) { std::fprintf(stderr, "tavoliere: %s\n", tavoliere::printable(line).c_str()); }

// CLI11's messages, on one line, with the way to more help. A word that is no command is named.
int report(const CLI::App& app, const CLI::ParseError& error, const char* word) {
    if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
    std::string line = error.what();
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    const bool is_option = word && word[0] == '-';
    const bool is_command =
        std::ranges::any_of(commands, [&](const CLI::App* c) { return word && c->get_name() == word; });
    if (is_option) {
        line = tavoliere::in_quotes(word) + " is not an option before a command; there are --help and --version";
    } else if (word && !is_command) {
        line = tavoliere::in_quotes(word) + " is not a command; there are";
        for (const CLI::App* c : commands) line += " " + c->get_name();
    }
    std::ranges::replace(line, '\n', ' ');
    std::size_t shown = 0; // it may quote all that a file held
    for (int letters = 0; letters < 400 && shown < line.size(); ++letters)
        shown += tavoliere::first_letter(std::string_view(line).substr(shown)).bytes;
    if (shown < line.size()) line = line.substr(0, shown) + "…";
    const std::string help = is_command ? word + std::string(" ") : "";
    say(line + " (see tavoliere " + help + "--help)");
    return 2;
}

// A program that was started with a closed standard stream must not hand its number to the next file it opens.
void open_standard_streams() {
    for (int fd : {0, 1, 2})
        if (fcntl(fd, F_GETFD) < 0) [[maybe_unused]]
            const int opened = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); // the wrong way round: using it fails
}

// 0, or 1 where what was printed could not be written.
int finish() {
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return 0;
    std::fprintf(stderr, "tavoliere: cannot write to standard output\n");
    return 1;
}

}

int main(int argc, char** argv) {
    using namespace tavoliere::cli;
    open_standard_streams();
    CLI::App app("Tavoliere: abstract board games, played, analysed and drawn.", "tavoliere");
    app.set_version_flag("--version", "tavoliere " TAVOLIERE_VERSION);
    app.require_subcommand(1);
    app.footer("Examples:\n"
               "  tavoliere games\n"
               "  tavoliere play ataxx\n"
               "  tavoliere show ataxx --moves \"a2 a7-a5 a2-a4\" --svg ataxx.svg\n"
               "  tavoliere analyse clobber:size=5x6 --time 2\n"
               "  tavoliere serve");
    for (auto add : {add_games,   add_rules,  add_show,    add_moves, add_perft, add_playouts, add_play,
                     add_analyse, add_solve,  add_verify,  add_value, add_match, add_selfplay, add_train,
                     add_tune,    add_levels, add_puzzles, add_check, add_bench, add_engine,   add_serve})
        add(app);
    watch_interrupts();
    try {
        app.parse(argc, argv);
        return finish();
    } catch (const CLI::ParseError& error) {
        return report(app, error, argc > 1 ? argv[1] : nullptr);
    } catch (const Failure& failure) {
        end_progress();
        if (!failure.line.empty()) say(failure.line);
        return failure.status;
    } catch (const std::exception& error) {
        end_progress();
        say(error.what());
        return 1;
    }
}
