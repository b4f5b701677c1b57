#include "server/games.hpp"
#include "game/json.hpp"
#include "server/keys.hpp"
#include "speak/json.hpp"
#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <random>
#include <spdlog/spdlog.h>
#include <utility>
#include <variant>

namespace tavoliere::server {

namespace {

constexpr double hint_seconds = 0.5;

std::string best_move(const ThoughtView& thought, const Session& session) {
    if (thought.lines.empty() || thought.lines[0].moves.empty()) return session.greedy(0);
    return thought.lines[0].moves[0];
}

// The hint as an answer; a problem where the thought came to nothing.
std::string hint_message(std::int64_t id, int ply, const std::vector<MoveView>& moves, const ThoughtView& thought) {
    if (thought.lines.empty() || thought.lines[0].moves.empty())
        return error_message(id, {"hint: the game went on before there was one"});
    const auto move = std::ranges::find(moves, thought.lines[0].moves[0], &MoveView::text);
    if (move == moves.end()) return error_message(id, {"hint: the engine found no move"});
    const std::string shown = JsonObject().add("text", move->text).raw("path", json_strings(move->path)).text();
    return message(
        "hint", id,
        JsonObject().add("ply", ply).raw("move", shown).raw("score", to_json(thought.lines[0].score)).text());
}

}

void Games::receive(Follower& follower, std::string_view message) {
    Request request = read_request(message);
    const auto refuse = [&](const Problem& problem) { follower.answer(shared(error_message(request.id, problem))); };
    if (!request.what) return refuse(request.what.error());
    const Cause cause{&follower, *request.id};
    try {
        const auto handled = std::visit([&](auto& what) { return handle(cause, std::move(what)); }, *request.what);
        if (!handled) refuse(handled.error());
    } catch (const std::exception& error) {
        spdlog::error("games: {}", error.what());
        refuse({"server: this could not be done; the reason is in the server's log"});
    }
}

void Games::leave(Follower& follower) {
    const auto found = live_.find(std::exchange(follower.follows_, {}));
    if (found == live_.end()) return;
    Live& live = found->second;
    live.followers.erase(&follower);
    if (!live.followers.empty()) return;
    *live.past = true;
    live_.erase(found);
}

Expected<void> Games::handle(Cause cause, NewGame request) {
    auto match = Match::start(request.game, request.position, request.players);
    if (!match) return std::unexpected(match.error());
    const std::string key = new_key();
    if (auto kept = store_.insert(key, match->record()); !kept) return kept;
    return handle(cause, OpenGame{key});
}

Expected<void> Games::handle(Cause cause, const OpenGame& request) {
    const auto live = join(*cause.follower, request.key);
    if (!live) return std::unexpected(live.error());
    answer_state(cause, **live);
    return {};
}

Expected<void> Games::handle(Cause cause, const PlayMove& request) {
    const auto live = join(*cause.follower, request.key);
    if (!live) return std::unexpected(live.error());
    const Match& match = (*live)->match;
    if (request.ply > match.ply())
        return problem(fmt::format("move: d.ply is {} where {} moves were made", request.ply, match.ply()));
    if (request.ply < match.ply()) {
        if (!match.has_played(request.ply, request.move))
            return problem(
                fmt::format("move: another move than {} was made at ply {}", in_quotes(request.move), request.ply));
        answer_state(cause, **live);
        return {};
    }
    if (match.engine_is_to_move()) return problem("move: the engine is to move");
    return change(cause, **live, [&](Match& next) { return next.play(request.move); });
}

Expected<void> Games::handle(Cause cause, const TakeBack& request) {
    return change(cause, request.key, [](Match& next) { return next.undo(); });
}

Expected<void> Games::handle(Cause cause, const Resign& request) {
    return change(cause, request.key, [&](Match& next) { return next.resign(request.player); });
}

Expected<void> Games::handle(Cause cause, const SeatPlayers& request) {
    return change(cause, request.key, [&](Match& next) { return next.seat(request.players); });
}

Expected<void> Games::handle(Cause cause, const AskHint& request) {
    const auto live = join(*cause.follower, request.key);
    if (!live) return std::unexpected(live.error());
    const Match& match = (*live)->match;
    if (match.result()) return problem("hint: the game is over");
    if (match.engine_is_to_move()) return problem("hint: the engine is to move");
    if (cause.follower->awaits_hint_) return problem("hint: the one before is not answered yet");
    Limits limits;
    limits.seconds = hint_seconds;
    const bool asked = engine_.ask({match.session().copy(), limits, (*live)->past,
                                    [this, asker = cause.follower->weak_from_this(), id = cause.id, ply = match.ply(),
                                     moves = match.session().moves()](const ThoughtView& thought) {
                                        if (const auto follower = asker.lock()) {
                                            follower->awaits_hint_ = false;
                                            follower->answer(shared(hint_message(id, ply, moves, thought)));
                                        }
                                        retry_refused();
                                    }});
    if (!asked) return problem("hint: the engine has too much to think about; ask again in a moment");
    cause.follower->awaits_hint_ = true;
    return {};
}

Expected<Match> Games::load(const std::string& key) {
    const auto record = store_.find(key);
    if (!record) return std::unexpected(record.error());
    if (!*record) return problem(fmt::format("key: {} is no game here", in_quotes(key)));
    auto match = Match::replay(**record);
    if (!match)
        return problem(fmt::format("key: the record of this game can no longer be played: {}", match.error().text));
    return match;
}

// From now on the follower follows that game, and the engine plays where it is its turn.
Expected<Games::Live*> Games::join(Follower& follower, const std::string& key) {
    if (const auto found = live_.find(key); found != live_.end()) {
        follow(follower, found->second);
        return &found->second;
    }
    auto match = load(key);
    if (!match) return std::unexpected(match.error());
    Live& live = live_.emplace(key, Live{key, std::move(*match)}).first->second;
    follow(follower, live);
    let_engine_move(live);
    return &live;
}

void Games::follow(Follower& follower, Live& live) {
    if (follower.follows_ == live.key) return;
    live.followers.insert(&follower);
    leave(follower);
    follower.follows_ = live.key;
}

Expected<void> Games::change(Cause cause, const std::string& key, const Step& step) {
    const auto live = join(*cause.follower, key);
    if (!live) return std::unexpected(live.error());
    return change(cause, **live, step);
}

// Changes a game, keeps the change, then lets everybody know: what could not be kept did not happen.
Expected<void> Games::change(Cause cause, Live& live, const Step& step) {
    Match next = live.match;
    if (auto done = step(next); !done) return done;
    if (auto kept = store_.update(live.key, next.record()); !kept) {
        spdlog::warn("{}", kept.error().text);
        // Perhaps another server on the same store was faster: then its word counts.
        if (auto stored = load(live.key)) replace({}, live, std::move(*stored));
        return kept;
    }
    replace(cause, live, std::move(next));
    return {};
}

void Games::replace(Cause cause, Live& live, Match match) {
    live.match = std::move(match);
    *live.past = true;
    live.past = std::make_shared<std::atomic<bool>>(false);
    live.engine_asked = false;

    const std::string state = live.match.state(live.key);
    const Text news = shared(message("state", {}, state));
    for (Follower* follower : live.followers)
        if (follower == cause.follower)
            follower->answer(shared(message("state", cause.id, state)));
        else
            follower->tell(news);
    let_engine_move(live);
}

void Games::answer_state(Cause cause, const Live& live) {
    cause.follower->answer(shared(message("state", cause.id, live.match.state(live.key))));
}

void Games::let_engine_move(Live& live) {
    if (live.engine_asked || !live.match.engine_is_to_move()) return;
    const Match& match = live.match;
    const Player& player = match.players().of(match.turn());
    Limits limits;
    limits.seconds = player.seconds;
    limits.level = player.level;
    limits.seed = std::random_device{}(); // a level plays otherwise every time
    live.engine_asked = engine_.ask({match.session().copy(), limits, live.past,
                                     [this, key = live.key, past = live.past](const ThoughtView& thought) {
                                         if (!*past) engine_moves(key, thought);
                                         retry_refused();
                                     }});
    engine_refused_ |= !live.engine_asked;
}

void Games::engine_moves(const std::string& key, const ThoughtView& thought) {
    Live& live = live_.at(key);
    const auto moved = change({}, live, [&](Match& next) { return next.play(best_move(thought, next.session())); });
    if (!moved) spdlog::error("engine in {}: {}", live.match.session().variant(), moved.error().text);
}

// Every answer of the engine frees a place in its queue.
void Games::retry_refused() {
    if (!std::exchange(engine_refused_, false)) return;
    for (auto& [key, live] : live_) let_engine_move(live);
}

}
