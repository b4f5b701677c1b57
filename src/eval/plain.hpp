// The plain evaluation: what a game itself says a position is worth, or else how many more moves the mover has.
#pragma once
#include "game/game.hpp"
#include <algorithm>

namespace tavoliere {

// Estimates stay below this, so that a proven result is never mistaken for one.
inline constexpr int most_estimate = 20000;

// For the player to move, in hundredths of a piece.
template <Game G> int plain_estimate(const G& g, const PositionOf<G>& p) {
    int value;
    if constexpr (requires { g.estimate(p); }) {
        value = g.estimate(p);
    } else {
        const auto mobility = [&](const PositionOf<G>& q) {
            MovesOf<G> list;
            g.moves(q, list);
            return list.size();
        };
        PositionOf<G> other = p;
        other.pass_turn();
        value = 10 * (mobility(p) - mobility(other));
    }
    return std::clamp(value, -most_estimate, most_estimate);
}

}
