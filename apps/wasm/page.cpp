// The rules as the page sees them: boards, positions, pictures. Nothing is kept between requests.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "request.hpp"

using namespace tavoliere;

extern "C" {

[[clang::export_name("games")]] bool page_games() { return answer(games_json()); }

[[clang::export_name("board")]] bool page_board() {
    const auto asked = asked_for<BoardRequest>();
    if (!asked) return refuse(asked.error());
    const auto session = open(asked->game);
    return session ? answer(board_json(**session)) : refuse(session.error());
}

[[clang::export_name("study")]] bool page_study() { return answer(asked_for<StudyRequest>().and_then(study_json)); }

[[clang::export_name("diagram")]] bool page_diagram() {
    return answer(asked_for<DiagramRequest>().and_then(drawing_svg).transform([](const std::string& svg) {
        return json_string(svg);
    }));
}
}
