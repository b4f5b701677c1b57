// tavoliere: one command with subcommands. Reports go to standard output, everything else to standard error.
// Exit status 0; 1 where the answer is a failure; 2 for bad input, with one line that says what, where, what would be right.
#include "common.hpp"
#include <cstdio>

namespace {

// CLI11's messages, on one line, with the way to more help.
int report(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
    std::string line = error.what();
    for (char& c : line)
        if (c == '\n') c = ' ';
    std::fprintf(stderr, "tavoliere: %s (tavoliere --help lists what there is)\n", line.c_str());
    return 2;
}

}

int main(int argc, char** argv) {
    using namespace tavoliere::cli;
    CLI::App app("Tavoliere: abstract board games, played, analysed and drawn.", "tavoliere");
    app.set_version_flag("--version", "tavoliere " TAVOLIERE_VERSION);
    app.require_subcommand(1);
    app.footer("Examples:\n"
               "  tavoliere games\n"
               "  tavoliere play ataxx\n"
               "  tavoliere show ataxx --moves \"a2 a7-a5 a2-a4\" --svg ataxx.svg\n"
               "  tavoliere analyse clobber:size=5x6 --time 2\n"
               "  tavoliere serve");
    for (auto add :
         {add_games, add_rules, add_show, add_moves, add_perft, add_play, add_analyse, add_check, add_bench, add_serve})
        add(app);
    watch_interrupts();
    try {
        app.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& error) { return report(app, error); } catch (const Failure& failure) {
        if (!failure.line.empty()) std::fprintf(stderr, "tavoliere: %s\n", failure.line.c_str());
        return failure.status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tavoliere: %s\n", error.what());
        return 1;
    }
}
