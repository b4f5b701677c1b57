// What was played from a position, by the file of openings/ that came last.
#include "ask/openings.hpp"
#include "base/json.hpp"
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
        return std::unexpected(no_openings_of((*rules)->variant()));
    return explored_json(*openings, **rules, asked);
}

}

extern "C" {

// The request is a file of openings/: the explorer answers by the last one.
[[clang::export_name("openings")]] bool page_openings() {
    return answer(read_openings(std::exchange(request(), {})).transform([](Openings openings) {
        kept_openings() = std::move(openings);
        return json_string(kept_openings()->variant);
    }));
}

[[clang::export_name("explorer")]] bool page_explorer() {
    return answer(asked_for<ExplorerRequest>().and_then(explorer_json));
}
}
