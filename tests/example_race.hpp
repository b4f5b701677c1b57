// Breakthrough: the example of a game in which the colours play by different rules. See CONTRIBUTING.md; perft and the laws are
// tested.
//
// A piece goes one cell forward, straight or diagonally, to an empty cell; diagonally it also takes an opposing piece. The player
// who comes to the last row wins, and so does the player who has taken all opposing pieces. x goes up, o goes down.
//
// The rules never ask whose turn it is: a position is the same to a solver for either colour. What differs between the colours is
// the kind of piece. Here x has only pieces of the first kind, which go up, and o only of the second, which go down.
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct BreakthroughSetup {
    std::shared_ptr<const Geometry> geometry;
};

template <class W> struct Breakthrough {
    using Position = tavoliere::Position<W, 2>;
    struct Move {
        Cell from, to;
        bool operator==(const Move&) const = default;
    };
    // x's letter for each kind, then o's. X and O never occur, but so x and o are drawn as plain pieces.
    static constexpr std::string_view letters = "xXOo", separator = "-";
    // Turned upside down it is another board.
    static constexpr bool lopsided = true, decisive = true;

    Board<W> board;
    Rays<W> rays;
    std::array<W, 2> goals; // of each kind

    explicit Breakthrough(const BreakthroughSetup& s) : board(s.geometry), rays(*s.geometry) {
        goals = {row(0), row(rows() - 1)};
    }

    // Two rows each.
    Position start() const {
        Position p;
        p.mine[0] = row(rows() - 1) | row(rows() - 2);
        p.theirs[1] = row(0) | row(1);
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (verdict(p)) return;
        static constexpr int forward[2][3] = {{0, 1, 2}, {4, 5, 6}}; // directions of Rays, the middle one straight
        const W own = p.mine[0] | p.mine[1];
        for (std::size_t kind : {0, 1})
            for (Cell c : each{p.mine[kind]})
                for (int d : forward[kind])
                    if (any(rays(c, d)))
                        if (const Cell to = rays.next(c, d); !has(d == forward[kind][1] ? p.taken() : own, to))
                            list.push({c, to});
    }

    Position after(Position p, Move m) const {
        for (W& plane : p.mine)
            if (has(plane, m.from)) plane ^= bit<W>(m.from) | bit<W>(m.to);
        for (W& plane : p.theirs) plane &= ~bit<W>(m.to);
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (has_arrived(p.theirs)) return Verdict{-1, -1, "goal"};
        if (has_arrived(p.mine)) return Verdict{1, -1, "goal"};
        if (!any(p.mine[0] | p.mine[1])) return Verdict{-1, -1, "eliminated"};
        return {};
    }

    Path path(Move m) const { return {m.from, m.to}; }

    std::optional<Problem> invalid(const Position& p) const {
        const std::size_t of_mover = p.turn;
        if (any(p.mine[1 - of_mover] | p.theirs[of_mover])) return Problem{"X and O are no pieces of this game"};
        return {};
    }

private:
    int rows() const { return int(board.geometry->row_lengths().size()); }
    W row(int y) const { // from the top
        const int columns = board.geometry->row_lengths()[0];
        W cells{};
        for (int x = 0; x < columns; ++x) cells |= bit<W>(Cell(y * columns + x));
        return cells;
    }
    bool has_arrived(const std::array<W, 2>& pieces) const {
        return any((pieces[0] & goals[0]) | (pieces[1] & goals[1]));
    }
};

struct BreakthroughFamily {
    template <class W> using Rules = Breakthrough<W>;
    static constexpr int most_cells = 64;

    static std::span<const GameInfo> games() {
        using Kind = OptionInfo::Kind;
        static constexpr OptionInfo options[] = {
            {"size", {"Size", "Dimensioni"}, Kind::size, "8x8", {"columns x rows", "colonne x righe"}, 4, 8}};
        static constexpr Reason reasons[] = {
            {"goal", {"the last row is reached", "l'ultima riga è raggiunta"}},
            {"eliminated", {"one side has no pieces left", "una parte non ha più pedine"}}};
        static constexpr Preset presets[] = {{"breakthrough", {"Breakthrough", "Breakthrough"}},
                                             {"breakthrough:size=5x5", {"Small board", "Tavoliere piccolo"}}};
        static constexpr GameInfo list[] = {
            {.name = "breakthrough",
             .title = "Breakthrough",
             .summary = {"Go forward, take diagonally, and be the first to reach the last row.",
                         "Avanza, cattura in diagonale e arriva per primo all'ultima riga."},
             .origin = {"Dan Troyka, 2000", "Dan Troyka, 2000"},
             .colours = {{{"White", "Bianco"}, {"Black", "Nero"}}},
             .reasons = reasons,
             .options = options,
             .presets = presets},
        };
        return list;
    }
    static Expected<BreakthroughSetup> setup(Options& options) {
        const auto [columns, rows] = options.size("size");
        return BreakthroughSetup{rectangle(columns, rows)};
    }
};

}
