// One game of the laboratory: played, and as a line of its file.
#pragma once
#include "lab/lab_player.hpp"
#include <array>
#include <functional>
#include <vector>

namespace tavoliere {

class Json; // base/json_read.hpp

// What games begin from: a variant, perhaps with its first move made.
struct LabStart {
    std::string name; // the canonical variant, and after a blank the first move, where there is one
    std::unique_ptr<GameSession> session;
};

// How all games of a laboratory are played.
struct LabConditions {
    int opening_plies = 6; // in which players that think draw among good moves
    int temperature = 40;  // of that draw, in hundredths of a piece
    int most_plies = 1000; // a game that is not over by then has not ended
    std::uint64_t seed = 1;
};

// Positions in which one move alone is good, among some that were drawn from a game.
struct OnlyMoves {
    static constexpr int looks = 3; // plies
    int tried = 0, found = 0;
    std::array<int, looks> seen{}; // how many of those a look of 1, 2, 3 plies finds
    bool operator==(const OnlyMoves&) const = default;
};

// What is kept of a game that is looked at closely.
struct WatchedGame {
    std::vector<int> points;    // after each ply, what x had to expect then, in thousandths; -1: nobody thought
    std::vector<int> choices;   // legal moves at each ply
    std::int64_t changed = 0;   // cells, summed over the plies
    int covered = 0, cells = 0; // cells that ever bore a piece, of those that are not blocked
    int first_pieces = 0, last_pieces = 0;
    // What stands after 1, 2 and 4 plies, alike for symmetric positions; "" where it was over.
    std::array<std::string, 3> openings = {};
    OnlyMoves only = {};
    bool operator==(const WatchedGame&) const = default;
};

struct LabGame {
    std::string start; // LabStart::name
    std::string x, o;  // players' names
    int number = 0;    // of the games between these two, from 0: both play either colour in turns
    Winner winner = Winner::draw;
    std::string reason; // the rules' word; "unfinished" after LabConditions::most_plies
    int plies = 0;

    std::optional<WatchedGame> watched = {}; // of games that are looked at closely
    // Of games with a trick: how many moves whoever has it made, and how many of them were the trick.
    int trick_moves = 0, tricks = 0;

    bool has_ended() const;
    double points_of_x() const { return winner == Winner::x ? 1 : winner == Winner::o ? 0 : 0.5; }
    bool operator==(const LabGame&) const = default;
};
inline constexpr std::string_view unfinished = "unfinished";
inline constexpr std::array opening_depths{1, 2, 4};

// What tells the position from others that are not symmetric to it.
std::string opening_key(const GameSession& board);

// Plays it; `only_nodes` above 0 has two of a watched game's positions searched so deep for only moves. Nothing where `is_over` said
// so, which is asked at every ply, or `stop` came.
std::optional<LabGame> play_lab_game(const LabStart& start, const LabPlayer& x, const LabPlayer& o, int number,
                                     const LabConditions& how, bool is_watched, std::uint64_t only_nodes,
                                     const std::function<bool()>& is_over, const std::atomic<bool>& stop);

std::string to_line(const LabGame& game); // JSON, without its end
Expected<LabGame> read_lab_game(const Json& line);

}
