#include "server/players.hpp"
#include "base/json.hpp"
#include "search/limits.hpp"
#include "server/limits.hpp"
#include "server/reading.hpp"
#include <boost/json/value.hpp>
#include <fmt/format.h>

namespace tavoliere::server {

namespace json = boost::json;

namespace {

Expected<double> read_seconds(const json::object& player, std::string_view where) {
    const json::value* value = player.if_contains("seconds");
    const double seconds = value && value->is_number() ? value->to_number<double>() : 0;
    if (seconds >= least_engine_seconds && seconds <= most_engine_seconds) return seconds;
    return problem(fmt::format("{}.seconds: a number from {} to {} is wanted here", where, least_engine_seconds,
                               most_engine_seconds));
}

Expected<int> read_level(const json::value& value, std::string_view where) {
    if (value.is_int64() && value.as_int64() >= 1 && value.as_int64() <= most_level) return int(value.as_int64());
    return problem(fmt::format("{}.level: a whole number from 1 to {} is wanted here", where, most_level));
}

Expected<Player> read_player(const json::object& object, std::string_view where, std::string_view colour) {
    const std::string here = fmt::format("{}.{}", where, colour);
    const json::value* value = object.if_contains(colour);
    if (!value || !value->is_object())
        return problem(
            here +
            R"(: a player is wanted here: {"kind":"person"}, {"kind":"engine","level":3} or {"kind":"engine","seconds":0.5})");
    const json::object& player = value->get_object();
    const auto kind = read_text(player, here, "kind");
    if (!kind) return std::unexpected(kind.error());
    if (*kind == "person") return Player{};
    if (*kind != "engine")
        return problem(fmt::format("{}.kind: {} is neither person nor engine", here, in_quotes(*kind)));
    if (const json::value* asked = player.if_contains("level")) {
        const auto level = read_level(*asked, here);
        if (!level) return std::unexpected(level.error());
        return Player{.level = *level};
    }
    const auto seconds = read_seconds(player, here);
    if (!seconds) return std::unexpected(seconds.error());
    return Player{.seconds = *seconds};
}

}

std::string to_json(const Player& player) {
    if (player.is_person()) return JsonObject().add("kind", "person").text();
    if (player.level) return JsonObject().add("kind", "engine").add("level", player.level).text();
    return JsonObject().add("kind", "engine").add("seconds", player.seconds).text();
}

Expected<Players> read_players(const json::object& object, std::string_view where) {
    const auto x = read_player(object, where, "x");
    if (!x) return std::unexpected(x.error());
    const auto o = read_player(object, where, "o");
    if (!o) return std::unexpected(o.error());
    return Players{*x, *o};
}

}
