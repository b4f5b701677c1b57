// Blocco (Bloc, Bloque Político): Clobber with marks. A marked piece neither moves nor can be taken. If the moved piece ends
// in a group, two or more of its colour connected orthogonally, that group ends with exactly one marked piece, any of its
// pieces, as the mover chooses. A player who cannot move on his turn loses.
#pragma once
#include "game/game.hpp"
#include "games/clobber_board.hpp"

namespace tavoliere {

template <class W> struct Blocco {
    enum Kind { plain, marked };
    using Position = tavoliere::Position<W, 2>;
    struct Move {
        Cell from, to, mark; // mark: nowhere if the piece stands alone
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xXoO", separator = "x";
    static constexpr bool decisive = true;
    // On 144 cells there are at most 264 pairs of neighbours, and no group is larger than the board.
    static constexpr int most_moves = 264 * 144;

    Board<W> board;
    Links<W> links;

    explicit Blocco(const ClobberSetup& s) : board(s.geometry), links(*s.geometry) {}

    Position start() const {
        Position p;
        p.theirs[plain] = checkerboard(board);
        p.mine[plain] = board.all & ~p.theirs[plain];
        return p;
    }

    void moves(const Position& p, MoveList<Move, most_moves>& list) const {
        links.pairs(p.mine[plain], p.theirs[plain], [&](const W& from, int step) {
            for (Cell c : each{from}) {
                const Cell to = Cell(c + step);
                const W group = group_after(p, c, to);
                if (group == bit<W>(to))
                    list.push({c, to, nowhere});
                else
                    for (Cell mark : each{group}) list.push({c, to, mark});
            }
        });
    }

    template <class F> void every_move(F f) const {
        links.pairs(board.all, board.all, [&](const W& from, int step) {
            for (Cell c : each{from}) {
                f(Move{c, Cell(c + step), nowhere});
                for (Cell mark : each{board.all & ~bit<W>(c)}) f(Move{c, Cell(c + step), mark});
            }
        });
    }

    // One for each piece of the group that the moved piece ends in, itself included.
    int count(const Position& p) const {
        int n = 0;
        links.pairs(p.mine[plain], p.theirs[plain], [&](const W& from, int step) {
            for (Cell c : each{from}) n += tavoliere::count(group_after(p, c, Cell(c + step)));
        });
        return n;
    }

    Position after(Position p, Move m) const {
        const W group = m.mark == nowhere ? W{} : group_after(p, m.from, m.to);
        capture(p, m);
        if (m.mark != nowhere) {
            const W mark = bit<W>(m.mark);
            p.mine[plain] = (p.mine[plain] | (p.mine[marked] & group)) & ~mark;
            p.mine[marked] = (p.mine[marked] & ~group) | mark;
        }
        p.pass_turn();
        return p;
    }

    std::optional<Position> halfway(Position p, Move m) const {
        if (m.mark == nowhere) return {};
        capture(p, m);
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (any(links.beside(p.mine[plain], p.theirs[plain]))) return {};
        return Verdict{-1, -1, "stuck"};
    }

    // As in Clobber: pieces that a chain connects with a possible move, and more those that can move now.
    int estimate(const Position& p) const {
        const W movable = movable_in(p);
        const W live = links.flood(movable, p.taken());
        const auto lead = [&](const W& set) {
            return tavoliere::count(p.mine[plain] & set) - tavoliere::count(p.theirs[plain] & set);
        };
        return 100 * lead(live) + 20 * lead(movable);
    }

    W movable_in(const Position& p) const {
        return links.beside(p.mine[plain], p.theirs[plain]) | links.beside(p.theirs[plain], p.mine[plain]);
    }

    // Pieces of either colour, marked or not, that touch are one part. What a move changes is the cell it leaves, the
    // cell it takes and the marks of the group it ends in, all held together by touching pieces: one part. It puts no
    // piece on an empty cell, so parts never join. A marked piece does not separate parts: its mark goes when its group
    // gets another, so it may be taken or move later. Where no plain pieces of different colours touch there is no
    // move, so no mark changes: never again.
    template <class F> void split(const Position& p, F f) const {
        links.each_component(movable_in(p), p.taken(), [&](const W& part) { f(only(p, part)); });
    }

    // What no chain of pieces connects with a possible move stays as it is, marks and all.
    Position essence(const Position& p) const { return only(p, links.flood(movable_in(p), p.taken())); }

    Path path(Move m) const {
        if (m.mark == nowhere) return {m.from, m.to};
        return {m.from, m.to, m.mark};
    }
    std::string spelling(Move m) const {
        const Geometry& g = *board.geometry;
        return g.name(m.from) + "x" + g.name(m.to) + (m.mark == nowhere ? "" : "@" + g.name(m.mark));
    }
    bool accepts(const Position&, Move m, std::string_view text) const { // a dash or nothing instead of the x
        const Geometry& g = *board.geometry;
        if (!take(text, g.name(m.from))) return false;
        take(text, "-");
        if (!take(text, g.name(m.to))) return false;
        return m.mark == nowhere ? text.empty() : take(text, "@") && text == g.name(m.mark);
    }

    std::optional<Problem> invalid(const Position& p) const {
        for (const auto& side : {p.mine, p.theirs})
            for (W left = side[plain] | side[marked]; any(left);) {
                const W group = links.flood(bit<W>(first(left)), side[plain] | side[marked]);
                if (tavoliere::count(group & side[marked]) > 1)
                    return Problem{"the group of " + board.geometry->name(first(group)) + " has " +
                                   std::to_string(tavoliere::count(group & side[marked])) +
                                   " marked pieces; a group has at most one"};
                left &= ~group;
            }
        return {};
    }

private:
    static void capture(Position& p, Move m) {
        p.mine[plain] ^= bit<W>(m.from) | bit<W>(m.to);
        p.theirs[plain] ^= bit<W>(m.to);
    }
    W group_after(const Position& p, Cell from, Cell to) const {
        return links.flood(bit<W>(to), (p.mine[plain] | p.mine[marked]) & ~bit<W>(from));
    }
};

struct BloccoFamily {
    template <class W> using Rules = Blocco<W>;
    static constexpr int most_cells = most_cells_of_clobber;

    static std::span<const GameInfo> games() {
        static constexpr Reason reasons[] = {{"stuck", {"the player to move cannot move", "chi deve muovere non può"}}};
        static constexpr Preset presets[] = {
            {"blocco", {"Blocco", "Blocco"}},
            {"blocco:size=5x5", {"5 x 5", "5 x 5"}},
            {"blocco:size=8x8", {"8 x 8", "8 x 8"}},
        };
        static constexpr GameInfo list[] = {
            {.name = "blocco",
             .title = "Blocco",
             .summary = {"Clobber with marks: after a move one piece of your group is blocked; a player who cannot "
                         "move loses.",
                         "Clobber con i segnalini: dopo la mossa una pedina del tuo gruppo resta bloccata; chi non può "
                         "muovere perde."},
             .origin = {"Jorge Nuno Silva, 2005", "Jorge Nuno Silva, 2005"},
             .note = {"It is our decision that a group which falls apart keeps its marks as they are.",
                      "È una nostra decisione che un gruppo diviso conservi i segnalini come sono."},
             .colours = {{{"White", "Bianco"}, {"Black", "Nero"}}},
             .pieces = {{{"piece", "pedina"}, {"marked piece", "pedina bloccata"}}},
             .reasons = reasons,
             .sign = Sign::counter,
             .options = clobber_options,
             .presets = presets},
        };
        return list;
    }

    static Expected<ClobberSetup> setup(Options& options) { return clobber_setup(options); }
};

}
