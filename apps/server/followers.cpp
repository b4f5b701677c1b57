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
    followers_ -= live.followers.erase(&follower);
    tell_who_is_there(live, nullptr);
    let_sleep(live);
}

void Games::follow(Follower& follower, Live& live, const std::string& key) {
    if (follower.follows_ == live.name && follower.key_ == key) return;
    if (follower.follows_ != live.name) {
        live.followers.insert(&follower);
        ++followers_;
        leave(follower);
        follower.knows_ = 0;
    }
    follower.follows_ = live.name;
    follower.key_ = key;
    note_seat(follower, live);
    tell_who_is_there(live, &follower);
}

void Games::note_seat(Follower& follower, const Live& live) {
    const Opens opens = opened_by(mark_of(follower.key_), live.keys);
    follower.seat_ = opens.is_seat() ? opens.seats[0] : '\0';
}

void Games::tell_all(Cause cause, Live& live) {
    std::map<std::pair<std::string, int>, Text> told; // the same text for all who came by the same key and know as much
    for (Follower* follower : live.followers) {
        if (follower == cause.follower) {
            answer_state(cause, live);
            continue;
        }
        const int from = first_untold(*follower);
        Text& text = told[{follower->key_, from}];
        if (!text) text = state_for(live, follower->key_, {}, from);
        follower->knows_ = live.match.ply();
        outbox_.tell(*follower, text, from);
    }
}

void Games::answer_state(Cause cause, Live& live) {
    Follower& follower = *cause.follower;
    outbox_.answer(follower, state_for(live, follower.key_, cause.id, first_untold(follower)));
    follower.knows_ = live.match.ply();
}

void Games::catch_up(Follower& follower, int from) {
    const auto found = live_.find(follower.follows_);
    if (found == live_.end()) return outbox_.tell(follower, {}, 0);
    follower.knows_ = std::min(follower.knows_, from);
    const int first = first_untold(follower);
    outbox_.tell(follower, state_for(found->second, follower.key_, {}, first), first);
    follower.knows_ = found->second.match.ply();
}

Text Games::state_for(Live& live, const std::string& key, std::optional<std::int64_t> id, int from) {
    Viewer viewer = viewer_by(key, live.keys, present(live));
    if (const auto kept = kept_unbegun_by_link(limits_.keeping);
        kept && (viewer.opens.invites_to || !viewer.invite.empty()))
        viewer.invite_days = int(std::chrono::floor<std::chrono::days>(*kept).count());
    std::shared_ptr<const std::string> history = from == 0 ? live.history.lock() : nullptr;
    if (!history) {
        history = outbox_.share(live.match.history(from));
        if (from == 0) live.history = history;
    }
    std::string begin = message("state", id, live.match.state_up_to_history(viewer, now(), from));
    begin.pop_back(); // the brace: end_of_state has it
    return std::make_shared<const Message>(std::move(begin), std::move(history));
}

// The colours whose players are connected to this server.
std::string Games::present_here(const Live& live) {
    std::string colours;
    for (const char colour : {'x', 'o'}) {
        const auto sits = [colour](const Follower* follower) { return follower->seat_ == colour; };
        if (std::ranges::any_of(live.followers, sits)) colours += colour;
    }
    return colours;
}

// And to any.
std::string Games::present(const Live& live) {
    const std::string here = present_here(live);
    std::string colours;
    for (const char colour : {'x', 'o'})
        if (here.contains(colour) || std::ranges::any_of(live.elsewhere, [colour](const auto& server) {
                return server.second.present.contains(colour);
            }))
            colours += colour;
    return colours;
}

void Games::tell_others_who_is_here(const Live& live) { bus_.publish({live.name, 0, server_, present_here(live)}); }

void Games::tell_who_is_there(Live& live, const Follower* but) {
    if (const std::string here = present_here(live); here != live.told_others_present) {
        live.told_others_present = here;
        tell_others_who_is_here(live);
    }
    const std::string colours = present(live);
    if (colours == std::exchange(live.told_present, colours)) return;
    for (Follower* follower : live.followers) {
        if (follower == but) continue;
        outbox_.answer(
            *follower,
            plain(message("present", {}, JsonObject().add("key", follower->key_).add("present", colours).text())));
    }
}

}
