// The search as the page sees it. Nothing is kept between requests but networks. A search says a line each depth, and cannot be
// stopped from outside while it runs: who wants that throws the whole instance away, which costs nothing worth keeping.
#include "ask/study.hpp"
#include "base/json.hpp"
#include "networks.hpp"
#include "request.hpp"
#include <utility>

using namespace tavoliere;

extern "C" {

// The request is a file of networks/.
[[clang::export_name("network")]] bool page_network() {
    return answer(keep_network(std::exchange(request(), {})).transform([](std::string_view game) {
        return JsonObject().add("game", game).text();
    }));
}

// The last line has the scores of all depths; as many lines before it as there are depths.
[[clang::export_name("think")]] bool page_think() {
    const auto asked = asked_for<ThinkRequest>();
    if (!asked) return refuse(asked.error());
    const auto session = session_at(*asked);
    if (!session) return refuse(session.error());
    if ((*session)->result()) return refuse({"think: the game is over"});
    const std::atomic<bool> never{false};
    std::vector<std::pair<int, Score>> depths;
    const auto hear = [&](const ThoughtView& thought) {
        note_depth(depths, thought);
        say(lines_json(thought));
    };
    const auto last = (*session)->think(asked->limits, hear, never);
    return answer(lines_json(last, depths));
}
}
