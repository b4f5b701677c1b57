// Three in a row, or noughts and crosses: the example of CONTRIBUTING.md, complete. To try it, copy it to src/games/three.hpp and
// add the line GAME(three, ThreeFamily) to src/games/games.def.
//
// Put a piece on an empty cell. Three in a straight line, diagonals too, win; a full board without them is a draw.
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

// What a variant's options chose.
struct ThreeSetup {
    std::shared_ptr<const Geometry> geometry;
};

// The rules, on words of so many bits.
template <class W> struct Three {
    using Position = tavoliere::Position<W, 1>; // one kind of piece; + neutral planes, + small numbers
    struct Move {
        Cell at;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";

    Board<W> board;
    Rays<W> rays;
    Rows<W, 3> rows; // all lines of three cells

    explicit Three(const ThreeSetup& s) : board(s.geometry), rays(*s.geometry), rows(*s.geometry, rays) {}

    Position start() const { return {}; }

    // None when the game is over.
    void moves(const Position& p, MoveList<Move>& list) const {
        if (verdict(p)) return;
        for (Cell c : each{board.all & ~p.taken()}) list.push({c});
    }

    Position after(Position p, Move m) const {
        p.mine[0] |= bit<W>(m.at);
        p.pass_turn(); // mine and theirs change places
        return p;
    }

    // For the player to move; nothing while the game lasts.
    std::optional<Verdict> verdict(const Position& p) const {
        if (rows.any_in(p.theirs[0])) return Verdict{-1, -1, "line"}; // the player to move has lost
        if (!any(board.all & ~p.taken())) return Verdict{0, -1, "full"};
        return {};
    }

    // The cells that a hand touches.
    Path path(Move m) const { return {m.at}; }
};

struct ThreeFamily {
    template <class W> using Rules = Three<W>;
    static constexpr int most_cells = 9; // of the largest board that an option can ask for

    static std::span<const GameInfo> games() {
        static constexpr Reason reasons[] = {{"line", {"three in a row", "tre in fila"}},
                                             {"full", {"the board is full", "il tavoliere è pieno"}}};
        static constexpr Preset presets[] = {{"three", {"Three in a row", "Tris"}}};
        static constexpr GameInfo list[] = {
            {.name = "three",
             .title = "Three in a row",
             .summary = {"Put a piece on an empty cell; three in a straight line win.",
                         "Metti un pezzo su una casella vuota; chi ne ha tre in fila vince."},
             .origin = {"traditional", "tradizionale"},
             .colours = {{{"Black", "Nero"}, {"White", "Bianco"}}},
             .reasons = reasons,
             .presets = presets},
        };
        return list;
    }
    static Expected<ThreeSetup> setup(Options&) { return ThreeSetup{rectangle(3, 3)}; }
};

}
