// Solving by the playing search: deeper and deeper until no line ends in a guess.
//
// Not for games that draw by repetition: there a value depends on the line that led to it, which the search's table does not
// know. That is no matter for play and no proof.
#pragma once
#include "search/alphabeta.hpp"
#include "solve/solution.hpp"

namespace tavoliere {

template <class G> inline constexpr bool can_search_to_the_end = !requires { G::repeats; };

template <Game G>
Solution<MoveOf<G>> solve_by_search(const G& g, const Knowledge& knowledge, const PositionOf<G>& p,
                                    const SolveLimits& limits, const SolveReport& report,
                                    const std::atomic<bool>& stop) {
    using Found = Thought<MoveOf<G>>;
    const auto is_proved = [](const typename Found::One& one) {
        return one.exact_draw || one.value >= proven || one.value <= -proven;
    };
    Limits searched;
    searched.seconds = limits.seconds;
    searched.threads = limits.threads;
    searched.hash_mb = limits.memory_mb;
    const SolveClock clock(limits, stop);
    TranspositionTable table(limits.memory_mb);
    Solution<MoveOf<G>> s{.method = Method::alphabeta, .value = {}, .best = {}, .plies = {}};
    const auto hear = [&](const Found& t, double seconds) {
        report({Method::alphabeta, t.nodes, seconds, limits.memory_mb << 20, "depth " + std::to_string(t.depth)});
    };
    const Found found = think<G>(g, knowledge, p, searched, table, {}, hear, stop);
    s.nodes = found.nodes;
    s.seconds = clock.seconds();
    s.why = stop.load() ? Unsolved::stopped : Unsolved::time;
    const auto& one = found.lines.at(0);
    if (!is_proved(one)) return s;
    s.value = one.exact_draw ? 0 : one.value > 0 ? 1 : -1;
    s.best = one.line.moves[0];
    return s;
}

}
