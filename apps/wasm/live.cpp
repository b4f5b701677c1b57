// A live game as the page keeps it: the server's own (src/play), read from its record at each request. A request's lines are the
// record's, the `key` by which the page knows the game, the time `now` in milliseconds and a `seed` for the engine: this has neither
// a clock nor chance of its own, nor a store. What it says of a game is
//
//     {"record":{…},"state":{…},"deadline":MILLISECONDS|null,"think":{…}|null}
//
// the record with its version to be kept, the state of docs/protocol.md, when the time of the player to move is up, and the limits of
// the search that the engine is to make now, as think() reads them.
#include "ask/json.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "play/changes.hpp"
#include "play/engine_turn.hpp"
#include "request.hpp"
#include <climits>
#include <cmath>

using namespace tavoliere;

namespace {

const Opens everything{"xo", 0}; // all games of the page are played at its screen

template <class T> T number_of(std::string_view name) {
    return parse_number<T>(given(name).value_or(""), 0, std::numeric_limits<T>::max()).value_or(0);
}
Instant now_asked_for() { return Instant(Milliseconds(number_of<std::int64_t>("now"))); }

Expected<LiveGame> game_asked_for() {
    GameRow row{text_of("game"), text_of("start"), text_of("players"), text_of("moves"), text_of("result", "null")};
    row.version = number_of<std::int64_t>("version");
    row.clock = text_of("clock");
    row.offers = text_of("offers", "[]");
    auto game = LiveGame::replay(row);
    if (!game) return problem("key: the record of this game can no longer be played: " + game.error().text);
    return game;
}

std::string json_of(const GameRow& row) {
    JsonObject out;
    out.add("version", row.version).add("game", row.variant).add("start", row.start).raw("players", row.players);
    out.raw("moves", row.moves.empty() ? "[]" : json_strings(split(row.moves, ' ')));
    out.raw("result", row.result).raw("offers", row.offers);
    if (!row.clock.empty()) out.raw("clock", row.clock);
    return out.text();
}

std::string json_of(const Limits& limits) {
    JsonObject out;
    if (limits.seconds > 0)
        out.add("seconds", std::max(least_search_seconds, std::round(1000 * limits.seconds) / 1000));
    if (limits.level) out.add("level", limits.level);
    return out.add("seed", std::int64_t(limits.seed)).text();
}

std::string json_of(const LiveGame& game) {
    const GameRow row = game.record();
    const Instant now = now_asked_for();
    const auto limits = engine_limits(game, number_of<std::uint32_t>("seed"));
    return JsonObject()
        .raw("record", json_of(row))
        .raw("state", game.state({text_of("key"), everything}, now))
        .raw("deadline", row.deadline ? std::to_string(row.deadline->time_since_epoch().count()) : "null")
        .raw("think", limits ? json_of(*limits) : "null")
        .text();
}

bool tell(const Expected<LiveGame>& game) { return game ? answer(json_of(*game)) : refuse(game.error()); }

// What the search said last, as lines_json() writes it: how long it took, the best line's score and first move.
Expected<ThoughtView> thought_told() {
    const auto told = read_object(text_of("thought"), "thought");
    if (!told) return std::unexpected(told.error());
    ThoughtView thought{};
    thought.seconds = (*told)["seconds"].decimal(0, 1e9).value_or(0);
    const auto* const lines = (*told)["lines"].array();
    if (!lines || lines->empty()) return thought;
    const Json& best = lines->front();
    ThoughtView::Line& line = thought.lines.emplace_back();
    for (const auto kind : {Score::Kind::estimate, Score::Kind::win, Score::Kind::loss, Score::Kind::draw})
        if (const auto value = best["score"][name(kind)].whole<int>(INT_MIN, INT_MAX)) line.score = {kind, *value};
    if (const auto* const moves = best["moves"].array(); moves && !moves->empty() && moves->front().text())
        line.moves = {*moves->front().text()};
    return thought;
}

}

extern "C" {

// A new game, as the `message` asks for it.
[[clang::export_name("begin")]] bool page_begin() {
    const Request asked = read_request(text_of("message"));
    if (!asked.what) return refuse(asked.what.error());
    const auto* const wanted = std::get_if<NewGame>(&*asked.what);
    if (!wanted) return refuse({"message.t: \"new\" is wanted here"});
    if (wanted->seat) return refuse({"new: seat: a game by link takes a server, and this page has none"});
    return tell(LiveGame::start(wanted->game, wanted->position, wanted->players, wanted->control));
}

// The game as it is, or as it is over where somebody's time is up.
[[clang::export_name("look")]] bool page_look() {
    auto game = game_asked_for();
    if (game && game->is_time_up(now_asked_for())) game = after_flag_fall(*game, now_asked_for());
    return tell(game);
}

// What the `message` makes of the game. The version is the same where it has done so before.
[[clang::export_name("change")]] bool page_change() {
    auto game = game_asked_for();
    if (!game) return refuse(game.error());
    const Request asked = read_request(text_of("message"));
    if (!asked.what) return refuse(asked.what.error());
    auto changed = std::visit(
        [&]<class What>(const What& what) -> Expected<Change> {
            if constexpr (std::same_as<What, Propose>)
                return change(*game, everything, what, now_asked_for(), {});
            else if constexpr (IsChange<What>)
                return change(*game, everything, what, now_asked_for());
            else
                return problem("message.t: a change of a game is wanted here");
        },
        *asked.what);
    if (!changed) return refuse(changed.error());
    return answer(json_of(changed->game ? *changed->game : *game));
}

// The game after what the engine was asked to think, and said: its `thought`.
[[clang::export_name("thought")]] bool page_thought() {
    const auto game = game_asked_for();
    if (!game) return refuse(game.error());
    const auto thought = thought_told();
    return thought ? tell(after_thought(*game, *thought, now_asked_for())) : refuse(thought.error());
}

// The limits of the search for a hint; with the `thought` that it came to, the hint.
[[clang::export_name("hint")]] bool page_hint() {
    const auto game = game_asked_for();
    if (!game) return refuse(game.error());
    const auto limits = hint_limits(*game, everything);
    if (!limits) return refuse(limits.error());
    if (!given("thought")) return answer(json_of(*limits));
    const auto thought = thought_told();
    return thought ? answer(hint_json(game->ply(), game->session().moves(), *thought)) : refuse(thought.error());
}
}
