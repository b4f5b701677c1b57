// The memory of a table that threads share without locks: buckets of four entries, each a cache line.
//
// An entry is two words, `check` = key xor `data`. Threads may tear an entry by writing both halves at once; then the two
// no longer match and the entry is taken for another position's: a miss, never a wrong value. (Hyatt and Mann, 2002.) What the
// bits of `data` say is the table's own; 0 is an empty entry.
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
        first_ =
            memory_ ? reinterpret_cast<Bucket*>((at + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket)) : &none_;
        if (!memory_) size_ = 1;
        current_ = size_;
    }
    ~Buckets() { std::free(memory_); }
    Buckets(const Buckets&) = delete;
    Buckets& operator=(const Buckets&) = delete;

    // How many there is memory for, and how many of them have keys: all, but where they began small.
    std::size_t size() const { return size_; }
    std::size_t current_size() const { return current_; }
    Bucket& operator[](std::size_t i) const { return first_[i]; }

    // The upper half of a key times the size: any number of buckets up to 2^32, not only powers of two.
    Bucket& of(std::uint64_t key) const { return first_[place(key)]; }
    // It will be asked for soon: the memory may begin to fetch it.
    void expect(std::uint64_t key) const { __builtin_prefetch(&of(key)); }

    // While they are empty: no more than fit into `bytes`, until they grow. What is small stays in the processor's cache.
    void begin_small(std::size_t bytes) {
        while (current_ > 1 && current_ > bytes / sizeof(Bucket)) current_ /= 2;
    }
    bool can_grow() const { return 2 * current_ <= size_; }
    // Twice as many, with what is in them, while nobody uses them: some half a second for a gigabyte. Of a key's place i the next bit
    // of the key makes 2i or 2i + 1. From the last bucket down, so that both are empty by then. An entry that threads have
    // torn has another key, and is left out.
    void grow() {
        current_ *= 2;
        for (std::size_t i = current_ / 2; i-- > 0;) {
            const Bucket before = first_[i];
            first_[i] = {};
            for (const Entry& e : before.entries) {
                const std::uint64_t data = e.data(), key = e.key(data);
                if (data && place(key) / 2 == i) of(key).place_for(key, [](std::uint64_t) { return 0; }).put(key, data);
            }
        }
    }

    // Every look-up is at another page, and finding a small page takes longer than the look-up: in the solver of Insert two
    // fifths of the whole time. But a large page is cleared whole when it is first touched, and a gigabyte of them takes from a tenth
    // of a second to more than one. So whoever asks should expect to touch most small pages anyway. Where the system has
    // none, nothing is lost.
    void ask_for_large_pages() {
#ifdef __linux__
        constexpr std::uintptr_t large = std::uintptr_t{1} << 21;
        const auto begin = (reinterpret_cast<std::uintptr_t>(memory_) + large - 1) / large * large;
        const auto end = (reinterpret_cast<std::uintptr_t>(memory_) + (size_ + 1) * sizeof(Bucket)) / large * large;
        if (memory_ && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }

private:
    std::size_t place(std::uint64_t key) const { return std::size_t(((key >> 32) * std::uint64_t(current_)) >> 32); }

    std::size_t size_, current_;
    void* memory_ = nullptr;
    Bucket* first_ = nullptr;
    Bucket none_{};
};

}
