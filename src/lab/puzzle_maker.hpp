// Puzzles found by machine: the engine plays itself, weakly and with mistakes; where one move alone is right afterwards, and a
// deeper search proves it, there is a puzzle.
#pragma once
#include "ask/puzzle.hpp"
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
    std::string checkpoint = {};      // a file to save in and to go on from; none: nothing is kept (base/job_file.hpp)
};

// The command that makes the same puzzles: all that decides which there are.
std::string command_of(const PuzzlePlan& plan);

struct PuzzleProgress {
    std::uint64_t games;
    int proved, searched;
    std::uint64_t were_there = 0; // of the games, in the checkpoint: from a run before this
};

// A game of the plan played and looked through, and what a deep search says of each position that is not proved: one line, the same for
// the same number wherever it is made. It takes no notice of what other games gave, so that it judges more than make_puzzles() would.
// A problem: a variant that there is not, or variants of different games.
Expected<std::string> look_through_game(const PuzzlePlan& plan, std::uint64_t number, const std::atomic<bool>& stop);
// What make_puzzles() gives, of such lines of all games of the plan. A problem where they are not that.
Expected<std::vector<Puzzle>> puzzles_of_lines(const PuzzlePlan& plan, const std::vector<std::string>& lines);

// In the order in which they were found, fewer where the games give no more; the same however often it was killed and went on from
// its checkpoint, which stays there until the caller has written them. A problem: a variant that there is not, variants of
// different games, or a checkpoint that is of another plan or cannot be written.
Expected<std::vector<Puzzle>> make_puzzles(const PuzzlePlan& plan,
                                           const std::function<void(const PuzzleProgress&)>& progress,
                                           const std::atomic<bool>& stop);

}
