#include "ask/drawing.hpp"
#include "base/text.hpp"

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

Expected<void> draw_on(Diagram& picture, const DrawingRequest& request) {
    auto marks = read_marks(request.marks, picture.geometry);
    if (!marks) return std::unexpected(marks.error());
    const auto letters = letters_in(request.caption);
    if (!letters) return std::unexpected(need_one_line("caption", request.caption).error());
    if (*letters > longest_caption)
        return problem("caption: " + std::to_string(*letters) + " letters are too many; it has at most " +
                       std::to_string(longest_caption));
    if (request.style != "screen" && request.style != "print")
        return problem("style: " + in_quotes(request.style) + " is neither screen nor print");
    picture.marks = std::move(*marks);
    picture.caption = request.caption;
    picture.style = request.style == "print" ? Style::print : Style::screen;
    picture.coordinates = request.coordinates;
    picture.turned = request.turned;
    return {};
}

Expected<std::string> drawing_svg(const DrawingRequest& request) {
    std::vector<std::string> last;
    const auto session = session_at(request.place, last);
    if (!session) return std::unexpected(session.error());
    Diagram picture = picture_of(**session, last);
    if (auto drawn = draw_on(picture, request); !drawn) return std::unexpected(drawn.error());
    return svg(picture);
}

}
