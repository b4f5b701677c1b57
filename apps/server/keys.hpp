#pragma once
#include "ask/limits.hpp"
#include <string>

namespace tavoliere::server {

// A name that nobody can guess: key_length letters and digits, 131 bits from the kernel.
std::string new_key();

}
