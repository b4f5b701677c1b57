// Attract: place a piece; then on each of the four orthogonal rays every piece comes one cell nearer, if there is room. A
// piece of yours whose four diagonal neighbours are all the opponent's is a winning configuration; the player who has
// more of them after a turn has won.
//
// The attraction, a ray at once. Going outwards, pieces that touch the active piece or each other before the first gap
// stay; behind the gap, each piece that moves frees its cell for the next one, so all of them move. Hence with e the
// first empty cell,
//
//     @ x o . x . o x       all pieces beyond e shift by one
//     @ x o x . o x .
//           e
//
// and a shift of a set by one cell is a shift of its word.
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct AttractSetup {
    std::shared_ptr<const Geometry> geometry;
};

template <class W> struct Attract {
    using Position = tavoliere::Position<W, 1>;
    struct Move {
        Cell at;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";

    Board<W> board;
    Rays<W> rays;
    W inner{};              // cells with four diagonal neighbours
    std::vector<W> corners; // those of each cell

    explicit Attract(const AttractSetup& s) : board(s.geometry), rays(*s.geometry) {
        for (Cell c : each{board.all})
            if (s.geometry->over_corner(c).size() == 4) inner |= bit<W>(c);
        for (Cell c : each{board.all}) corners.push_back(set_of<W>(s.geometry->over_corner(c)));
    }

    Position start() const { return {}; }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (over(p)) return;
        for (Cell c : each{board.all & ~p.taken()}) list.push({c});
    }
    int count(const Position& p) const { return over(p) ? 0 : tavoliere::count(board.all & ~p.taken()); }

    template <class F> void every_move(F f) const {
        for (Cell c : each{board.all}) f(Move{c});
    }

    Position after(Position p, Move m) const {
        p.mine[0] |= bit<W>(m.at);
        const W taken = p.taken();
        for (int d : {1, 3, 5, 7}) {
            const W& ray = rays(m.at, d);
            const W gaps = ray & ~taken;
            if (!any(gaps)) continue;
            const W drawn = rays(rays.nearest(gaps, d), d);
            const int inwards = rays.opposite(d);
            p.mine[0] = (p.mine[0] & ~drawn) | rays.shifted(p.mine[0] & drawn, inwards);
            p.theirs[0] = (p.theirs[0] & ~drawn) | rays.shifted(p.theirs[0] & drawn, inwards);
        }
        p.pass_turn();
        return p;
    }

    // Nearly all moves that do not win at once are ruled out by what a middle and its corners still lack. A cell s comes to hold a
    // piece that it does not hold if it is the active one, or if its neighbour away from the active one, on a line with both,
    // holds such a piece:
    //
    //     @ … s x        @ somewhere on this side, and x comes to s
    //
    // so the active cell is on the right side of each cell that lacks something. Of a middle's corners those are two at most: the
    // lines through the active cell pass two each, and where they share one, that is the active cell, whose piece is the mover's.
    void near_wins(const Position& p, MoveList<Move>& list) const {
        if (over(p)) return;
        const W &own = p.mine[0], &other = p.theirs[0], empty = board.all & ~p.taken();
        const auto own_behind = neighbours(own), other_behind = neighbours(other);
        const W two = corners_of(other)[1];
        W found = configurations(other, own) ? empty : W{}; // to break one of those may be enough
        for (Cell m : each{inner & two}) {
            W active = empty & ~found;
            if (!any(own & bit<W>(m))) active &= brings(m, own_behind) | bit<W>(m);
            for (Cell s : each{corners[m] & ~other}) active &= brings(s, other_behind);
            found |= active;
        }
        for (Cell c : each{found}) list.push({c});
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (const int lead = configurations(p.mine[0], p.theirs[0]) - configurations(p.theirs[0], p.mine[0]))
            return Verdict{std::int8_t(lead > 0 ? 1 : -1), std::int16_t(std::abs(lead)), "configuration"};
        if (spent(p)) return Verdict{0, -1, "full"};
        return {};
    }

    W figures(const Position& p) const { // configurations, each a middle and its four corners
        W found{};
        for (const auto& [own, other] : {std::pair{p.mine[0], p.theirs[0]}, std::pair{p.theirs[0], p.mine[0]}})
            for (Cell c : each{middles(own, other)}) found |= bit<W>(c) | corners[c];
        return found;
    }

    // How near either side is to a configuration: for each of its pieces that could be the middle of one, the square of how
    // many of the opponent's stand around it. Being surrounded is the aim.
    int estimate(const Position& p) const {
        return 4 * (surrounded(p.mine[0], p.theirs[0]) - surrounded(p.theirs[0], p.mine[0]));
    }

    Path path(Move m) const { return {m.at}; }

    int held(const Position& p, bool mine, int) const {
        return std::max(0, board.size() / 2 - tavoliere::count((mine ? p.mine : p.theirs)[0]));
    }
    std::optional<Problem> invalid(const Position& p) const {
        for (const auto& side : {p.mine, p.theirs})
            if (tavoliere::count(side[0]) > board.size() / 2)
                return Problem{"a player has " + std::to_string(tavoliere::count(side[0])) + " pieces; there are " +
                               std::to_string(board.size() / 2) + " of each colour"};
        return {};
    }

private:
    // Cells whose diagonal neighbour in direction d is in the set. A middle is an inner cell: no shift leaves the board.
    W beside(const W& set, int d) const { return rays.shifted(set, rays.opposite(d)); }
    W middles(const W& own, const W& other) const {
        return own & inner & beside(other, 0) & beside(other, 2) & beside(other, 4) & beside(other, 6);
    }
    int configurations(const W& own, const W& other) const { return tavoliere::count(middles(own, other)); }
    // Inner cells at which at least one, two, three corners are in the set, as bits of a sum of four.
    std::array<W, 3> corners_of(const W& set) const {
        const W a = beside(set, 0), b = beside(set, 2), c = beside(set, 4), d = beside(set, 6);
        return {a | b | c | d, (a & b) | (c & d) | ((a ^ b) & (c ^ d)) | (a & c) | (b & d),
                (a & b & (c | d)) | (c & d & (a | b))};
    }
    int surrounded(const W& own, const W& other) const {
        const W middle = own & inner;
        const auto [one, two, three] = corners_of(other);
        return tavoliere::count(middle & one) + 3 * tavoliere::count(middle & two) +
               5 * tavoliere::count(middle & three);
    }
    // For each of the four lines' directions, the cells whose neighbour there is in the set; at the edges some more.
    std::array<W, 4> neighbours(const W& set) const {
        return {beside(set, 1), beside(set, 3), beside(set, 5), beside(set, 7)};
    }
    // From where an active piece may draw one of a set to s, whose neighbours are given.
    W brings(Cell s, const std::array<W, 4>& neighbours) const {
        W active{};
        for (int i = 0; i < 4; ++i)
            if (any(neighbours[std::size_t(i)] & bit<W>(s))) active |= rays(s, rays.opposite(2 * i + 1));
        return active;
    }
    bool spent(const Position& p) const {
        return !any(board.all & ~p.taken()) || tavoliere::count(p.mine[0]) >= board.size() / 2;
    }
    bool over(const Position& p) const {
        return spent(p) || configurations(p.mine[0], p.theirs[0]) != configurations(p.theirs[0], p.mine[0]);
    }
};

