// How strongly a game is played: its levels for people, and what its search does otherwise than the standard. Both are measured, so
// they are data beside the networks, not rules: strength/FILE.txt for the games of src/games/FILE.hpp, which CMake compiles in. A line
// is one of
//
//     VARIANT levels A B C D E F G          as `tavoliere levels VARIANT --find` prints it
//     GAME search NAME=VALUE,NAME=VALUE     as `tavoliere tune GAME` prints it
//     # what people should know of it
#pragma once
#include "search/limits.hpp"
#include <array>
#include <span>
#include <string_view>

namespace tavoliere {

// The strengths of the levels but the last, the first one first: tenths of what weaken() takes.
using Levels = std::array<int, most_level - 1>;

// The levels of a game for which none were found.
inline constexpr Levels standard_levels{-10, 5, 20, 35, 50, 65, 80};

struct LevelsRow {
    std::string_view variant; // canonical
    Levels levels;
};

struct SearchRow {
    std::string_view game;
    std::string_view changes; // "name=value,name=value", for read_parameters()
};

// All that this program was compiled with.
std::span<const LevelsRow> levels_rows();
std::span<const SearchRow> search_rows();

// The levels of a canonical variant: its own row's, else its game's, else the standard ones.
Levels levels_of(std::string_view variant, std::span<const LevelsRow> rows = levels_rows());
// What a search is limited to that plays as the level or the strength of `asked` does; `asked` itself where it has neither. No more
// seconds than it has, if it has any, for a clock may have set them.
Limits limits_as_asked(Limits asked, std::string_view variant);
// What the search of a game does otherwise; empty where nothing is.
std::string_view search_changes(std::string_view game);

}
