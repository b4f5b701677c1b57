// tavoliere: one command with subcommands. Reports go to standard output, everything else to standard error.
// Exit status 0; 1 where the answer is a failure; 2 for bad input, with one line that says what, where, what would be right.
#include "base/file.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "session/session.hpp"
#include "version.hpp"
#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <span>

namespace {

// What is wrong, on one line of standard error, whatever it quotes: CLI11 quotes as it was given what it does not understand.
void say(const std::string& line) { std::fprintf(stderr, "tavoliere: %s\n", tavoliere::printable(line).c_str()); }

// 0, or 1 where what was printed could not be written.
int finish() {
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return 0;
    std::fprintf(stderr, "tavoliere: cannot write to standard output\n");
    return 1;
}

// CLI11's messages, on one line, with the way to more help. A word that is no command is named.
int report(const CLI::App& app, const CLI::ParseError& error, const char* word) {
    if (error.get_exit_code() == 0) return app.exit(error), finish(); // --help, --version
    std::string line = error.what();
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    const bool is_option = word && word[0] == '-';
    const bool is_command =
        std::ranges::any_of(commands, [&](const CLI::App* c) { return word && c->get_name() == word; });
    if (const auto rest = app.remaining(true);
        error.get_exit_code() == int(CLI::ExitCodes::ExtrasError) && rest.size() > 1) {
        // CLI11 lists them from the last to the first.
        line = "The following arguments were not expected:";
        for (const std::string& each : rest) line += " " + each;
    }
    if (is_option) {
        line = tavoliere::in_quotes(word) + " is not an option before a command; there are --help and --version";
    } else if (word && !is_command) {
        line = tavoliere::in_quotes(word) + " is not a command; there are";
        for (const CLI::App* c : commands) line += " " + c->get_name();
    }
    std::ranges::replace(line, '\n', ' ');
    const std::string_view shown = tavoliere::cli::first_letters(line, 400); // it may quote all that a file held
    if (shown.size() < line.size()) line = std::string(shown) + "…";
    // That of the command that was given, with its subcommands.
    std::string help;
    for (const CLI::App* at = &app; is_command && !at->get_subcommands().empty();) {
        at = at->get_subcommands().back();
        help += at->get_name() + " ";
    }
    say(line + " (see tavoliere " + help + "--help)");
    return 2;
}

// A program that was started with a closed standard stream must not hand its number to the next file it opens.
void open_standard_streams() {
    for (int fd : {0, 1, 2})
        if (fcntl(fd, F_GETFD) < 0) [[maybe_unused]]
            const int opened = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); // the wrong way round: using it fails
}

// A value that is empty, perhaps because a script's variable is, says nothing that could be done: it is not taken for an option
// that was not given. These may be empty: no moves, no marks, no text.
void refuse_empty_values(CLI::App& app) {
    constexpr std::string_view may_be_empty[] = {"--moves", "--marks", "--caption", "--note"};
    const CLI::Validator has_some(
        [](std::string& value) {
            return value.empty() ? std::string("it is empty; give it a value, or leave it out") : std::string();
        },
        "");
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
        refuse_empty_values(*command);
        for (CLI::Option* option : command->get_options())
            if (option->get_items_expected_max() > 0 &&
                std::ranges::find(may_be_empty, option->get_name()) == std::end(may_be_empty))
                option->transform(has_some); // before all other checks
    }
}

// Reads a file of rules, which this process then knows; the game's name. Nothing else than a command line names such files; a server
// opens none.
std::string read_rules(const std::string& path) {
    const tavoliere::FileKind rules{"the rules of a game", tavoliere::file_kind::mb};
    const std::string text = tavoliere::cli::need(tavoliere::read_text_file(path, rules));
    const auto name = tavoliere::add_game(text);
    if (!name) tavoliere::cli::fail(path + ": " + name.error().text);
    tavoliere::cli::file_of_rules() = path;
    return *name;
}

// A game's place may be taken by a file of rules, as in ./mine.game:size=7x7: it is read, and the argument becomes its name.
std::string game_of_file(const std::string& argument) {
    const std::size_t end = argument.find(':');
    const std::string path = argument.substr(0, end);
    if (!path.ends_with(".game")) return argument;
    return read_rules(path) + (end == std::string::npos ? "" : argument.substr(end));
}

// The arguments as CLI11 takes them, last one first. It would take what follows for the value of an option that ends in "=".
std::vector<std::string> arguments(int argc, char** argv) {
    std::vector<std::string> all;
    for (const std::string_view argument : std::span(argv, std::size_t(argc)).subspan(argc > 0)) {
        const bool lacks_value = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
        all.emplace_back(lacks_value ? argument.substr(0, argument.size() - 1) : argument);
        if (lacks_value) all.emplace_back();
    }
    constexpr std::string_view rules = "--rules"; // with its value as an argument of its own, or behind "="
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1] == rules)
            read_rules(all[i]);
        else if (all[i].starts_with(rules) && all[i].size() > rules.size() && all[i][rules.size()] == '=')
            read_rules(all[i].substr(rules.size() + 1));
        else if (!all[i - 1].starts_with('-'))
            all[i] = game_of_file(all[i]);
    std::ranges::reverse(all);
    return all;
}

}

// Seen from outside also where the rest of the program's library is not (TAVOLIERE_LEVEL).
[[gnu::visibility("default")]] int main(int argc, char** argv) {
    using namespace tavoliere::cli;
    open_standard_streams();
    CLI::App app("Tavoliere: abstract board games, played, analysed and drawn.", "tavoliere");
    app.set_version_flag("--version", std::string("tavoliere ") + version);
    app.require_subcommand(1);
    app.footer("Examples:\n"
               "  tavoliere games\n"
               "  tavoliere play ataxx\n"
               "  tavoliere show ataxx --moves \"a2 a7-a5 a2-a4\" --svg ataxx.svg\n"
               "  tavoliere analyse clobber:size=5x6 --time 2\n"
               "  tavoliere serve");
    for (auto add :
         {add_games, add_rules,   add_show,  add_moves,  add_perft,    add_playouts,   add_play,   add_analyse,
          add_solve, add_verify,  add_value, add_match,  add_selfplay, add_train,      add_tune,   add_levels,
          add_lab,   add_puzzles, add_check, add_bench,  add_engine,   add_convert,    add_review, add_db,
          add_serve, add_store,   add_job,   add_worker, add_schema,   add_completion, add_man})
        add(app);
    refuse_empty_values(app);
    watch_interrupts();
    try {
        app.parse(arguments(argc, argv));
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
