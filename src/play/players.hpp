// Who plays.
#pragma once
#include "ask/field.hpp"
#include "ask/limits.hpp"
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include "search/limits.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere {

// Of an engine that plays: its level for people, or its seconds for a move.
inline constexpr WholeRange engine_levels{1, most_level};
inline constexpr DecimalRange engine_seconds{least_engine_seconds, most_engine_seconds};

struct Players {
    // A person; or the engine, by a level for people or with so many seconds for a move.
    struct Player {
        int level = 0;
        double seconds = 0;
        bool is_person() const { return !level && seconds <= 0; }
    };
    Player x, o;
    const Player& of(char colour) const { return colour == 'x' ? x : o; }
    bool has_person() const { return x.is_person() || o.is_person(); }
};

std::string to_json(const Players::Player& player);
// From {"kind":"person"}, {"kind":"engine","level":3} or {"kind":"engine","seconds":0.5}. Fails if it is none of these, or a number is
// beyond its bounds. `what` is how a problem names it.
Expected<Players::Player> read_player(const Json& player, std::string_view what);

// Both, as a store has them.
std::string to_json(const Players& players);
Expected<Players> read_kept_players(const std::string& stored); // what to_json() wrote; fails if it is anything else

}
