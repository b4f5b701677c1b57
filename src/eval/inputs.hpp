// What a network sees of a position: windows, small sets of cells, each with a number for what stands in them.
//
// A cell is in one of so many states, as the player sees it whose view it is:
//
//     0 empty    1 … kinds his own pieces    kinds + 1 … 2 kinds the other's    then the neutral ones
//
// and a window of cells a, b, c … has the code  state(a) + states * state(b) + states^2 * state(c) + …  Beside the windows
// of cells there is one for each byte of the position (a number, what either holds in hand), whose code is the byte.
//
// All this follows from the board's geometry and the position's planes: no game says anything about it.
#pragma once
#include "base/problem.hpp"
#include "board/geometry.hpp"
#include "game/position.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// How a game's positions are made.
struct PositionShape {
    int cells, kinds, neutrals, numbers, hands;
    bool operator==(const PositionShape&) const = default;
    int states() const { return 1 + 2 * kinds + neutrals; } // of a cell
    int bytes() const { return numbers + 2 * hands; }
};
template <class P> constexpr PositionShape shape_of(int cells) {
    return {cells, P::kinds, P::neutrals, int(std::tuple_size_v<decltype(P::number)>), P::hands};
}

struct Window {
    std::vector<Cell> cells; // empty: a byte
    int byte = -1;           // numbers first, then the viewer's hands, then the other's
    // How the cells lie to the first one, as "(0,0)(64,0)": windows with the same share their weights. Empty: it has its own.
    std::string pattern;
    bool operator==(const Window&) const = default;
};

// The windows that `inputs` names, joined by '+', and those of the bytes:
//
//     cells     each cell alone
//     corners   the cells that meet in a corner: 2 x 2 on squares, 3 on hexagons
//     edges     the cells that meet in either end of an edge: 2 x 3 on squares, 4 on hexagons
//     crosses   each cell and those over its edges: 5 on squares, 7 on hexagons
//     saltires  each cell and those that share no more than a corner with it: 5 on squares, 1 on hexagons
//     rowsN     N cells in a straight line, N from 2 to 8
//
// With "shared-" before such a name, windows whose cells' centres lie alike share their weights, wherever on the board they
// are: what is learned in one place holds everywhere, from fewer games and in a smaller file.
//
// A problem: another name, one that comes twice, or windows with more than 65,536 codes.
Expected<std::vector<Window>> windows_of(const Geometry& geometry, const PositionShape& shape, std::string_view inputs);

// All of a position as windows take it from there, seen by the player to move: a state for each cell, then the bytes. `for_o` is
// turn_for_o() of the game: where o sees the cells, if not where they lie.
template <class P> std::string seen_by_mover(const P& p, int cells, const Renaming* for_o) {
    const Renaming* const to = p.turn ? for_o : nullptr;
    std::string seen(std::size_t(cells), '\0');
    const auto put = [&](const auto& planes, int first_state) {
        for (std::size_t i = 0; i < planes.size(); ++i)
            for (Cell c : each{planes[i]}) seen[to ? (*to)[c] : c] = char(first_state + int(i));
    };
    put(p.mine, 1);
    put(p.theirs, 1 + P::kinds);
    put(p.neutral, 1 + 2 * P::kinds);
    const auto add = [&](const auto& bytes) { seen.append(bytes.begin(), bytes.end()); };
    add(p.number);
    add(p.my_hand);
    add(p.their_hand);
    return seen;
}

// How many codes a window has.
int codes_of(const Window& window, const PositionShape& shape);

}
