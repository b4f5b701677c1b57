#pragma once
#include <string>

namespace tavoliere::server {

// A name for a game that nobody can guess: 22 letters and digits, 131 bits from the kernel.
std::string new_key();

}
