// Is what a file of puzzles says true? By the rules alone, and by searching again.
#pragma once
#include "ask/puzzle.hpp"
#include <atomic>

namespace tavoliere {

// The first thing that is wrong with each puzzle for itself, by the rules: an illegal move, a line that does not end as it
// says, another id; or with all of them: two alike, another game, out of order. A problem names the puzzle.
Expected<void> check_puzzles(std::string_view game, std::span<const Puzzle> puzzles);

// Searches each move of the first position for itself, by so many nodes at most: true where every value is exact and as the
// puzzle says, false where the nodes did not suffice, and a problem where a value is another one.
Expected<bool> prove_again(const Puzzle& puzzle, std::uint64_t nodes, const std::atomic<bool>& stop);

// Searches one that is not proved with two lines and so many nodes: a problem where another move is better, or as good.
Expected<void> judge_again(const Puzzle& puzzle, std::uint64_t nodes, const std::atomic<bool>& stop);

}
