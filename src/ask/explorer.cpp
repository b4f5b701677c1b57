#include "ask/explorer.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {

namespace {

JsonObject& add_counts(JsonObject& out, const ResultCounts& c) {
    return out.add("x", c.x).add("draws", c.draw).add("o", c.o).add("unknown", c.unknown);
}

std::string to_json(const ExploredGame::Player& player) {
    JsonObject out;
    if (!player.name.empty()) out.add("name", player.name);
    if (player.rating) out.add("rating", *player.rating);
    return out.text();
}

std::string winner_json(std::string_view result) {
    if (result == "1-0") return "\"x\"";
    if (result == "0-1") return "\"o\"";
    return result == "1/2-1/2" ? "\"draw\"" : "null";
}

std::string to_json(const ExploredGame& game) {
    JsonObject out;
    out.raw("winner", winner_json(game.result)).raw("x", to_json(game.x)).raw("o", to_json(game.o));
    if (!game.date.empty()) out.add("date", game.date);
    if (game.start != "startpos") out.add("start", game.start);
    return out.raw("moves", json_strings(game.moves)).add("ply", game.ply).text();
}

std::string to_json(const Explored::Move& move) {
    JsonObject out;
    out.add("move", move.moves.front()).raw("alike", json_strings(std::span(move.moves).subspan(1)));
    return add_counts(out, move.counts).text();
}

}

std::string explored_json(const Explored& explored, std::span<const ExploredGame> games, std::size_t most) {
    JsonObject out, ended;
    out.add("game", explored.variant).add("position", explored.position);
    add_counts(out, explored.all).raw("ended", add_counts(ended, explored.ended).text());
    const auto moves = std::span(explored.moves).first(std::min(most, explored.moves.size()));
    return out.raw("moves", json_array(moves, [](const Explored::Move& move) { return to_json(move); }))
        .raw("top_games", json_array(games, [](const ExploredGame& game) { return to_json(game); }))
        .text();
}

void sort_by_frequency(std::vector<Explored::Move>& moves) {
    std::ranges::sort(moves, [](const Explored::Move& a, const Explored::Move& b) {
        return std::pair(b.counts.all(), a.moves.front()) < std::pair(a.counts.all(), b.moves.front());
    });
}

}
