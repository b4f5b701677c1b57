// The checksum of our binary files.
#pragma once
#include "base/hash.hpp"
#include <algorithm>
#include <cstring>
#include <string_view>

namespace tavoliere {

inline std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t sum = bytes.size();
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(8, bytes.size()))) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), std::min<std::size_t>(8, bytes.size()));
        sum = mix(sum ^ word) + 0x9e3779b97f4a7c15;
    }
    return sum;
}

}
