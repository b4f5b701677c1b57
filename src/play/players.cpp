#include "play/players.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include "search/limits.hpp"

namespace tavoliere {

namespace {

constexpr std::string_view player_kinds[] = {"person", "engine"};

struct Engine {
    int level = 0;
    double seconds = 0;
};
constexpr Field level_field = field<Engine, &Engine::level>("level", engine_levels, {}, {.is_required = true});
constexpr Field seconds_field(DecimalRange range) {
    return field<Engine, &Engine::seconds>("seconds", range, {}, {.is_required = true});
}
// Of what is kept. Those of requests may become narrower: games that were kept before are played on. These must not.
constexpr DecimalRange kept_seconds{0.001, 3600};

Expected<Players::Player> read_within(const Json& player, std::string_view what, const Field& seconds_field) {
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
    const Field& wanted = player.find("level") ? level_field : seconds_field;
    if (auto read = read_fields({&wanted, 1}, player, what, &engine, Asker::stranger); !read)
        return std::unexpected(read.error());
    return Players::Player{engine.level, engine.seconds};
}

}

Expected<Players::Player> read_player(const Json& player, std::string_view what) {
    static constexpr Field seconds = seconds_field(engine_seconds);
    return read_within(player, what, seconds);
}

Expected<Players> read_kept_players(const std::string& stored) {
    static constexpr Field seconds = seconds_field(kept_seconds);
    const auto both = read_object(stored, "players");
    if (!both) return std::unexpected(both.error());
    const auto x = read_within((*both)["x"], "players.x", seconds);
    if (!x) return std::unexpected(x.error());
    const auto o = read_within((*both)["o"], "players.o", seconds);
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
