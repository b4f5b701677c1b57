// Games of uniformly random moves, played to their end: how long a game is, how wide, and whom it favours.
#pragma once
#include "base/own_time.hpp"
#include "base/random.hpp"
#include "game/game.hpp"
#include "search/report.hpp"
#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace tavoliere {

// The positions that led to where a game stands, for games where the third occurrence of one is a draw. For the others it
// keeps nothing.
template <Game G> class Trail {
public:
    // `past`: hashes of the positions before, oldest first.
    explicit Trail(std::vector<std::uint64_t> past = {}) : places_(std::move(past)) {}

    // The game goes on to p: is it there for the third time?
    bool enter(const G& g, const PositionOf<G>& p) {
        if constexpr (may_repeat<G>) {
            if (!does_repeat(g)) return false;
            const std::uint64_t place = hash(p);
            places_.push_back(place);
            return std::count(places_.begin(), places_.end(), place) >= 3;
        } else {
            return false;
        }
    }
    std::size_t size() const { return places_.size(); }
    void back_to(std::size_t size) { places_.resize(size); }

private:
    std::vector<std::uint64_t> places_;
};

// A game of uniformly random moves from p to its end: 1 where x has won it, -1 where o has, 0 for a draw, also where it lasts
// for `longest_game` plies. The trail has entered p. `go_on` is called before every move with the number of moves; where it
// returns false, there is no result.
template <Game G, class GoOn>
[[gnu::flatten]] std::optional<int> random_game(const G& g, PositionOf<G> p, Random& random, Trail<G>& trail,
                                                GoOn&& go_on) {
    MovesOf<G> list;
    for (int ply = 0; ply < longest_game; ++ply) {
        list.clear();
        g.moves(p, list);
        if (list.empty()) return p.turn == 0 ? g.verdict(p)->outcome : -g.verdict(p)->outcome;
        if (!go_on(list.size())) return {};
        p = g.after(p, list[random.below(list.size())]);
        if (trail.enter(g, p)) return 0;
    }
    return 0;
}

template <Game G> class Playouts {
public:
    Playouts(const G& game, std::uint64_t seed) : g(game), random(seed) {}

    // Plays one game from p. `past`: hashes of the positions before p, for games that repetition ends. A game that `stop`
    // breaks off does not count.
    void play(const PositionOf<G>& p, const std::vector<std::uint64_t>& past, const std::atomic<bool>& stop) {
        Trail<G> trail(past);
        std::uint64_t plies = 0, choices = 0;
        const auto go_on = [&](int moves) {
            ++plies;
            choices += std::uint64_t(moves);
            own_time::give_way();
            return !stop.load(std::memory_order_relaxed);
        };
        const auto outcome = trail.enter(g, p) ? 0 : random_game(g, p, random, trail, go_on);
        if (!outcome) return;
        ++report.games;
        report.plies += plies;
        report.longest = std::max(report.longest, plies);
        report.too_long |= plies >= longest_game;
        report.choices += choices;
        ++(*outcome > 0 ? report.x_won : *outcome < 0 ? report.o_won : report.drawn);
    }

    PlayoutReport report;

private:
    const G& g;
    Random random;
};

}
