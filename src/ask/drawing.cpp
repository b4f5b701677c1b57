#include "ask/drawing.hpp"
#include "ask/study.hpp"

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

}
