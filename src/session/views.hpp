// Moves, positions and thoughts as a program can show them.
#pragma once
#include "board/geometry.hpp"
#include "search/limits.hpp"
#include "solve/solution.hpp"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tavoliere {

// One legal move: its canonical spelling and the cells a hand touches to make it, in order. `path` is the canonical way;
// `also` are other click paths that mean the same move (a growth may be shown from any own neighbour).
// A step is a cell's name ("c4"), or "@" and a piece's letter for a piece taken from the hand ("@X"). A pass has no steps.
struct MoveView {
    std::string text;
    std::vector<std::string> path;
    std::vector<std::vector<std::string>> also;
    std::string half = {}; // the letters of all cells before the last choice of the move; empty where it has none
};

// Pieces beside the board: `count` pieces drawn like `piece` that belong to player 'x' or 'o'.
struct HandView {
    char player;
    char piece;
    int count;
};

// A position as a program can show it. `cells` has a letter for each cell of the geometry, in its order: 'x', 'o', 'X',
// 'O' pieces, '-' a blocked cell, '.' an empty one.
struct PositionView {
    std::string position; // its text, canonical
    char turn;            // 'x' or 'o'
    std::string cells;
    std::vector<HandView> hands;
    std::vector<std::array<Point, 2>> guides = {}; // lines along which the player to move must play
    std::vector<std::string> figures = {};         // names of the cells of figures that decide the game, or would
};

// One depth of a search, or its end: the lines found so far, best first.
struct ThoughtView {
    struct Line {
        Score score;                    // the mover's
        std::vector<std::string> moves; // principal variation
    };
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Line> lines;
};

// What solving found: the value for the player to move and a move that keeps it.
using SolutionView = Solution<std::string>;

}
