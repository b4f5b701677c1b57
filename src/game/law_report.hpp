// What checking the laws of a game found (game/laws.hpp).
#pragma once
#include <cstdint>
#include <string>

namespace tavoliere {

struct LawReport {
    std::string broken; // empty, or the law that broke, and where
    std::uint64_t games = 0, plies = 0;
    std::uint64_t signature = 0; // a number that changes when the rules do, and not with the order of a list of moves
};

}
