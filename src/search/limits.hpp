// When a search ends, and what it found.
#pragma once
#include "search/parameters.hpp"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tavoliere {

// How a Monte-Carlo tree search grows its tree and judges its leaves. Proven results are passed up, whatever the leaves.
struct MonteCarlo {
    // By a game of random moves, chosen among by UCB1: UCT. Or by what judges positions for alpha-beta, with its first
    // impression of each move as a prior.
    enum class Leaves : std::uint8_t { playouts, judged };
    Leaves leaves = Leaves::playouts;
    double exploration = 0.35; // how far what is uncertain is preferred: the constant of UCB1, or of PUCT with a prior
    double unit = 400;         // an estimate v is an expected share of the points of 1 / (1 + exp(-v / unit))
    double temperature = 0.3;  // of the prior: the shares of two moves apart by so much differ in it by a factor of e
};
inline constexpr MonteCarlo plain_uct{};
inline constexpr MonteCarlo judged_tree{.leaves = MonteCarlo::Leaves::judged, .exploration = 0.5};

// The levels for people are numbered from 1. The last is the whole engine: so many seconds for a move, where the clock leaves it them.
inline constexpr int most_level = 8;
inline constexpr double last_level_seconds = 1;

// A search ends at whichever of these comes first; 0 means no such limit. With none at all it runs until stopped.
struct Limits {
    double seconds = 0;
    int depth = 0;           // plies
    std::uint64_t nodes = 0; // positions visited, over all threads
    int lines = 1;           // how many best moves, each with its line
    int threads = 1;
    std::size_t hash_mb = 16;
    ParameterChanges changes = {}; // of the game's own parameters
    int level = 0;                 // 1 to most_level: play as that level of the game does, whatever else is asked for
    std::optional<double> strength = {}; // or as weaken() makes it
    // Above 0: of the lines found one is drawn and put first, a line by so much worse than the best being e times less
    // likely. A proven win is always taken.
    double temperature = 0;
    std::uint64_t seed = 1; // of that draw, and of random games
    std::optional<MonteCarlo> monte_carlo =
        {}; // search so, by one thread, and not by alpha-beta; then `depth` ends nothing
};

// Whether a search so limited may end elsewhere when it is done again.
inline bool is_timed(const Limits& limits) { return limits.seconds > 0 || limits.level == most_level; }

// About as many as a search with one thread will visit, for games of which it visits a million a second; a depth gives
// no estimate.
inline std::uint64_t likely_positions(const Limits& limits) {
    constexpr double endless = 1e18;
    return std::uint64_t(
        std::min(limits.seconds > 0 ? 1e6 * limits.seconds : endless, limits.nodes ? double(limits.nodes) : endless));
}

// Makes a player for people: a strength of 1 more is twice the nodes and half the temperature.
inline void weaken(Limits& limits, double strength) {
    limits.nodes = std::uint64_t(std::max(1.0, 50 * std::exp2(strength)));
    limits.temperature = 400 * std::exp2(-strength);
    // Lines that would hardly ever be drawn cost nodes all the same: no more of them than are worth it. The weakest draw among
    // more, as the best sixteen moves of sixty are good ones.
    const double most_lines = 16 * std::exp2(std::max(0.0, -4 - strength));
    limits.lines = int(std::clamp(limits.temperature / 2, 1.0, most_lines));
    if (limits.lines == 1) limits.temperature = 0;
}
inline constexpr double least_strength = -10, most_strength = 30;

// A position's value for the player to move.
struct Score {
    enum class Kind : std::uint8_t { estimate, win, loss, draw };
    Kind kind = Kind::estimate;
    int value = 0; // estimate: hundredths of a piece; win, loss: plies until the game ends; draw: 0
    bool operator==(const Score&) const = default;
};

}
