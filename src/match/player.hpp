// Who can play a match.
#pragma once
#include "session/session.hpp"
#include <atomic>
#include <memory>
#include <string>

namespace tavoliere {

// Plays one game after the other, either colour.
class Player {
public:
    virtual ~Player() = default;
    // A game begins, where `game` stands. What is random about the player begins at `seed`.
    virtual void begin(const Session& game, std::uint64_t seed) = 0;
    virtual void played(const std::string& move) = 0; // by either side
    // A legal move; the game is not over.
    virtual std::string choose(const std::atomic<bool>& stop) = 0;
};

// A player by what it is called:
//
//   random                                   any move, all alike
//   greedy                                   looks one ply ahead
//   engine:time=0.05,nodes=N,depth=N         our search, within whichever limits are given, at least one
Expected<std::unique_ptr<Player>> make_player(std::string_view text);

}
