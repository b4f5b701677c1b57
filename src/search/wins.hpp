// Wins at once, for games that say which moves are near one.
#pragma once
#include "game/game.hpp"
#include <optional>

namespace tavoliere {

// A move that wins at once, where there is one and the game says near_wins. `room` is overwritten.
template <Game G> std::optional<MoveOf<G>> winning_move(const G& g, const PositionOf<G>& p, MovesOf<G>& room) {
    if constexpr (SaysNearWins<G>) {
        room.clear();
        g.near_wins(p, room);
        for (const MoveOf<G>& m : room)
            if (const auto verdict = g.verdict(g.after(p, m)); verdict && verdict->outcome < 0) return m;
    }
    return {};
}

}
