// Magnetone and Weak Force: place a piece, later move one; then it acts as a magnet on the first piece in each of the eight
// directions, drawing the opponent's to it and pushing its own away, as far as they go. Four in a row that the effect has
// brought together win.
//
// The effect, a ray at once: with T the cells taken, the piece met in direction d is the nearest of ray & T. Drawn, it
// stops on the cell next to the magnet. Pushed, it stops before the nearest of (its own ray in d) & T, or on the last cell of
// that ray. The rays of one magnet are disjoint, so all are read off the same board and no order matters.
//
//     @ . . o . x   ->   @ o . . . x          @ . x . . o   ->   @ . . . x o
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct MagnetoneSetup {
    std::shared_ptr<const Geometry> geometry;
    int pieces;
    bool weak;
};

template <class W> struct Magnetone {
    // number[0]: whose line the last effect completed.
    using Position = tavoliere::Position<W, 1, 0, 1, 1>;
    enum Line : std::uint8_t { nobody, movers, others };
    struct Move {
        Cell from, to; // placing: from == to; pass: both nowhere
        bool operator==(const Move&) const = default;
    };
    static constexpr Move pass{nowhere, nowhere};
    static constexpr std::string_view letters = "xo", separator = "-";
    static constexpr std::array<std::string_view, 1> field_names{"HANDS"};
    static constexpr bool repeats = true;
    static constexpr bool pieces_stay = true;
    static constexpr int line_length = 4;

    Board<W> board;
    Rays<W> rays;
    Rows<W, line_length> fours;
    int pieces;
    bool weak;

    explicit Magnetone(const MagnetoneSetup& s)
        : board(s.geometry), rays(*s.geometry), fours(*s.geometry, rays), pieces(s.pieces), weak(s.weak) {}

    Position start() const {
        Position p;
        p.my_hand[0] = p.their_hand[0] = std::uint8_t(pieces);
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (p.number[0] != nobody) return;
        if (p.my_hand[0]) {
            for (Cell c : each{board.all & ~p.taken()}) list.push({c, c});
            return;
        }
        forced_moves(p, [&](Cell from, Cell to) { list.push({from, to}); });
        if (list.empty() && can_move(turned(p))) list.push(pass);
    }

    template <class F> void every_move(F f) const {
        for (Cell c : each{board.all}) f(Move{c, c});
        for (Cell from : each{board.all})
            for (int d = 0; d < Rays<W>::directions; ++d)
                for (Cell to : each{rays(from, d)})
                    if (!weak || to == rays.next(from, d)) f(Move{from, to});
        f(pass);
    }

    Position after(Position p, Move m) const {
        bool attracts = m != pass;
        if (m.from == m.to && m != pass) {
            attracts = p.my_hand[0] < pieces; // a player's first piece has no effect yet
            --p.my_hand[0];
            p.mine[0] |= bit<W>(m.to);
        } else if (m != pass) {
            p.mine[0] ^= bit<W>(m.from) | bit<W>(m.to);
        }
        const Line line = attracts ? magnetise(p, m.to) : nobody;
        p.pass_turn();
        p.number[0] = line == nobody ? nobody : line == movers ? others : movers; // seen by the next player
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (p.number[0] != nobody) return Verdict{std::int8_t(p.number[0] == movers ? 1 : -1), -1, "line"};
        if (!can_move(p) && !can_move(turned(p))) return Verdict{0, -1, "stuck"};
        return {};
    }

    W figures(
        const Position& p) const { // the winner's rows of four; a position alone does not show which one was displaced
        if (p.number[0] == nobody) return {};
        return fours.cells_in((p.number[0] == movers ? p.mine : p.theirs)[0]);
    }

    // Rows of four in which only one side stands: three pieces there are most of a line, two a beginning.
    int estimate(const Position& p) const {
        const auto mine = fours.alone(p.mine[0], p.theirs[0]), theirs = fours.alone(p.theirs[0], p.mine[0]);
        int sum = 0;
        for (std::size_t own = 1; own < line_length; ++own) sum += worth[own] * (mine[own] - theirs[own]);
        return sum;
    }

    Path path(Move m) const {
        if (m == pass) return {};
        if (m.from == m.to) return {m.to};
        return {m.from, m.to};
    }

    std::vector<std::string> fields(const Position& p) const {
        const int mine = p.my_hand[0], theirs = p.their_hand[0];
        return {std::to_string(p.turn ? theirs : mine) + "," + std::to_string(p.turn ? mine : theirs)};
    }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        int hands[2];
        const auto on_board = [&](int player) { return tavoliere::count((player == p.turn ? p.mine : p.theirs)[0]); };
        for (int player : {0, 1}) hands[player] = std::max(0, pieces - on_board(player));
        if (!words.empty()) {
            const auto given = split(words[0], ',');
            for (std::size_t player : {0u, 1u}) {
                const auto n = parse_number(given.size() == 2 ? given[player] : "", 0, pieces);
                if (!n)
                    return Problem{"HANDS is " + in_quotes(words[0]) + "; it is two numbers up to " +
                                   std::to_string(pieces) + ", x's and o's, as in 10,9"};
                hands[player] = int(*n);
            }
        }
        for (int player : {0, 1})
            if (on_board(player) + hands[player] > pieces)
                return Problem{std::string(player ? "o" : "x") + " has " +
                               std::to_string(on_board(player) + hands[player]) +
                               " pieces on the board and in hand; there are at most " + std::to_string(pieces)};
        p.my_hand[0] = std::uint8_t(hands[p.turn]);
        p.their_hand[0] = std::uint8_t(hands[1 - p.turn]);
        return {};
    }

