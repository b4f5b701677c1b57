// solve: who wins, and how; exactly.
#include "base/json.hpp"
#include "common.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct SolveOptions {
    Place place;
    SolveLimits limits;
    std::string method;
    bool each = false;
    bool json = false;
};

void show_solving(const SolveProgress& p) {
    show_progress(
        fmt::format("{}  {:.0f} s  {} nodes  {} MB  {}", name(p.method), p.seconds, p.nodes, p.memory >> 20, p.text));
}

// The value is that of `player`, who is to move.
void print(const SolutionView& s, std::string_view player, bool json) {
    const std::string_view value = s.value ? value_names[std::size_t(*s.value + 1)] : "unknown";
    if (json) {
        JsonObject out;
        out.add("value", value);
        if (s.best) out.add("best", *s.best);
        if (s.plies) out.add("plies", *s.plies);
        if (s.counts)
            out.raw("positions", JsonObject()
                                     .add("won", s.counts->won)
                                     .add("lost", s.counts->lost)
                                     .add("ended", s.counts->ended)
                                     .add("drawn", s.counts->drawn)
                                     .add("longest", s.counts->longest)
                                     .text());
        if (!s.value) out.add("why", unsolved_names[std::size_t(s.why)]);
        fmt::print("{}\n", out.add("method", name(s.method)).add("nodes", s.nodes).add("seconds", s.seconds).text());
        return;
    }
    fmt::print("{} to move: {}", player, value);
    if (!s.value) fmt::print(" ({})", unsolved_names[std::size_t(s.why)]);
    if (s.plies && *s.plies) fmt::print(" in {}", *s.plies);
    if (s.best) fmt::print(", best {}", *s.best);
    if (s.counts)
        fmt::print("\nof {} positions {} won, {} lost, {} drawn, {} ended drawn; the longest takes {} plies",
                   s.counts->won + s.counts->lost + s.counts->ended + s.counts->drawn, s.counts->won, s.counts->lost,
                   s.counts->drawn, s.counts->ended, s.counts->longest);
    fmt::print("\n{}: {} nodes, {:.2f} s\n", name(s.method), s.nodes, s.seconds);
}

// A move's value is the opposite of its position's, and what it leads to ends a ply later.
SolutionView value_of_move(Session& session, const std::string& move, const SolveLimits& limits) {
    need(session.play(move));
    SolutionView found = need(session.solve(limits, show_solving, interrupted()));
    session.undo();
    if (found.value) found.value = -*found.value;
    if (found.plies) ++*found.plies;
    found.best = move;
    return found;
}

// Every legal move, in the order of the list, a line each.
void solve_each(Session& session, const SolveOptions& o) {
    if (session.result()) return;
    session.begin_here(); // else a move could end the game by the clock, or by repetition
    for (const auto& m : session.moves()) {
        if (interrupted().load()) return;
        const SolutionView s = value_of_move(session, m.text, o.limits);
        end_progress();
        if (o.json)
            print(s, {}, true);
        else
            fmt::print("{}  {}{}\n", m.text, s.value ? value_names[*s.value + 1] : "unknown",
                       s.plies && *s.plies ? fmt::format(" in {}", *s.plies) : "");
        std::fflush(stdout);
    }
}

void solve(SolveOptions o) {
    const auto session = o.place.open().session;
    for (std::size_t i = 0; i < method_names.size(); ++i)
        if (o.method == method_names[i]) o.limits.method = Method(i);
    if (o.each) return solve_each(*session, o);
    const SolutionView found = need(session->solve(o.limits, show_solving, interrupted()));
    end_progress();
    print(found, session->info().colours[session->view().turn == 'x' ? 0 : 1].en, o.json);
    if (!found.trouble.empty()) fail(found.trouble, 1);
    if (!found.value && !o.limits.proof.empty()) fail("no proof was written: there is no value", 1);
}

}

void add_solve(CLI::App& app) {
    auto* command = app.add_subcommand("solve", "find out exactly who wins, and how");
    auto o = std::make_shared<SolveOptions>();
    o->place.add_to(*command);
    command->add_option("--time", o->limits.seconds, "seconds after which it gives up; 0 for no limit")
        ->check(between(0, 1e9));
    command->add_option("--memory", o->limits.memory_mb, "megabytes for its tables")
        ->check(whole(1, most_memory_mb()))
        ->capture_default_str();
    command->add_option("--threads", o->limits.threads, "threads to use, where the method can use several")
        ->check(whole(1, 256));
    command->add_option("--method", o->method, "the method; by default the best one for the game")
        ->check(CLI::IsMember(std::vector<std::string>(method_names.begin(), method_names.end())));
    auto* const proof = command->add_option("--proof", o->limits.proof,
                                            "a file to write the proof to, which `tavoliere verify` checks");
    auto* const checkpoint = command->add_option("--checkpoint", o->limits.checkpoint,
                                                 "a file that is written every few minutes, and at the end if nothing "
                                                 "was found, and from which the same command continues");
    command
        ->add_option("--patience", o->limits.patience,
                     "how much work the distance to the end may cost, as a multiple of that for the value, beyond a "
                     "few seconds; 0: no distance")
        ->check(between(0, 1e9))
        ->capture_default_str();
    add_tables_option(*command, o->limits.tables);
    command->add_flag("--each", o->each, "the value of every legal move, one per line; --time is then for each move")
        ->excludes(proof, checkpoint);
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
