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

    // Everything that a chain of touching cells of `within` connects with `set`; the set itself too.
    W flood(W set, const W& within) const {
        for (W wider = set;; set = wider) {
            for (const Step& s : steps_)
                wider |= (((set & s.lower) << s.length) | ((set >> s.length) & s.lower)) & within;
            if (wider == set) return set;
        }
    }

    // f(component) for every set of cells of `within` that chains of touching cells hold together and that has one of `from`.
    template <class F> void each_component(W from, const W& within, F f) const {
        while (any(from)) {
            const W component = flood(bit<W>(first(from)), within);
            f(component);
            from &= ~component;
        }
    }

    // The cells of `from` that touch one of `to`.
    W beside(const W& from, const W& to) const {
        W r{};
        pairs(from, to, [&](const W& found, int) { r |= found; });
        return r;
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

// The straight lines from every cell of a rectangle of at least 3 columns: eight directions, opposite ones four apart.
//
//     2 1 0
//     3 . 7      a step in direction d is a constant in cell numbers, so a whole set steps by one shift
//     4 5 6
template <class W> class Rays {
public:
    static constexpr int directions = 8;

    explicit Rays(const Geometry& g) {
        static constexpr int dx[] = {1, 0, -1, -1, -1, 0, 1, 1}, dy[] = {-1, -1, -1, 0, 1, 1, 1, 0};
        const int columns = g.row_lengths().front(), rows = int(g.row_lengths().size());
        for (int d = 0; d < directions; ++d) {
            step_[d] = dy[d] * columns + dx[d];
            for (int c = 0; c < g.size(); ++c) {
                int x = c % columns + dx[d], y = c / columns + dy[d];
                for (; x >= 0 && x < columns && y >= 0 && y < rows; x += dx[d], y += dy[d])
                    cells_[d][std::size_t(c)] |= bit<W>(Cell(y * columns + x));
            }
        }
    }
    static constexpr int opposite(int d) { return (d + 4) % directions; }

    // The cells beyond c in direction d, to the edge.
    const W& operator()(Cell c, int d) const { return cells_[d][c]; }
    // There must be one: rays(c, d) is not empty.
    Cell next(Cell c, int d) const { return Cell(c + step_[d]); }
    // The nearest and the farthest of some cells of a ray in direction d; the set must not be empty.
    Cell nearest(const W& of_ray, int d) const { return step_[d] > 0 ? first(of_ray) : last(of_ray); }
    Cell farthest(const W& of_ray, int d) const { return step_[d] > 0 ? last(of_ray) : first(of_ray); }
    int step(int d) const { return step_[d]; } // in cell numbers
    // A set moved one step in direction d. None of it may stand at that edge.
    W shifted(const W& set, int d) const { return step_[d] > 0 ? set << step_[d] : set >> -step_[d]; }

private:
    std::array<int, directions> step_{};
    std::array<std::array<W, 8 * sizeof(W)>, directions> cells_{};
};

// The rows of `length` consecutive cells within a set, all at once: a row from c in direction d is there if c, c + s, c + 2s …
// are in the set and the row fits the board, so with s the step of d
//
//     starts = fits[d] & set & set >> s & set >> 2s & …
//
// Four directions do, those whose step is positive: a row backwards is a row.
template <class W, int length> class Rows {
public:
    Rows(const Geometry& g, const Rays<W>& rays) {
        for (int d = 4; d < 8; ++d) {
            Direction& one = directions_[std::size_t(d - 4)];
            one.step = rays.step(d);
            one.rows.resize(std::size_t(g.size()));
            for (int c = 0; c < g.size(); ++c) {
                W row = bit<W>(Cell(c));
                Cell end = Cell(c);
                int size = 1;
                for (; size < length && any(rays(end, d)); ++size) row |= bit<W>(end = rays.next(end, d));
                if (size < length) continue;
                one.fits |= bit<W>(Cell(c));
                one.rows[std::size_t(c)] = row;
            }
        }
    }

    // How many rows have k cells of one set and none of another, for each k. The sums of all rows of a direction at once, in
    // binary, a bit a word:   four two one  +=  set >> i s
    std::array<int, length + 1> alone(const W& own, const W& other) const {
        static_assert(length < 8);
        std::array<int, length + 1> rows{};
        for (const Direction& d : directions_) {
            W one{}, two{}, four{}, blocked{};
            for (int i = 0; i < length; ++i) {
                const W cell = own >> (i * d.step), carry = one & cell;
                one ^= cell;
                four |= two & carry;
                two ^= carry;
                blocked |= other >> (i * d.step);
            }
            const W free = d.fits & ~blocked;
            for (int k = 0; k <= length; ++k)
                rows[std::size_t(k)] +=
                    count(free & (k & 1 ? one : ~one) & (k & 2 ? two : ~two) & (k & 4 ? four : ~four));
        }
        return rows;
    }

    bool any_in(const W& set) const {
        W found{};
        for (const Direction& d : directions_) found |= starts(d, set);
        return any(found);
    }
    // The cells that make a row with the set, and those of the rows it has already: of a row all but the i-th are there
    // where those before it are, and those after it.
    W completed_by(const W& set) const {
        W cells{};
        for (const Direction& d : directions_) {
            std::array<W, length>
                after; // after[i]: starts of the rows that have all from the i-th on, but for the i-th
            after[length - 1] = d.fits;
            for (int i = length - 1; i > 0; --i)
                after[std::size_t(i - 1)] = after[std::size_t(i)] & set >> (i * d.step);
            W before = d.fits;
            for (int i = 0; i < length; ++i) {
                cells |= (before & after[std::size_t(i)]) << (i * d.step);
                before &= set >> (i * d.step);
            }
        }
        return cells;
    }
    template <class F> void each_in(const W& set, F f) const {
        for (const Direction& d : directions_)
            for (Cell c : each{starts(d, set)}) f(d.rows[c]);
    }
    // The cells that lie in one.
    W cells_in(const W& set) const {
        W cells{};
        each_in(set, [&](const W& row) { cells |= row; });
        return cells;
    }

private:
    struct Direction {
        int step;
        W fits{};
        std::vector<W> rows{}; // by their first cell
    };
    W starts(const Direction& d, const W& set) const {
        W found = set & d.fits;
        for (int i = 1; i < length; ++i) found &= set >> (i * d.step);
        return found;
    }

    std::array<Direction, 4> directions_{};
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

// The cells of a1's colour on a checkerboard.
template <class W> W checkerboard(const Board<W>& board) {
    W cells{};
    for (Cell c : each{board.all}) {
        const NameParts at = *parse_name(board.geometry->name(c));
        if ((at.column + at.row) % 2 == 0) cells |= bit<W>(c);
    }
    return cells;
}

}
