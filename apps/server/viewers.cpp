#include "server/viewers.hpp"
#include <algorithm>

namespace tavoliere::server {

Opens opened_by(const KeyMark& mark, const AllKeys& keys) {
    const auto found = std::ranges::find(keys.own, mark, &KnownKey::mark);
    return found == keys.own.end() ? Opens() : found->opens;
}

Viewer viewer_by(const std::string& key, const AllKeys& keys, std::string_view present) {
    Viewer viewer{key, opened_by(mark_of(key), keys)};
    const bool by_link = std::ranges::none_of(keys.own, [](const KnownKey& each) { return each.opens.plays_all(); });
    if (!by_link) return viewer;

    viewer.present = present;
    const bool only_looks = !viewer.opens.is_seat() && !viewer.opens.invites_to;
    viewer.watch = only_looks ? key : watching_key_of(key);
    if (viewer.opens.is_seat())
        if (const std::string invitation = invitation_of(key); opened_by(mark_of(invitation), keys).invites_to)
            viewer.invite = invitation;
    // Not all keys of older versions lead on.
    const std::string next = rematch_key_of(key);
    if (std::ranges::find(keys.rematch, mark_of(next), &KnownKey::mark) != keys.rematch.end()) viewer.rematch = next;
    return viewer;
}

}
