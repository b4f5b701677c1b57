#include "play/viewers.hpp"
#include <algorithm>

namespace tavoliere {

Viewer viewer_by(const std::string& key, const AllKeys& keys, std::string_view present) {
    const auto own = std::ranges::find(keys.own, key, &GameKey::key);
    Viewer viewer{key, own == keys.own.end() ? Opens() : own->opens};
    const bool by_link = std::ranges::none_of(keys.own, [](const GameKey& each) { return each.opens.plays_all(); });
    if (!by_link) return viewer;

    const auto text_of = [](const GameKey* found) { return found ? found->key : std::string(); };
    const Opens looking = {"", 0};
    viewer.present = present;
    viewer.watch = text_of(key_that_opens(keys.own, looking));
    if (viewer.opens.is_seat()) {
        const char seat = viewer.opens.seats[0];
        viewer.invite = text_of(key_that_opens(keys.own, {"", other_side(seat)}));
        viewer.rematch = text_of(key_that_opens(keys.rematch, {std::string(1, other_side(seat)), 0}));
    } else {
        viewer.rematch = text_of(key_that_opens(keys.rematch, looking));
    }
    return viewer;
}

}
