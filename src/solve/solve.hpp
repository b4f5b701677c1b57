// The exact value of a position: the one place that knows every way to find it, and which is best for a game.
#pragma once
#include "base/problem.hpp"
#include "solve/alphabeta.hpp"
#include "solve/by_table.hpp"
#include "solve/prover.hpp"
#include "solve/solution.hpp"
#include "solve/sums.hpp"
#include <algorithm>
#include <memory>
#include <vector>

namespace tavoliere {

// What a session keeps from one call to the next, so that positions of one game are solved together sooner.
struct SolveMemory {
    std::unique_ptr<BoundsTable> bounds;
    std::size_t megabytes = 0;

    BoundsTable& bounds_of(std::size_t wanted_mb) {
        if (!bounds || megabytes != wanted_mb) {
            bounds.reset(); // before the new one is asked for
            bounds = std::make_unique<BoundsTable>(megabytes = wanted_mb);
        }
        return *bounds;
    }
};

template <class G> inline constexpr bool is_solvable = requires { G::solvable; };

// The ways that a game can be solved, the best first.
template <Game G>
std::vector<Method> methods_for(const G& g, const PositionOf<G>& p, const SolveLimits& limits) {
    std::vector<Method> ways;
    if constexpr (FallsApart<G>) ways.push_back(Method::sums);
    if constexpr (has_tablebase<G>) {
        const Tablebase<G> table(g, p);
        if (limits.method == Method::retrograde || (table.has(p) && fits(table, limits.memory_mb, 1.3)))
            ways.push_back(Method::retrograde);
    }
    if constexpr (is_solvable<G>) ways.push_back(Method::alphabeta);
    ways.push_back(Method::proof);
    if constexpr (can_search_to_the_end<G> && !is_solvable<G>) ways.push_back(Method::alphabeta);
    return ways;
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve_by(Method method, const G& g, const PositionOf<G>& p, const SolveLimits& limits,
                                       SolveMemory& memory, const SolveReport& report, const std::atomic<bool>& stop) {
    if constexpr (FallsApart<G>)
        if (method == Method::sums) return solve_sum(g, p, limits, report, stop);
    if constexpr (has_tablebase<G>)
        if (method == Method::retrograde) return solve_by_table(g, limits.variant, p, limits, report, stop);
    if (method == Method::proof) return solve_by_proof(g, p, limits, report, stop);
    if constexpr (can_search_to_the_end<G>)
        return solve_by_search(g, p, limits, memory.bounds_of(limits.memory_mb), report, stop);
    return {}; // no other method is among the ways
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve(const G& g, const PositionOf<G>& p, const SolveLimits& limits, SolveMemory& memory,
                                    const SolveReport& report, const std::atomic<bool>& stop) {
    const auto ways = methods_for(g, p, limits);
    const Method method = limits.method.value_or(limits.proof.empty() ? ways.front() : Method::proof);
    if (std::find(ways.begin(), ways.end(), method) == ways.end()) {
        std::string has;
        for (Method m : ways) has += (has.empty() ? "" : ", ") + std::string(name(m));
        return problem("method: " + std::string(name(method)) + " is not for this game; it has " + has);
    }
    if (!limits.proof.empty() && method != Method::proof)
        return problem("method: " + std::string(name(method)) + " writes no proof; only proof does");
    if (!limits.checkpoint.empty() && method != Method::proof && method != Method::sums)
        return problem("checkpoint: " + std::string(name(method)) + " keeps none; only proof and sums do");
    if (const auto verdict = g.verdict(p)) {
        Solution<MoveOf<G>> over{{.method = method, .value = verdict->outcome, .plies = 0}};
        if (!limits.proof.empty()) over.trouble = write_proof_of_end(g, p, limits);
        return over;
    }
    auto found = solve_by(method, g, p, limits, memory, report, stop);
    if (found && !found->value)
        if (auto fault = fault_of(found->why, "solve", limits.variant)) return std::unexpected(std::move(*fault));
    return found;
}

}
