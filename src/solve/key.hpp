// Which positions are one to a solver: those that differ in nothing that can still matter, in how the board is turned, in
// how many turns were played, or in the colours with the turn.
#pragma once
#include "board/board.hpp"
#include "game/game.hpp"
#include <algorithm>
#include <type_traits>

namespace tavoliere {

// Of 128 bits half choose where an entry lies and the other half are kept in it. So a wrong entry is found with a chance of
// 2^-64 for each of the four entries of a bucket looked at: for a search that looks up 10^11 positions, 2 in 10^8.
struct Key {
    std::uint64_t place, check;
    bool operator==(const Key&) const = default;
};

// The same position, and the other player the attacker.
constexpr Key other_question(Key key) { return {key.place ^ 0x2545f4914f6cdd1d, key.check ^ 0x2545f4914f6cdd1d}; }

// Of all that a position says.
template <class P> constexpr Key hashes_of(const P& p) { return {hash(p, 0x6a09e667f3bcc908), hash(p)}; }

template <Game G> class Keys {
public:
    using Position = PositionOf<G>;
    using W = WordOf<G>;

    explicit Keys(const G& game, bool turns_the_board = true) : g(game) {
        if (!turns_the_board) return;
        for (const Renaming& to : symmetries_of(g).subspan(1)) { // the first is the identity
            std::vector<std::vector<Cell>> cells;
            for (Cell c : to) cells.push_back({c});
            turns_.emplace_back(cells);
        }
    }

    // The position that stands for all that are the same: without what cannot matter, the clock and the number of the turn.
    // A game with a clock is solved as if it had none: the clock is there to end what goes round, which is a draw.
    static Position timeless(Position p) {
        p.clock = 0;
        p.ply = p.turn;
        return p;
    }
    // Inlined also where sums are solved, compiled without -O3.
    [[gnu::always_inline]] Position least(Position p) const {
        p = timeless(p);
        if constexpr (requires { g.essence(p); }) p = g.essence(p);
        const Position given = p;
        for (const Relation<W>& turn : turns_) take_if_less(p, given, turn);
        return p;
    }

    // Positions with the colours exchanged are one, where the rules are the same for both. `attacking`: the question asked is
    // whether the player to move can win, and not whether he can keep the other from it.
    Key of(const Position& p, bool attacking) const {
        Position q = least(p);
        if (plays_alike(g)) q.turn = 0;
        const Key key = hashes_of(q);
        return is_decisive<G>() || attacking ? key : other_question(key);
    }

private:
    // `best` becomes `given` turned, if that is less, the planes compared one after the other.
    [[gnu::always_inline]] static void take_if_less(Position& best, const Position& given, const Relation<W>& turn) {
        Position turned = given;
        int order = 0; // of what was turned so far, to the best
        const auto turn_planes = [&](auto& planes, const auto& than) {
            for (std::size_t k = 0; k < planes.size() && order <= 0; ++k) {
                planes[k] = turn.of(planes[k]);
                if (order == 0) order = compare(planes[k], than[k]);
            }
        };
        turn_planes(turned.mine, best.mine);
        turn_planes(turned.theirs, best.theirs);
        turn_planes(turned.neutral, best.neutral);
        if (order < 0) best = turned;
    }
    static int compare(const W& a, const W& b) {
        for (int k = 0; k < parts<W>; ++k)
            if (part(a, k) != part(b, k)) return part(a, k) < part(b, k) ? -1 : 1;
        return 0;
    }

    const G& g;
    std::vector<Relation<W>> turns_; // every symmetry but the identity, as a look-up a byte
};

}
