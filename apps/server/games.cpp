#include "server/games.hpp"
#include "play/engine_turn.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>

namespace tavoliere::server {

Expected<LiveGame> Games::load(const std::string& name, Payer payer, const LiveGame* known) {
    std::optional<Visitors::Bill> bill;
    if (payer.follower) {
        const std::string& network = payer.follower->asker.address;
        // The clock of who has a seat may run, and he must not lose by what others of his network asked for.
        if (!payer.has_seat)
            if (auto may = visitors_.may_compute("key", network); !may) return std::unexpected(may.error());
        bill.emplace(visitors_, network);
    }
    const auto record = store_.find(name);
    if (!record) return std::unexpected(record.error());
    if (!*record) return problem("key: the game that it opened no longer exists");
    auto match = LiveGame::replay(**record, known);
    if (!match)
        return problem(fmt::format("key: the record of this game can no longer be played: {}", match.error().text));
    return match;
}

Expected<Games::Live*> Games::wake_up(const std::string& name, Payer payer) {
    if (const auto found = live_.find(name); found != live_.end()) return &found->second;
    auto match = load(name, payer);
    if (!match) return std::unexpected(match.error());
    Live live{name, std::move(*match)};
    if (auto read = read_keys(live, live.match.rematch()); !read) return std::unexpected(read.error());
    Live& awake = live_.emplace(name, std::move(live)).first->second;
    live_games_ = live_.size();
    return &awake;
}

// Forgets a game that nobody looks at.
void Games::let_sleep(Live& live) {
    if (live.followers.empty() && !goes_on_alone(live.match)) forget(live);
}

// It is in memory no longer, and who followed it follows none.
void Games::forget(Live& live) {
    end_turn(live);
    for (Follower* follower : live.followers) follower->follows_.clear();
    followers_ -= live.followers.size();
    *live.past = true;
    live_.erase(live_.find(live.name));
    live_games_ = live_.size();
}

// Takes what the store has of a game, which another server may have changed. Where nobody asked here, who follows it pays.
Expected<void> Games::look_again(Live& live, Payer payer) {
    if (!payer.follower && !live.followers.empty()) payer = {*live.followers.begin(), true};
    auto stored = load(live.name, payer, &live.match);
    if (!stored) return std::unexpected(stored.error());
    auto read = read_keys(live, stored->rematch());
    replace({}, live, std::move(*stored));
    return read;
}

// `version`: the store's.
Expected<void> Games::look_again_if_changed(Live& live, std::int64_t version, Payer payer) {
    return version > live.match.version() ? look_again(live, payer) : Expected<void>();
}

// A change to a game as it is and, where other servers on the store were faster, as these have made it: more than one may be.
Expected<void> Games::again_if_late(Live& live, const std::function<Expected<void>()>& change) {
    constexpr int most_tries = 5;
    for (int tries = 1;; ++tries) {
        const std::int64_t known = live.match.version();
        auto changed = change();
        if (changed || tries == most_tries) return changed;
        // The store may refuse it, which has told what it has (keep); or the rules, for what it has is not known here yet.
        if (Sharing* const sharing = store_.sharing(); sharing && live.match.version() == known)
            if (const auto versions = sharing->versions({live.name}); versions && versions->contains(live.name))
                std::ignore = look_again_if_changed(live, versions->at(live.name));
        if (live.match.version() == known) return changed;
    }
}

Expected<void> Games::read_keys(Live& live, const std::string& rematch) {
    live.keys.rematch.clear();
    auto keys = store_.keys_of(live.name);
    if (!keys) return std::unexpected(keys.error());
    live.keys.own = std::move(*keys);
    for (Follower* follower : live.followers) note_seat(*follower, live);
    return rematch.empty() ? Expected<void>() : read_keys_of_rematch(live, rematch);
}

Expected<void> Games::read_keys_of_rematch(Live& live, const std::string& rematch) {
    auto keys = store_.keys_of(rematch);
    if (!keys) return std::unexpected(keys.error());
    live.keys.rematch = std::move(*keys);
    return {};
}

Expected<KeyedGame> Games::find_key(const std::string& key) {
    auto keyed = store_.find_key(key);
    if (!keyed) return std::unexpected(keyed.error());
    if (!*keyed) return problem("key: this is no game here"); // it may be one elsewhere, and so is not told again
    return std::move(**keyed);
}

// From now on the follower follows that game, and the engine plays where it is its turn. Nobody's time is up there.
Expected<Games::Reached> Games::reach(Follower& follower, const std::string& key, Instant at) {
    const auto keyed = find_key(key);
    if (!keyed) return std::unexpected(keyed.error());
    const auto live = wake_up(keyed->game, {&follower, keyed->opens.is_seat()});
    if (!live) return std::unexpected(live.error());
    follow(follower, **live, key);
    let_engine_act(**live); // for whom it thinks is known now
    if (auto ended = end_if_time_is_up(**live, at); !ended) return std::unexpected(ended.error());
    return Reached{*live, keyed->opens};
}

// Whether one more game may be begun from a network, or one that was over go on again. `what` begins the problem. A network has no more
// than twice what it leaves to others, so that whoever has few may begin one long after those who have many.
Expected<void> Games::may_begin(std::string_view what, const std::string& network) {
    constexpr int until_some_end = 3600; // seconds
    const auto unfinished = store_.unfinished(network);
    if (!unfinished) return std::unexpected(unfinished.error());
    if (unfinished->of_network >= limits_.of_network)
        return problem(
            fmt::format("{}: as many games as may be, {}, were begun from this network and are not over: play one to "
                        "its end, or resign it, and try again",
                        what, limits_.of_network));
    const std::int64_t places = limits_.in_all - std::min(unfinished->in_all, limits_.in_all);
    if (places && unfinished->of_network >= 2 * places)
        return problem(fmt::format(
            "{}: this server has nearly as many games that are not over as it may have, and {} of them were "
            "begun from this network: play one to its end, or resign it, and try again",
            what, unfinished->of_network));
    if (!places)
        return std::unexpected(Problem{
            fmt::format("{}: this server has as many games that are not over as it may have; try again in an hour",
                        what),
            until_some_end});
    return {};
}

// Keeps a change, then lets everybody know: what could not be kept did not happen.
Expected<void> Games::keep(Cause cause, Live& live, LiveGame next, const NewEntry* rematch) {
    const std::string network = cause.follower ? cause.follower->asker.address : std::string();
    if (auto kept = store_.update(live.name, next.record(), rematch, network); !kept) {
        // Perhaps another server on the same store was faster: then its word counts.
        const std::int64_t known = live.match.version();
        std::ignore = look_again(live);
        spdlog::log(live.match.version() == known ? spdlog::level::warn : spdlog::level::info, "{}", kept.error().text);
        return kept;
    }
    changed_[live.name] = next.version();
    AllKeys keys = live.keys;
    if (rematch) std::ignore = read_keys_of_rematch(live, rematch->game); // else it is shown to who comes anew
    LiveGame before = replace(cause, live, std::move(next));
    if (store_.is_grouping())
        before_.try_emplace(live.name, Before{std::move(before), std::move(keys)});
    else
        tell_others();
    return {};
}

// The other servers on the store: what is in it now.
void Games::tell_others() {
    for (const auto& [name, version] : std::exchange(changed_, {})) {
        const auto found = live_.find(name);
        bus_.publish({name, version, server_, found == live_.end() ? std::string() : present_here(found->second)});
    }
}

// Gives the one before.
LiveGame Games::replace(Cause cause, Live& live, LiveGame match) {
    const int shared = match.plies_shared_with(live.match);
    for (Follower* follower : live.followers) follower->knows_ = std::min(follower->knows_, shared);
    end_turn(live);
    LiveGame before = std::exchange(live.match, std::move(match));
    live.history.reset();
    *live.past = true;
    live.past = std::make_shared<std::atomic<bool>>(false);
    live.engine_asked = false;
    tell_all(cause, live);
    let_engine_act(live);
    if (live.match.clock()) set_alarm();
    return before;
}

void Games::begin_batch() {
    store_.begin_group();
    outbox_.hold();
}

void Games::end_batch() {
    if (const auto kept = store_.commit_group(); !kept) {
        spdlog::error("{}", kept.error().text);
        changed_.clear();
        auto unheard = outbox_.forget();
        for (const auto& follower : unheard) follower->knows_ = 0;
        if (!std::exchange(removed_, {}).empty()) try_later_to_remove();
        take_back_batch();
        // What was to be said to them of games that nobody changed is lost, too.
        for (auto& follower : unheard) {
            if (!follower->knows_) catch_up(*follower, 0);
            outbox_.give_back(std::move(follower));
        }
        for (const auto& [asker, id] : asked_)
            if (const auto follower = asker.lock()) outbox_.answer(*follower, plain(error_message(id, kept.error())));
    }
    let_go_of_removed();
    before_.clear();
    asked_.clear();
    outbox_.release();
    tell_others();
}

// Games that are in the store no longer: who follows one is told so.
void Games::let_go_of_removed() {
    expired_ += removed_.size();
    untold_ += removed_.size();
    if (untold_ && !removes_more_)
        spdlog::info("games removed that nobody went on with: {}", std::exchange(untold_, 0));
    for (const std::string& name : std::exchange(removed_, {})) {
        const auto found = live_.find(name);
        if (found != live_.end()) let_go_of(found->second);
    }
}

void Games::let_go_of(Live& live) {
    const Problem gone{"key: nobody went on with it for as long as such a game is kept, and so this is no game here"};
    for (Follower* follower : live.followers) outbox_.answer(*follower, plain(error_message({}, gone)));
    forget(live);
}

// Games are again as they were before the batch, and those are gone that were made in it.
void Games::take_back_batch() {
    if (store_.sharing()) ring_again_soon(); // and not before then the engine takes its turns
    for (auto& [name, before] : std::exchange(before_, {})) {
        const auto found = live_.find(name);
        if (found == live_.end()) continue;
        Live& live = found->second;
        if (before.match) {
            live.keys = std::move(before.keys);
            // What was said of the game in this batch is not sent.
            for (Follower* follower : live.followers) follower->knows_ = 0;
            replace({}, live, std::move(*before.match));
        } else {
            forget(live);
        }
    }
}

}
