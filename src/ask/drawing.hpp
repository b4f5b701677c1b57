// Diagrams on request: for `show`, the server and the browser build, all from the same words.
#pragma once
#include "ask/requests.hpp"
#include "diagram/diagram.hpp"
#include "session/session.hpp"
#include <memory>
#include <span>
#include <vector>

namespace tavoliere {

// The session's position, with the cells of the last move's path marked. It refers to the session.
Diagram picture_of(const GameSession& session, std::span<const std::string> last);

// Draws on a picture what is asked for besides the position.
Expected<void> draw_on(Diagram& picture, const DiagramRequest& request);
// The whole as SVG.
Expected<std::string> drawing_svg(const DiagramRequest& request);

// A game's positions, the first one first, and what they refer to.
struct Animation {
    std::unique_ptr<GameSession> session;
    std::vector<Diagram> pictures;
};
// A problem where there are more than most_animated moves, too.
Expected<Animation> animation_of(const AnimationRequest& request);
Expected<std::string> animation_svg(const AnimationRequest& request);

}
