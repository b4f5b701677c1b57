// A game as a moving picture. The editor of written games has no use for it.
#include "ask/drawing.hpp"
#include "base/json.hpp"
#include "request.hpp"

using namespace tavoliere;

extern "C" {

[[clang::export_name("animation")]] bool page_animation() {
    return answer(asked_for<AnimationRequest>().and_then(animation_svg).transform([](const std::string& svg) {
        return json_string(svg);
    }));
}
}
