#pragma once
#include <cstddef>
#include <string>

namespace tavoliere::server {

inline constexpr std::size_t key_length = 22;

// A name that nobody can guess: 22 letters and digits, 131 bits from the kernel.
std::string new_key();

}
