// What a search finds, for any game.
//
// Values are the mover's. A proven win in n plies from the root is won - n, a loss n - won; estimates lie strictly
// between.
#pragma once
#include "eval/plain.hpp"
#include "game/game.hpp"
#include "search/limits.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tavoliere {

inline constexpr int won = 30000;
inline constexpr int infinite = 32000;
inline constexpr int most_depth = 120;              // plies, of iterative deepening and of a line
inline constexpr int proven = won - 2 * most_depth; // at least this: a proven win

constexpr Score score_of(int value) {
    if (value >= proven) return {Score::Kind::win, won - value};
    if (value <= -proven) return {Score::Kind::loss, won + value};
    return {Score::Kind::estimate, value};
}

template <class M> struct Line {
    std::array<M, most_depth + 2> moves;
    int size = 0;
    void put(M first, const Line& rest) {
        moves[0] = first;
        size = std::min(rest.size + 1, most_depth + 1);
        std::copy_n(rest.moves.begin(), size - 1, moves.begin() + 1);
    }
};

// What the search found at one depth: lines, best first.
template <class M> struct Thought {
    struct One {
        int value = -infinite;
        bool exact_draw = false; // the value 0 is a proven draw, not a guess
        Line<M> line;
    };
    int depth = 0;
    std::uint64_t nodes = 0;
    std::vector<One> lines;
};

// The clock ended before anything was found: the first legal move is better than none.
template <Game G> void name_a_move(const G& g, const PositionOf<G>& root, Thought<MoveOf<G>>& found) {
    MovesOf<G> list;
    g.moves(root, list);
    if (list.empty()) return;
    typename Thought<MoveOf<G>>::One one;
    one.value = plain_estimate(g, root);
    one.line.put(list[0], {});
    found.lines.push_back(one);
}

}
