// Sets of cells as machine words: bit c stands for cell c. Three widths, chosen by the board's size when a game is
// opened: up to 64, 128 and 256 cells. Wider words cost about twice as much each.
#pragma once
#include "board/geometry.hpp"
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tavoliere {

using Word64 = std::uint64_t;
__extension__ using Word128 = unsigned __int128;

// Four words of 64 bits, the lowest cells first.
struct Word256 {
    std::array<Word64, 4> part{};

    constexpr Word256() = default;
    constexpr explicit Word256(Word64 low) : part{low, 0, 0, 0} {}
    constexpr bool operator==(const Word256&) const = default;
    constexpr explicit operator bool() const { return (part[0] | part[1] | part[2] | part[3]) != 0; }

    constexpr Word256& operator&=(const Word256& o) {
        return each_part(o, [](Word64 a, Word64 b) { return a & b; });
    }
    constexpr Word256& operator|=(const Word256& o) {
        return each_part(o, [](Word64 a, Word64 b) { return a | b; });
    }
    constexpr Word256& operator^=(const Word256& o) {
        return each_part(o, [](Word64 a, Word64 b) { return a ^ b; });
    }
    friend constexpr Word256 operator&(Word256 a, const Word256& b) { return a &= b; }
    friend constexpr Word256 operator|(Word256 a, const Word256& b) { return a |= b; }
    friend constexpr Word256 operator^(Word256 a, const Word256& b) { return a ^= b; }
    constexpr Word256 operator~() const {
        Word256 r;
        for (std::size_t k = 0; k < 4; ++k) r.part[k] = ~part[k];
        return r;
    }
    constexpr Word256 operator<<(int n) const {
        Word256 r;
        for (int k = 3, from = 3 - n / 64; from >= 0; --k, --from)
            r.part[std::size_t(k)] = joined(from, from - 1, 64 - n % 64);
        return r;
    }
    constexpr Word256 operator>>(int n) const {
        Word256 r;
        for (int k = 0, from = n / 64; from < 4; ++k, ++from) r.part[std::size_t(k)] = joined(from + 1, from, n % 64);
        return r;
    }

private:
    // 64 bits of parts `high` and `low` side by side, from bit `at` of the low one (0 to 64); parts beyond the word are empty.
    constexpr Word64 joined(int high, int low, int at) const {
        const Word64 h = high < 4 && at > 0 ? part[std::size_t(high)] << (64 - at) : 0;
        const Word64 l = low >= 0 && at < 64 ? part[std::size_t(low)] >> at : 0;
        return h | l;
    }
    template <class F> constexpr Word256& each_part(const Word256& o, F f) {
        for (std::size_t k = 0; k < 4; ++k) part[k] = f(part[k], o.part[k]);
        return *this;
    }
};

// The word as parts of 64 bits, lowest first: what hashing and byte look-ups need.
template <class W> inline constexpr int parts = int(sizeof(W) / 8);
constexpr Word64 part(Word64 b, int) { return b; }
constexpr Word64 part(Word128 b, int k) { return Word64(b >> (64 * k)); }
constexpr Word64 part(const Word256& b, int k) { return b.part[std::size_t(k)]; }

template <class W> constexpr W bit(Cell c) { return W{1} << c; }
template <> constexpr Word256 bit<Word256>(Cell c) {
    Word256 r;
    r.part[c / 64] = Word64{1} << (c % 64);
    return r;
}

template <class W> constexpr bool has(const W& b, Cell c) { return part(b, c / 64) >> (c % 64) & 1; }
template <class W> constexpr bool any(const W& b) { return static_cast<bool>(b); }

template <class W> constexpr int count(const W& b) {
    int n = 0;
    for (int k = 0; k < parts<W>; ++k) n += std::popcount(part(b, k));
    return n;
}

// The lowest cell; the set must not be empty.
constexpr Cell first(Word64 b) { return Cell(std::countr_zero(b)); }
constexpr Cell first(Word128 b) { return part(b, 0) ? first(part(b, 0)) : Cell(64 + first(part(b, 1))); }
constexpr Cell first(const Word256& b) {
    std::size_t k = 0;
    while (!b.part[k]) ++k;
    return Cell(64 * k + first(b.part[k]));
}

// The highest cell; the set must not be empty.
constexpr Cell last(Word64 b) { return Cell(63 - std::countl_zero(b)); }
constexpr Cell last(Word128 b) { return part(b, 1) ? Cell(64 + last(part(b, 1))) : last(part(b, 0)); }
constexpr Cell last(const Word256& b) {
    std::size_t k = 3;
    while (!b.part[k]) --k;
    return Cell(64 * k + last(b.part[k]));
}

// for (Cell c : each{set}) …, lowest first. Walks a wide word part by part: no arithmetic on more than 64 bits.
template <class W> struct each {
    W bits;

    class Iterator {
    public:
        constexpr explicit Iterator(const W& bits) : bits_(bits), now_(part(bits, 0)) { skip_empty_parts(); }
        constexpr Cell operator*() const { return Cell(64 * k_ + std::countr_zero(now_)); }
        constexpr void operator++() {
            now_ &= now_ - 1;
            skip_empty_parts();
        }
        constexpr bool operator!=(std::nullptr_t) const { return now_ != 0; }

    private:
        constexpr void skip_empty_parts() {
            while (now_ == 0 && k_ + 1 < parts<W>) now_ = part(bits_, ++k_);
        }
        W bits_;
        Word64 now_; // what is left of part k_
        int k_ = 0;
    };
    constexpr Iterator begin() const { return Iterator(bits); }
    constexpr std::nullptr_t end() const { return nullptr; }
};
template <class W> each(W) -> each<W>;

}
