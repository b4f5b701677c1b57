// What one thread of a search has learned of moves, wherever they were made: how often each has cut, and which was the last to
// cut after which. It outlasts the search, for the next one of the same session.
#pragma once
#include "game/position.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

namespace tavoliere {

class MoveHistory {
public:
    static constexpr int most = 16384; // that a move can be worth, of either sign

    // A move is a few bytes; a hash of them is its place, one half for each player.
    template <class M> static std::size_t place(int turn, M m) {
        static_assert(std::has_unique_object_representations_v<M> && sizeof(M) <= 8, "a move is at most 8 plain bytes");
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, &m, sizeof(M));
        return std::size_t(turn) * size + mix(bytes) % size;
    }

    int worth(std::size_t place) const { return worths_[place]; }
    bool answers(std::size_t place, std::size_t before) const { return answer_to_[before] == place; }

    // Towards a bound, the slower the nearer, so that it stays bounded and recent.
    void drift(std::size_t place, int by) {
        by = std::clamp(by, -most / 2, most / 2);
        int& now = worths_[place];
        now += by - now * std::abs(by) / most;
    }
    void has_answered(std::size_t place, std::size_t before) { answer_to_[before] = std::uint32_t(place); }

    // Another search begins: so many hundredths of each worth are left. The answers stay, but for 0, which leaves nothing.
    void fade(int percent) {
        for (int& worth : worths_) worth = worth * percent / 100;
        if (percent == 0) std::ranges::fill(answer_to_, 0);
    }

private:
    static constexpr std::size_t size = std::size_t{1} << 14;
    std::vector<int> worths_ = std::vector<int>(2 * size);
    std::vector<std::uint32_t> answer_to_ = std::vector<std::uint32_t>(2 * size);
};

}
