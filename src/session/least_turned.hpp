#pragma once
#include "board/geometry.hpp"
#include <algorithm>
#include <span>
#include <string>

namespace tavoliere {

// A board written cell by cell, turned so that it is the first of all those that `symmetries` make of it, in the order of their
// characters. What follows the cells goes with them unchanged.
inline std::string least_turned(const std::string& cells, std::span<const Renaming> symmetries) {
    std::string least = cells;
    for (const Renaming& to : symmetries) {
        std::string turned = cells;
        for (std::size_t c = 0; c < to.size(); ++c) turned[to[c]] = cells[c];
        least = std::min(least, turned);
    }
    return least;
}

}
