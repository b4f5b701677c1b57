// Diagrams on request: for `show`, the server and the browser build, all from the same words.
#pragma once
#include "ask/requests.hpp"
#include "diagram/diagram.hpp"
#include "session/session.hpp"
#include <span>

namespace tavoliere {

// The session's position, with the cells of the last move's path marked. It refers to the session.
Diagram picture_of(const GameSession& session, std::span<const std::string> last);

// Draws on a picture what is asked for besides the position.
Expected<void> draw_on(Diagram& picture, const DiagramRequest& request);
// The whole as SVG.
Expected<std::string> drawing_svg(const DiagramRequest& request);

}
