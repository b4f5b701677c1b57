// When a search ends, and what it found.
#pragma once
#include "search/parameters.hpp"
#include <cstddef>
#include <cstdint>

namespace tavoliere {

// A search ends at whichever of these comes first; 0 means no such limit. With none at all it runs until stopped.
struct Limits {
    double seconds = 0;
    int depth = 0;           // plies
    std::uint64_t nodes = 0; // positions visited, over all threads
    int lines = 1;           // how many best moves, each with its line
    int threads = 1;
    std::size_t hash_mb = 16;
    Parameters parameters;
};

// A position's value for the player to move.
struct Score {
    enum class Kind : std::uint8_t { estimate, win, loss, draw };
    Kind kind = Kind::estimate;
    int value = 0; // estimate: hundredths of a piece; win, loss: plies until the game ends; draw: 0
    bool operator==(const Score&) const = default;
};

}
