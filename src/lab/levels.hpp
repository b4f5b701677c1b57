// The levels for people but the last, which is the whole engine: how each fares against the one below, and strengths that make it fare as
// it should.
#pragma once
#include "lab/tournament.hpp"
#include "session/strength.hpp"

namespace tavoliere {

struct LevelsPlan {
    std::string variant;
    int games = 200; // of each match
    double share =
        0.83; // that find_levels() wants: the more, the farther the levels reach, where the game has room for it
    int opening_plies = 2;
    int threads = 1;
    std::uint64_t seed = 1;
    std::string checkpoint =
        {}; // a file to save each match in and to go on from; none: nothing is kept (base/job_file.hpp)
};

// Both give the same however often they were killed and went on from the checkpoint, which stays there until the caller has written
// what they found. A problem: it is of another plan, or cannot be written.

// The first level against a player who looks one ply ahead, every other against the one below.
struct LevelMatch {
    int level;
    std::string above, below; // the players
    MatchScore score;
    bool was_there = false; // in the checkpoint, from a run before this
};
// As a table of Markdown: its head, and a row.
std::string_view level_table_head();
std::string level_row(const LevelMatch& match);
// The matches of play_levels(), from the first level on.
std::vector<MatchPlan> level_matches(const LevelsPlan& plan, const Levels& levels);
Expected<void> play_levels(const LevelsPlan& plan, const Levels& levels,
                           const std::function<void(const LevelMatch&)>& report, const std::atomic<bool>& stop);

// Strengths at which the first level has some 35 % of the points and every other `share`, as near as matches of so many games
// tell. `report` hears of each that was tried.
Expected<Levels> find_levels(const LevelsPlan& plan, const std::function<void(const LevelMatch&)>& report,
                             const std::atomic<bool>& stop);

}
