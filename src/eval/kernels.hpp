// The loops that a network's time goes into, for the widest registers that the machine has.
#pragma once
#include <cstdint>
#include <string_view>

namespace tavoliere {

struct Kernels {
    std::string_view name; // "avx512", "avx2", "plain"
    // to[i] = from[i] + sums of the rows to add - those to take away, i < size; size is a multiple of 32; `to`, `from`, which may be
    // the same, and all rows begin at a multiple of 64 bytes.
    void (*update)(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* add, int adds,
                   const std::int16_t* const* take, int takes, int size);
    // The sum of clamp(from[i], 0, 255)^2 * weight[i]; every |weight| is at most 127 and size at most 256, so that
    // 255 * 127 fits in 16 bits and 256 * 255 * 255 * 127 in 32.
    std::int32_t (*dot)(const std::int16_t* from, const std::int16_t* weight, int size);
    // to[i] = from[i] + the sum of times[r] * rows[r][i], modulo 2^16; sizes and alignment as in update.
    void (*shift)(std::uint16_t* to, const std::uint16_t* from, const std::uint16_t* const* rows,
                  const std::uint16_t* times, int count, int size);
};

const Kernels& best_kernels();                      // for this machine
const Kernels* find_kernels(std::string_view name); // nullptr where the machine cannot run them, or there are none

}
