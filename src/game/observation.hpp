// A position as numbers for an agent that learns: planes of one number for each cell, as a player sees them who may be the one to move
// or the other. First sets of cells, 1 where a cell belongs to it and 0 elsewhere:
//
//     his pieces, a plane for each kind; the other player's; what belongs to nobody
//
// then, the same in every cell of a plane, what else a position has, each number as it is:
//
//     the game's own small numbers; his pieces in hand, by kind; the other's; the clock, where the game has one
//
// Not seen is who is x, which the rules do not ask, nor how often the position has come.
#pragma once
#include "game/game.hpp"
#include <algorithm>
#include <string>
#include <vector>

namespace tavoliere {

template <Game G> struct Observation {
    using Position = PositionOf<G>;
    static constexpr bool has_clock = may_have_clock<G>;
    static constexpr int planes = 2 * Position::kinds + Position::neutrals +
                                  int(std::tuple_size_v<decltype(Position::number)>) + 2 * Position::hands + has_clock;

    // What each plane holds: "mine x", "theirs X", "nobody's -", "number 1", "my hand x", "their hand x", "clock".
    static std::vector<std::string> names() {
        std::vector<std::string> all;
        const auto add = [&](const char* whose, int kinds) {
            for (int kind = 0; kind < kinds; ++kind)
                all.push_back(std::string(whose) + " " + G::letters[std::size_t(kind)]);
        };
        add("mine", Position::kinds);
        add("theirs", Position::kinds);
        for (int i = 0; i < Position::neutrals; ++i) all.emplace_back("nobody's -");
        for (std::size_t i = 1; i <= std::tuple_size_v<decltype(Position::number)>; ++i)
            all.push_back("number " + std::to_string(i));
        add("my hand", Position::hands);
        add("their hand", Position::hands);
        if (has_clock) all.emplace_back("clock");
        return all;
    }

    // Fills `planes` times as many numbers as there are cells, plane by plane, cells in the geometry's order.
    static void write(const G& g, const Position& p, bool by_other, float* out) {
        const std::size_t cells = std::size_t(g.board.size());
        const auto add_sets = [&](const auto& sets) {
            for (const auto& set : sets) {
                std::fill_n(out, cells, 0.0f);
                for (Cell c : each{set}) out[c] = 1;
                out += cells;
            }
        };
        const auto add_numbers = [&](const auto& numbers) {
            for (const auto number : numbers) out = std::fill_n(out, cells, float(number));
        };
        add_sets(by_other ? p.theirs : p.mine);
        add_sets(by_other ? p.mine : p.theirs);
        add_sets(p.neutral);
        add_numbers(p.number);
        add_numbers(by_other ? p.their_hand : p.my_hand);
        add_numbers(by_other ? p.my_hand : p.their_hand);
        if constexpr (has_clock) add_numbers(std::array{p.clock});
    }
};

}
