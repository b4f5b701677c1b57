// Games of uniformly random moves, played to their end: how long a game is, how wide, and whom it favours.
#pragma once
#include "game/game.hpp"
#include "game/random.hpp"
#include "search/report.hpp"
#include <algorithm>
#include <atomic>
#include <vector>

namespace tavoliere {

template <Game G> class Playouts {
public:
    Playouts(const G& game, std::uint64_t seed) : g(game), random(seed) {}

    // Plays one game from p. `past`: hashes of the positions before p, for games that repetition ends.
    void play(const PositionOf<G>& p, const std::vector<std::uint64_t>& past, const std::atomic<bool>& stop) {
        if constexpr (requires { G::repeats; }) seen = past;
        const bool x_first = p.turn == 0;
        std::uint64_t plies = 0;
        const int outcome = to_the_end(p, plies, stop);
        if (stop.load(std::memory_order_relaxed)) return;
        // The outcome is that of the player to move at the end.
        const bool x_last = x_first == (plies % 2 == 0);
        ++report.games;
        report.plies += plies;
        report.longest = std::max(report.longest, plies);
        if (outcome == 0)
            ++report.drawn;
        else
            ++((outcome > 0) == x_last ? report.x_won : report.o_won);
    }

    PlayoutReport report;

private:
    [[gnu::flatten]] int to_the_end(PositionOf<G> p, std::uint64_t& plies, const std::atomic<bool>& stop) {
        MovesOf<G> list;
        for (;; ++plies) {
            if (repeated(p)) return 0;
            list.clear();
            g.moves(p, list);
            if (list.empty()) return g.verdict(p)->outcome;
            report.choices += std::uint64_t(list.size());
            p = g.after(p, list[random.below(list.size())]);
            // Games that can go round in circles may be long.
            if constexpr (requires { G::repeats; })
                if (stop.load(std::memory_order_relaxed)) return 0;
        }
    }

    bool repeated(const PositionOf<G>& p) {
        if constexpr (requires { G::repeats; }) {
            const std::uint64_t place = hash(p);
            seen.push_back(place);
            return std::count(seen.begin(), seen.end(), place) >= 3;
        } else {
            return false;
        }
    }

    const G& g;
    Random random;
    std::vector<std::uint64_t> seen;
};

}
