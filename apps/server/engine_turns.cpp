#include "play/engine_turn.hpp"
#include "server/games.hpp"
#include <random>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>

namespace tavoliere::server {

void Games::let_engine_act(Live& live) {
    if (live.engine_asked) return;
    const auto limits = engine_limits(live.match, std::random_device{}());
    if (!limits || !takes_turn(live)) return;
    const Errand errand = live.match.players().has_person() ? Errand::move : Errand::own_game;
    const auto hear = [this, name = live.name, past = live.past](const ThoughtView& thought) {
        if (!*past) engine_has_thought(name, thought);
        retry_refused();
    };
    const auto asked =
        engine_.ask("move", {errand, asker_of(live), live.match.session().copy(), *limits, live.past, hear});
    live.engine_asked = asked.has_value();
    engine_refused_ |= !live.engine_asked;
}

// Whether this server is the one that thinks. Where the store cannot tell, it is asked again later.
bool Games::takes_turn(Live& live) {
    Sharing* const sharing = store_.sharing();
    if (!sharing || live.has_turn) return true;
    if (!again_) {
        const auto taken = sharing->take_turn(live.name, live.match.version(), server_);
        if (taken) return live.has_turn = *taken;
        ring_again_soon();
    }
    answer_lost_ = true;
    return false;
}

// What the turn was for is past. Where the store cannot be told, the turn ends by itself.
void Games::end_turn(Live& live) {
    if (!std::exchange(live.has_turn, false) || again_) return;
    std::ignore = store_.sharing()->end_turn(live.name, live.match.version(), server_);
}

Visitor Games::asker_of(const Live& live) {
    if (live.followers.empty()) return {.address = {}, .connection = std::hash<std::string>()(live.name)};
    return (*live.followers.begin())->asker;
}

void Games::engine_has_thought(const std::string& name, const ThoughtView& thought) {
    Live& live = live_.at(name);
    live.engine_asked = false;
    const auto kept = [&]() -> Expected<void> {
        if (auto may = store_.prepare_to_write(); !may) return may;
        auto next = after_thought(live.match, thought, now());
        return next ? keep({}, live, std::move(*next)) : std::unexpected(next.error());
    }();
    if (!kept) could_not_keep(live, kept.error());
    let_sleep(live);
}

// What the engine said is lost. Unless the game was read anew, and the engine asked about that, it is asked again later: at
// once could be without end.
void Games::could_not_keep(const Live& live, const Problem& problem) {
    spdlog::error("engine in {}: {}", live.match.session().variant(), problem.text);
    if (live.engine_asked) return;
    answer_lost_ = true;
    ring_again_soon();
}

// Every answer of the engine frees a place in its queue.
void Games::retry_refused() {
    if (!std::exchange(engine_refused_, false)) return;
    for (auto& [name, live] : live_) let_engine_act(live);
}

}
