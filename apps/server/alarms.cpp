#include "play/engine_turn.hpp"
#include "server/games.hpp"
#include <algorithm>
#include <chrono>
#include <iterator>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>

namespace tavoliere::server {

constexpr std::chrono::seconds until_store_works(1); // before it is asked again what it could not tell
constexpr std::chrono::seconds between_notes(10);    // that the server runs, while clocks do
constexpr std::chrono::seconds between_looks(1);     // around, at what other servers did
constexpr std::chrono::seconds most_difference(1);   // of their clocks and the store's
// Who is there is told again, and believed for a while longer, as a server that dies does not say so.
constexpr std::chrono::seconds until_told_again(10), presence_lasts(25);
constexpr std::chrono::minutes until_engine_is_looked_at(1), until_removing_is_tried_again(10);
constexpr std::chrono::days between_removals(1);
constexpr Milliseconds between_slices(100); // of one removal
// Who could not come because no server ran finds his game there when he can again: after so long a time none is removed for a day.
constexpr std::chrono::hours long_time_down(1);

// What was thought about when the last server ended is thought about again.
void Games::begin() {
    look_at_stores_clock();
    const auto down = store_.give_back_time_down(by_store(now()));
    if (!down)
        spdlog::error("{}", down.error().text);
    else if (down->count())
        spdlog::info("no server ran for {} s: clocks that run are given it back", down->count() / 1000);
    if (!down || *down >= long_time_down) removes_at_ = now() + between_removals;
    engines_rest_ = true;
    look_at_clocks();
}

void Games::look_at_clocks(Instant at) {
    again_ = {};
    if (at >= noted_alive_ + between_notes) {
        noted_alive_ = at;
        look_at_stores_clock();
        if (const auto noted = store_.note_alive(by_store(at)); !noted) spdlog::error("{}", noted.error().text);
    }
    const auto due = store_.due(at);
    if (!due) {
        spdlog::error("{}", due.error().text);
        return ring_again_soon();
    }
    bool all_seen_to = true;
    for (const std::string& name : *due) all_seen_to &= is_flag_seen_to(name, at);
    if (engines_rest_) engines_rest_ = !wake_engines();
    if (std::exchange(answer_lost_, false))
        for (auto& [name, live] : live_) let_engine_act(live);
    if (at >= removes_at_) remove_expired(at);
    if (at >= looks_at_) look_around();
    if (all_seen_to && !engines_rest_)
        set_alarm();
    else
        ring_again_soon();
}

// Of servers whose clocks differ one takes for lost what another served, removes what is still kept, and players lose or win what lies
// between. So what they note and remove is by the store's clock; players' clocks are by each server's own, and its host is told where
// that is wrong, once.
void Games::look_at_stores_clock() {
    Sharing* const sharing = store_.sharing();
    if (!sharing) return;
    const auto ahead = sharing->clock_ahead();
    if (!ahead) return spdlog::error("{}", ahead.error().text);
    store_ahead_ = *ahead;
    const bool differs = std::chrono::abs(*ahead) > most_difference;
    if (differs && !clocks_differ_)
        spdlog::warn(
            "the store's clock and this server's differ by {} s: keep both right (NTP), or players lose or win "
            "it at each move",
            double(ahead->count()) / 1000);
    clocks_differ_ = differs;
}

// Some of them: the others when it rings again.
void Games::remove_expired(Instant at) {
    auto removed = store_.remove_expired(limits_.keeping, by_store(at));
    if (!removed) {
        spdlog::error("{}", removed.error().text);
        return try_later_to_remove();
    }
    removes_at_ = removed->is_all ? at + between_removals : at + between_slices;
    removes_more_ = !removed->is_all;
    removed_.insert(removed_.end(), std::move_iterator(removed->games.begin()),
                    std::move_iterator(removed->games.end()));
    for (const std::string& name : removed->led_to)
        if (const auto found = live_.find(name); found != live_.end()) {
            Live& live = found->second;
            if (store_.is_grouping()) before_.try_emplace(name, Before{live.match, live.keys});
            std::ignore = look_again(live); // it may have been removed itself
        }
    if (!store_.is_grouping()) let_go_of_removed();
}

void Games::try_later_to_remove() {
    removes_at_ = now() + until_removing_is_tried_again;
    set_alarm();
}

// Wakes the games in which an engine owes a person a move; false where that must be tried again.
bool Games::wake_engines() {
    const auto owing = store_.engines_to_move();
    if (!owing) {
        spdlog::error("{}", owing.error().text);
        return false;
    }
    bool all_awake = true;
    for (const std::string& name : *owing) {
        if (const auto live = wake_up(name)) {
            let_engine_act(**live);
            let_sleep(**live);
        } else {
            all_awake &= !can_be_played(name);
        }
    }
    return all_awake;
}

// Another server has the game in that version.
void Games::hear(const std::string& name, std::int64_t version) {
    const auto found = live_.find(name);
    if (found == live_.end()) return;
    if (const auto looked = look_again_if_changed(found->second, version); !looked)
        spdlog::error("{}", looked.error().text); // it is looked for again
    let_sleep(found->second);
}

void Games::hear(const GameEvent& event) {
    hear(event.game, event.version);
    const auto found = live_.find(event.game);
    if (found == live_.end()) return;
    Live& live = found->second;
    const auto [server, is_new] = live.elsewhere.try_emplace(event.server);
    server->second = {event.present, now() + presence_lasts};
    tell_who_is_there(live, nullptr);
    if (is_new) tell_others_who_is_here(live); // it may not have been told
}

void Games::look_who_is_there() {
    const Instant at = now();
    const bool tells = at >= tells_present_at_;
    if (tells) tells_present_at_ = at + until_told_again;
    for (auto& [name, live] : live_) {
        if (std::erase_if(live.elsewhere, [&](const auto& server) { return server.second.until < at; }))
            tell_who_is_there(live, nullptr);
        if (tells && !present_here(live).empty()) tell_others_who_is_here(live);
    }
}

// What other servers did that was not heard of, and what they left undone.
void Games::look_around() {
    Sharing* const sharing = store_.sharing();
    if (!sharing) return;
    looks_at_ = now() + between_looks;
    look_who_is_there();
    look_around(*sharing);
}

void Games::look_around(Sharing& sharing) {
    std::vector<std::string> names;
    for (const auto& [name, live] : live_) names.push_back(name);
    if (!names.empty()) {
        const auto versions = sharing.versions(names);
        if (!versions) {
            spdlog::error("{}", versions.error().text);
            return ring_again_soon();
        }
        for (const std::string& name : names) {
            const auto stored = versions->find(name);
            if (stored == versions->end())
                let_go_of(live_.at(name)); // another server has removed it
            else
                hear(name, stored->second);
        }
    }
    take_turns_left(sharing);
}

// Keeps the engine's turns that this server thinks about, and takes those that another had and has left.
void Games::take_turns_left(Sharing& sharing) {
    std::vector<std::string> ours;
    for (auto& [name, live] : live_) {
        if (live.engine_asked && live.has_turn) ours.push_back(name);
        live.has_turn = live.has_turn && live.engine_asked;
    }
    const auto left = sharing.keep_turns(server_, ours);
    if (!left) {
        spdlog::error("{}", left.error().text);
        return ring_again_soon();
    }
    for (const std::string& name : *left)
        if (const auto live = wake_up(name)) {
            // What nobody looks at, and has no clock, waits until somebody does.
            if ((*live)->followers.empty() && !goes_on_alone((*live)->match))
                std::ignore = sharing.end_turn(name, (*live)->match.version(), server_);
            let_sleep(**live);
        }
    for (auto& [name, live] : live_) let_engine_act(live);
}

// Ends it, unless another server has gone on with it meanwhile.
Expected<void> Games::end_if_time_is_up(Live& live, Instant at) {
    return again_if_late(live, [&]() -> Expected<void> {
        if (!live.match.is_time_up(at)) return {};
        return keep({}, live, after_flag_fall(live.match, at));
    });
}

// Ends a game where time is up; false where that must be tried again.
bool Games::is_flag_seen_to(const std::string& name, Instant at) {
    const auto live = wake_up(name);
    if (!live) {
        spdlog::error("{}", live.error().text);
        // What the store cannot tell now it may tell later; a record that cannot be played will never ring rightly.
        const auto record = store_.find(name);
        if (!record || (*record && LiveGame::replay(**record))) return false;
        return !*record || store_.set_deadline(name, (*record)->version, {}).has_value();
    }
    let_engine_act(**live);
    bool seen_to = true;
    // Another server on the same store may have changed it. Where none has, the engine thinks on.
    if (!(*live)->match.is_time_up(at)) {
        const auto stored = store_.find(name);
        seen_to = stored && *stored && look_again_if_changed(**live, (*stored)->version);
    }
    const LiveGame& match = (*live)->match;
    if (match.is_time_up(at)) {
        seen_to = end_if_time_is_up(**live, at).has_value();
    } else if (seen_to) {
        // An engine waits for its turn to think; should the server end meanwhile, the next one asks it. Else the row's deadline was not
        // that of its clock, and would ring for ever.
        std::optional<Instant> next;
        if (!match.engine_is_to_move())
            next = match.record().deadline;
        else if (goes_on_alone(match))
            next = at + until_engine_is_looked_at;
        seen_to = store_.set_deadline(name, match.version(), next).has_value();
    }
    let_sleep(**live);
    return seen_to;
}

// Whether the record of a game is, or may be, one that can be played.
bool Games::can_be_played(const std::string& name) {
    const auto record = store_.find(name);
    return !record || (*record && LiveGame::replay(**record));
}

void Games::set_alarm() {
    if (again_) return wake_(again_); // no later for what is set meanwhile
    const auto next = store_.next_deadline();
    const Instant at_last = store_.sharing() ? std::min(removes_at_, looks_at_) : removes_at_;
    if (next) return wake_(*next ? std::min({**next, now() + between_notes, at_last}) : at_last);
    spdlog::error("{}", next.error().text);
    ring_again_soon();
}

void Games::ring_again_soon() {
    if (!again_) again_ = now() + until_store_works;
    wake_(again_);
}

}
