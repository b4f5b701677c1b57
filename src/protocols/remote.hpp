// Somebody else's engine: what is said to it, and what its answers mean. Text only; src/lab/process.hpp starts the programs
// and carries the lines. What two protocols do not share is a RemoteDialect; each stands in its protocol's file.
//
// The words that all of them share are UCI's: setoption, isready, position, go, info, bestmove, quit.
#pragma once
#include "session/session.hpp"
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tavoliere {

// An option by which the engine is told what is played; no name where the protocol has none. An empty value: the protocol's
// engines have no common name for this variant, and whoever plays it has to set the option by hand.
struct GameOption {
    std::string_view name;
    std::string value;
    bool needed = true; // false: an engine that has no such option plays one game, and is taken to play this one
};

struct RemoteDialect {
    std::string_view name; // "uai": the greeting; with "ok" its answer, with "newgame" a game's beginning
    std::array<std::string_view, 4> clocks; // of `go`: x's and o's time, x's and o's increment, in milliseconds
    // How the engine is told which game it is, or why this protocol cannot play it.
    Expected<GameOption> (*game_option)(const GameSession& game);
    // What follows "position": the game began at `start`, had these moves, and stands at `now`.
    std::string (*place)(const std::string& start, std::span<const std::string> moves, const GameSession& now);
    // The word after "bestmove" as a spelling that a GameSession accepts.
    std::string (*read_move)(std::string_view word);
};
extern const RemoteDialect remote_uai, remote_ugi, remote_uci;
const RemoteDialect* find_remote_dialect(std::string_view name); // none: nullptr

// What a line says of the player to move's score; an empty one where it says a score that is none.
using ScoreSaid = std::optional<Score>;
// The score in a line "info … score cp N …", "… score N …" or "… score mate N …". Nothing in other lines, and in those
// about a second-best move.
std::optional<ScoreSaid> score_in_info(std::string_view line);

// Ataxx's options that say only where pieces and blocked cells are at first: a position says it again.
inline constexpr std::string_view first_position[] = {"start", "blocks"};

// The words of a line, between blanks.
std::vector<std::string_view> words_of(std::string_view line);

}
