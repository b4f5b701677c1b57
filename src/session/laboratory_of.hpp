// The definitions of session/laboratory.hpp.
#pragma once
#include "game/laws.hpp"
#include "search/perft.hpp"
#include "search/playout.hpp"
#include "session/laboratory.hpp"

namespace tavoliere {

template <Game G>
std::uint64_t count_leaves(const G& g, const PositionOf<G>& p, int depth, bool counted, const std::atomic<bool>& stop) {
    return Perft<G>(g, counted, stop).count(p, depth);
}

template <Game G>
PlayoutReport random_games(const G& g, const PositionOf<G>& p, const std::vector<std::uint64_t>& past,
                           std::uint64_t games, std::uint64_t seed, const std::atomic<bool>& stop) {
    Playouts<G> played(g, seed);
    while (played.report.games < games && !played.report.too_long && !stop.load(std::memory_order_relaxed))
        played.play(p, past, stop);
    return played.report;
}

template <Game G>
LawReport check_laws(const G& g, std::span<const Reason> reasons, int games, std::uint64_t seed,
                     const std::atomic<bool>& stop) {
    return Laws<G>(g, reasons).check(games, seed, stop);
}

}
