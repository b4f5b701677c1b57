// Othello: the example of a game with passes and a score. See CONTRIBUTING.md; perft and the laws are tested.
//
// Put a piece where it encloses opposing pieces in a straight line between itself and another piece of yours: all of them become
// yours. A player who cannot do so passes. When neither player can, the game is over and the player with more pieces wins.
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"
#include <cstdlib>

namespace tavoliere {

struct OthelloSetup {
    std::shared_ptr<const Geometry> geometry; // of an even number of columns and rows
};

template <class W> struct Othello {
    using Position = tavoliere::Position<W, 1>;
    struct Move {
        Cell at; // `nowhere` is a pass
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";

    Board<W> board;
    Rays<W> rays;

    explicit Othello(const OthelloSetup& s) : board(s.geometry), rays(*s.geometry) {}

    // Four pieces in the middle: d5 and e4 are x's, d4 and e5 are o's, where the board is 8x8.
    Position start() const {
        const int columns = board.geometry->row_lengths()[0], rows = board.size() / columns;
        const int middle = rows / 2 * columns + columns / 2; // e4: below and to the right of the middle
        Position p;
        p.mine[0] = bit<W>(Cell(middle - columns - 1)) | bit<W>(Cell(middle));
        p.theirs[0] = bit<W>(Cell(middle - columns)) | bit<W>(Cell(middle - 1));
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        for (Cell c : each{board.all & ~p.taken()})
            if (any(enclosed(p, c))) list.push({c});
        if (list.empty() && !verdict(p)) list.push({nowhere});
    }

    Position after(Position p, Move m) const {
        if (m.at != nowhere) {
            const W turned = enclosed(p, m.at);
            p.mine[0] |= turned | bit<W>(m.at);
            p.theirs[0] &= ~turned;
        }
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(Position p) const {
        if (can_place(p)) return {};
        p.pass_turn();
        if (can_place(p)) return {};
        const int lead = count(p.theirs[0]) - count(p.mine[0]); // the turn was passed: `theirs` are the mover's
        return Verdict{std::int8_t((lead > 0) - (lead < 0)), std::int16_t(std::abs(lead)), "majority"};
    }

    // A pass touches no cell, and so it is spelled "pass".
    Path path(Move m) const {
        if (m.at == nowhere) return {};
        return {m.at};
    }

private:
    // The opposing pieces that a piece of the mover in c would turn.
    W enclosed(const Position& p, Cell c) const {
        W turned{};
        for (int d = 0; d < Rays<W>::directions; ++d) {
            const W ray = rays(c, d), others = ray & ~p.theirs[0];
            if (!any(others)) continue;
            const Cell end = rays.nearest(others, d);
            if (has(p.mine[0], end)) turned |= ray & ~others & ~rays(end, d);
        }
        return turned;
    }
    bool can_place(const Position& p) const {
        for (Cell c : each{board.all & ~p.taken()})
            if (any(enclosed(p, c))) return true;
        return false;
    }
};

struct OthelloFamily {
    template <class W> using Rules = Othello<W>;
    static constexpr int most_cells = 196;

    static std::span<const GameInfo> games() {
        using Kind = OptionInfo::Kind;
        static constexpr OptionInfo options[] = {{"size",
                                                  {"Size", "Dimensioni"},
                                                  Kind::size,
                                                  "8x8",
                                                  {"columns x rows, both even", "colonne x righe, pari"},
                                                  4,
                                                  14}};
        static constexpr Reason reasons[] = {
            {"majority", {"more pieces", "più pedine"}, {"as many pieces each", "lo stesso numero di pedine"}}};
        static constexpr Preset presets[] = {{"othello", {"Othello", "Othello"}},
                                             {"othello:size=6x6", {"Small board", "Tavoliere piccolo"}}};
        static constexpr GameInfo list[] = {
            {.name = "othello",
             .title = "Othello",
             .summary = {"Enclose opposing pieces in straight lines and turn them; most pieces win.",
                         "Chiudi in linea retta le pedine avversarie e girale; vince chi ne ha di più."},
             .origin = {"Lewis Waterman and John Mollett, 1883", "Lewis Waterman e John Mollett, 1883"},
             .colours = {{{"Black", "Nero"}, {"White", "Bianco"}}},
             .reasons = reasons,
             .options = options,
             .presets = presets},
        };
        return list;
    }
    static Expected<OthelloSetup> setup(Options& options) {
        const auto [columns, rows] = options.size("size");
        if (columns % 2 || rows % 2) return options.wrong("size", "has an odd side; both are even");
        return OthelloSetup{rectangle(columns, rows)};
    }
};

}
