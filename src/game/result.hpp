// How a game ended.
#pragma once
#include "game/info.hpp"
#include <optional>
#include <string_view>

namespace tavoliere {

enum class Winner : char { x = 'x', o = 'o', draw = '-' };

// As people see it: who won, the rules' word for why, and a score where the game has one.
struct Result {
    Winner winner;
    std::string_view reason;  // a word each game's rules list: "blocked", "stuck"; lives as long as the program
    std::optional<int> score; // never negative
    Words words = {};         // how people are told of the reason; empty where it is neither a game's nor the core's
    bool operator==(const Result&) const = default;
};

constexpr std::string_view name(Winner w) { return w == Winner::x ? "x" : w == Winner::o ? "o" : "draw"; }

}
