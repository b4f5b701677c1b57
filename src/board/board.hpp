// A geometry laid out in words: what the rules work with.
#pragma once
#include "board/geometry.hpp"
#include "board/word.hpp"
#include <memory>
#include <vector>

namespace tavoliere {

// For each cell a set of cells that the game calls related to it (near, far, in a line with it); and the union of those
// sets over any set of cells.
//
// Such a union distributes, so a look-up a byte does it on any board:
//
//     of({c7 … c0, …}) = table[0][byte 0] | table[1][byte 1] | …        table[k][v] = union over the bits of v
//
// Measured, that is as fast as constant shifts on a square board, and the same text serves every tiling.
template <class W> class Relation {
public:
    Relation() = default;
    explicit Relation(const std::vector<std::vector<Cell>>& cells) {
        for (std::size_t c = 0; c < cells.size(); ++c)
            for (Cell d : cells[c]) to_[c] |= bit<W>(d);
        for (std::size_t k = 0; k < sizeof(W); ++k)
            for (unsigned v = 1; v < 256; ++v)
                table_[k][v] = table_[k][v & (v - 1)] | to_[8 * k + std::size_t(std::countr_zero(v))];
    }

    const W& operator[](Cell c) const { return to_[c]; }

    // Every cell related to at least one of `set`.
    W of(const W& set) const {
        W r{};
        for (std::size_t k = 0; k < sizeof(W); ++k) r |= table_[k][part(set, int(k / 8)) >> (8 * (k % 8)) & 255];
        return r;
    }

private:
    std::array<W, 8 * sizeof(W)> to_{};                 // one a bit of the word; those beyond the board are empty
    std::array<std::array<W, 256>, sizeof(W)> table_{}; // one a byte of the word
};

// The pairs of cells that share an edge, by how far apart their numbers are. On a rectangle of n columns there are two
// such distances, 1 and n; on hexagons and pentagons a few more.
//
//     lower[k]: the cells c for which c and c + step[k] touch
template <class W> class Links {
public:
    explicit Links(const Geometry& g) {
        for (int c = 0; c < g.size(); ++c)
            for (Cell d : g.over_edge(Cell(c)))
                if (d > c) lower_with(d - c) |= bit<W>(Cell(c));
    }

    // For every step, forwards and back: f(the cells of `from` that have a cell of `to` that step away, step).
    template <class F> void pairs(const W& from, const W& to, F f) const {
        for (const Step& s : steps_) {
            f(from & s.lower & (to >> s.length), s.length);
            f(from & ((to & s.lower) << s.length), -s.length);
        }
    }

private:
    struct Step {
        int length;
        W lower;
    };
    W& lower_with(int length) {
        for (Step& s : steps_)
            if (s.length == length) return s.lower;
        steps_.push_back({length, W{}});
        return steps_.back().lower;
    }
    std::vector<Step> steps_;
};

// The cells of a board as sets. Which relations matter a game chooses itself.
template <class W> struct Board {
    std::shared_ptr<const Geometry> geometry;
    W all{};

    explicit Board(std::shared_ptr<const Geometry> g) : geometry(std::move(g)) {
        for (int c = 0; c < geometry->size(); ++c) all |= bit<W>(Cell(c));
    }
    int size() const { return geometry->size(); }
};

template <class W> W set_of(const std::vector<Cell>& cells) {
    W r{};
    for (Cell c : cells) r |= bit<W>(c);
    return r;
}

}
