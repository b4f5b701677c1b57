// The rules as the page sees them: boards, positions, pictures, openings. Nothing is kept between requests but openings.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/openings.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
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

[[clang::export_name("games")]] bool page_games() { return answer(games_json()); }

[[clang::export_name("board")]] bool page_board() {
    const auto asked = asked_for<BoardRequest>();
    if (!asked) return refuse(asked.error());
    const auto session = open(asked->game);
    return session ? answer(board_json(**session)) : refuse(session.error());
}

[[clang::export_name("study")]] bool page_study() { return answer(asked_for<StudyRequest>().and_then(study_json)); }

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

[[clang::export_name("diagram")]] bool page_diagram() {
    return answer(asked_for<DiagramRequest>().and_then(drawing_svg).transform([](const std::string& svg) {
        return json_string(svg);
    }));
}
}
