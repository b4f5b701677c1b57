#include "server/games.hpp"
#include "ask/json.hpp"
#include "base/json.hpp"
#include "search/clock.hpp"
#include "server/keys.hpp"
#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <random>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>
#include <variant>

namespace tavoliere::server {

namespace {

constexpr double hint_seconds = 0.5;
constexpr double draw_seconds = 0.3; // to think about an offer
constexpr int fewest_plies_to_draw = 20;
constexpr std::chrono::seconds until_store_works(1); // before it is asked again what it could not tell

std::string best_move(const ThoughtView& thought, const GameSession& session) {
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
std::optional<double> seconds_by_clock(const LiveGame& match) {
    const auto& clock = match.clock();
    if (!clock || clock->control().days) return {};
    const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
    const char turn = match.turn();
    return share_of_clock(seconds(clock->left(turn, turn, now())), seconds(clock->control().increment));
}

Expected<void> must_play(const Opens& opens, char colour, std::string_view what) {
    if (opens.plays(colour)) return {};
    if (opens.seats.empty()) return problem(fmt::format("{}: this key is only for watching", what));
    return problem(fmt::format("{}: this key plays {}, not {}", what, opens.seats, colour));
}

Expected<void> lose_on_time(LiveGame& match) {
    match.lose_on_time(now());
    return {};
}

char either_colour() { return std::random_device{}() % 2 ? 'x' : 'o'; }

}

// What was thought about when the last server ended is thought about again, for the clock did not wait.
void Games::begin() {
    engines_rest_ = true;
    look_at_clocks();
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
        refuse({"server: this could not be done; the server's log gives the reason"});
    }
}

void Games::leave(Follower& follower) {
    const auto found = live_.find(std::exchange(follower.follows_, {}));
    if (found == live_.end()) return;
    Live& live = found->second;
    live.followers.erase(&follower);
    tell_who_is_there(live, nullptr);
    let_sleep(live);
}

Expected<void> Games::handle(Cause cause, NewGame request) {
    auto match = LiveGame::start(request.game, request.position, request.players, request.control);
    if (!match) return std::unexpected(match.error());
    const std::string name = new_key();
    std::vector<GameKey> keys = {{name, {"xo", 0}}};
    if (request.seat) {
        if (!request.players.x.is_person() || !request.players.o.is_person())
            return problem("new: d.seat: a game by link is between two persons");
        keys =
            keys_of_new_game(*request.seat == '?' ? either_colour() : *request.seat, {new_key(), new_key(), new_key()});
    }
    if (auto kept = store_.insert(name, match->record(), keys); !kept) return kept;
    return handle(cause, OpenGame{keys[0].key});
}

Expected<void> Games::handle(Cause cause, const OpenGame& request) {
    const auto reached = reach(*cause.follower, request.key);
    if (!reached) return std::unexpected(reached.error());
    Live& live = *reached->live;
    // Another server on the same store may have changed it.
    const auto stored = store_.find(live.name);
    if (stored && *stored && (*stored)->version > live.match.version())
        if (auto looked = look_again(live); !looked) return looked;
    answer_state(cause, live);
    return {};
}

Expected<void> Games::handle(Cause cause, const TakeSeat& request) {
    if (auto made = check_made_key(request.seat); !made) return made;
    const auto door = store_.find_key(request.key);
    if (!door) return std::unexpected(door.error());
    if (!*door) return problem(fmt::format("key: {} is no game here", in_quotes(request.key)));
    const auto seat = store_.find_key(request.seat);
    if (!seat) return std::unexpected(seat.error());
    // Asked again, because the answer was lost: it is theirs.
    if (*seat && (*seat)->game == (*door)->game) return handle(cause, OpenGame{request.seat});
    if (!(*door)->opens.invites_to) return problem("sit: this seat is taken");
    const auto taken = store_.take_seat(request.key, request.seat);
    if (!taken) return std::unexpected(taken.error());
    if (!*taken) return problem("sit: this seat is taken");

    if (const auto live = live_.find((*door)->game); live != live_.end())
        if (auto read = read_keys(live->second, live->second.match.rematch()); !read) return read;
    const auto reached = reach(*cause.follower, request.seat);
    if (!reached) return std::unexpected(reached.error());
    return change(cause, *reached->live, [](LiveGame&) { return Expected<void>(); });
}

Expected<void> Games::handle(Cause cause, const PlayMove& request) {
    const auto reached = reach(*cause.follower, request.key);
    if (!reached) return std::unexpected(reached.error());
    Live& live = *reached->live;
    const LiveGame& match = live.match;
    if (request.ply > match.ply())
        return problem(fmt::format("move: d.ply is {}, but {} moves have been made", request.ply, match.ply()));
    if (auto theirs = must_play(reached->opens, match.turn_at(request.ply), "move"); !theirs) return theirs;
    if (request.ply < match.ply()) {
        if (!match.has_played(request.ply, request.move))
            return problem(
                fmt::format("move: another move than {} was made at ply {}", in_quotes(request.move), request.ply));
        answer_state(cause, live);
        return {};
    }
    if (match.engine_is_to_move()) return problem("move: the engine is to move");
    return change(cause, live, [&](LiveGame& next) { return next.play(request.move, now()); });
}

Expected<void> Games::handle(Cause cause, const TakeBack& request) {
    const auto live = reach_all(*cause.follower, request.key, "undo: a take-back must be offered here");
    if (!live) return std::unexpected(live.error());
    return change(cause, **live, [](LiveGame& next) { return next.undo(now()); });
}

Expected<void> Games::handle(Cause cause, const Resign& request) {
    const auto reached = reach(*cause.follower, request.key);
    if (!reached) return std::unexpected(reached.error());
    if (auto theirs = must_play(reached->opens, request.player, "resign"); !theirs) return theirs;
    Live& live = *reached->live;
    if (live.match.has_resigned(request.player)) {
        answer_state(cause, live); // it was asked again, because the answer was lost
        return {};
    }
    return change(cause, live, [&](LiveGame& next) { return next.resign(request.player, now()); });
}

Expected<void> Games::handle(Cause cause, const SeatPlayers& request) {
    const auto live = reach_all(*cause.follower, request.key, "players: each has a seat here");
    if (!live) return std::unexpected(live.error());
    return change(cause, **live, [&](LiveGame& next) { return next.seat(request.players); });
}

Expected<void> Games::handle(Cause cause, const AskHint& request) {
    const auto live = reach_all(*cause.follower, request.key, "hint: persons play without help here");
    if (!live) return std::unexpected(live.error());
    const LiveGame& match = (*live)->match;
    if (match.result()) return problem("hint: the game is over");
    if (match.engine_is_to_move()) return problem("hint: the engine is to move");
    if (cause.follower->awaits_hint_) return problem("hint: the one before has not been answered yet");
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
    if (!asked) return problem("hint: the engine is too busy; ask again in a moment");
    cause.follower->awaits_hint_ = true;
    return {};
}

Expected<void> Games::handle(Cause cause, const Propose& request) {
    const auto reached = reach(*cause.follower, request.key);
    if (!reached) return std::unexpected(reached.error());
    const Opens& opens = reached->opens;
    if (opens.plays_all()) return propose_alone(cause, *reached->live, request);
    if (!opens.is_seat()) return must_play(opens, 'x', "offer");
    return propose(cause, *reached->live, request, opens.seats[0]);
}

// Who holds the key to everything offers a draw to the engine, or agrees on one with who sits beside them.
Expected<void> Games::propose_alone(Cause cause, Live& live, const Propose& request) {
    const LiveGame& match = live.match;
    if (request.what != Deal::draw || request.how != Propose::How::offer)
        return problem("offer: with this key only a draw is offered; everything else is done at once");
    const char by = match.turn();
    if (!match.players().of(by).is_person()) return problem("offer: the engine is to move");
    const bool alone = !match.players().of(other_side(by)).is_person();
    return change(cause, live, [&](LiveGame& next) {
        auto offered = next.offer(Deal::draw, by);
        if (!offered || alone) return offered;
        return next.accept(Deal::draw, other_side(by), now());
    });
}

Expected<void> Games::propose(Cause cause, Live& live, const Propose& request, char by) {
    const LiveGame& match = live.match;
    const bool theirs_is_open = match.has_offered(request.what, other_side(by));
    if (request.how == Propose::How::decline)
        return change(cause, live, [&](LiveGame& next) { return next.decline(request.what, by); });
    // Both want the same: that is an agreement.
    if (request.how == Propose::How::accept || theirs_is_open) {
        if (request.what == Deal::rematch && theirs_is_open) return begin_rematch(cause, live, by);
        return change(cause, live, [&](LiveGame& next) { return next.accept(request.what, by, now()); });
    }
    if (match.has_offered(request.what, by)) {
        answer_state(cause, live);
        return {};
    }
    return change(cause, live, [&](LiveGame& next) { return next.offer(request.what, by); });
}

// The same two with colours exchanged, from the same position and with the same clock. Each gets a key of their own.
Expected<void> Games::begin_rematch(Cause cause, Live& live, char by) {
    const GameRow before = live.match.record();
    const auto control = live.match.clock() ? std::optional(live.match.clock()->control()) : std::nullopt;
    const auto match = LiveGame::start(before.variant, before.start, live.match.players(), control);
    if (!match) return std::unexpected(match.error());
    const NewEntry rematch{new_key(), match->record(), keys_of_rematch({new_key(), new_key(), new_key()})};
    live.rematch_keys = rematch.keys; // all are told of them with the change
    const auto lead_on = [&](LiveGame& next) {
        auto accepted = next.accept(Deal::rematch, by, now());
        if (accepted) next.lead_on(rematch.game);
        return accepted;
    };
    auto changed = change(cause, live, lead_on, &rematch);
    if (!changed) std::ignore = read_keys(live, live.match.rematch());
    return changed;
}

Expected<void> Games::handle(Cause cause, const GlanceAt& request) {
    const auto games = store_.glance(request.keys);
    if (!games) return std::unexpected(games.error());
    const std::string list = json_array(*games, [](const Glance& game) {
        return JsonObject()
            .add("key", game.key)
            .add("game", game.variant)
            .add("seats", game.seats)
            .raw("players", game.players)
            .add("turn", game.turn)
            .raw("result", game.result)
            .add("version", game.version)
            .text();
    });
    cause.follower->answer(shared(message("glance", cause.id, JsonObject().raw("games", list).text())));
    return {};
}

Expected<void> Games::handle(Cause cause, const Ping&) {
    cause.follower->answer(shared(message("pong", cause.id, "{}")));
    return {};
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
    Live& kept = live_.emplace(name, std::move(live)).first->second;
    let_engine_act(kept);
    return &kept;
}

// Forgets a game that nobody looks at, unless the engine owes a person a move and its clock runs. (Two engines would go on
// and on for nobody.)
void Games::let_sleep(Live& live) {
    if (!live.followers.empty()) return;
    const LiveGame& match = live.match;
    const bool is_timed = match.clock() && match.clock()->is_running();
    if (is_timed && match.engine_is_to_move() && match.players().of(other_side(match.turn())).is_person()) return;
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
    live.rematch_keys.clear();
    auto keys = store_.keys_of(live.name);
    if (!keys) return std::unexpected(keys.error());
    live.keys = std::move(*keys);
    if (rematch.empty()) return {};
    auto next = store_.keys_of(rematch);
    if (!next) return std::unexpected(next.error());
    live.rematch_keys = std::move(*next);
    return {};
}

// From now on the follower follows that game, and the engine plays where it is its turn.
Expected<Games::Reached> Games::reach(Follower& follower, const std::string& key) {
    const auto door = store_.find_key(key);
    if (!door) return std::unexpected(door.error());
    if (!*door) return problem(fmt::format("key: {} is no game here", in_quotes(key)));
    const auto live = wake_up((*door)->game);
    if (!live) return std::unexpected(live.error());
    follow(follower, **live, key);
    if ((*live)->match.is_time_up(now()))
        if (auto ended = carry_out({}, **live, lose_on_time); !ended) return std::unexpected(ended.error());
    return Reached{*live, (*door)->opens};
}

// A game that this key opens altogether; else a problem, `what` it says.
Expected<Games::Live*> Games::reach_all(Follower& follower, const std::string& key, std::string_view what) {
    const auto reached = reach(follower, key);
    if (!reached) return std::unexpected(reached.error());
    if (!reached->opens.plays_all()) return problem(std::string(what));
    return reached->live;
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

// Changes a game, unless time is up.
Expected<void> Games::change(Cause cause, Live& live, const Step& step, const NewEntry* rematch) {
    if (!live.match.is_time_up(now())) return carry_out(cause, live, step, rematch);
    if (auto ended = carry_out({}, live, lose_on_time); !ended) return ended;
    return problem("the game is over: time");
}

// Changes a game, keeps the change, then lets everybody know: what could not be kept did not happen.
Expected<void> Games::carry_out(Cause cause, Live& live, const Step& step, const NewEntry* rematch) {
    LiveGame next = live.match;
    if (auto done = step(next); !done) return done;
    next.raise_version();
    if (auto kept = store_.update(live.name, next.record(), rematch); !kept) {
        spdlog::warn("{}", kept.error().text);
        // Perhaps another server on the same store was faster: then its word counts.
        std::ignore = look_again(live);
        return kept;
    }
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

// One key's holder never sees another key that opens a seat, but the one that invites.
std::string Games::state_for(const Live& live, const std::string& key) const {
    const auto own = std::ranges::find(live.keys, key, &GameKey::key);
    Viewer viewer{key, own == live.keys.end() ? Opens() : own->opens};
    const bool by_link = std::ranges::none_of(live.keys, [](const GameKey& each) { return each.opens.plays_all(); });
    if (!by_link) return live.match.state(viewer, now());

    const auto text_of = [](const GameKey* found) { return found ? found->key : std::string(); };
    const Opens looking = {"", 0};
    viewer.present = present(live);
    viewer.watch = text_of(key_that_opens(live.keys, looking));
    if (viewer.opens.is_seat()) {
        const char seat = viewer.opens.seats[0];
        viewer.invite = text_of(key_that_opens(live.keys, {"", other_side(seat)}));
        viewer.rematch = text_of(key_that_opens(live.rematch_keys, {std::string(1, other_side(seat)), 0}));
    } else {
        viewer.rematch = text_of(key_that_opens(live.rematch_keys, looking));
    }
    return live.match.state(viewer, now());
}

// The colours whose players are connected.
std::string Games::present(const Live& live) const {
    std::string colours;
    for (const char colour : {'x', 'o'}) {
        const GameKey* seat = key_that_opens(live.keys, {std::string(1, colour), 0});
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

void Games::let_engine_act(Live& live) {
    if (live.engine_asked) return;
    if (live.match.engine_is_to_move())
        ask_for_move(live);
    else if (live.match.waits_for_engine())
        ask_about_draw(live);
    else
        return;
    engine_refused_ |= !live.engine_asked;
}

void Games::ask_for_move(Live& live) {
    const LiveGame& match = live.match;
    const Players::Player& player = match.players().of(match.turn());
    Limits limits;
    limits.seconds = player.seconds;
    limits.level = player.level;
    limits.seed = std::random_device{}(); // a level plays otherwise every time
    if (const auto share = seconds_by_clock(match))
        limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, *share) : *share;
    live.engine_asked = engine_.ask({match.session().copy(), limits, live.past,
                                     [this, name = live.name, past = live.past](const ThoughtView& thought) {
                                         if (!*past) engine_moves(name, thought);
                                         retry_refused();
                                     }});
}

void Games::ask_about_draw(Live& live) {
    Limits limits;
    limits.seconds = draw_seconds;
    live.engine_asked = engine_.ask({live.match.session().copy(), limits, live.past,
                                     [this, name = live.name, past = live.past](const ThoughtView& thought) {
                                         if (!*past) engine_answers(name, thought);
                                         retry_refused();
                                     }});
}

void Games::engine_moves(const std::string& name, const ThoughtView& thought) {
    Live& live = live_.at(name);
    live.engine_asked = false;
    const auto moved =
        change({}, live, [&](LiveGame& next) { return next.play(best_move(thought, next.session()), now()); });
    if (!moved) could_not_keep(live, moved.error());
    let_sleep(live);
}

void Games::engine_answers(const std::string& name, const ThoughtView& thought) {
    Live& live = live_.at(name);
    live.engine_asked = false;
    const char engine = other_side(live.match.waits_for_engine());
    const bool yes = takes_draw(live.match.ply(), thought);
    const auto answered = change({}, live, [&](LiveGame& next) {
        return yes ? next.accept(Deal::draw, engine, now()) : next.decline(Deal::draw, engine);
    });
    if (!answered) could_not_keep(live, answered.error());
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
    if ((*live)->match.is_time_up(now())) seen_to = carry_out({}, **live, lose_on_time).has_value();
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
