#include "base/json.hpp"
#include "server/games.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace tavoliere::server {

void Games::leave(Follower& follower) {
    const auto found = live_.find(std::exchange(follower.follows_, {}));
    if (found == live_.end()) return;
    Live& live = found->second;
    live.followers.erase(&follower);
    tell_who_is_there(live, nullptr);
    let_sleep(live);
}

void Games::follow(Follower& follower, Live& live, const std::string& key) {
    if (follower.follows_ == live.name && follower.key_ == key) return;
    if (follower.follows_ != live.name) {
        live.followers.insert(&follower);
        leave(follower);
    }
    follower.follows_ = live.name;
    follower.key_ = key;
    tell_who_is_there(live, &follower);
}

void Games::tell_all(Cause cause, Live& live) {
    std::map<std::string, Text> told; // the same text for all who came by the same key
    for (Follower* follower : live.followers) {
        if (follower == cause.follower) {
            answer_state(cause, live);
            continue;
        }
        Text& text = told[follower->key_];
        if (!text) text = shared(message("state", {}, state_for(live, follower->key_)));
        follower->tell(text);
    }
}

void Games::answer_state(Cause cause, const Live& live) {
    cause.follower->answer(shared(message("state", cause.id, state_for(live, cause.follower->key_))));
}

std::string Games::state_for(const Live& live, const std::string& key) const {
    return live.match.state(viewer_by(key, live.keys, present(live)), now());
}

// The colours whose players are connected.
std::string Games::present(const Live& live) const {
    std::string colours;
    for (const char colour : {'x', 'o'}) {
        const GameKey* seat = key_that_opens(live.keys.own, {std::string(1, colour), 0});
        const auto sits = [&](const Follower* follower) { return seat && follower->key_ == seat->key; };
        if (std::ranges::any_of(live.followers, sits)) colours += colour;
    }
    return colours;
}

void Games::tell_who_is_there(Live& live, const Follower* but) {
    const std::string colours = present(live);
    if (colours == std::exchange(live.told_present, colours)) return;
    for (Follower* follower : live.followers) {
        if (follower == but) continue;
        follower->answer(
            shared(message("present", {}, JsonObject().add("key", follower->key_).add("present", colours).text())));
    }
}

}
