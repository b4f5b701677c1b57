// What is kept of a game, by whoever keeps it.
#pragma once
#include "play/clock.hpp"
#include "play/seats.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere {

// Everything else follows from it.
struct GameRow {
    std::string variant;
    std::string start;   // position
    std::string players; // JSON, as in the protocol: {"x":PLAYER,"o":PLAYER}
    std::string moves;   // canonical, with spaces between
    std::string result;  // JSON, as in the protocol
    std::int64_t version = 1;
    std::string clock = {};               // as Clock stores it; empty where there is none
    std::string offers = "[]";            // JSON, as in the protocol
    std::string turn = {};                // who is to move; empty when the game is over, or was kept by older versions
    std::optional<Instant> deadline = {}; // when the player to move will have lost on time
    std::string rematch = {};             // the name of the game that followed; empty for none
    bool is_whole = true;                 // the moves are those that were kept; else it cannot be played any more
};

// A game as it begins, and the keys to it.
struct NewEntry {
    std::string game; // its name, which opens nothing
    GameRow record;
    std::vector<GameKey> keys = {}; // none for a rematch, which those of the game before lead to
};

}
