#include "ask/openings.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>

namespace tavoliere {

namespace {

constexpr int openings_form = 1;
constexpr int hexadecimal_digits = 8;
constexpr std::string_view hexadecimal = "0123456789abcdef";

std::string name_text(std::uint32_t name) {
    std::string text;
    for (int shift = 4 * (hexadecimal_digits - 1); shift >= 0; shift -= 4) text += hexadecimal[name >> shift & 15];
    return text;
}

std::optional<std::uint32_t> read_name(std::string_view text) {
    std::uint32_t name = 0;
    for (const char c : text) {
        const auto digit = hexadecimal.find(c);
        if (digit == std::string_view::npos) return {};
        name = name << 4 | std::uint32_t(digit);
    }
    return text.size() == hexadecimal_digits ? std::optional(name) : std::nullopt;
}

std::string to_json(const Openings::Played& played) {
    const auto& [x, o, draw, unknown] = played.counts;
    const std::array counts = {x, o, draw, unknown};
    std::string text = "[" + std::to_string(played.place);
    std::size_t told = counts.size();
    while (told > 0 && counts[told - 1] == 0) --told;
    for (std::size_t i = 0; i < told; ++i) text += "," + std::to_string(counts[i]);
    return text + "]";
}

std::string to_json(const Openings::Position& position) {
    std::string text = "[" + json_string(name_text(position.name));
    for (const Openings::Played& played : position.played) text += "," + to_json(played);
    return text + "]";
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) (text += text.empty() ? "" : " ") += word;
    return text;
}

std::string to_json(const Openings::Game& game) {
    return "[" + json_string(game.result) + "," + json_string(joined_words(game.moves)) + "," +
           json_array(game.through, [](std::size_t i) { return std::to_string(i); }) + "]";
}

// As json_array(), an item a line.
template <class T> std::string lines_of(const std::vector<T>& items) {
    std::string text = "[";
    for (const T& item : items) (text += text.size() > 1 ? ",\n" : "\n") += to_json(item);
    return text + "]";
}

constexpr std::uint64_t most_counted = std::uint64_t(1) << 50;

std::optional<Openings::Played> read_played(const Json& json) {
    const auto* const numbers = json.array();
    if (!numbers || numbers->empty() || numbers->size() > 5) return {};
    const auto place = (*numbers)[0].whole<int>(Openings::rarer, std::numeric_limits<int>::max());
    if (!place) return {};
    std::array<std::uint64_t, 4> counts = {};
    for (std::size_t i = 1; i < numbers->size(); ++i) {
        const auto count = (*numbers)[i].whole<std::uint64_t>(0, most_counted);
        if (!count) return {};
        counts[i - 1] = *count;
    }
    return Openings::Played{*place, {counts[0], counts[1], counts[2], counts[3]}};
}

std::optional<Openings::Position> read_position(const Json& json) {
    const auto* const parts = json.array();
    if (!parts || parts->empty() || !(*parts)[0].text()) return {};
    const auto name = read_name(*(*parts)[0].text());
    if (!name) return {};
    Openings::Position position{*name, {}};
    for (std::size_t i = 1; i < parts->size(); ++i) {
        const auto played = read_played((*parts)[i]);
        if (!played) return {};
        position.played.push_back(*played);
    }
    return position;
}

std::optional<Openings::Game> read_game(const Json& json, std::size_t positions) {
    const auto* const parts = json.array();
    if (!parts || parts->size() != 3 || !(*parts)[0].text() || !(*parts)[1].text() || !(*parts)[2].array()) return {};
    Openings::Game game{*(*parts)[0].text(), {}, {}};
    for (const std::string_view move : split(*(*parts)[1].text(), ' '))
        if (!move.empty()) game.moves.emplace_back(move);
    for (const Json& each : *(*parts)[2].array()) {
        const auto through = each.whole<std::size_t>(0, positions);
        if (!through || *through == positions) return {};
        game.through.push_back(*through);
    }
    return game;
}

std::unexpected<Problem> wrong_openings(const std::string& what) { return problem("openings: " + what); }

}

std::vector<std::vector<std::string>> moves_by_place(const NextMoves& next) {
    std::map<PositionKey, std::vector<std::string>> by_key;
    for (const NextMove& move : next.moves) by_key[move.key].push_back(move.text);
    std::vector<std::vector<std::string>> all;
    for (auto& [key, moves] : by_key) all.push_back(std::move(moves));
    return all;
}

