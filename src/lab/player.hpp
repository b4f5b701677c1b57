// Who can play a match.
#pragma once
#include "lab/process.hpp"
#include "protocols/remote.hpp"
#include "session/session.hpp"
#include <array>
#include <atomic>
#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace tavoliere {

// A player as people write it.
struct PlayerPlan {
    // random                                   any move, all alike
    // greedy                                   looks one ply ahead
    // engine:time=0.05,nodes=N,depth=N         our search, within whichever limits are given; also hash=MB, threads=N,
    //                                          network=own|none|FILE, tables=DIR, and the search's parameters (parameters.def)
    // engine:level=3  engine:strength=2.5      the same for people, by a level of the game's or any strength (weaken())
    // uct:time=0.05,nodes=N                    UCT: a tree, and random games from its leaves; also hash=MB, explore=C
    // mcts:time=0.05,nodes=N                   a tree whose leaves are judged as `engine` judges; also hash=MB, explore=C,
    //                                          network=…, unit=N, temperature=T (MonteCarlo in search/limits.hpp)
    // uai:COMMAND  ugi:COMMAND  uci:COMMAND    somebody's engine: a program and its arguments, as a shell parts them
    std::string spec = "engine";
    std::string limits = {};               // more of time=…, nodes=…, depth=…
    std::vector<std::string> options = {}; // NAME=VALUE, for somebody's engine
    std::string name = {};                 // how to call it; the spec where it is empty
};

// The same, understood.
struct PlayerSetup {
    enum class Kind : unsigned char { random, greedy, engine, remote } kind = Kind::random;
    std::string name;
    Limits limits{};
    std::string network = "own";            // what our engine and mcts judge by, as GameSession::use_network() has it
    std::string tables = {};                // the directory of tables that our engine plays by; empty: none
    const RemoteDialect* dialect = nullptr; // of somebody's engine, and what follows
    std::vector<std::string> command;
    std::vector<std::array<std::string, 2>> options;
};
Expected<PlayerSetup> read_player(const PlayerPlan& plan);
bool lacks_limit(const PlayerSetup& setup); // it searches, and nothing but a clock would end that

// Why a player lost where the rules do not say so.
struct Forfeit {
    std::string_view reason; // one of those below
    std::string detail = {}; // for a person
};
namespace forfeit {
inline constexpr std::string_view illegal_move = "illegal move", time = "time forfeit", no_answer = "no answer",
                                  crash = "crash", flood = "flood", no_start = "did not start";
// It could not begin, and that is our fault or the machine's: the match ends, and nobody has lost.
inline constexpr std::string_view none_of_its_own = "none of its own";
inline constexpr std::array all{illegal_move, time, no_answer, crash, flood, no_start};
}

// A game at its beginning.
struct Beginning {
    const GameSession& game;               // as it stands after the opening
    const std::string& start;              // the position it began from
    const std::vector<std::string>& moves; // of the opening
    std::uint64_t seed;                    // what is random about a player begins here
};

// What a player has for its move.
struct Turn {
    bool timed = false;              // there are clocks:
    std::array<double, 2> left{};    // x's and o's, in seconds
    double increment = 0;            // of either, after every move
    Moment deadline = Moment::max(); // after this the move comes too late
};

struct Answer {
    std::string move;                // in a spelling the game accepts, if the player is any good
    std::optional<Score> score = {}; // what the player thinks of its position
};

// Plays one game after the other, either colour.
class Player {
public:
    virtual ~Player() = default;
    // Is ready to play, or says why it cannot.
    virtual Expected<void> prepare(const std::atomic<bool>& stop) = 0;
    virtual std::optional<Forfeit> begin(const Beginning& game, const std::atomic<bool>& stop) = 0;
    virtual void played(const std::string& move) = 0; // by either side
    // The game is not over. Where `stop` is set meanwhile, any answer will do.
    virtual std::expected<Answer, Forfeit> choose(const Turn& turn, const std::atomic<bool>& stop) = 0;
};

struct PlayerCare {
    double patience = 60; // seconds for somebody's engine to start, to get ready, and to move where no time is set
    int log = -1;         // a descriptor for what it says on standard error; none: it is lost
};
std::unique_ptr<Player> make_player(const PlayerSetup& setup, const GameSession& game, const PlayerCare& care);

}
