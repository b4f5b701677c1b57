// The search's parameters, tuned by playing: simultaneous perturbation stochastic approximation (SPSA; Spall 1992, in the
// form that chess programs use). Every pair of games moves all parameters at once a little to either side, one side plays the
// other, and the values go a little towards the one that won. Hundreds of pairs show the way, thousands go along it.
#pragma once
#include "base/problem.hpp"
#include "search/parameters.hpp"
#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace tavoliere {

inline constexpr int most_pairs = 1'000'000'000;

struct TunePlan {
    std::string variant;
    std::string limits = "nodes=10000"; // of a move, and what else an engine is told: "nodes=10000,network=none"
    std::vector<std::string> names;     // of the parameters; empty: all that have a step
    ParameterChanges begin = {};        // where to begin, where that is not the game's own values
    int pairs = 2000;
    int opening_plies = 8; // random moves
    int threads = 1;
    std::uint64_t seed = 1;
    double rate = 0.02; // how much of a step the last pair moves a value by that it wins two to nothing
};

struct TunedValue {
    const ParameterInfo* info;
    double value;
};
struct TuneState {
    int done = 0; // pairs
    std::vector<TunedValue> values;
    // "name=value,name=value", rounded: what an engine and a game's `tuned` take.
    std::string text() const;
};

Expected<TuneState> begin_tuning(const TunePlan& plan);
// The file of a state, and the state of such a file, whose settings are those of the plan: all but how many pairs and threads
// there are. A problem where they are not, or the file was changed.
std::string tuning_file(const TuneState& state, const TunePlan& plan);
Expected<TuneState> read_tuning(std::string_view file, const TunePlan& plan);

// Goes on to plan.pairs, telling of every pair. With one thread the same plan always gives the same values.
Expected<TuneState> tune(const TunePlan& plan, TuneState state, const std::function<void(const TuneState&)>& report,
                         const std::atomic<bool>& stop);

}
