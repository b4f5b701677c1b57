// The core as the page sees it: a few functions that take a text and say JSON.
//
// A request is lines of a name and a value, written where room() says:
//
//     game ataxx:misere
//     position startpos
//     moves a2 a7-a5
//
// Each function says its answer, an object of docs/protocol.md, and gives true; or {"error":"one line"} and false. Nothing is
// kept between requests but networks. A search says a line each depth, and cannot be stopped from outside while it runs: who
// wants that throws the whole instance away, which costs nothing worth keeping.
#include "diagram/diagram.hpp"
#include "game/options.hpp"
#include "networks.hpp"
#include "speak/json.hpp"
#include <utility>

namespace tavoliere {

extern "C" [[clang::import_module("page"), clang::import_name("say")]] void page_say(const char* text,
                                                                                     std::size_t size);

namespace {

std::string request;

void say(std::string_view json) { page_say(json.data(), json.size()); }

bool refuse(const Problem& problem) {
    say(JsonObject().add("error", problem.text).text());
    return false;
}
bool answer(const Expected<std::string>& json) {
    if (!json) return refuse(json.error());
    say(*json);
    return true;
}

// The value of a name; empty where the request has none.
std::string_view value_of(std::string_view name) {
    for (std::string_view line : split(request, '\n'))
        if (take(line, name) && take(line, " ")) return line;
    return {};
}

Expected<long> number_of(std::string_view name, long least, long most) {
    const std::string_view text = value_of(name);
    if (text.empty()) return 0;
    if (const auto number = parse_number(text, least, most)) return *number;
    return problem(std::string(name) + ": " + in_quotes(text) + " is not a whole number from " + std::to_string(least) +
                   " to " + std::to_string(most));
}

struct Played {
    MoveView move;
    char turn; // who made it
    PositionView after;
};

struct PlayedGame {
    std::unique_ptr<Session> session;
    PositionView start;
    std::vector<Played> history;
};

// The game that the request tells of, played from its beginning.
Expected<PlayedGame> game_asked_for() {
    auto session = open(value_of("game"));
    if (!session) return std::unexpected(session.error());
    const std::string_view position = value_of("position"), moves = value_of("moves");
    if (auto set = (*session)->set_position(position.empty() ? "startpos" : position); !set)
        return std::unexpected(set.error());
    PlayedGame game{std::move(*session), {}, {}};
    game.start = game.session->view();
    if (moves.empty()) return game;
    for (std::string_view text : split(moves, ' ')) {
        const char turn = game.session->view().turn;
        auto move = game.session->play(text);
        if (!move) return std::unexpected(move.error());
        game.history.push_back({std::move(*move), turn, game.session->view()});
    }
    return game;
}

std::string state_json(const PlayedGame& game) {
    const auto result = game.session->result();
    const auto moves = result ? std::vector<MoveView>() : game.session->moves();
    const PositionView& now = game.history.empty() ? game.start : game.history.back().after;
    JsonObject out;
    out.add("game", game.session->variant())
        .raw("start", position_json(game.start))
        .raw("history", json_array(game.history, [](const Played& p) { return played_json(p.move, p.turn, p.after); }))
        .add("position", now.position)
        .add("turn", std::string_view(&now.turn, 1))
        .raw("moves", json_array(moves, [](const MoveView& move) { return to_json(move); }))
        .raw("result", to_json(result));
    return add_view(out, now).text();
}

std::string picture_of(const PlayedGame& game) {
    const PositionView& now = game.history.empty() ? game.start : game.history.back().after;
    Diagram d{game.session->geometry(), game.session->info().colours, now.cells};
    d.strokes = game.session->strokes();
    d.guides = now.guides;
    for (const std::string& name : now.figures) d.figures.push_back(*d.geometry.find(name));
    if (!game.history.empty())
        for (const std::string& step : game.history.back().move.path)
            if (const auto cell = d.geometry.find(step)) d.marked.push_back(*cell);
    return svg(d);
}

Expected<Limits> limits_asked_for() {
    constexpr long many = 999'999'999; // what parse_number() reads
    struct Field {
        std::string_view name;
        long least, most;
        void (*set)(Limits&, long);
    };
    constexpr Field fields[] = {
        {"milliseconds", 1, many, [](Limits& l, long n) { l.seconds = double(n) / 1000; }},
        {"depth", 1, 120, [](Limits& l, long n) { l.depth = int(n); }},
        {"nodes", 1, many, [](Limits& l, long n) { l.nodes = std::uint64_t(n); }},
        {"level", 1, most_level, [](Limits& l, long n) { l.level = int(n); }},
        {"lines", 1, 100, [](Limits& l, long n) { l.lines = int(n); }},
        {"hash", 1, 256, [](Limits& l, long n) { l.hash_mb = std::size_t(n); }},
        {"seed", 0, many, [](Limits& l, long n) { l.seed = std::uint64_t(n); }},
    };
    Limits limits;
    for (const Field& field : fields) {
        const auto number = number_of(field.name, field.least, field.most);
        if (!number) return std::unexpected(number.error());
        if (!value_of(field.name).empty()) field.set(limits, *number);
    }
    return limits;
}

std::string thought_json(const ThoughtView& thought) {
    return JsonObject()
        .add("depth", thought.depth)
        .add("nodes", thought.nodes)
        .add("seconds", thought.seconds)
        .raw(
            "lines",
            json_array(
                thought.lines,
                [](const ThoughtView::Line& line) {
                    return JsonObject().raw("score", to_json(line.score)).raw("moves", json_strings(line.moves)).text();
                }))
        .text();
}

}
}

using namespace tavoliere;

extern "C" {

// Where to write a request of so many bytes.
[[clang::export_name("room")]] char* page_room(std::size_t size) {
    request.assign(size, '\0');
    return request.data();
}

[[clang::export_name("games")]] bool page_games() { return answer(games_json()); }

[[clang::export_name("board")]] bool page_board() {
    const auto session = open(value_of("game"));
    return session ? answer(board_json(**session)) : refuse(session.error());
}

[[clang::export_name("state")]] bool page_state() { return answer(game_asked_for().transform(state_json)); }

[[clang::export_name("picture")]] bool page_picture() {
    return answer(game_asked_for().transform([](const PlayedGame& game) { return json_string(picture_of(game)); }));
}

// The request is a file of networks/.
[[clang::export_name("network")]] bool page_network() {
    return answer(keep_network(std::exchange(request, {})).transform([](std::string_view game) {
        return JsonObject().add("game", game).text();
    }));
}

[[clang::export_name("think")]] bool page_think() {
    const auto game = game_asked_for();
    if (!game) return refuse(game.error());
    const auto limits = limits_asked_for();
    if (!limits) return refuse(limits.error());
    if (game->session->result()) return refuse({"think: the game is over"});
    const std::atomic<bool> never{false};
    const auto last =
        game->session->think(*limits, [](const ThoughtView& thought) { say(thought_json(thought)); }, never);
    return answer(thought_json(last));
}
}
