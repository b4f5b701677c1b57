// Sessions as JSON: what the page, the server and `--json` say. docs/protocol.md describes it.
#pragma once
#include "base/json.hpp"
#include "session/session.hpp"
#include <string>

namespace tavoliere {

std::string_view name(Score::Kind kind);                  // cp, win, loss, draw
std::string to_json(const Score& score);                  // {"cp":n} | {"win":plies} | {"loss":plies} | {"draw":0}
std::string to_json(const std::optional<Result>& result); // null while the game goes on
std::string to_json(const MoveView& move);                // {"text":…,"path":[…],"also":[…],"half":…}
std::string to_json(const std::vector<HandView>& hands);
std::string to_json(const GameInfo& info);
std::string position_json(const PositionView& p); // its text, whose turn it is, and what add_view adds
// A move of a history: who made it, and what stood after it.
std::string played_json(const MoveView& move, char turn, const PositionView& after);
// What lies on the board and beside it: cells, hands, and where there are any guides and figures.
JsonObject& add_view(JsonObject& out, const PositionView& view);

std::string games_json();                           // an array with every game
std::string board_json(const GameSession& session); // the geometry of its board, and what stands on it now

}
