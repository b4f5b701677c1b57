// Clobber: move a piece onto an orthogonally adjacent piece of the opponent, which is removed for good. Nothing else is a
// move, and a player who cannot move on his turn loses.
//
// A move is a pair of neighbours of different colours, so the moves of a direction are a shift and two ands, whole board
// at once:  x o x . o     cells of x with an o to their right = x & (o one cell to the left)
#pragma once
#include "game/game.hpp"
#include "games/clobber_board.hpp"

namespace tavoliere {

template <class W> struct Clobber {
    using Position = tavoliere::Position<W, 1>;
    struct Move {
        Cell from, to;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "x";
    static constexpr bool decisive = true;

    Board<W> board;
    Links<W> links;

    explicit Clobber(const ClobberSetup& s) : board(s.geometry), links(*s.geometry) {}

    Position start() const {
        Position p;
        p.theirs[0] = checkerboard(board);
        p.mine[0] = board.all & ~p.theirs[0];
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        links.pairs(p.mine[0], p.theirs[0], [&](const W& from, int step) {
            for (Cell c : each{from}) list.push({c, Cell(c + step)});
        });
    }

    int count(const Position& p) const {
        int n = 0;
        links.pairs(p.mine[0], p.theirs[0], [&](const W& from, int) { n += tavoliere::count(from); });
        return n;
    }

    template <class F> void every_move(F f) const {
        links.pairs(board.all, board.all, [&](const W& from, int step) {
            for (Cell c : each{from}) f(Move{c, Cell(c + step)});
        });
    }

    Position after(Position p, Move m) const {
        p.mine[0] ^= bit<W>(m.from) | bit<W>(m.to);
        p.theirs[0] ^= bit<W>(m.to);
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (any(links.beside(p.mine[0], p.theirs[0]))) return {};
        return Verdict{-1, -1, "stuck"};
    }

    // Both players always have the same number of moves, as a pair is one for either, so what counts is by how many pieces.
    // In xxo the second x is worth something though it cannot move yet: after o takes the first it takes back. So all
    // that a chain of pieces connects with a possible move count, and those that can move now count more.
    int estimate(const Position& p) const {
        const W movable = movable_in(p);
        const W live = links.flood(movable, p.taken());
        const auto lead = [&](const W& set) {
            return tavoliere::count(p.mine[0] & set) - tavoliere::count(p.theirs[0] & set);
        };
        return 60 * lead(live) + 40 * lead(movable);
    }

    W movable_in(const Position& p) const {
        return links.beside(p.mine[0], p.theirs[0]) | links.beside(p.theirs[0], p.mine[0]);
    }

    // A group of one colour never moves again.
    Position essence(const Position& p) const { return only(p, links.flood(movable_in(p), p.taken())); }

    // A move never leaves its group of touching pieces and never joins two, as it moves onto a cell that was taken.
    template <class F> void split(const Position& p, F f) const {
        links.each_component(movable_in(p), p.taken(), [&](const W& part) { f(only(p, part)); });
    }

    Path path(Move m) const { return {m.from, m.to}; }
};

struct ClobberFamily {
    template <class W> using Rules = Clobber<W>;
    static constexpr int most_cells = most_cells_of_clobber;

    static std::span<const GameInfo> games() {
        static constexpr Reason reasons[] = {{"stuck", {"the player to move cannot move", "chi deve muovere non può"}}};
        static constexpr Preset presets[] = {
            {"clobber", {"Clobber", "Clobber"}},
            {"clobber:size=5x6", {"5 x 6", "5 x 6"}},
            {"clobber:size=8x8", {"8 x 8", "8 x 8"}},
            {"clobber:size=10x10", {"10 x 10", "10 x 10"}},
        };
        static constexpr GameInfo list[] = {
            {.name = "clobber",
             .title = "Clobber",
             .summary = {"Move a piece onto a neighbouring piece of the opponent and remove it; a player who cannot "
                         "move loses.",
                         "Muovi una pedina su una pedina avversaria adiacente e toglila; chi non può muovere perde."},
             .origin = {"Michael Albert, J. P. Grossman and Richard Nowakowski, 2001",
                        "Michael Albert, J. P. Grossman e Richard Nowakowski, 2001"},
             .colours = {{{"White", "Bianco"}, {"Black", "Nero"}}},
             .reasons = reasons,
             .options = clobber_options,
             .presets = presets},
        };
        return list;
    }

    static Expected<ClobberSetup> setup(Options& options) { return clobber_setup(options); }
};

}
