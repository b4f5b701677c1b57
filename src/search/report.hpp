// What a number of random games showed.
#pragma once
#include <cstdint>

namespace tavoliere {

struct PlayoutReport {
    std::uint64_t games = 0, plies = 0, longest = 0; // plies: of all games; longest: of one
    std::uint64_t choices = 0;                       // legal moves, summed over all plies
    std::uint64_t x_won = 0, o_won = 0, drawn = 0;
    bool too_long = false; // a game did not end within `longest_game` plies; it counts as drawn, and no other is played
};

}
