// What tests of solving share.
#pragma once
#include "board/word.hpp"
#include "game/options.hpp"
#include "solve/solution.hpp"
#include "support.hpp"
#include <vector>

namespace tavoliere {

inline const SolveReport unheard = [](const SolveProgress&) {};

// A family's rules on words of 64 bits, without a session around them.
template <class F> using RulesOf = typename F::template Rules<Word64>;
template <class F> RulesOf<F> rules(std::string_view variant) {
    std::vector<const GameInfo*> infos;
    for (const GameInfo& info : F::games()) infos.push_back(&info);
    auto options = parse_variant(variant, infos).value();
    return RulesOf<F>(F::setup(options).value());
}

// What a session finds by one method within 64 MB; the test fails where it refuses.
inline SolveLimits by(Method method, int threads = 1) {
    SolveLimits limits;
    limits.method = method;
    limits.memory_mb = 64;
    limits.threads = threads;
    return limits;
}
inline SolutionView solved(GameSession& s, const SolveLimits& limits) {
    auto found = s.solve(limits, unheard, never);
    EXPECT_TRUE(found.has_value()) << (found ? "" : found.error().text);
    return found.value_or(SolutionView{});
}

}
