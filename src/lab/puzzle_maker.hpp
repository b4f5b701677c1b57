// Puzzles found by machine: the engine plays itself, weakly and with mistakes; where one move alone is right afterwards, and a
// deeper search proves it, there is a puzzle.
#pragma once
#include "lab/puzzle.hpp"
#include <atomic>
#include <functional>

namespace tavoliere {

struct PuzzlePlan {
    std::vector<std::string> variants; // of one game; they take turns
    int puzzles = 60;                  // how many are wanted
    std::uint64_t games =
        1000; // at most; then, or where there is much to choose from, those that are not proved fill up
    std::uint64_t seed = 1;
    double strength = 3;              // of the players, as weaken() has it
    int plies = 8;                    // random moves at the beginning: at most so many, and at least half as many
    int last = 30;                    // of a game's positions: so many are looked at, the last ones
    std::uint64_t screen = 10'000;    // nodes: a first look at every position
    std::uint64_t proof = 300'000;    // nodes: to prove, where the first look was promising
    std::uint64_t search = 1'000'000; // nodes: of those that are not proved
    int margin = 300;                 // hundredths of a piece, by which their other moves must be worse
    int threads = 1;                  // games at the same time; the puzzles are the same for any number
};

struct PuzzleProgress {
    std::uint64_t games;
    int proved, searched;
};

// In the order in which they were found, fewer where the games give no more. A problem: a variant that there is not, or
// variants of different games.
Expected<std::vector<Puzzle>> make_puzzles(const PuzzlePlan& plan,
                                           const std::function<void(const PuzzleProgress&)>& progress,
                                           const std::atomic<bool>& stop);

}
