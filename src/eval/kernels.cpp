// Compiled for the plainest machine, whatever the rest is compiled for; each copy says what it wants beyond that. The loops
// are written once, on vectors as wide as the copy's registers: wider ones g++ takes apart in memory, at half the speed.
#include "eval/kernels.hpp"
#include <array>

namespace tavoliere {
namespace {

// So many bytes of 16-bit integers.
template <class T, int Bytes> struct VectorOf {
    using type [[gnu::vector_size(Bytes), gnu::may_alias]] = T;
};
template <class T, int Bytes> using Vector = typename VectorOf<T, Bytes>::type;

// `Count` vectors, from `at` on, stay in registers while all rows go by.
template <int Bytes, int Count>
[[gnu::always_inline]] inline void update_some(std::int16_t* to, const std::int16_t* from,
                                               const std::int16_t* const* add, int adds,
                                               const std::int16_t* const* take, int takes, int at) {
    using V = Vector<std::int16_t, Bytes>;
    V sum[Count];
    for (int i = 0; i < Count; ++i) sum[i] = reinterpret_cast<const V*>(from + at)[i];
    for (int r = 0; r < adds; ++r)
        for (int i = 0; i < Count; ++i) sum[i] += reinterpret_cast<const V*>(add[r] + at)[i];
    for (int r = 0; r < takes; ++r)
        for (int i = 0; i < Count; ++i) sum[i] -= reinterpret_cast<const V*>(take[r] + at)[i];
    for (int i = 0; i < Count; ++i) reinterpret_cast<V*>(to + at)[i] = sum[i];
}

// Eight vectors at a time, in the end as many as are left.
template <int Bytes, int Count = 8>
[[gnu::always_inline]] inline void update_all(std::int16_t* to, const std::int16_t* from,
                                              const std::int16_t* const* add, int adds, const std::int16_t* const* take,
                                              int takes, int size, int at = 0) {
    constexpr int lanes = Count * Bytes / int(sizeof(std::int16_t));
    for (; at + lanes <= size; at += lanes) update_some<Bytes, Count>(to, from, add, adds, take, takes, at);
    if constexpr (Count > 1) update_all<Bytes, Count / 2>(to, from, add, adds, take, takes, size, at);
}

template <int Bytes>
[[gnu::always_inline]] inline void shift_all(std::uint16_t* to, const std::uint16_t* from,
                                             const std::uint16_t* const* rows, const std::uint16_t* times, int count,
                                             int size) {
    using V = Vector<std::uint16_t, Bytes>;
    constexpr int lanes = Bytes / int(sizeof(std::uint16_t));
    for (int at = 0; at < size; at += lanes) {
        V sum = *reinterpret_cast<const V*>(from + at);
        for (int r = 0; r < count; ++r) sum += *reinterpret_cast<const V*>(rows[r] + at) * times[r];
        *reinterpret_cast<V*>(to + at) = sum;
    }
}

// Written so that the compiler sees a sum of products of 16 bits, for which there are instructions.
[[gnu::always_inline]] inline std::int32_t dot_all(const std::int16_t* from, const std::int16_t* weight, int size) {
    std::int32_t sum = 0;
    for (int i = 0; i < size; ++i) {
        std::int16_t v = from[i];
        v = v < 0 ? 0 : v > 255 ? 255 : v;
        const auto product = std::int16_t(v * weight[i]);
        sum += std::int32_t(v) * product;
    }
    return sum;
}

#define KERNELS(variant, bytes, ...)                                                                                   \
    __VA_ARGS__ void update_##variant(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* add,      \
                                      int adds, const std::int16_t* const* take, int takes, int size) {                \
        update_all<bytes>(to, from, add, adds, take, takes, size);                                                     \
    }                                                                                                                  \
    __VA_ARGS__ void shift_##variant(std::uint16_t* to, const std::uint16_t* from, const std::uint16_t* const* rows,   \
                                     const std::uint16_t* times, int count, int size) {                                \
        shift_all<bytes>(to, from, rows, times, count, size);                                                          \
    }                                                                                                                  \
    __VA_ARGS__ std::int32_t dot_##variant(const std::int16_t* from, const std::int16_t* weight, int size) {           \
        return dot_all(from, weight, size);                                                                            \
    }
KERNELS(plain, 16, )
#ifdef __x86_64__
KERNELS(avx2, 32, __attribute__((target("avx2"))))
#ifdef __clang__
KERNELS(avx512, 64, __attribute__((target("avx512f,avx512bw,avx512vl"))))
#else // g++ takes half of such registers unless it is told
KERNELS(avx512, 64, __attribute__((target("avx512f,avx512bw,avx512vl,prefer-vector-width=512"))))
#endif
#endif
#undef KERNELS

constexpr Kernels all[] = {
#ifdef __x86_64__
    {"avx512", update_avx512, dot_avx512, shift_avx512},
    {"avx2", update_avx2, dot_avx2, shift_avx2},
#endif
    {"plain", update_plain, dot_plain, shift_plain},
};

bool runs_here([[maybe_unused]] std::string_view name) {
#ifdef __x86_64__
    if (name == "avx512") return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (name == "avx2") return __builtin_cpu_supports("avx2");
#endif
    return true;
}

}

const Kernels* find_kernels(std::string_view name) {
    for (const Kernels& k : all)
        if (k.name == name && runs_here(name)) return &k;
    return nullptr;
}

const Kernels& best_kernels() {
    static const Kernels& best = [] -> const Kernels& {
        for (const Kernels& k : all)
            if (runs_here(k.name)) return k;
        return all[std::size(all) - 1];
    }();
    return best;
}

}
