#include "server/games.hpp"
#include "play/engine_turn.hpp"
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>

namespace tavoliere::server {

Games::Figures Games::figures() const {
    Figures figures{.live = live_.size(), .requests = requests_, .refused = refused_};
    for (const auto& [name, live] : live_) figures.followers += live.followers.size();
    return figures;
}

Expected<LiveGame> Games::load(const std::string& name) {
    const auto record = store_.find(name);
    if (!record) return std::unexpected(record.error());
    if (!*record) return problem("key: the game that it opened no longer exists");
    auto match = LiveGame::replay(**record);
    if (!match)
        return problem(fmt::format("key: the record of this game can no longer be played: {}", match.error().text));
    return match;
}

Expected<Games::Live*> Games::wake_up(const std::string& name) {
    if (const auto found = live_.find(name); found != live_.end()) return &found->second;
    auto match = load(name);
    if (!match) return std::unexpected(match.error());
    Live live{name, std::move(*match)};
    if (auto read = read_keys(live, live.match.rematch()); !read) return std::unexpected(read.error());
    return &live_.emplace(name, std::move(live)).first->second;
}

// Forgets a game that nobody looks at.
void Games::let_sleep(Live& live) {
    if (!live.followers.empty() || goes_on_alone(live.match)) return;
    *live.past = true;
    live_.erase(live_.find(live.name));
}

// Takes what the store has of a game, which another server may have changed.
Expected<void> Games::look_again(Live& live) {
    auto stored = load(live.name);
    if (!stored) return std::unexpected(stored.error());
    auto read = read_keys(live, stored->rematch());
    replace({}, live, std::move(*stored));
    return read;
}

Expected<void> Games::read_keys(Live& live, const std::string& rematch) {
    live.keys.rematch.clear();
    auto keys = store_.keys_of(live.name);
    if (!keys) return std::unexpected(keys.error());
    live.keys.own = std::move(*keys);
    if (rematch.empty()) return {};
    auto next = store_.keys_of(rematch);
    if (!next) return std::unexpected(next.error());
    live.keys.rematch = std::move(*next);
    return {};
}

Expected<KeyedGame> Games::find_key(const std::string& key) {
    auto door = store_.find_key(key);
    if (!door) return std::unexpected(door.error());
    if (!*door) return problem(fmt::format("key: {} is no game here", in_quotes(key)));
    return std::move(**door);
}

// From now on the follower follows that game, and the engine plays where it is its turn. Nobody's time is up there.
Expected<Games::Reached> Games::reach(Follower& follower, const std::string& key, Instant at) {
    const auto door = find_key(key);
    if (!door) return std::unexpected(door.error());
    const auto live = wake_up(door->game);
    if (!live) return std::unexpected(live.error());
    follow(follower, **live, key);
    let_engine_act(**live); // for whom it thinks is known now
    if ((*live)->match.is_time_up(at))
        if (auto ended = keep({}, **live, after_flag_fall((*live)->match, at)); !ended)
            return std::unexpected(ended.error());
    return Reached{*live, door->opens};
}

// Keeps a change, then lets everybody know: what could not be kept did not happen.
Expected<void> Games::keep(Cause cause, Live& live, LiveGame next, const NewEntry* rematch) {
    if (auto kept = store_.update(live.name, next.record(), rematch); !kept) {
        spdlog::warn("{}", kept.error().text);
        // Perhaps another server on the same store was faster: then its word counts.
        std::ignore = look_again(live);
        return kept;
    }
    if (rematch) live.keys.rematch = rematch->keys;
    replace(cause, live, std::move(next));
    return {};
}

void Games::replace(Cause cause, Live& live, LiveGame match) {
    live.match = std::move(match);
    *live.past = true;
    live.past = std::make_shared<std::atomic<bool>>(false);
    live.engine_asked = false;
    tell_all(cause, live);
    let_engine_act(live);
    if (live.match.clock()) set_alarm();
}

}