std::string openings_file(const Openings& openings) {
    return JsonObject()
               .add("openings", openings_form)
               .add("game", openings.variant)
               .add("made", openings.made)
               .add("games", openings.games)
               .raw("positions", lines_of(openings.positions))
               .raw("top_games", lines_of(openings.top_games))
               .text() +
           "\n";
}

// With what parts them.
std::size_t written_size(const Openings::Position& position) { return to_json(position).size() + 2; }
std::size_t written_size(const Openings::Game& game) { return to_json(game).size() + 2; }

Expected<Openings> read_openings(std::string_view text) {
    const auto json = read_json(text, {.bytes = text.size()});
    if (!json) return wrong_openings(json.error().text);
    if (!(*json)["openings"].whole<int>(openings_form, openings_form))
        return wrong_openings("it is no file of openings that is read here");
    const std::string *const variant = (*json)["game"].text(), *const made = (*json)["made"].text();
    if (!variant) return wrong_openings("game: a text is wanted here");
    if (!made) return wrong_openings("made: a text is wanted here");
    const auto games = (*json)["games"].whole<std::uint64_t>(0, most_counted);
    if (!games) return wrong_openings("games: a whole number is wanted here");
    const auto *const positions = (*json)["positions"].array(), *const top = (*json)["top_games"].array();
    if (!positions || !top) return wrong_openings("positions and top_games: lists are wanted here");
    Openings openings{*variant, *made, *games, {}, {}};
    for (const Json& each : *positions) {
        auto position = read_position(each);
        if (!position)
            return wrong_openings("position " + std::to_string(openings.positions.size() + 1) +
                                  ": a name and what was played are wanted here");
        openings.positions.push_back(std::move(*position));
    }
    for (const Json& each : *top) {
        auto game = read_game(each, openings.positions.size());
        if (!game)
            return wrong_openings("game " + std::to_string(openings.top_games.size() + 1) +
                                  ": its result, its moves and its positions are wanted here");
        openings.top_games.push_back(std::move(*game));
    }
    return openings;
}

ExploredOpenings explore(const Openings& openings, const NextMoves& next, std::size_t most) {
    ExploredOpenings found{{openings.variant, next.position, {}, {}, {}}, {}};
    const auto here = std::ranges::find(openings.positions, name_of(next.here), &Openings::Position::name);
    if (here == openings.positions.end()) return found;
    const auto moves = moves_by_place(next);
    const auto is_legal = [&](const Openings::Played& played) { return played.place < std::ssize(moves); };
    if (!std::ranges::all_of(here->played, is_legal)) return found; // another position with half a key alike
    for (const auto& [place, counts] : here->played) {
        found.explored.all.add(counts);
        if (place == Openings::ended)
            found.explored.ended = counts;
        else if (place != Openings::rarer)
            found.explored.moves.push_back({moves[std::size_t(place)], counts});
    }
    sort_by_frequency(found.explored.moves);
    const auto index = std::size_t(here - openings.positions.begin());
    for (const Openings::Game& game : openings.top_games) {
        const auto ply = std::ranges::find(game.through, index);
        if (ply == game.through.end() || found.games.size() >= most) continue;
        found.games.push_back({.moves = game.moves, .result = game.result, .ply = int(ply - game.through.begin())});
    }
    return found;
}

Expected<std::string> explored_json(const Openings& openings, const Replayer& rules, const ExplorerRequest& request) {
    std::vector<std::string> moves;
    for (const std::string_view move : split(request.moves, ' '))
        if (!move.empty()) moves.emplace_back(move);
    const auto next = rules.next(request.position, moves);
    if (!next) return std::unexpected(next.error());
    const auto found = explore(openings, *next, std::size_t(request.top_games));
    std::string text = explored_json(found.explored, found.games, std::size_t(request.most_moves));
    text.back() = ',';
    JsonObject source;
    source.add("games", openings.games).add("made", openings.made);
    return text + "\"source\":" + source.text() + "}";
}

Problem no_openings_of(std::string_view variant) {
    return {"explorer: there are no openings of " + std::string(variant) + " here"};
}

}
