#include "play/engine_turn.hpp"
#include "ask/json.hpp"
#include "play/changes.hpp"
#include "search/clock.hpp"
#include <algorithm>
#include <chrono>

namespace tavoliere {

namespace {

constexpr double hint_seconds = 0.5;
constexpr double draw_seconds = 0.3; // to think about an offer
constexpr int fewest_plies_to_draw = 20;

const std::string* best_move(const ThoughtView& thought) {
    return thought.lines.empty() || thought.lines[0].moves.empty() ? nullptr : &thought.lines[0].moves[0];
}

// Whether the engine takes a draw, from what it thinks of its opponent, who is to move: not before the game has taken
// shape, and not where it is better.
bool takes_draw(int ply, const ThoughtView& thought) {
    if (ply < fewest_plies_to_draw || thought.lines.empty()) return false;
    const Score theirs = thought.lines[0].score;
    switch (theirs.kind) {
    case Score::Kind::win:
    case Score::Kind::draw: return true;
    case Score::Kind::loss: return false;
    case Score::Kind::estimate: return theirs.value >= 0;
    }
    return false;
}

// The share of its clock that the engine takes for a move; nothing where it need not hurry.
std::optional<double> seconds_by_clock(const LiveGame& game) {
    const auto& clock = game.clock();
    if (!clock || clock->control().days) return {};
    const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
    const char turn = game.turn();
    // What it had when the turn came to it: it has not thought yet.
    return share_of_clock(seconds(clock->left(turn, other_side(turn), {})), seconds(clock->control().increment));
}

}

std::optional<Limits> engine_limits(const LiveGame& game, std::uint64_t seed) {
    Limits limits;
    if (game.engine_is_to_move()) {
        const Players::Player& player = game.players().of(game.turn());
        limits.seconds = std::min(player.seconds, engine_seconds.most); // what is kept may have been allowed more
        limits.level = player.level;
        limits.seed = seed;
        if (const auto share = seconds_by_clock(game))
            limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, *share) : *share;
    } else if (game.waits_for_engine()) {
        limits.seconds = draw_seconds;
    } else {
        return {};
    }
    return limits;
}

Expected<LiveGame> after_thought(const LiveGame& game, const ThoughtView& thought, Instant now) {
    if (game.is_time_up(now)) return after_flag_fall(game, now);
    LiveGame next = seen_anew(game);
    Expected<void> done;
    if (const char person = game.engine_is_to_move() ? 0 : game.waits_for_engine()) {
        const char engine = other_side(person);
        done =
            takes_draw(game.ply(), thought) ? next.accept(Deal::draw, engine, now) : next.decline(Deal::draw, engine);
    } else {
        if (!next.thinks_in_time(std::chrono::duration<double>(thought.seconds), now))
            return after_flag_fall(game, now);
        const std::string* const best = best_move(thought);
        done = next.play(best ? *best : next.session().greedy(0), now);
    }
    if (!done) return std::unexpected(done.error());
    return next;
}

bool goes_on_alone(const LiveGame& game) {
    const bool is_timed = game.clock() && game.clock()->is_running();
    return is_timed && game.engine_is_to_move() && game.players().of(other_side(game.turn())).is_person();
}

Expected<Limits> hint_limits(const LiveGame& game, const Opens& opens) {
    if (!opens.plays_all()) return problem("hint: persons play without help here");
    if (game.result()) return problem("hint: the game is over");
    if (game.engine_is_to_move()) return problem("hint: the engine is to move");
    Limits limits;
    limits.seconds = hint_seconds;
    return limits;
}

Expected<std::string> hint_json(int ply, const std::vector<MoveView>& moves, const ThoughtView& thought) {
    const std::string* const best = best_move(thought);
    if (!best) return problem("hint: the game went on before there was one");
    const auto move = std::ranges::find(moves, *best, &MoveView::text);
    if (move == moves.end()) return problem("hint: the engine found no move");
    const std::string shown = JsonObject().add("text", move->text).raw("path", json_strings(move->path)).text();
    return JsonObject().add("ply", ply).raw("move", shown).raw("score", to_json(thought.lines[0].score)).text();
}

}
