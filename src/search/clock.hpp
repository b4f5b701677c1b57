// When a search must end: time, nodes, or somebody saying stop. Asked at every node, so it looks at the time seldom.
#pragma once
#include "base/own_time.hpp"
#include "search/limits.hpp"
#include <algorithm>
#include <atomic>
#include <chrono>

namespace tavoliere {

// The seconds to spend on a move with `left` seconds on the clock and `increment` more after each move: a share of what is
// left, so that some forty moves can be played with it, and most of the increment. `moves` are those until the clock is wound up
// again, where they are few.
inline double share_of_clock(double left, double increment, int moves = 25) {
    constexpr double reserve = 0.02; // for what lies between us and the clock
    return std::max(0.001, std::min(left / std::min(moves, 25) + 0.75 * increment, 0.8 * left - reserve));
}

class SearchClock {
public:
    SearchClock(const Limits& limits, const std::atomic<bool>& stop) : limits_(limits), stop_(stop) {}

    double seconds() const { return std::chrono::duration<double>(own_time::now() - begin_).count(); }

    // Called once a node by each thread with its own count. True from the moment the search must end. Looks at time and
    // flag every 64 nodes: where a node takes longest, some milliseconds with sanitizers, that is a fraction of a second.
    bool over(std::uint64_t nodes) {
        if (ended_.load(std::memory_order_relaxed)) return true;
        if (limits_.nodes && nodes >= limits_.nodes) return end();
        return nodes % 64 == 0 && look();
    }
    // Whether time or flag say so now: also for whoever has done much at one node.
    bool look() {
        own_time::give_way();
        if (stop_.load(std::memory_order_relaxed)) return end();
        return limits_.seconds > 0 && seconds() >= limits_.seconds && end();
    }
    // What the threads beside the main one have visited, in steps.
    void add_helpers(std::uint64_t nodes) { helpers_.fetch_add(nodes, std::memory_order_relaxed); }
    std::uint64_t helpers() const { return helpers_.load(std::memory_order_relaxed); }

    bool ended() const { return ended_.load(std::memory_order_relaxed); }
    bool end() {
        ended_.store(true, std::memory_order_relaxed);
        return true;
    }

private:
    const Limits limits_;
    const std::atomic<bool>& stop_;
    const std::chrono::steady_clock::time_point begin_ = own_time::now();
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> helpers_{0};
};

}
