// A position: planes of cells and a few small numbers. A small value, copied freely, never undone.
#pragma once
#include "base/hash.hpp"
#include "board/word.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace tavoliere {

// For each kind of piece the cells of the player to move and of the other, planes that belong to nobody (blocked cells),
// a few bytes the game names itself, and how many pieces of the first `Hands` kinds either player holds in hand. `turn` is 0
// while x is to move, 1 for o.
//
// `clock` counts the plies since something last happened that can't be undone, for games that end when it grows too
// large; `ply` counts the turns since the game began, for games that write it. Neither affects what can be played
// now, so neither is hashed: two ways to the same place meet in the table. A search adds the clock where it nears its end.
template <class W, int Kinds, int Neutral = 0, int Numbers = 0, int Hands = 0> struct Position {
    using Word = W;
    static constexpr int kinds = Kinds, neutrals = Neutral, hands = Hands;

    std::array<W, Kinds> mine{}, theirs{};
    std::array<W, Neutral> neutral{};
    std::array<std::uint8_t, Numbers> number{};
    std::array<std::uint8_t, Hands> my_hand{}, their_hand{};
    std::uint8_t turn = 0;
    std::uint16_t clock = 0, ply = 0;

    // The same place in the same game, however many turns it took to get there.
    bool operator==(const Position& o) const {
        return mine == o.mine && theirs == o.theirs && neutral == o.neutral && number == o.number &&
               my_hand == o.my_hand && their_hand == o.their_hand && turn == o.turn && clock == o.clock;
    }

    W taken() const { // by either player
        W r{};
        for (int k = 0; k < Kinds; ++k) r |= mine[std::size_t(k)] | theirs[std::size_t(k)];
        return r;
    }
    void pass_turn() {
        std::swap(mine, theirs);
        std::swap(my_hand, their_hand);
        turn ^= 1;
        if (++ply == 0) ply = 65534; // stops counting, still the same player's
    }
};

// The position with the players' pieces on `cells` alone.
template <class P> P only(P p, const typename P::Word& cells) {
    for (auto* side : {&p.mine, &p.theirs})
        for (auto& plane : *side) plane &= cells;
    return p;
}

// Mixed from scratch out of the position's words: measured cheaper than keeping keys up to date, and nothing to get wrong.
// Another salt makes another hash, which has nothing to do with the first.
template <class P> constexpr std::uint64_t hash(const P& p, std::uint64_t salt = 0) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    std::uint64_t h = 0;
    const auto add = [&](const auto& planes) {
        for (const auto& plane : planes)
            for (int k = 0; k < parts<typename P::Word>; ++k) h ^= mix(part(plane, k) + (salt += golden));
    };
    add(p.mine);
    add(p.theirs);
    add(p.neutral);
    std::uint64_t n = p.turn;
    for (auto v : p.number) n = n * 257 + v;
    for (const auto* bytes : {&p.my_hand, &p.their_hand})
        for (auto v : *bytes) n = n * 257 + v;
    return h ^ mix(n + (salt += golden));
}

// The same position on a turned or mirrored board.
template <class P> P renamed(P p, const Renaming& to) {
    const auto turn = [&](auto& planes) {
        for (auto& plane : planes) {
            typename P::Word r{};
            for (Cell c : each{plane}) r |= bit<typename P::Word>(to[c]);
            plane = r;
        }
    };
    turn(p.mine);
    turn(p.theirs);
    turn(p.neutral);
    return p;
}

}
