// What proof-number search knows of positions, shared by all its threads without locks, in memory that is fixed.
//
// An entry is two words, `check` = key's check xor `data`: halves written by two threads do not match and are a miss. (Hyatt
// and Mann, 2002.)
//
//   data:  | 63 … 61 unused | 60 … 58 kind | 57 … 48 work | 47 … 24 delta | 23 … 0 phi |      of an open position
//          |                                              | 47 … 24 unused | 23 … 0 rank |    of a decided one
//
// Four entries are a bucket, a cache line. A position that comes to a full bucket takes the place of the entry whose work was
// least: what is lost is what is found again soonest.
#pragma once
#include "solve/key.hpp"
#include <atomic>
#include <bit>
#include <cstdlib>
#include <optional>

namespace tavoliere {

// What is known of a position, for the player to move, when one player, the attacker, wants to win and the other to prevent
// it. `held`: the attacker does not win, and more was not asked.
struct Facts {
    enum Kind : std::uint8_t { open = 1, win, lost, held };
    static constexpr std::uint32_t infinite = (1u << 24) - 1, most = infinite - 1; // most: of an open position

    Kind kind = open;
    std::uint32_t phi = 1,
                  delta = 1; // open: the least number of positions still to decide, for the mover's aim or against
    std::uint32_t rank = 0;  // won, lost: the strategies known to the table end the game within so many plies
    float work = 0;          // positions visited for it

    bool is_open() const { return kind == open; }
    bool is_won_or_lost() const { return kind == win || kind == lost; }
    // Has the mover reached his aim: to win if he attacks, else to keep the other from it?
    bool reached(bool attacking) const { return kind == win || (kind == held && !attacking); }
    bool missed(bool attacking) const { return kind == lost || (kind == held && attacking); }
    static Facts decided(Kind kind, std::uint32_t rank = 0) { return {kind, 0, 0, std::min(rank, most), 0}; }
};

class ProofTable {
public:
    struct Entry {
        std::uint64_t check, data;
    };
    struct Bucket {
        Entry entries[4];
    };
    static_assert(sizeof(Bucket) == 64);

    // Never takes more than `bytes`; less where the system has less to give. Memory that is never touched costs nothing.
    explicit ProofTable(std::size_t bytes) : size_(std::max<std::size_t>(2, bytes / sizeof(Bucket)) - 1) {
        // One bucket more than is used, to begin at a cache line.
        while (!(memory_ = std::calloc(size_ + 1, sizeof(Bucket))) && size_ > 1) size_ /= 2;
        const auto at = reinterpret_cast<std::uintptr_t>(memory_);
        buckets_ =
            memory_ ? reinterpret_cast<Bucket*>((at + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket)) : &none_;
        if (!memory_) size_ = 1;
    }
    ~ProofTable() { std::free(memory_); }
    ProofTable(const ProofTable&) = delete;
    ProofTable& operator=(const ProofTable&) = delete;

    std::optional<Facts> find(Key key) const {
        for (Entry& e : bucket(key).entries) {
            const std::uint64_t data = load(e.data);
            if (data && (load(e.check) ^ data) == key.check) return unpack(data);
        }
        return {};
    }
    // It will be asked for soon: the memory may begin to fetch it.
    void expect(Key key) const { __builtin_prefetch(&bucket(key)); }

    void keep(Key key, const Facts& f) {
        Entry* worst = nullptr;
        std::uint64_t least = ~std::uint64_t{0};
        for (Entry& e : bucket(key).entries) {
            const std::uint64_t data = load(e.data);
            if (!data) used_.fetch_add(1, std::memory_order_relaxed);
            const bool same = data && (load(e.check) ^ data) == key.check;
            // A win that is known stays as it was first found: then its rank is larger than those it was found from.
            if (same && kind_of(data) != Facts::open && !(kind_of(data) == Facts::held && f.is_won_or_lost())) return;
            if (!data || same) {
                worst = &e;
                break;
            }
            if ((data >> 48 & 1023) < least) least = data >> 48 & 1023, worst = &e;
        }
        const std::uint64_t data = pack(f);
        store(worst->check, key.check ^ data);
        store(worst->data, data);
    }

    void clear() { // while nobody uses it
        std::fill_n(buckets_, size_, Bucket{});
        used_ = 0;
    }
    std::size_t bytes() const { return used_.load(std::memory_order_relaxed) * sizeof(Entry); } // of entries in use
    std::size_t size() const { return size_; }                                                  // in buckets
    Bucket read(std::size_t i) const {
        Bucket b;
        for (int k = 0; k < 4; ++k)
            b.entries[k] = {load(buckets_[i].entries[k].check), load(buckets_[i].entries[k].data)};
        return b;
    }
    // Before any search: one that was read() from a table of the same size.
    void write(std::size_t i, const Bucket& b) {
        buckets_[i] = b;
        for (const Entry& e : b.entries) used_ += e.data != 0;
    }

private:
    static std::uint64_t load(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }
    static void store(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    // The key's place, a fraction of 2^64, times the size: any number of buckets, not only powers of two.
    Bucket& bucket(Key key) const { return buckets_[std::size_t(Word128(key.place) * size_ >> 64)]; }

    static Facts::Kind kind_of(std::uint64_t data) { return Facts::Kind(data >> 58 & 7); }
    // Of a float from 1 to 2^64 six bits of the exponent and four of the fraction.
    static constexpr std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f) >> 19;
    static std::uint64_t packed_work(float work) {
        return (std::bit_cast<std::uint32_t>(std::clamp(work, 1.0f, 1e19f)) >> 19) - one;
    }
    static float unpacked_work(std::uint64_t data) {
        return std::bit_cast<float>(((std::uint32_t(data >> 48) & 1023) + one) << 19);
    }
    static std::uint64_t pack(const Facts& f) {
        const std::uint64_t numbers = f.is_open() ? std::uint64_t(f.delta) << 24 | f.phi : f.rank;
        return std::uint64_t(f.kind) << 58 | packed_work(f.work) << 48 | numbers;
    }
    static Facts unpack(std::uint64_t data) {
        const auto low = std::uint32_t(data & Facts::infinite), high = std::uint32_t(data >> 24 & Facts::infinite);
        if (kind_of(data) == Facts::open) return {Facts::open, low, high, 0, unpacked_work(data)};
        return {kind_of(data), 0, 0, low, unpacked_work(data)};
    }

    std::size_t size_;
    void* memory_ = nullptr;
    Bucket* buckets_ = nullptr;
    Bucket none_{};
    std::atomic<std::size_t> used_{0};
};

}
