// Thermographs: how what a game is worth to either side shrinks as every move costs more.
//
// Cooled by t, a game that is not a number is { G^L - t | G^R + t }, until at some t both stops meet; from there on it is that number,
// its mean. The t at which they meet is its temperature: what the move is worth. The walls, the stops of the cooled game as
// functions of t, are found by
//
//     left wall at t    the largest of the right walls of Left's options, less t
//     right wall at t   the smallest of the left walls of Right's options, and t more
//
// as long as the left one is above the right one, and the mast, where both are the mean, above that. All corners are dyadic.
#pragma once
#include "solve/values.hpp"

namespace tavoliere {

struct Thermograph {
    struct Corner {
        Dyadic temperature, value;
        bool operator==(const Corner&) const = default;
    };
    // From temperature 0 up to where the mast begins, ascending. A number has one corner, a mast and no more.
    std::vector<Corner> left, right;
    Dyadic mean;
    Dyadic temperature; // of a number in lowest terms, m / 2^k: -1 / 2^k
};

// Nothing where the store's limits ended it, or where a corner is too fine to be exact.
std::optional<Thermograph> thermograph(Values& values, Value g);

}
