#include "ask/drawing.hpp"
#include "ask/study.hpp"
#include "game/options.hpp"
#include <utility>

namespace tavoliere {

Diagram picture_of(const GameSession& session, std::span<const std::string> last) {
    const PositionView view = session.view();
    Diagram d{session.geometry(), session.info().colour_names(), view.cells};
    d.sign = session.info().sign;
    d.strokes = session.strokes();
    d.guides = view.guides;
    for (const std::string& name : view.figures) d.figures.push_back(*d.geometry.find(name));
    for (const std::string& step : last)
        if (const auto cell = d.geometry.find(step)) d.marked.push_back(*cell);
    return d;
}

Expected<void> draw_on(Diagram& picture, const DiagramRequest& request) {
    auto marks = read_marks(request.marks, picture.geometry);
    if (!marks) return std::unexpected(marks.error());
    picture.marks = std::move(*marks);
    picture.caption = request.caption;
    picture.style = request.style == "print" ? Style::print : request.style == "wood" ? Style::wood : Style::screen;
    picture.coordinates = request.coordinates;
    picture.turned = request.turned;
    return {};
}

Expected<std::string> drawing_svg(const DiagramRequest& request) {
    std::vector<std::string> last;
    const auto session = session_at(request, last);
    if (!session) return std::unexpected(session.error());
    Diagram picture = picture_of(**session, last);
    if (auto drawn = draw_on(picture, request); !drawn) return std::unexpected(drawn.error());
    return svg(picture);
}

Expected<Animation> animation_of(const AnimationRequest& request) {
    if (const auto moves = split(request.moves, ' ').size(); moves > most_animated)
        return problem("moves: " + std::to_string(moves) + " are too many to be shown; an animation has at most " +
                       std::to_string(most_animated));
    Animation out;
    const auto hear = [&](const GameSession& session, std::span<const std::string> path) {
        out.pictures.push_back(picture_of(session, path));
    };
    auto session = session_at(request, hear);
    if (!session) return std::unexpected(session.error());
    for (Diagram& picture : out.pictures) {
        DiagramRequest asked = request;
        if (&picture != &out.pictures.back()) asked.marks.clear();
        if (auto drawn = draw_on(picture, asked); !drawn) return std::unexpected(drawn.error());
    }
    out.session = std::move(*session);
    return out;
}

Expected<std::string> animation_svg(const AnimationRequest& request) {
    const auto animation = animation_of(request);
    if (!animation) return std::unexpected(animation.error());
    return animated_svg(animation->pictures, request.pace);
}

}
