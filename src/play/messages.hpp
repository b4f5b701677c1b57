// What comes over the WebSocket, read and checked, and what goes back.
#pragma once
#include "ask/study.hpp"
#include "base/problem.hpp"
#include "play/clock.hpp"
#include "play/offers.hpp"
#include "play/players.hpp"
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tavoliere {

struct NewGame {
    std::string game, position;
    Players players;
    std::optional<TimeControl> control;
    std::optional<char> seat; // of a game by link: the maker's colour, or '?' for either
};
struct OpenGame {
    std::string key;
};
struct TakeSeat {
    std::string key, seat;
};
struct PlayMove {
    std::string key;
    int ply;
    std::string move;
};
struct TakeBack {
    std::string key;
};
struct Resign {
    std::string key;
    char player;
};
struct SeatPlayers {
    std::string key;
    Players players;
};
struct AskHint {
    std::string key;
};
struct Propose {
    enum class How : char { offer, accept, decline };
    std::string key;
    Deal what;
    How how;
};
struct GlanceAt {
    std::vector<std::string> keys;
};
struct Ping {};
template <class T>
concept IsChange = std::same_as<T, PlayMove> || std::same_as<T, TakeBack> || std::same_as<T, Resign> ||
                   std::same_as<T, SeatPlayers> || std::same_as<T, Propose>;

// Of positions that belong to no game.
struct StudyLine {
    StudyPlace place;
    int from; // the first move of the history that is wanted
};
struct AnalyseLine {
    StudyPlace place;
    double seconds;
    int lines;
};
struct SolveLine {
    StudyPlace place;
    double seconds;
};
struct StopAnalysis {};
template <class T>
concept IsAnalysis = std::same_as<T, StudyLine> || std::same_as<T, AnalyseLine> || std::same_as<T, SolveLine> ||
                     std::same_as<T, StopAnalysis>;

struct Request {
    std::optional<std::int64_t> id; // empty only where it cannot be read, and `what` is a problem
    Expected<std::variant<NewGame, OpenGame, TakeSeat, PlayMove, TakeBack, Resign, SeatPlayers, AskHint, Propose,
                          GlanceAt, Ping, StudyLine, AnalyseLine, SolveLine, StopAnalysis>>
        what;
};
Request read_request(std::string_view message);

// `d` is JSON; a message without id is not an answer.
std::string message(std::string_view type, std::optional<std::int64_t> id, std::string_view d);
std::string error_message(std::optional<std::int64_t> id, const Problem& problem);

}
