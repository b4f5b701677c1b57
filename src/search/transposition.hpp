// What has been found out about positions met before, shared by all threads of a search without locks.
//
// An entry's data (buckets.hpp):
//
//    | 63 … 49 unused | 48 final | 47 … 32 value | 31 … 24 depth | 23 … 22 bound | 21 … 16 age | 15 … 0 move |
//
// A move is stored as its place in the list of legal moves, which is the same each time a position is met.
#pragma once
#include "search/buckets.hpp"
#include <optional>

namespace tavoliere {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Remembered {
    std::int16_t value;
    std::int8_t depth;
    Bound bound;
    std::uint16_t move;
    bool final = false; // no guess is behind the value: every line below ended in a finished game
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes) : buckets_(megabytes << 20) {}

    void new_search() { age_ = (age_ + 1) & 63; }
    // A search that visits several positions for each small page comes to most of the pages: then large ones are better.
    void expect_positions(std::uint64_t n) {
        constexpr std::size_t bytes_each = 1024;
        if (n >= buckets_.size() * sizeof(Buckets::Bucket) / bytes_each) buckets_.ask_for_large_pages();
    }

    std::optional<Remembered> find(std::uint64_t key) const {
        if (const std::uint64_t data = buckets_.of(key).find(key)) return unpack(data);
        return {};
    }
    void expect(std::uint64_t key) const { buckets_.expect(key); }

    // It replaces the entry of the same position, otherwise the one that is worth least: shallow, and from earlier
    // searches.
    void keep(std::uint64_t key, const Remembered& r) {
        const auto worth = [&](std::uint64_t data) { return unpack(data).depth - 8 * (int(age_ - age(data)) & 63); };
        buckets_.of(key).place_for(key, worth).put(key, pack(r));
    }

private:
    static unsigned age(std::uint64_t data) { return unsigned(data >> 16) & 63; }
    std::uint64_t pack(const Remembered& r) const {
        return std::uint64_t(r.final) << 48 | std::uint64_t(std::uint16_t(r.value)) << 32 |
               std::uint64_t(std::uint8_t(r.depth)) << 24 | std::uint64_t(r.bound) << 22 | std::uint64_t(age_) << 16 |
               r.move;
    }
    static Remembered unpack(std::uint64_t data) {
        return {std::int16_t(data >> 32), std::int8_t(data >> 24), Bound(data >> 22 & 3), std::uint16_t(data),
                (data >> 48 & 1) != 0};
    }

    Buckets buckets_;
    unsigned age_ = 0;
};

}