struct AttractFamily {
    template <class W> using Rules = Attract<W>;
    static constexpr int most_cells = 196;

    static std::span<const GameInfo> games() {
        static constexpr OptionInfo options[] = {
            {"size",
             {"Size", "Dimensioni"},
             OptionInfo::Kind::size,
             "8x8",
             {"any even square from 4x4 to 14x14", "un quadrato pari da 4x4 a 14x14"},
             4,
             14},
        };
        static constexpr Reason reasons[] = {{"configuration",
                                              {"a piece is surrounded diagonally by four opposing ones",
                                               "una pedina è circondata in diagonale da quattro avversarie"}},
                                             {"full", {"the pieces are used up", "le pedine sono finite"}}};
        static constexpr Preset presets[] = {
            {"attract", {"Attract", "Attract"}},
            {"attract:size=10x10", {"10 x 10", "10 x 10"}},
            {"attract:size=12x12", {"12 x 12", "12 x 12"}},
        };
        static constexpr GameInfo list[] = {
            {.name = "attract",
             .title = "Attract",
             .summary = {"Place a piece and draw everything in line one cell nearer; you win when one of your pieces "
                         "is surrounded diagonally by four of the opponent's.",
                         "Metti una pedina e attira di una casella tutto ciò che è in linea; vinci quando una tua "
                         "pedina è circondata in diagonale da quattro avversarie."},
             .origin = {"Jarosław Cichocki, 2005", "Jarosław Cichocki, 2005"},
             .colours = {{{"Blue", "Blu"}, {"Red", "Rosso"}}},
             .reasons = reasons,
             .options = options,
             .presets = presets},
        };
        return list;
    }

    static Expected<AttractSetup> setup(Options& options) {
        const auto [columns, rows] = options.size("size");
        if (columns != rows || columns % 2)
            return options.wrong("size", "the board is an even square, as in 8x8 or 10x10");
        return AttractSetup{rectangle(columns, rows)};
    }
};

}
