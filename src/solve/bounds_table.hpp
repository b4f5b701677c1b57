// What a solver has proved of positions met before: a least and a most value of each, shared by all threads without locks.
//
// An entry's data (search/buckets.hpp):
//
//    | 63 … 48 low | 47 … 32 high | 31 … 24 effort | 23 … 16 place | 15 … 0 move |
//
// place: the last bits of the bucket's number in the table at its largest, which say where the entry goes when it grows.
#pragma once
#include "search/buckets.hpp"
#include "solve/key.hpp"

namespace tavoliere {

struct Proved {
    std::int16_t low, high;
    std::uint16_t move; // its place in the list of legal moves, or no_move: the one that reached `low`, or came nearest
    std::uint8_t effort; // log2 of the positions visited for it
};
inline constexpr std::uint16_t no_move = 0xffff;

class BoundsTable {
public:
    // Begins with no more than `first_bytes`, or a part in 256 of all, and grows to so many megabytes at most.
    explicit BoundsTable(std::size_t megabytes, std::size_t first_bytes = std::size_t{4} << 20)
        : buckets_(megabytes << 20) {
        buckets_.ask_for_large_pages();
        buckets_.begin_small(first_bytes);
    }

    std::size_t bytes() const { return buckets_.size() * sizeof(Buckets::Bucket); }
    // When so many positions more have been visited, a larger one will be better, if there is memory. An entry does for four of
    // them: those that cost most are kept, and most cost little.
    bool is_small_for(std::uint64_t more) const {
        return buckets_.is_growing() || (visited_ + more >= 16 * buckets_.size() && buckets_.can_grow());
    }
    // While nobody uses it. False where `is_over` broke it off: then not all is found that is in it, until it has grown.
    bool grow(const IsOver& is_over = never_over) { return buckets_.grow(place_at, is_over); }
    void add_visited(std::uint64_t n) { visited_ += n; } // likewise
    void expect(Key key) const { buckets_.expect(key.place); }

    // True where something is known.
    bool find(Key key, Proved& found) const {
        const std::uint64_t data = buckets_.of(key.place).find(key.check);
        if (data) found = unpack(data);
        return data != 0;
    }
    // Kept in place of the same position, else of the one that cost least to find out.
    void keep(Key key, const Proved& p) {
        auto& entry =
            buckets_.of(key.place).place_for(key.check, [](std::uint64_t data) { return unpack(data).effort; });
        entry.put(key.check, pack(p) | buckets_.last_bits_of_place(key.place) << place_at);
    }

private:
    static constexpr int place_at = 16;

    // Never 0, which is an empty entry: low and high are not both 0 unless the effort of finding that out was above 0.
    static std::uint64_t pack(const Proved& p) {
        return std::uint64_t(std::uint16_t(p.low)) << 48 | std::uint64_t(std::uint16_t(p.high)) << 32 |
               std::uint64_t(p.effort) << 24 | p.move;
    }
    static Proved unpack(std::uint64_t data) {
        return {std::int16_t(data >> 48), std::int16_t(data >> 32), std::uint16_t(data), std::uint8_t(data >> 24)};
    }

    Buckets buckets_;
    std::uint64_t visited_ = 0; // positions, by the searches before
};

}
