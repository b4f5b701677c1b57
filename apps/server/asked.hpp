// What a request to /api/v1 asks for, by the table of routes; and the answers that need neither the engine nor a live game.
#pragma once
#include "base/is_over.hpp"
#include "base/json_read.hpp"
#include "play/api.hpp"
#include "server/http.hpp"
#include "server/puzzles.hpp"
#include "server/site.hpp"
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere::server {

// Whether an address belongs to the API: those below /api/v1, and two that are older than it.
bool is_of_api(std::string_view target);

// A request that is read: its fields as one object, wherever they stood.
struct Asked {
    const Route* route;
    Json fields;
    std::string key = {};  // of a live game
    bool is_older = false; // at an address from before there were routes
};
// Which methods an address has, "GET, HEAD, POST, OPTIONS"; empty where it has none.
std::string methods_of(std::string_view target);
// The route of a request; a refusal where there is none, by 404 or 405.
std::expected<const Route*, Reply> route_of(const HttpRequest& request);
// A refusal where it cannot be read: 400, 401, 415.
std::expected<Asked, Reply> read_asked(const Route& route, const HttpRequest& request);

// The answer, from any thread; it takes its time, but where it is painted it ends soon after it is over. Nothing where the engine or
// the games must give it.
using Work = std::function<Reply()>;
std::optional<Work> work_of(const Asked& asked, const Puzzles& puzzles, IsOver is_over);

}
