// The positions of a game so far.
#pragma once
#include "game/position.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tavoliere {

// `counts`: whether it knows how often each has come. Then a hash lies beside each, by which one that comes again is found: one in a
// line of 5,000 in a microsecond.
template <class P, bool counts> class PlayedLine {
public:
    explicit PlayedLine(const P& first) { add(first); }

    const P& now() const { return positions_.back(); }
    int plies() const { return int(positions_.size()) - 1; }
    // How often the position now was there, this time included; 1 where that is not counted.
    int times() const {
        if constexpr (counts)
            return times_.back();
        else
            return 1;
    }
    // The hashes of the positions before, oldest first; none where they are not counted.
    std::vector<std::uint64_t> past() const {
        if constexpr (counts)
            return {hashes_.begin(), hashes_.end() - 1};
        else
            return {};
    }

    void add(P next) {
        if constexpr (counts) {
            const std::uint64_t its = hash(next);
            int times = 1;
            for (std::size_t i = hashes_.size(); i-- > 0;)
                if (hashes_[i] == its && positions_[i] == next) {
                    times += times_[i];
                    break;
                }
            hashes_.push_back(its);
            times_.push_back(times);
        }
        positions_.push_back(next);
    }
    // False where there is only the first, which stays.
    bool take_back() {
        if (plies() == 0) return false;
        positions_.pop_back();
        if constexpr (counts) {
            hashes_.pop_back();
            times_.pop_back();
        }
        return true;
    }

private:
    std::vector<P> positions_;
    std::vector<std::uint64_t> hashes_;
    std::vector<int> times_; // that it had come by then
};

}
