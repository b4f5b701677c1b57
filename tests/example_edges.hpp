// Hex: the example of a board of one's own, of edges that belong to a colour, and of something that stays with a player. See
// CONTRIBUTING.md; perft and the laws are tested.
//
// Put a piece on an empty cell. x joins the upper edge with the lower one, o the left with the right. Instead of his first move
// o may swap: the piece on the board becomes his, on the cell that lies for him as it lay for x.
#pragma once
#include "board/board.hpp"
#include "game/game.hpp"
#include <cmath>
#include <numbers>

namespace tavoliere {

// Rows of hexagons, each half a cell farther to the right than the one above.
inline std::shared_ptr<const Geometry> rhombus(int side) {
    const double radius = 1 / std::numbers::sqrt3; // of a cell one unit wide
    std::vector<Shape> shapes;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            std::vector<Point> outline;
            for (int k = 0; k < 6; ++k) { // at 30, 90, … degrees: the first lies on the right, below the middle
                const double angle = (1 + 2 * k) * std::numbers::pi / 6;
                outline.push_back(
                    {column + 0.5 * row + radius * std::cos(angle), 1.5 * radius * row + radius * std::sin(angle)});
            }
            shapes.push_back({column_letters(column) + std::to_string(row + 1), std::move(outline)});
        }
    return std::make_shared<Geometry>(std::move(shapes), std::vector<int>(std::size_t(side), side));
}

struct HexSetup {
    std::shared_ptr<const Geometry> geometry;
    bool swaps_again = false; // a fault, for the tests: x may swap back, and so on for ever
};

template <class W> struct Hex {
    // What a player keeps is a count in his hand: which edges he joins.
    using Position = tavoliere::Position<W, 1, 0, 0, 1>;
    static constexpr std::uint8_t up_and_down = 0, left_and_right = 1;
    struct Move {
        Cell at; // of the other's piece: a swap
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";
    // Mirrored it is another board, for its edges belong to players.
    static constexpr bool lopsided = true, decisive = true;

    Board<W> board;
    Links<W> links;
    int side;
    bool swaps_again;
    std::array<std::array<W, 2>, 2> edges{}; // the cells of the two edges to join

    explicit Hex(const HexSetup& s)
        : board(s.geometry), links(*s.geometry), side(s.geometry->row_lengths()[0]), swaps_again(s.swaps_again) {
        for (int i = 0; i < side; ++i) {
            edges[up_and_down][0] |= bit<W>(Cell(i));
            edges[up_and_down][1] |= bit<W>(Cell(side * (side - 1) + i));
            edges[left_and_right][0] |= bit<W>(Cell(side * i));
            edges[left_and_right][1] |= bit<W>(Cell(side * i + side - 1));
        }
    }

    Position start() const {
        Position p;
        p.my_hand[0] = up_and_down;
        p.their_hand[0] = left_and_right;
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (verdict(p)) return;
        for (Cell c : each{board.all & ~p.taken()}) list.push({c});
        const bool may_swap = swaps_again || p.my_hand[0] == left_and_right;
        if (may_swap && count(p.taken()) == 1 && any(p.theirs[0])) list.push({first(p.theirs[0])});
    }

    Position after(Position p, Move m) const {
        if (has(p.theirs[0], m.at)) {
            p.theirs[0] = {};
            p.mine[0] = bit<W>(Cell(m.at % side * side + m.at / side));
        } else {
            p.mine[0] |= bit<W>(m.at);
        }
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (joins(p.theirs[0], p.their_hand[0])) return Verdict{-1, -1, "chain"};
        if (joins(p.mine[0], p.my_hand[0])) return Verdict{1, -1, "chain"};
        return {};
    }

    // To swap is to click the piece that is there.
    Path path(Move m) const { return {m.at}; }

    // A position's text does not say whose edges are whose, for that never changes.
    std::optional<Problem> read_fields(std::span<const std::string_view>, Position& p) const {
        p.my_hand[0] = p.turn == 0 ? up_and_down : left_and_right;
        p.their_hand[0] = p.turn == 0 ? left_and_right : up_and_down;
        return {};
    }
    // A hand here is no pieces to show.
    int held(const Position&, bool, int) const { return -1; }

    std::vector<Stroke> strokes() const {
        std::vector<Stroke> all;
        for (int c = 0; c < board.size(); ++c) {
            const auto& corner = board.geometry->outline(Cell(c));
            const auto add = [&](const W& edge, char of, std::size_t from) {
                if (has(edge, Cell(c))) all.push_back({corner[from], corner[(from + 1) % 6], of});
            };
            const auto& [upper, lower] = edges[up_and_down];
            const auto& [left, right] = edges[left_and_right];
            add(upper, 'x', 3), add(upper, 'x', 4);
            add(lower, 'x', 0), add(lower, 'x', 1);
            add(left, 'o', 2), add(left & ~lower, 'o', 1);
            add(right, 'o', 5), add(right & ~upper, 'o', 4);
        }
        return all;
    }

private:
    bool joins(const W& pieces, std::uint8_t which) const {
        const auto& [from, to] = edges[which];
        return any(links.flood(pieces & from, pieces) & to);
    }
};

struct HexFamily {
    template <class W> using Rules = Hex<W>;
    static constexpr int most_cells = 225;

    static std::span<const GameInfo> games() {
        using Kind = OptionInfo::Kind;
        static constexpr OptionInfo options[] = {
            {"size", {"Size", "Dimensioni"}, Kind::number, "11", {"cells along a side", "caselle per lato"}, 3, 15}};
        static constexpr Reason reasons[] = {
            {"chain", {"a chain joins the two edges", "una catena unisce i due bordi"}}};
        static constexpr Preset presets[] = {{"hex", {"Hex", "Hex"}}};
        static constexpr GameInfo list[] = {
            {.name = "hex",
             .title = "Hex",
             .summary = {"Join your two edges of the board with a chain of your pieces.",
                         "Unisci i tuoi due bordi con una catena di pedine."},
             .origin = {"Piet Hein, 1942", "Piet Hein, 1942"},
             .colours = {{{"Red", "Rosso"}, {"Blue", "Blu"}}},
             .reasons = reasons,
             .options = options,
             .presets = presets},
        };
        return list;
    }
    static Expected<HexSetup> setup(Options& options) { return HexSetup{rhombus(options.number("size"))}; }
};

}
