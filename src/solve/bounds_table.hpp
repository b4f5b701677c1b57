// What a solver has proved of positions met before: a least and a most value of each, shared by all threads without locks.
//
// As in the search's table an entry is two words, `check` = key xor `data`, so that an entry torn by two threads reads as
// another position's.
//
//   data:  | 63 … 48 low | 47 … 32 high | 31 … 24 effort | 23 … 16 unused | 15 … 0 move |
//
// A key is 64 bits of a hash, all of which are compared. A look-up that finds nothing compares four entries, so one in 2^62
// takes another position for its own: of the 10^10 look-ups of an hour one with probability 2 * 10^-9.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tavoliere {

struct Proved {
    std::int16_t low, high;
    std::uint16_t move; // its place in the list of legal moves, or no_move: the one that reached `low`, or came nearest
    std::uint8_t effort; // log2 of the positions visited for it
};
inline constexpr std::uint16_t no_move = 0xffff;

class BoundsTable {
public:
    // Takes less where the system has less to give. Memory that is never touched costs nothing.
    explicit BoundsTable(std::size_t megabytes)
        : size_(std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) / sizeof(Bucket)) {
        // One bucket more than wanted, to begin at a cache line.
        while (!(memory_ = static_cast<Bucket*>(std::calloc(size_ + 1, sizeof(Bucket)))) && size_ > 1) size_ /= 2;
        const auto at = reinterpret_cast<std::uintptr_t>(memory_);
        buckets_ =
            memory_ ? reinterpret_cast<Bucket*>((at + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket)) : &none_;
        if (!memory_) size_ = 1;
        ask_for_large_pages();
    }
    ~BoundsTable() { std::free(memory_); }
    BoundsTable(const BoundsTable&) = delete;
    BoundsTable& operator=(const BoundsTable&) = delete;

    std::size_t bytes() const { return size_ * sizeof(Bucket); }

    // It will be asked for soon: the memory may begin to fetch it.
    void expect(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    // True where something is known.
    bool find(std::uint64_t key, Proved& found) const {
        for (Entry& e : bucket(key).entries) {
            const std::uint64_t data = load(e.data);
            if (!data || (load(e.check) ^ data) != key) continue;
            found = unpack(data);
            return true;
        }
        return false;
    }

    // Kept in place of the same position, else of the one that cost least to find out.
    void keep(std::uint64_t key, const Proved& p) {
        Bucket& b = bucket(key);
        Entry* worst = nullptr;
        int least = 256;
        for (Entry& e : b.entries) {
            const std::uint64_t data = load(e.data);
            if (!data || (load(e.check) ^ data) == key) {
                worst = &e;
                break;
            }
            if (const int worth = unpack(data).effort; worth < least) least = worth, worst = &e;
        }
        const std::uint64_t data = pack(p);
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

    // Every look-up is at another page, and finding a small page takes longer than the look-up: measured on Insert, two fifths
    // of the whole time. Where there are no large ones, nothing is lost.
    void ask_for_large_pages() {
#ifdef __linux__
        constexpr std::uintptr_t large = std::uintptr_t{1} << 21;
        const auto begin = (reinterpret_cast<std::uintptr_t>(memory_) + large - 1) / large * large;
        const auto end = reinterpret_cast<std::uintptr_t>(memory_ + size_) / large * large;
        if (memory_ && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }

    // The key's upper half times the size: any number of buckets, not only powers of two.
    Bucket& bucket(std::uint64_t key) const {
        return buckets_[std::size_t(((key >> 32) * std::uint64_t(size_)) >> 32)];
    }

    // Never 0, which is an empty entry: low and high are not both 0 unless the effort of finding that out was above 0.
    static std::uint64_t pack(const Proved& p) {
        return std::uint64_t(std::uint16_t(p.low)) << 48 | std::uint64_t(std::uint16_t(p.high)) << 32 |
               std::uint64_t(p.effort) << 24 | p.move;
    }
    static Proved unpack(std::uint64_t data) {
        return {std::int16_t(data >> 48), std::int16_t(data >> 32), std::uint16_t(data), std::uint8_t(data >> 24)};
    }

    std::size_t size_;
    Bucket *memory_ = nullptr, *buckets_ = nullptr;
    Bucket none_{};
};

}
