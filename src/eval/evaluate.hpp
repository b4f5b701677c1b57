// What a position is worth, along a line that is being searched: by a network where there is one, else by the plain
// evaluation.
#pragma once
#include "eval/accumulator.hpp"
#include "eval/plain.hpp"
#include <optional>

namespace tavoliere {

template <Game G> class Judge {
public:
    Judge(const G& game, const Network* network) : g(game) {
        if (network) line.emplace(*network, turn_for_o(g));
    }
    // The line now stands at p. To be said of every position on it before its value, or one after it, is asked for.
    void enter(int ply, const PositionOf<G>& p) {
        if (line) line->enter(ply, p);
    }
    // The value of the position entered at `ply` will most likely be asked for: the network works it out now.
    void prepare(int ply) {
        if (line) line->value(ply);
    }
    // Of p, which was entered at `ply`, for the player to move.
    int value(int ply, const PositionOf<G>& p) {
        return line ? std::clamp(line->value(ply), -most_estimate, most_estimate) : plain_estimate(g, p);
    }

private:
    const G& g;
    std::optional<Accumulators<PositionOf<G>>> line;
};

}
