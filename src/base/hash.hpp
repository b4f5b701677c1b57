// Hashing words of 64 bits.
#pragma once
#include <cstdint>

namespace tavoliere {

// Every bit of x reaches every bit of the result (multiply and fold, twice).
constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    return x ^ x >> 32;
}

}
