#include "play/players.hpp"
#include "ask/limits.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include "search/limits.hpp"

namespace tavoliere {

Expected<double> read_seconds(const Json& object, std::string_view where) {
    if (const auto seconds = object["seconds"].decimal(least_engine_seconds, most_engine_seconds)) return *seconds;
    return problem(member(where, "seconds") + ": a number from " + json_number(least_engine_seconds) + " to " +
                   json_number(most_engine_seconds) + " is wanted here");
}

namespace {

Expected<int> read_level(const Json& player, std::string_view where) {
    if (const auto level = player["level"].whole<int>(1, most_level)) return *level;
    return problem(member(where, "level") + ": a whole number from 1 to " + std::to_string(most_level) +
                   " is wanted here");
}

Expected<Players::Player> read_player(const Json& object, std::string_view where, std::string_view colour) {
    const std::string here = member(where, colour);
    const Json& player = object[colour];
    if (!player.object())
        return problem(
            here +
            R"(: a player is wanted here: {"kind":"person"}, {"kind":"engine","level":3} or {"kind":"engine","seconds":0.5})");
    const auto kind = read_text(player, here, "kind");
    if (!kind) return std::unexpected(kind.error());
    if (*kind == "person") return Players::Player{};
    if (*kind != "engine")
        return problem(member(here, "kind") + ": " + in_quotes(*kind) + " is neither person nor engine");
    if (player.find("level")) {
        const auto level = read_level(player, here);
        if (!level) return std::unexpected(level.error());
        return Players::Player{.level = *level};
    }
    const auto seconds = read_seconds(player, here);
    if (!seconds) return std::unexpected(seconds.error());
    return Players::Player{.seconds = *seconds};
}

}

std::string to_json(const Players::Player& player) {
    if (player.is_person()) return JsonObject().add("kind", "person").text();
    if (player.level) return JsonObject().add("kind", "engine").add("level", player.level).text();
    return JsonObject().add("kind", "engine").add("seconds", player.seconds).text();
}

Expected<Players> read_players(const Json& object, std::string_view where) {
    const auto x = read_player(object, where, "x");
    if (!x) return std::unexpected(x.error());
    const auto o = read_player(object, where, "o");
    if (!o) return std::unexpected(o.error());
    return Players{*x, *o};
}

}
