// The rules as the page sees them: boards, positions, pictures. Nothing is kept between requests.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "game/options.hpp"
#include "request.hpp"

using namespace tavoliere;

extern "C" {

[[clang::export_name("games")]] bool page_games() { return answer(games_json()); }

[[clang::export_name("board")]] bool page_board() {
    const auto session = open(text_of("game"));
    return session ? answer(board_json(**session)) : refuse(session.error());
}

[[clang::export_name("study")]] bool page_study() { return answer(study_json({place_asked_for()})); }

[[clang::export_name("diagram")]] bool page_diagram() {
    DiagramRequest diagram;
    for (const Field& field : fields_of<DiagramRequest>)
        if (const auto text = given(field.name); text && !text->empty())
            if (auto set = set_field(field, field.name, *text, &diagram, Asker::owner); !set)
                return refuse(set.error());
    return answer(drawing_svg(diagram).transform([](const std::string& svg) { return json_string(svg); }));
}
}
