// solve: who wins, and how; exactly.
#include "ask/running.hpp"
#include "common.hpp"
#include "openmpi.hpp"
#include "version.hpp"
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

void report(const SolveOptions& o, const SolutionView& found) {
    if (o.json) {
        fmt::print("{}\n", to_json(found));
    } else {
        const auto session = need(session_at(o.request));
        print(found, session->info().colours[session->view().turn == 'x' ? 0 : 1].en);
    }
}

// What all processes must have in common, so that they solve the same in the same way.
void need_alike(OpenMpi& ranks, const SolveRequest& r) {
    const SolveLimits& l = r.limits;
    const std::string mine =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}", version, r.game, r.position, r.moves, l.seconds, l.memory_mb);
    std::vector<Ranks::Bytes> out(std::size_t(ranks.count())), in;
    out[0].assign(mine.begin(), mine.end());
    ranks.exchange(out, in);
    std::array<std::uint64_t, 1> other{};
    for (std::size_t rank = 1; ranks.me() == 0 && rank < in.size(); ++rank)
        if (!std::ranges::equal(in[rank], mine)) other[0] = rank;
    ranks.combine(other, Ranks::Combining::most);
    if (!other[0]) return;
    ranks.finish();
    fail(ranks.me() ? ""
                    : fmt::format("solve: process {} of {} is another version of the program, or has other arguments",
                                  other[0] + 1, ranks.count()));
}

// Together with the others that mpirun started. The first says what came of it.
void solve_together(OpenMpi& ranks, const SolveOptions& o) {
    SolveRequest request = o.request;
    const bool is_first = ranks.me() == 0;
    const auto refuse = [&](const std::string& why) {
        ranks.finish();
        fail(is_first ? why : "");
    };
    if (request.limits.method != Method::retrograde || request.each)
        refuse("solve: several processes make a table together, and nothing else: --method retrograde, without --each");
    if (request.limits.threads > 1) refuse("threads: each process has one here; let mpirun start more of them");
    need_alike(ranks, request);
    request.limits.ranks = &ranks;
    const auto found =
        run(request, {is_first ? show_solving : SolveReport([](const SolveProgress&) {}), {}}, interrupted());
    end_progress();
    if (ranks.is_lost()) fail("", 1); // mpirun says whom it lost
    if (!found) refuse(found.error().text);
    const OpenMpi::Costs c = ranks.costs();
    ranks.finish();
    if (!is_first) return;
    report(o, *found);
    if (!o.json)
        fmt::print("{} processes: {} messages, {:.1f} MB, {} meetings; {:.2f} s of processors, {:.2f} s and {:.0f} MB "
                   "of one at most\n",
                   ranks.count(), c.messages, double(c.bytes) / 1e6, c.meetings, c.seconds, c.most_seconds,
                   double(c.memory) / (1 << 20));
    if (!found->trouble.empty()) fail(found->trouble, 1);
}

void solve(const SolveOptions& o) {
    need_apart({{"--proof", o.request.limits.proof}, {"--checkpoint", o.request.limits.checkpoint}});
    if (const auto ranks = need(OpenMpi::join(interrupted()))) return solve_together(*ranks, o);
    const SolutionView found = need(
        run(o.request, {show_solving, [&](const SolutionView& move) { print_move(move, o.json); }}, interrupted()));
    end_progress();
    if (o.request.each) {
        if (interrupted()) fail("interrupted", 1);
        return;
    }
    report(o, found);
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
