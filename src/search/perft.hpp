// The leaves of the game tree, counted: the test of every rule, and the speed of every board.
#pragma once
#include "base/own_time.hpp"
#include "game/game.hpp"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tavoliere {

template <Game G> class Perft {
public:
    // With `count_last`, the last ply is counted by the game's own count() where it has one, never listed.
    Perft(const G& game, bool count_last, const std::atomic<bool>& stop_when)
        : g(game), counted(count_last), stop(stop_when) {}

    // Leaves at `depth` plies; 1 for depth 0. Meaningless once `stop_when` is set.
    std::uint64_t count(const PositionOf<G>& p, int depth) {
        if (depth == 0) return 1;
        if (depth == 1) return last(p);
        if (depth == 2) return last_two(p);
        own_time::give_way();
        if (stop.load(std::memory_order_relaxed)) return 0;
        MovesOf<G>& list = list_at(depth);
        list.clear();
        g.moves(p, list);
        std::uint64_t n = 0;
        for (const auto& m : list) n += count(g.after(p, m), depth - 1);
        return n;
    }

private:
    // Of most games the last two plies below a position are counted in less than a millisecond.
    static constexpr bool is_long = MovesOf<G>::most > 4096;

    // Beside the stack, which would not hold the lists of many plies. They stay where they are when there are more.
    MovesOf<G>& list_at(int depth) {
        if (lists.size() <= std::size_t(depth)) lists.resize(std::size_t(depth) + 1);
        auto& list = lists[std::size_t(depth)];
        if (!list) list = std::make_unique_for_overwrite<MovesOf<G>>();
        return *list;
    }

    std::uint64_t last(const PositionOf<G>& p) const {
        if constexpr (requires { g.count(p); }) {
            if (counted) return std::uint64_t(g.count(p));
        }
        MovesOf<G> list;
        g.moves(p, list);
        return std::uint64_t(list.size());
    }

    // Nearly all the time is spent here: flattened, so that the position between the last two plies never leaves the
    // registers (measured on Ataxx: 1.6 times as fast when counting).
    [[gnu::flatten]] std::uint64_t last_two(const PositionOf<G>& p) const {
        MovesOf<G> list;
        g.moves(p, list);
        std::uint64_t n = 0;
        if constexpr (requires { g.count_after(p, std::span(list.begin(), list.end())); }) {
            if (counted) {
                for (std::span<const MoveOf<G>> left(list.begin(), list.end()); !left.empty();) {
                    if (stop.load(std::memory_order_relaxed)) break;
                    const auto some = left.first(std::min<std::size_t>(left.size(), 1024));
                    n += g.count_after(p, some);
                    left = left.subspan(some.size());
                }
                return n;
            }
        }
        for (const auto& m : list) {
            if constexpr (is_long)
                if (stop.load(std::memory_order_relaxed)) break;
            n += last(g.after(p, m));
        }
        return n;
    }

    const G& g;
    const bool counted;
    const std::atomic<bool>& stop;
    std::vector<std::unique_ptr<MovesOf<G>>> lists;
};

}
