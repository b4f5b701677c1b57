// What proof-number search knows of positions, shared by all its threads without locks, in memory that grows to a bound.
//
// An entry's data (search/buckets.hpp), whose key is the check of the position's:
//
//    | 63 … 56 place | 55 … 54 kind | 53 … 44 work | 43 … 22 delta | 21 … 0 phi |      of an open position
//           |              |              | 43 … 22 unused | 21 … 0 rank |             of a decided one
//
// place: the last bits of the bucket's number in the table at its largest, which say where the entry goes when it grows.
// A position that comes to a full bucket takes the place of the entry whose work was
// least: what is lost is what is found again soonest.
#pragma once
#include "search/buckets.hpp"
#include "solve/key.hpp"
#include <bit>
#include <optional>

namespace tavoliere {

// What is known of a position, for the player to move, when one player, the attacker, wants to win and the other to prevent
// it. `held`: the attacker does not win, and more was not asked.
struct Facts {
    enum Kind : std::uint8_t { undecided = 1, win, lost, held };
    static constexpr std::uint32_t infinite = (1u << 22) - 1, most = infinite - 1; // most: of an open position

    Kind kind = undecided;
    std::uint32_t phi = 1,
                  delta = 1; // undecided: the least number of positions still to decide, for the mover's aim or against
    std::uint32_t rank = 0;  // won, lost: the strategies known to the table end the game within so many plies
    float work = 0;          // positions visited for it

    bool is_open() const { return kind == undecided; }
    bool is_won_or_lost() const { return kind == win || kind == lost; }
    // Has the mover reached his aim: to win if he attacks, else to keep the other from it?
    bool reached(bool attacking) const { return kind == win || (kind == held && !attacking); }
    bool missed(bool attacking) const { return kind == lost || (kind == held && attacking); }
    static Facts decided(Kind kind, std::uint32_t rank = 0) { return {kind, 0, 0, std::min(rank, most), 0}; }
};

// Facts as so many bits of a word.
namespace packed_facts {
inline constexpr int delta_at = 22, work_at = 44, kind_at = 54, bits = 56;
inline Facts::Kind kind_of(std::uint64_t data) { return Facts::Kind((data >> kind_at & 3) + Facts::undecided); }
// Of a float from 1 to 2^64 six bits of the exponent and four of the fraction.
inline constexpr std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f) >> 19;
inline std::uint64_t packed_work(float work) {
    return (std::bit_cast<std::uint32_t>(std::clamp(work, 1.0f, 1e19f)) >> 19) - one;
}
inline float unpacked_work(std::uint64_t data) {
    return std::bit_cast<float>(((std::uint32_t(data >> work_at) & 1023) + one) << 19);
}
inline std::uint64_t pack(const Facts& f) {
    const std::uint64_t numbers = f.is_open() ? std::uint64_t(f.delta) << delta_at | f.phi : f.rank;
    return std::uint64_t(f.kind - Facts::undecided) << kind_at | packed_work(f.work) << work_at | numbers;
}
inline Facts unpack(std::uint64_t data) {
    const auto low = std::uint32_t(data & Facts::infinite), high = std::uint32_t(data >> delta_at & Facts::infinite);
    if (kind_of(data) == Facts::undecided) return {Facts::undecided, low, high, 0, unpacked_work(data)};
    return {kind_of(data), 0, 0, low, unpacked_work(data)};
}
}

class ProofTable {
public:
    // Never takes more than `bytes`. Begins with a few megabytes, or a part in 256 of all.
    explicit ProofTable(std::size_t bytes) : buckets_(bytes) {
        buckets_.ask_for_large_pages();
        buckets_.begin_small(std::size_t{4} << 20);
    }

    // An entry a bucket is in use: one new position in fifty finds its bucket full, so some are lost on the way, those that
    // cost least.
    bool is_growing() const { return buckets_.is_growing(); }
    bool is_to_grow() const {
        return is_growing() || (buckets_.can_grow() && used_.load(std::memory_order_relaxed) > size());
    }
    // While nobody uses it. False where `is_over` broke it off: then not all is found that is in it, until it has grown.
    bool grow(const IsOver& is_over = never_over) { return buckets_.grow(place_at, is_over); }

    std::optional<Facts> find(Key key) const {
        if (const std::uint64_t data = buckets_.of(key.place).find(key.check)) return packed_facts::unpack(data);
        return {};
    }
    void expect(Key key) const { buckets_.expect(key.place); }

    void keep(Key key, const Facts& f) {
        auto& entry = buckets_.of(key.place).place_for(
            key.check, [](std::uint64_t data) { return data >> packed_facts::work_at & 1023; });
        const std::uint64_t data = entry.data();
        if (!data) used_.fetch_add(1, std::memory_order_relaxed);
        // A win that is known stays as it was first found: then its rank is larger than those it was found from.
        const bool same = data && entry.is_of(key.check, data);
        if (same && packed_facts::kind_of(data) != Facts::undecided &&
            !(packed_facts::kind_of(data) == Facts::held && f.is_won_or_lost()))
            return;
        entry.put(key.check, packed_facts::pack(f) | buckets_.last_bits_of_place(key.place) << place_at);
    }

    void clear() { // while nobody uses it
        for (std::size_t i = 0; i < size(); ++i) buckets_[i] = {};
        used_ = 0;
    }
    std::size_t bytes() const {
        return used_.load(std::memory_order_relaxed) * sizeof(Buckets::Entry);
    } // of entries in use
    std::size_t size() const { return buckets_.size(); } // in buckets
    std::size_t largest_size() const { return buckets_.largest_size(); }
    const Buckets::Bucket& operator[](std::size_t i) const { return buckets_[i]; }
    // Before any search: so many buckets, and what is in each, as they were in a table of the same largest size. False where
    // such a one never has so many.
    bool begin_with(std::uint64_t buckets) { return buckets_.begin_with(buckets); }
    void restore(std::size_t i, const Buckets::Bucket& b) {
        buckets_[i] = b;
        for (const auto& e : b.entries) used_ += e.data() != 0;
    }

private:
    static constexpr int place_at = packed_facts::bits;
    Buckets buckets_;
    std::atomic<std::size_t> used_{0};
};

}
