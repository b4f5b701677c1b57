// What has been found out about positions met before, shared by all threads of a search without locks.
//
// An entry is two words, `check` = key xor `data`. Threads may tear an entry by writing both halves at once; then the two
// no longer match and the entry is taken for another position's: a miss, never a wrong value. (Hyatt and Mann, 2002.)
//
//   data:  | 63 … 49 unused | 48 final | 47 … 32 value | 31 … 24 depth | 23 … 22 bound | 21 … 16 age | 15 … 0 move |
//
// A move is stored as its place in the list of legal moves, which is the same each time a position is met.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
    // Takes less where the system has less to give. Memory that is never touched costs nothing.
    explicit TranspositionTable(std::size_t megabytes)
        : size_(std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) / sizeof(Bucket)) {
        // One bucket more than wanted, to begin at a cache line.
        while (!(memory_ = static_cast<Bucket*>(std::calloc(size_ + 1, sizeof(Bucket)))) && size_ > 1) size_ /= 2;
        const auto at = reinterpret_cast<std::uintptr_t>(memory_);
        buckets_ =
            memory_ ? reinterpret_cast<Bucket*>((at + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket)) : &none_;
    }
    ~TranspositionTable() { std::free(memory_); }
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;

    void new_search() { age_ = (age_ + 1) & 63; }

    std::optional<Remembered> find(std::uint64_t key) const {
        for (Entry& e : bucket(key).entries) {
            const std::uint64_t data = load(e.data);
            if (data && (load(e.check) ^ data) == key) return unpack(data);
        }
        return {};
    }

    // It will be asked for soon: the memory may begin to fetch it.
    void expect(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    // Kept in place of the same position, else of the entry that is worth least: shallow, and from searches ago.
    void keep(std::uint64_t key, const Remembered& r) {
        Bucket& b = bucket(key);
        Entry* worst = nullptr;
        int least = 1000;
        for (Entry& e : b.entries) {
            const std::uint64_t data = load(e.data);
            if (!data || (load(e.check) ^ data) == key) {
                worst = &e;
                break;
            }
            const int years = int(age_ - age(data)) & 63, worth = unpack(data).depth - 8 * years;
            if (worth < least) least = worth, worst = &e;
        }
        const std::uint64_t data = pack(r);
        store(worst->check, key ^ data);
        store(worst->data, data);
    }

private:
    struct Entry {
        std::uint64_t check, data;
    };
    struct Bucket { // a cache line
        Entry entries[4];
    };
    static std::uint64_t load(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }
    static void store(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    // The key's upper half times the size: any number of buckets, not only powers of two.
    std::size_t place(std::uint64_t key) const { return std::size_t(((key >> 32) * std::uint64_t(size_)) >> 32); }
    Bucket& bucket(std::uint64_t key) const { return buckets_[place(key)]; }

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

    std::size_t size_;
    Bucket *memory_ = nullptr, *buckets_ = nullptr;
    Bucket none_{};
    unsigned age_ = 0;
};

}
