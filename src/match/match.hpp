// Two players against each other, many times.
#pragma once
#include "match/elo.hpp"
#include "match/player.hpp"
#include <functional>
#include <string>
#include <vector>

namespace tavoliere {

struct MatchPlan {
    std::string variant;
    std::string first = "engine:time=0.1", second = "engine:time=0.1"; // players, as make_player reads them
    int games = 100;       // in pairs that share an opening and change colours; an odd last one is half a pair
    int opening_plies = 2; // random moves at the beginning, none of which ends the game
    int threads = 1;       // games at the same time
    std::uint64_t seed = 1;
};

struct PlayedGame {
    int number = 0; // from 0
    bool first_is_x = true;
    std::vector<std::string> moves; // the opening's too
    Result result{};
};

// Plays the match; tells of each game as it ends, one at a time, with the score so far. When `stop` is set, games that are
// being played do not count. A problem: an unknown game or player, or a game that random plies end before it begins.
// `report` must not throw.
Expected<MatchScore> play_match(const MatchPlan& plan,
                                const std::function<void(const PlayedGame&, const MatchScore&)>& report,
                                const std::atomic<bool>& stop);

}
