// What comes over the WebSocket, read and checked, and what goes back.
#pragma once
#include "ask/requests.hpp"
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

// A game: its first position, who plays it, and where it is one by link its maker's seat.
struct NewGame {
    std::string game, position = "startpos";
    Players players;
    std::optional<TimeControl> control = {};
    char seat = 0; // the maker's colour, or 'e' for either; 0 where it is no game by link
};
// The next ones are to the game, or the seat in it, that a key opens.
struct Keyed {
    std::string key;
};
struct OpenGame : Keyed {};
struct TakeSeat : Keyed {
    std::string seat = {};
};
struct PlayMove : Keyed {
    int ply = 0;
    std::string move = {};
};
struct TakeBack : Keyed {};
struct Resign : Keyed {
    char player = 'x';
};
struct SeatPlayers : Keyed {
    Players players = {};
};
struct AskHint : Keyed {};
struct Propose : Keyed {
    enum class How : char { offer, accept, decline };
    Deal what = Deal::draw;
    How how = How::offer;
};
struct GlanceAt {
    std::vector<std::string> keys;
};
struct Ping {};
template <class T>
concept IsChange = std::same_as<T, PlayMove> || std::same_as<T, TakeBack> || std::same_as<T, Resign> ||
                   std::same_as<T, SeatPlayers> || std::same_as<T, Propose>;

struct StopAnalysis {};
template <class T>
concept IsAnalysis = std::same_as<T, StudyRequest> || std::same_as<T, AnalyseRequest> ||
                     std::same_as<T, SolveRequest> || std::same_as<T, ExplorerRequest> || std::same_as<T, StopAnalysis>;

struct Request {
    std::optional<std::int64_t> id; // empty only where it cannot be read, and `what` is a problem
    Expected<std::variant<NewGame, OpenGame, TakeSeat, PlayMove, TakeBack, Resign, SeatPlayers, AskHint, Propose,
                          GlanceAt, Ping, StudyRequest, AnalyseRequest, SolveRequest, ExplorerRequest, StopAnalysis>>
        what;
};
Request read_request(std::string_view message);
// One by its name and what stands in its `d`, where that comes in another way than as a message: a problem names it by the message's name.
// `key`: that of the game, where it comes apart; then it is not looked for in `d`.
decltype(Request::what) read_named(std::string_view type, const Json& d, const std::string* key);
// All that can be said so, in the order of docs/protocol.md.
std::vector<RequestInfo> messages();

// `d` is JSON; a message without id is not an answer.
std::string message(std::string_view type, std::optional<std::int64_t> id, std::string_view d);
// What message() put together; nothing where it is anything else. It refers to the message.
struct Told {
    std::string_view type;
    std::optional<std::int64_t> id = {};
    std::string_view d = {};
};
std::optional<Told> taken_apart(std::string_view message);
std::string error_message(std::optional<std::int64_t> id, const Problem& problem);

}