private:
    static constexpr int worth[] = {0, 2, 12, 40};

    static Position turned(Position p) {
        p.pass_turn();
        return p;
    }

    // How far a piece on `from` slides in direction d over empty cells: the cell where it stops, itself if there is no room.
    Cell slide(Cell from, int d, const W& taken) const {
        const W& ray = rays(from, d);
        const W blockers = ray & taken;
        if (weak) {
            const bool room = any(ray) && !has(taken, rays.next(from, d));
            return room ? rays.next(from, d) : from;
        }
        if (any(blockers)) return rays.next(rays.nearest(blockers, d), rays.opposite(d));
        return any(ray) ? rays.farthest(ray, d) : from;
    }

    // The effect of the mover's piece on `at`, and whose line it completes. Where both have one, the mover's counts.
    Line magnetise(Position& p, Cell at) const {
        const W taken = p.taken(), own = p.mine[0];
        W moved_mine{}, moved_theirs{};
        for (int d = 0; d < Rays<W>::directions; ++d) {
            const W met = rays(at, d) & taken;
            if (!any(met)) continue;
            const Cell piece = rays.nearest(met, d);
            const bool is_own = has(own, piece);
            const Cell to = slide(piece, is_own ? d : rays.opposite(d), taken);
            if (to == piece) continue;
            (is_own ? p.mine : p.theirs)[0] ^= bit<W>(piece) | bit<W>(to);
            (is_own ? moved_mine : moved_theirs) |= bit<W>(to);
        }
        if (in_line(p.mine[0], moved_mine)) return movers;
        return in_line(p.theirs[0], moved_theirs) ? others : nobody;
    }

    bool in_line(const W& pieces_of_one, const W& moved) const {
        bool found = false;
        fours.each_in(pieces_of_one, [&](const W& row) { found |= any(row & moved); });
        return found;
    }

    // Every move of the movement phase. On each line through a piece the first piece on either side drives it: the
    // opponent's pulls, an own one pushes, and the two add.
    template <class F> void forced_moves(const Position& p, F found) const {
        const W taken = p.taken();
        for (Cell c : each{p.mine[0]})
            for (int d = 0; d < Rays<W>::directions / 2; ++d) {
                const int net = pull(p, c, d, taken) - pull(p, c, rays.opposite(d), taken);
                if (net == 0) continue;
                const Cell to = slide(c, net > 0 ? d : rays.opposite(d), taken);
                if (to != c) found(c, to);
            }
    }
    // 1 where the first piece in direction d pulls that way, -1 where it pushes the other way, 0 where there is none.
    int pull(const Position& p, Cell c, int d, const W& taken) const {
        const W met = rays(c, d) & taken;
        if (!any(met)) return 0;
        return has(p.theirs[0], rays.nearest(met, d)) ? 1 : -1;
    }

    bool can_move(const Position& p) const {
        if (p.my_hand[0]) return true; // there is always room: the pieces are at most as many as the cells
        bool found = false;
        forced_moves(p, [&](Cell, Cell) { found = true; });
        return found;
    }
};

struct MagnetoneFamily {
    template <class W> using Rules = Magnetone<W>;
    static constexpr int most_cells = 100;

    static std::span<const GameInfo> games() {
        using Kind = OptionInfo::Kind;
        static constexpr OptionInfo options[] = {
            {"weak",
             {"Weak Force", "Weak Force"},
             Kind::flag,
             "",
             {"every piece that is drawn, pushed or moved goes one cell only",
              "ogni pedina attratta, respinta o mossa si sposta di una sola casella"}},
            {"size", {"Size", "Dimensioni"}, Kind::size, "8x8", {"columns x rows", "colonne x righe"}, 4, 10},
            {"pieces",
             {"Pieces", "Pedine"},
             Kind::number,
             "12",
             {"pieces of each player, at most half the cells", "pedine di ciascuno, al massimo la metà delle caselle"},
             2,
             30},
        };
        static constexpr Reason reasons[] = {{"line", {"a line is complete", "una fila è completa"}},
                                             {"stuck", {"nobody can move", "nessuno può muovere"}}};
        static constexpr Preset presets[] = {
            {"magnetone", {"Magnetone", "Magnetone"}},
            {"magnetone:weak", {"Weak Force", "Weak Force"}},
            {"magnetone:size=6x6", {"Small board", "Tavoliere piccolo"}},
        };
        static constexpr GameInfo list[] = {
            {.name = "magnetone",
             .title = "Magnetone",
             .summary = {"Each piece is a magnet: it draws the opponent's nearest pieces and pushes away your own; "
                         "make four in a row.",
                         "Ogni pedina è un magnete: attira le pedine avversarie più vicine e respinge le tue; metti "
                         "quattro pedine in fila."},
             .origin = {"Luca Cerrato, 2001; Weak Force: Aaron Dalton, 2005",
                        "Luca Cerrato, 2001; Weak Force: Aaron Dalton, 2005"},
             .note = {"It is our decision when the game is a draw, and who wins when both players have a line.",
                      "Sono nostre decisioni quando la partita è patta e chi vince se entrambi hanno una fila."},
             .colours = {{{"White", "Bianco"}, {"Black", "Nero"}}},
             .reasons = reasons,
             .options = options,
             .presets = presets},
        };
        return list;
    }

    static Expected<MagnetoneSetup> setup(Options& options) {
        const auto [columns, rows] = options.size("size");
        const int half = columns * rows / 2, standard = std::min(12, half);
        int pieces = standard;
        if (options.given("pieces")) pieces = options.number("pieces");
        if (pieces > half)
            return options.wrong("pieces", std::to_string(pieces) + " is more than half the cells; at most " +
                                               std::to_string(half));
        // What holds without the option: twelve, or half the cells where that is fewer.
        if (pieces == standard) options.drop("pieces");
        return MagnetoneSetup{rectangle(columns, rows), pieces, options.flag("weak")};
    }
};

}
