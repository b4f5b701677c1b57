// The exact value of a position: the one place that knows every way to find it, and which is best for a game.
#pragma once
#include "game/problem.hpp"
#include "solve/alphabeta.hpp"
#include "solve/by_table.hpp"
#include "solve/solution.hpp"
#include <algorithm>
#include <vector>

namespace tavoliere {

// The ways that a game can be solved, the best first.
template <Game G>
std::vector<Method> methods_for(const G& g, const PositionOf<G>& p, const SolveLimits& limits) {
    std::vector<Method> ways;
    if constexpr (has_tablebase<G>) {
        const Tablebase<G> table(g, p);
        if (limits.method == Method::retrograde || (table.has(p) && fits(table, limits.memory_mb, 1.3)))
            ways.push_back(Method::retrograde);
    }
    if constexpr (can_search_to_the_end<G>) ways.push_back(Method::alphabeta);
    return ways;
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve(const G& g, const std::string& variant, const Knowledge& knowledge,
                                    const PositionOf<G>& p, const SolveLimits& limits, const SolveReport& report,
                                    const std::atomic<bool>& stop) {
    const auto ways = methods_for(g, p, limits);
    const Method method = limits.method.value_or(ways.empty() ? Method::proof : ways.front());
    if (std::find(ways.begin(), ways.end(), method) == ways.end()) {
        std::string has;
        for (Method m : ways) has += (has.empty() ? "" : ", ") + std::string(name(m));
        return problem("method: " + std::string(name(method)) + " is not for this game" +
                       (has.empty() ? "; it cannot be solved yet" : "; it has " + has));
    }
    if (const auto verdict = g.verdict(p))
        return Solution<MoveOf<G>>{.method = method, .value = verdict->outcome, .best = {}, .plies = 0};
    if constexpr (has_tablebase<G>)
        if (method == Method::retrograde) return solve_by_table(g, variant, p, limits, report, stop);
    return solve_by_search(g, knowledge, p, limits, report, stop);
}

}
