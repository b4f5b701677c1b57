// Two players against each other, many times.
#pragma once
#include "lab/adjudication.hpp"
#include "lab/openings.hpp"
#include "lab/player.hpp"
#include "lab/sprt.hpp"
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tavoliere {

// Seconds for a game and for each of its moves.
struct GameClock {
    double seconds, increment;
};
Expected<GameClock> read_clock(std::string_view text); // "60+0.6", "60"

struct MatchPlan {
    std::string variant;
    PlayerPlan first{.spec = "engine:time=0.1"}, second{.spec = "engine:time=0.1"};
    int from = 0;              // the number of the first game that is played; those before it are somebody else's
    int games = 100;           // in pairs that share an opening and change colours; an odd last one is half a pair
    std::string openings = {}; // the text of a list; empty: all games begin at the first position
    bool shuffled = false;     // the list's order, by the seed
    int opening_plies = 2;     // random moves after that, none of which ends the game
    int threads = 1;           // games at the same time
    std::uint64_t seed = 1;
    std::optional<GameClock> clock = {};
    double margin = 0.2;  // seconds that a move may come late
    double patience = 60; // PlayerCare's
    int log = -1;         // PlayerCare's
    Adjudication adjudication = {};
    std::optional<Sprt> sprt = {}; // ends the match when it has an answer
    std::string records = {};      // a file to keep the games in
    bool resume = false;           // go on where that file ends
    // Counts how often the whole program was stopped and went on. A game in which that happened while time counted says
    // nothing, and is played again.
    const std::atomic<unsigned>* pauses = nullptr;
};

// A problem where the games may come out otherwise when they are played again, or elsewhere: it says by what.
Expected<void> need_repeatable(const MatchPlan& plan);

// One move of a game, for who wants to know more.
struct MoveNote {
    std::optional<Score> score; // what the mover thought
    double seconds = 0;
};

struct PlayedGame {
    int number = 0; // from 0
    bool first_is_x = true;
    std::string start = "startpos";
    bool o_begins = false;               // it is o's turn there
    std::vector<std::string> moves = {}; // the opening's too
    int opening = 0;                     // how many of them are the opening's
    std::vector<MoveNote> notes = {};    // of the moves after the opening
    Result result{};
    std::string detail = {}; // of a forfeit
};

struct MatchReport {
    MatchScore score;
    int x_won = 0, o_won = 0;
    std::map<std::string, int> ends = {};                    // how many games, by the reason of their result
    std::array<std::map<std::string, int>, 2> forfeits = {}; // the first's and the second's
    int resumed = 0;                                         // games that were in the records already
    std::uint64_t cut_off = 0;                               // bytes of an unfinished one, cut off them
    std::optional<double> llr = {};                          // of the SPRT
    enum class End : unsigned char { complete, decided, stopped, aborted } end = End::complete;
    std::string why = {}; // aborted: one line
};

// Plays the match; tells of each game as it ends, one at a time, with the score so far. When `stop` is set, or the SPRT is
// decided, games that are being played do not count. A problem is bad input: an unknown game or player, an engine that cannot
// be started, openings or records that do not fit. `report` must not throw.
Expected<MatchReport> play_match(const MatchPlan& plan,
                                 const std::function<void(const PlayedGame&, const MatchReport&)>& report,
                                 const std::atomic<bool>& stop);

}
