// The bounds of what a search, or many, can be asked for, wherever that is: on the command line, by a protocol, by a match, over a network.
#pragma once
#include <cstdint>

namespace tavoliere {

inline constexpr int most_search_depth = 120; // plies; no search goes deeper
inline constexpr int most_search_lines = 256; // of the best moves
inline constexpr int most_search_threads = 256;
inline constexpr int most_hash_mb = 65'536, most_memory_mb = 1 << 24; // and no more than the machine has
inline constexpr std::uint64_t most_search_nodes = std::uint64_t{1} << 60;
inline constexpr double least_search_seconds = 0.001, most_search_seconds = 1e9;
inline constexpr std::uint64_t most_games = 1'000'000'000; // that are played one after the other
inline constexpr int most_opening_plies = 100;             // drawn by chance

}
