// Diagrams on request: for `show`, the server and the browser build, all from the same words.
#pragma once
#include "ask/study.hpp"
#include "diagram/diagram.hpp"
#include <span>

namespace tavoliere {

// The session's position, with the cells of the last move's path marked. It refers to the session.
Diagram picture_of(const GameSession& session, std::span<const std::string> last);

struct DrawingRequest {
    StudyPlace place;
    std::string marks = {}, caption = {};
    std::string style = "screen"; // or "print"
    bool coordinates = true, turned = false;
};
inline constexpr std::size_t longest_caption = 500; // letters

// Draws on a picture what is asked for besides the position.
Expected<void> draw_on(Diagram& picture, const DrawingRequest& request);
// The whole as SVG.
Expected<std::string> drawing_svg(const DrawingRequest& request);

}
