#include "play/engine_turn.hpp"
#include "server/games.hpp"
#include <random>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

void Games::let_engine_act(Live& live) {
    if (live.engine_asked) return;
    const auto limits = engine_limits(live.match, now(), std::random_device{}());
    if (!limits) return;
    live.engine_asked = engine_.ask({live.match.session().copy(), *limits, live.past,
                                     [this, name = live.name, past = live.past](const ThoughtView& thought) {
                                         if (!*past) engine_has_thought(name, thought);
                                         retry_refused();
                                     }});
    engine_refused_ |= !live.engine_asked;
}

void Games::engine_has_thought(const std::string& name, const ThoughtView& thought) {
    Live& live = live_.at(name);
    live.engine_asked = false;
    auto next = after_thought(live.match, thought, now());
    const auto kept = next ? keep({}, live, std::move(*next)) : std::unexpected(next.error());
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
