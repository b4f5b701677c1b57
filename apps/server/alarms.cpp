#include "server/games.hpp"
#include <chrono>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

constexpr std::chrono::seconds until_store_works(1); // before it is asked again what it could not tell

// What was thought about when the last server ended is thought about again, for the clock did not wait.
void Games::begin() {
    engines_rest_ = true;
    look_at_clocks();
}

void Games::look_at_clocks() {
    again_ = {};
    const auto due = store_.due(now());
    if (!due) {
        spdlog::error("{}", due.error().text);
        return ring_again_soon();
    }
    bool all_seen_to = true;
    for (const std::string& name : *due) all_seen_to &= is_flag_seen_to(name);
    if (engines_rest_) engines_rest_ = !wake_engines();
    if (std::exchange(answer_lost_, false))
        for (auto& [name, live] : live_) let_engine_act(live);
    if (all_seen_to && !engines_rest_)
        set_alarm();
    else
        ring_again_soon();
}

// Wakes the games with a deadline, and lets those sleep again in which no engine is to move; false where that must be tried
// again.
bool Games::wake_engines() {
    const auto timed = store_.due({});
    if (!timed) {
        spdlog::error("{}", timed.error().text);
        return false;
    }
    bool all_awake = true;
    for (const std::string& name : *timed) {
        if (const auto live = wake_up(name))
            let_sleep(**live);
        else
            all_awake &= !can_be_played(name);
    }
    return all_awake;
}

// Ends a game where time is up; false where that must be tried again.
bool Games::is_flag_seen_to(const std::string& name) {
    const auto live = wake_up(name);
    if (!live) {
        spdlog::error("{}", live.error().text);
        // What the store cannot tell now it may tell later; a record that cannot be played will never ring rightly.
        return !can_be_played(name) && store_.forget_deadline(name).has_value();
    }
    bool seen_to = true;
    // Another server on the same store may have changed it.
    if (!(*live)->match.is_time_up(now())) seen_to = look_again(**live).has_value();
    if (const Instant at = now(); (*live)->match.is_time_up(at))
        seen_to = keep({}, **live, after_flag_fall((*live)->match, at)).has_value();
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
    if (next) return wake_(*next);
    spdlog::error("{}", next.error().text);
    ring_again_soon();
}

void Games::ring_again_soon() {
    if (!again_) again_ = now() + until_store_works;
    wake_(again_);
}

}
