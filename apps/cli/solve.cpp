// solve: who wins, and how; exactly.
#include "ask/running.hpp"
#include "common.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct SolveOptions {
    SolveRequest request;
    bool json = false;
};

void show_solving(const SolveProgress& p) {
    show_progress(
        fmt::format("{}  {:.0f} s  {} nodes  {} MB  {}", name(p.method), p.seconds, p.nodes, p.memory >> 20, p.text));
}

// How many plies it takes: "win in 5", "win in at most 9"; nothing where that is not known, or the game is over.
std::string length_text(const SolutionView& s) {
    if (s.plies) return *s.plies ? fmt::format(" in {}", *s.plies) : "";
    return s.most_plies ? fmt::format(" in at most {}", *s.most_plies) : "";
}

// The value is that of `player`, who is to move.
void print(const SolutionView& s, std::string_view player) {
    const auto& [method, value, why, plies, most_plies, counts, nodes, seconds, trouble] =
        static_cast<const Solved&>(s);
    fmt::print("{} to move: {}", player, value_name(s));
    if (!value) fmt::print(" ({})", unsolved_names[std::size_t(why)]);
    fmt::print("{}", length_text(s));
    if (s.best) fmt::print(", best {}", *s.best);
    if (counts)
        fmt::print("\nof {} positions {} won, {} lost, {} drawn, {} ended drawn; the longest takes {} plies",
                   counts->won + counts->lost + counts->ended + counts->drawn, counts->won, counts->lost, counts->drawn,
                   counts->ended, counts->longest);
    fmt::print("\n{}: {} nodes, {:.2f} s\n", name(method), nodes, seconds);
}

// A legal move's value, a line each.
void print_move(const SolutionView& s, bool json) {
    end_progress();
    if (json)
        fmt::print("{}\n", to_json(s));
    else
        fmt::print("{}  {}{}\n", *s.best, value_name(s), length_text(s));
    std::fflush(stdout);
}

void solve(const SolveOptions& o) {
    need_apart({{"--proof", o.request.limits.proof}, {"--checkpoint", o.request.limits.checkpoint}});
    const SolutionView found = need(
        run(o.request, {show_solving, [&](const SolutionView& move) { print_move(move, o.json); }}, interrupted()));
    end_progress();
    if (o.request.each) {
        if (interrupted()) fail("interrupted", 1);
        return;
    }
    if (o.json) {
        fmt::print("{}\n", to_json(found));
    } else {
        const auto session = need(session_at(o.request));
        print(found, session->info().colours[session->view().turn == 'x' ? 0 : 1].en);
    }
    if (!found.trouble.empty()) fail(found.trouble, 1);
    if (!found.value && !o.request.limits.proof.empty()) fail("no proof was written: there is no value", 1);
}

}

void add_solve(CLI::App& app) {
    auto* command = app.add_subcommand("solve", std::string(solve_help.en));
    auto o = std::make_shared<SolveOptions>();
    add_fields(*command, o->request);
    add_tables_option(*command, o->request.limits.tables);
    command->get_option("--each")->excludes("--proof")->excludes("--checkpoint");
    command->add_flag("--json", o->json, "one JSON object; with --each, one per line");
    command->footer(
        "The value is that of the player to move. A game that can go round in circles for ever is a draw.\n"
        "Ctrl-C ends the search with what is known. A game with a clock is solved as if it had none. The exit status "
        "is 0\neven where the value is unknown, 1 where a proof was asked for and none was written, 2 for bad input.\n"
        "Examples:\n  tavoliere solve clobber:size=4x4\n  tavoliere solve insert --each --patience 0\n"
        "  tavoliere solve clobber:size=4x5 --proof clobber.proof && tavoliere verify clobber.proof\n"
        "  tavoliere solve insert --position \"6/6/6/6/6/6 x -\" --time 60 --json");
    command->callback([o] { solve(*o); });
}

}
