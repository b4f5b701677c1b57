// Who may do what: every game is reached by secret keys, and each key opens something of it.
#pragma once
#include "base/problem.hpp"
#include <string>
#include <string_view>

namespace tavoliere {

// What a key opens.
struct Opens {
    std::string seats;   // the colours its holder plays: "xo", "x", "o", or "" for who only looks on
    char invites_to = 0; // the free seat that its holder may take: 'x' or 'o', 0 for none

    bool plays(char colour) const { return seats.contains(colour); }
    bool plays_all() const { return seats == "xo"; }
    bool is_seat() const { return seats.size() == 1; }
    bool operator==(const Opens&) const = default;
};

std::string to_text(const Opens& opens);           // as it is stored: its seats, or "x?" for an invitation
Expected<Opens> read_opens(std::string_view text); // what to_text() wrote; fails if it is anything else

// A key of a game and what it opens.
struct GameKey {
    std::string key;
    Opens opens;
};

// Who takes a seat makes its key: nobody else ever sees it, and asking twice does no harm. Fails if it is not key_length letters
// and digits.
Expected<void> check_made_key(std::string_view key);

constexpr char other_side(char colour) { return colour == 'x' ? 'o' : 'x'; }

}
