// The memory of a table that threads share without locks: buckets of four entries, each a cache line.
//
// An entry is two words, `check` = key xor `data`. Threads may tear an entry by writing both halves at once; then the two
// no longer match and the entry is taken for another position's: a miss, never a wrong value. (Hyatt and Mann, 2002.) What the
// bits of `data` say is the table's own; 0 is an empty entry.
#pragma once
#include "base/is_over.hpp"
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tavoliere {

class Buckets {
public:
    class Entry {
    public:
        Entry() = default;
        Entry(const Entry& o) : check_(load(o.check_)), data_(load(o.data_)) {}
        Entry& operator=(const Entry& o) {
            store(check_, load(o.check_));
            store(data_, load(o.data_));
            return *this;
        }

        std::uint64_t data() const { return load(data_); }
        std::uint64_t key(std::uint64_t data) const { return load(check_) ^ data; }
        bool is_of(std::uint64_t key, std::uint64_t data) const { return this->key(data) == key; }
        void put(std::uint64_t key, std::uint64_t data) {
            store(check_, key ^ data);
            store(data_, data);
        }

    private:
        static std::uint64_t load(const std::uint64_t& word) {
            return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
        }
        static void store(std::uint64_t& word, std::uint64_t value) {
            std::atomic_ref(word).store(value, std::memory_order_relaxed);
        }
        std::uint64_t check_ = 0, data_ = 0;
    };
    struct Bucket {
        Entry entries[4];

        // What is kept for a key; 0 where nothing is.
        std::uint64_t find(std::uint64_t key) const {
            for (const Entry& e : entries)
                if (const std::uint64_t data = e.data(); data && e.is_of(key, data)) return data;
            return 0;
        }
        // Where a key's entry belongs: in place of the same position, else in an empty one, else where `worth(data)` is least.
        template <class F> Entry& place_for(std::uint64_t key, F worth) {
            Entry* worst = &entries[0];
            auto least = worth(entries[0].data());
            for (Entry& e : entries) {
                const std::uint64_t data = e.data();
                if (!data || e.is_of(key, data)) return e;
                if (const auto w = worth(data); w < least) least = w, worst = &e;
            }
            return *worst;
        }
    };
    static_assert(sizeof(Bucket) == 64);

    // Takes no more than `bytes`, and less where the system has less to give. Memory that is never touched costs nothing.
    explicit Buckets(std::size_t bytes) : size_(std::max<std::size_t>(2, bytes / sizeof(Bucket)) - 1) {
        // One bucket more than is used, to begin at a cache line.
        while (!(memory_ = std::calloc(size_ + 1, sizeof(Bucket))) && size_ > 1) size_ /= 2;
        const auto at = reinterpret_cast<std::uintptr_t>(memory_);
        const std::size_t to_line = (sizeof(Bucket) - at % sizeof(Bucket)) % sizeof(Bucket);
        first_ = memory_ ? reinterpret_cast<Bucket*>(static_cast<char*>(memory_) + to_line) : &none_;
        if (!memory_) size_ = 1;
        current_ = size_;
    }
    ~Buckets() { std::free(memory_); }
    Buckets(const Buckets&) = delete;
    Buckets& operator=(const Buckets&) = delete;

    std::size_t size() const { return current_; }
    std::size_t largest_size() const { return current_ << doublings_; } // when they have grown
    Bucket& operator[](std::size_t i) const { return first_[i]; }

    // The upper half of a key times the size: any number of buckets up to 2^32, not only powers of two.
    Bucket& of(std::uint64_t key) const { return first_[((key >> 32) * std::uint64_t(current_)) >> 32]; }
    // It will be asked for soon: the memory may begin to fetch it.
    void expect(std::uint64_t key) const { __builtin_prefetch(&of(key)); }

    // Those that begin small and grow stay in the processor's cache as long as there is little in them; few entries far apart
    // cost twice the time. Where an entry goes then is given by the last bits of its place among largest_size() buckets, which a
    // table that grows keeps in `data`.
    static constexpr int place_bits = 8;
    std::uint64_t last_bits_of_place(std::uint64_t key) const {
        return ((key >> 32) * largest_size() >> 32) & ((1 << place_bits) - 1);
    }
    // While they are empty: no more than fit into `bytes`, or a part in 2^place_bits of all.
    void begin_small(std::size_t bytes) {
        while (doublings_ < place_bits && current_ > 1 && current_ > bytes / sizeof(Bucket))
            current_ /= 2, ++doublings_;
    }
    // Likewise: so many. False where buckets of this largest size never are so many.
    bool begin_with(std::uint64_t buckets) {
        const std::uint64_t largest = largest_size();
        for (int doublings = 0; doublings <= place_bits; ++doublings)
            if (buckets == largest >> doublings && buckets << doublings == largest) {
                current_ = std::size_t(buckets), doublings_ = doublings;
                return true;
            }
        return false;
    }
    bool can_grow() const { return doublings_ > 0; }
    // Growing was broken off: not all is found where it is.
    bool is_growing() const { return unspread_ > 0; }
    // Twice as many, with what is in them, while nobody uses them: some half a second for a gigabyte. What was in the i-th goes to 2i or
    // 2i + 1, as the bit of `data` says that stands for it; the last bits of the place begin at bit `place_at`. From the last bucket
    // down, so that both are empty by then. False where `is_over` broke it off; the next call goes on.
    bool grow(int place_at, const IsOver& is_over = never_over) {
        if (!is_growing()) current_ *= 2, --doublings_, unspread_ = current_ / 2;
        while (unspread_ > 0) {
            if (unspread_ % 4096 == 0 && is_over()) return false;
            const std::size_t i = --unspread_;
            const Bucket before = first_[i];
            first_[i] = {};
            for (const Entry& e : before.entries)
                if (const std::uint64_t data = e.data()) {
                    const std::uint64_t key = e.key(data), upper = data >> (place_at + doublings_) & 1;
                    first_[2 * i + upper].place_for(key, [](std::uint64_t) { return 0; }).put(key, data);
                }
        }
        return true;
    }

    // Every look-up is at another page, and finding a small page takes longer than the look-up: in the solver of Insert two
    // fifths of the whole time. But a large page is cleared whole when it is first touched, and a gigabyte of them takes from a tenth
    // of a second to more than one. So whoever asks should expect to touch most small pages anyway. Where the system has
    // none, nothing is lost.
    void ask_for_large_pages() {
#ifdef __linux__
        constexpr std::uintptr_t large = std::uintptr_t{1} << 21;
        const auto at = reinterpret_cast<std::uintptr_t>(memory_);
        const auto begin = (at + large - 1) / large * large, end = (at + (size_ + 1) * sizeof(Bucket)) / large * large;
        if (memory_ && begin < end) madvise(static_cast<char*>(memory_) + (begin - at), end - begin, MADV_HUGEPAGE);
#endif
    }

private:
    std::size_t size_;         // for so many there is memory
    std::size_t current_ = 0;  // so many have keys: all, but where they began small
    int doublings_ = 0;        // until they are at their largest
    std::size_t unspread_ = 0; // the first so many are still to be spread over twice as many
    void* memory_ = nullptr;
    Bucket* first_ = nullptr;
    Bucket none_{};
};

}
