// The engine against itself, for training.
#pragma once
#include "session/session.hpp"
#include "training/games.hpp"
#include <atomic>
#include <functional>

namespace tavoliere::training {

struct SelfplayPlan {
    std::string variant;
    std::uint64_t nodes = 2000; // a move
    int plies = 8;              // at most this many random moves at the beginning, and at least half as many
    int stray = 0;              // percent of the moves after them that are drawn as well, though searched
    int solve_from = 0;         // after so many plies every position is solved; 0: none is
    std::uint64_t seed = 1;
    std::string network = "own"; // "own": the variant's; "none"; or a file's name

    // The file's first line. It holds the network's checksum: games by another one of the same name are not mixed in.
    std::string header(const Network* used) const;
};

inline constexpr int most_plies = 400; // a game that lasts longer counts as drawn
inline constexpr int batch_size = 32;  // games that are written at once

// The game with this number, the same every time; nothing where `stop` came first.
std::optional<Game> play_game(const SelfplayPlan& plan, const GameSession& start, std::uint64_t number,
                              const std::atomic<bool>& stop);

struct SelfplayProgress {
    std::uint64_t games, positions;
};
// Plays games number first … last - 1 with so many threads and hands them on in batches, in order.
Expected<void> selfplay(const SelfplayPlan& plan, std::uint64_t first, std::uint64_t last, int threads,
                        const std::function<Expected<void>(const std::string& lines)>& batch,
                        const std::function<void(const SelfplayProgress&)>& progress, const std::atomic<bool>& stop);

}
