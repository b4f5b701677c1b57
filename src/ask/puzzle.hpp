// Puzzles: positions in which one move is right and no other, with what there is to say of them.
#pragma once
#include "base/json_read.hpp"
#include "session/session.hpp"
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere {

// What the player to move gets by the right move and by no other: a win; a draw, where all else loses; or so much more than
// by any other, where no value is exact.
enum class Goal : std::uint8_t { win, draw, gain };
inline constexpr std::array<std::string_view, 3> goal_names = {"win", "draw", "gain"};
constexpr std::string_view name(Goal g) { return goal_names[std::size_t(g)]; }

struct Puzzle {
    using Moves = std::vector<std::string>;

    std::string id, variant, position;
    Goal goal = Goal::win;
    std::optional<int> plies = {}; // of the line, where it goes to the end of the game
    bool proved = false;           // the value of every move is exact, else a deep search says so
    std::uint64_t nodes = 0;       // of that search
    int depth = 0;                 // from which on a search plays the right move
    int find = 0;                  // how many of the player's moves in the line are each the only one
    Moves line = {};               // the right move, the best answer, …
    std::vector<std::pair<std::string, Moves>> wrong = {}; // tempting moves, and how each is answered
};

inline constexpr int least_choice = 3; // legal moves of a position that is a puzzle
inline constexpr std::size_t most_wrong = 3;

// What a position is, however it is turned and whoever's colour is to move: equal for those that are one puzzle.
std::string identity_text(const GameSession& session);
// "ataxx-3f9a2c", a checksum of it.
std::string puzzle_id(const GameSession& session);

// The right move by a search of two lines, where there is one: the best line, and whether it is proved that no other move
// gets the same. Without a proof the other moves must be worse by `margin`, or not better than even beside a win.
struct OnlyMove {
    Goal goal;
    bool proved;
    Puzzle::Moves line;
};
std::optional<OnlyMove> only_move(const ThoughtView& two_lines, int margin);

// A file of puzzles: an object with a puzzle a line, easy ones first. `made` is the command that makes it again.
std::string puzzle_file(std::string_view game, std::string_view made, std::span<const Puzzle> puzzles);

// One puzzle of such a file, as an object.
std::string to_json(const Puzzle& puzzle);
Expected<Puzzle> read_puzzle(const Json& object);

struct PuzzleFile {
    std::string game;
    std::vector<Puzzle> puzzles;
};
// What puzzle_file() wrote, as it stands: whether the puzzles are right is not asked. Fails if the text is no JSON or lacks a member,
// with the puzzle's number: "puzzle 3: depth: a whole number is wanted here".
Expected<PuzzleFile> read_puzzle_file(std::string_view text);

}
