#include "play/players.hpp"
#include "ask/reading.hpp"
#include "ask/requests.hpp"
#include "base/json.hpp"
#include "search/limits.hpp"

namespace tavoliere {

namespace {

struct Engine {
    int level = 0;
    double seconds = 0;
};
constexpr Field level = level_field<Engine, &Engine::level>, asked_seconds = seconds_field<Engine, &Engine::seconds>;
// Of what is kept. Those of requests may become narrower: games that were kept before are played on. These must not.
constexpr Field kept_seconds = [] {
    Field seconds = asked_seconds;
    seconds.traits.strangers = DecimalRange{0.001, 3600};
    return seconds;
}();

Expected<Players::Player> read_within(const Json& player, std::string_view what, const Field& seconds) {
    if (!player.object())
        return problem(
            std::string(what) +
            R"(: a player is wanted here: {"kind":"person"}, {"kind":"engine","level":3} or {"kind":"engine","seconds":0.5})");
    const auto kind = read_text(player, what, "kind");
    if (!kind) return std::unexpected(kind.error());
    const auto chosen = choose(*kind, player_kinds);
    if (!chosen) return problem(member(what, "kind") + ": " + chosen.error().text);
    if (*chosen == 0) return Players::Player{};
    Engine engine;
    const Field& wanted = player.find("level") ? level : seconds;
    if (auto read = read_fields({&wanted, 1}, player, what, &engine, Asker::stranger); !read)
        return std::unexpected(read.error());
    return Players::Player{engine.level, engine.seconds};
}

}

Expected<Players::Player> read_player(const Json& player, std::string_view what) {
    return read_within(player, what, asked_seconds);
}

Expected<Players> read_kept_players(const std::string& stored) {
    const auto both = read_object(stored, "players");
    if (!both) return std::unexpected(both.error());
    const auto x = read_within((*both)["x"], "players.x", kept_seconds);
    if (!x) return std::unexpected(x.error());
    const auto o = read_within((*both)["o"], "players.o", kept_seconds);
    if (!o) return std::unexpected(o.error());
    return Players{*x, *o};
}

std::string to_json(const Players& players) {
    return JsonObject().raw("x", to_json(players.x)).raw("o", to_json(players.o)).text();
}

std::string to_json(const Players::Player& player) {
    if (player.is_person()) return JsonObject().add("kind", "person").text();
    if (player.level) return JsonObject().add("kind", "engine").add("level", player.level).text();
    return JsonObject().add("kind", "engine").add("seconds", player.seconds).text();
}

}
