// What was played from a position, by the file of openings/ that came last.
#include "ask/openings.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "request.hpp"
#include "session/replay.hpp"
#include <optional>
#include <utility>

using namespace tavoliere;

namespace {

std::optional<Openings>& kept_openings() {
    static std::optional<Openings> kept;
    return kept;
}

Expected<std::string> explorer_json(const ExplorerRequest& asked) {
    const auto rules = open_replayer(asked.game);
    if (!rules) return std::unexpected(rules.error());
    const auto& openings = kept_openings();
    if (!openings || openings->variant != (*rules)->variant())
        return problem("explorer: there are no openings of " + (*rules)->variant() + " here");
    std::vector<std::string> moves;
    for (const std::string_view move : split(asked.moves, ' '))
        if (!move.empty()) moves.emplace_back(move);
    const auto next = (*rules)->next(asked.position, moves);
    if (!next) return std::unexpected(next.error());
    const auto found = explore(*openings, *next, std::size_t(asked.top_games));
    return explored_json(found.explored, found.games, std::size_t(asked.most_moves));
}

}

extern "C" {

// The request is a file of openings/: the explorer answers by the last one.
[[clang::export_name("openings")]] bool page_openings() {
    return answer(read_openings(std::exchange(request(), {})).transform([](Openings openings) {
        const std::string games =
            JsonObject().add("game", openings.variant).add("games", openings.games).add("made", openings.made).text();
        kept_openings() = std::move(openings);
        return games;
    }));
}

[[clang::export_name("explorer")]] bool page_explorer() {
    return answer(asked_for<ExplorerRequest>().and_then(explorer_json));
}
}
