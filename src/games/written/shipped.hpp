// The written games that come with the program: games/*.game, built in.
#pragma once
#include <span>
#include <string_view>

namespace tavoliere::written {

struct Shipped {
    std::string_view name, text; // as the text's line `game` has it
};
std::span<const Shipped> shipped(); // in alphabetical order of their files

}
