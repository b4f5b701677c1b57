// Random numbers that are the same on every machine and in every language (SplitMix64). Not for secrets.
#pragma once
#include <cstdint>
#include <utility>

namespace tavoliere {

class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    // From 0 to n - 1: the top of a product, which costs a tenth of a division. The bias is below n / 2^64, which no game
    // of ours can notice.
    constexpr int below(int n) { return int(Wide(next()) * unsigned(n) >> 64); }
    constexpr double share() { return double(next() >> 11) / double(std::uint64_t{1} << 53); } // from 0 to below 1

private:
    __extension__ using Wide = unsigned __int128;
    std::uint64_t state_;
};

// Fisher and Yates: every order alike. `list` is whatever has size() and [].
template <class List> void shuffle(List& list, Random& random) {
    for (int i = int(list.size()); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
}

}
