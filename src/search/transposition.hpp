// What has been found out about positions met before, shared by all threads of a search without locks.
//
// An entry is two words, `check` = key xor `data`. Threads may tear an entry by writing both halves at once; then the two
// no longer match and the entry is taken for another position's: a miss, never a wrong value. (Hyatt and Mann, 2002.)
//
//   data:  | 63 … 48 unused | 47 … 32 value | 31 … 24 depth | 23 … 22 bound | 21 … 16 age | 15 … 0 move |
//
// A move is stored as its place in the list of legal moves, which is the same each time a position is met.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace tavoliere {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Remembered {
    std::int16_t value;
    std::int8_t depth;
    Bound bound;
    std::uint16_t move;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes)
        : size_(std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) / sizeof(Bucket)),
          buckets_(new Bucket[size_]) {}

    void new_search() { age_ = (age_ + 1) & 63; }

    std::optional<Remembered> find(std::uint64_t key) const {
        for (const Entry& e : bucket(key).entries) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            if ((e.check.load(std::memory_order_relaxed) ^ data) == key && data) return unpack(data);
        }
        return {};
    }

    // Kept in place of the same position, else of the entry that is worth least: shallow, and from searches ago.
    void keep(std::uint64_t key, const Remembered& r) {
        Bucket& b = bucket(key);
        Entry* worst = nullptr;
        int least = 1000;
        for (Entry& e : b.entries) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            if (!data || (e.check.load(std::memory_order_relaxed) ^ data) == key) {
                worst = &e;
                break;
            }
            const int years = int(age_ - age(data)) & 63, worth = unpack(data).depth - 8 * years;
            if (worth < least) least = worth, worst = &e;
        }
        const std::uint64_t data = pack(r);
        worst->check.store(key ^ data, std::memory_order_relaxed);
        worst->data.store(data, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check{0}, data{0};
    };
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    // The key's upper half times the size: any number of buckets, not only powers of two.
    std::size_t place(std::uint64_t key) const { return std::size_t(((key >> 32) * std::uint64_t(size_)) >> 32); }
    const Bucket& bucket(std::uint64_t key) const { return buckets_[place(key)]; }
    Bucket& bucket(std::uint64_t key) { return buckets_[place(key)]; }

    static unsigned age(std::uint64_t data) { return unsigned(data >> 16) & 63; }
    std::uint64_t pack(const Remembered& r) const {
        return std::uint64_t(std::uint16_t(r.value)) << 32 | std::uint64_t(std::uint8_t(r.depth)) << 24 |
               std::uint64_t(r.bound) << 22 | std::uint64_t(age_) << 16 | r.move;
    }
    static Remembered unpack(std::uint64_t data) {
        return {std::int16_t(data >> 32), std::int8_t(data >> 24), Bound(data >> 22 & 3), std::uint16_t(data)};
    }

    std::size_t size_;
    std::unique_ptr<Bucket[]> buckets_;
    unsigned age_ = 0;
};

}
