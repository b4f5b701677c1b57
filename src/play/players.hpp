// Who plays.
#pragma once
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere {

struct Players {
    // A person; or the engine, by a level for people or with so many seconds for a move.
    struct Player {
        int level = 0;
        double seconds = 0;
        bool is_person() const { return !level && seconds <= 0; }
    };
    Player x, o;
    const Player& of(char colour) const { return colour == 'x' ? x : o; }
};

std::string to_json(const Players::Player& player);
// From the member "seconds": the engine's time for a move, or for an answer. Fails if it is beyond the bounds of limits.json.
Expected<double> read_seconds(const Json& object, std::string_view where);
// From the members "x" and "o". Fails if one is no player. `where` is how a problem names the object.
Expected<Players> read_players(const Json& object, std::string_view where);

}
