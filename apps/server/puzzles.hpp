// The puzzles of puzzles/, built into the server.
#pragma once
#include "ask/puzzle.hpp"
#include "base/problem.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

extern const std::span<const std::string_view> puzzles_files; // as texts

class Puzzles {
public:
    // Those of the games that this program has. A file that cannot be read is logged and left out.
    Puzzles();

    // Of a game or a variant, all for an empty name, as an array: without what solves them. Fails where there is no such variant.
    Expected<std::string> list(std::string_view game) const;
    Expected<std::string> one(std::string_view id) const;
    // What becomes of moves: {"right":…,"solved":…,"reply":[…]}. Fails where one cannot be played.
    Expected<std::string> trial(std::string_view id, std::string_view moves) const;
    bool has(std::string_view id) const { return find(id) != nullptr; }

private:
    const Puzzle* find(std::string_view id) const;
    std::vector<Puzzle> all_;
};

}
