// Compiled for the plainest machine, whatever the rest is compiled for; each copy says what it wants beyond that. The loops
// are written once, on vectors of 64 bytes, which the compiler takes apart where the registers are narrower.
#include "judge/kernels.hpp"
#include <array>

namespace tavoliere {
namespace {

using Lanes [[gnu::vector_size(64), gnu::may_alias]] = std::int16_t;
constexpr int lanes = 32;

// `Blocks` vectors at a time stay in registers while all rows go by.
template <int Blocks>
[[gnu::always_inline]] inline void update_blocks(std::int16_t* to, const std::int16_t* from,
                                                 const std::int16_t* const* add, int adds,
                                                 const std::int16_t* const* take, int takes, int at) {
    Lanes sum[Blocks];
    for (int b = 0; b < Blocks; ++b) sum[b] = reinterpret_cast<const Lanes*>(from + at)[b];
    for (int r = 0; r < adds; ++r)
        for (int b = 0; b < Blocks; ++b) sum[b] += reinterpret_cast<const Lanes*>(add[r] + at)[b];
    for (int r = 0; r < takes; ++r)
        for (int b = 0; b < Blocks; ++b) sum[b] -= reinterpret_cast<const Lanes*>(take[r] + at)[b];
    for (int b = 0; b < Blocks; ++b) reinterpret_cast<Lanes*>(to + at)[b] = sum[b];
}

template <int Blocks>
[[gnu::always_inline]] inline void update_all(std::int16_t* to, const std::int16_t* from,
                                              const std::int16_t* const* add, int adds, const std::int16_t* const* take,
                                              int takes, int size) {
    int at = 0;
    for (; at + Blocks * lanes <= size; at += Blocks * lanes)
        update_blocks<Blocks>(to, from, add, adds, take, takes, at);
    for (; at < size; at += lanes) update_blocks<1>(to, from, add, adds, take, takes, at);
}

[[gnu::always_inline]] inline void shift_all(std::uint16_t* to, const std::uint16_t* from,
                                             const std::uint16_t* const* rows, const std::uint16_t* times, int count,
                                             int size) {
    using Numbers [[gnu::vector_size(64), gnu::may_alias]] = std::uint16_t;
    for (int at = 0; at < size; at += lanes) {
        Numbers sum = *reinterpret_cast<const Numbers*>(from + at);
        for (int r = 0; r < count; ++r) sum += *reinterpret_cast<const Numbers*>(rows[r] + at) * times[r];
        *reinterpret_cast<Numbers*>(to + at) = sum;
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

#define KERNELS(variant, blocks, ...)                                                                                  \
    __VA_ARGS__ void update_##variant(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* add,      \
                                      int adds, const std::int16_t* const* take, int takes, int size) {                \
        update_all<blocks>(to, from, add, adds, take, takes, size);                                                    \
    }                                                                                                                  \
    __VA_ARGS__ void shift_##variant(std::uint16_t* to, const std::uint16_t* from, const std::uint16_t* const* rows,   \
                                     const std::uint16_t* times, int count, int size) {                                \
        shift_all(to, from, rows, times, count, size);                                                                 \
    }                                                                                                                  \
    __VA_ARGS__ std::int32_t dot_##variant(const std::int16_t* from, const std::int16_t* weight, int size) {           \
        return dot_all(from, weight, size);                                                                            \
    }
KERNELS(plain, 2, )
#ifdef __x86_64__
KERNELS(avx2, 4, __attribute__((target("avx2"))))
#ifdef __clang__
KERNELS(avx512, 8, __attribute__((target("avx512f,avx512bw,avx512vl"))))
#else // g++ takes half of such registers unless it is told
KERNELS(avx512, 8, __attribute__((target("avx512f,avx512bw,avx512vl,prefer-vector-width=512"))))
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
