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
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "game/options.hpp"
#include "networks.hpp"
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

// The value of a name, which may be empty; nothing where the request does not have the name.
std::optional<std::string_view> given(std::string_view name) {
    for (std::string_view line : split(request, '\n'))
        if (take(line, name) && take(line, " ")) return line;
    return {};
}
std::string_view value_of(std::string_view name) { return given(name).value_or(""); }

std::string text_of(std::string_view name, std::string_view standard = "") {
    const std::string_view text = value_of(name);
    return std::string(text.empty() ? standard : text);
}
StudyPlace place_asked_for() { return {text_of("game"), text_of("position", "startpos"), text_of("moves")}; }

Expected<Limits> limits_asked_for() {
    constexpr std::int64_t many = 1'000'000'000'000;
    struct Field {
        std::string_view name;
        std::int64_t least, most;
        void (*set)(Limits&, std::int64_t);
    };
    constexpr Field fields[] = {
        {"milliseconds", 1, many, [](Limits& l, std::int64_t n) { l.seconds = double(n) / 1000; }},
        {"depth", 1, 120, [](Limits& l, std::int64_t n) { l.depth = int(n); }},
        {"nodes", 1, many, [](Limits& l, std::int64_t n) { l.nodes = std::uint64_t(n); }},
        {"level", 1, most_level, [](Limits& l, std::int64_t n) { l.level = int(n); }},
        {"lines", 1, 100, [](Limits& l, std::int64_t n) { l.lines = int(n); }},
        {"hash", 1, 256, [](Limits& l, std::int64_t n) { l.hash_mb = std::size_t(n); }},
        {"seed", 0, many, [](Limits& l, std::int64_t n) { l.seed = std::uint64_t(n); }},
    };
    Limits limits;
    for (const Field& field : fields) {
        const auto text = given(field.name);
        if (!text) continue;
        const auto number = parse_number(*text, field.least, field.most);
        if (!number) return problem(std::string(field.name) + ": " + not_a_number(*text, field.least, field.most));
        field.set(limits, *number);
    }
    return limits;
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

[[clang::export_name("study")]] bool page_study() { return answer(study_json({place_asked_for()})); }

[[clang::export_name("diagram")]] bool page_diagram() {
    DiagramRequest diagram;
    for (const Field& field : fields_of<DiagramRequest>)
        if (const auto text = given(field.name); text && !text->empty())
            if (auto set = set_field(field, field.name, *text, &diagram, Asker::owner); !set)
                return refuse(set.error());
    return answer(drawing_svg(diagram).transform([](const std::string& svg) { return json_string(svg); }));
}

// The request is a file of networks/.
[[clang::export_name("network")]] bool page_network() {
    return answer(keep_network(std::exchange(request, {})).transform([](std::string_view game) {
        return JsonObject().add("game", game).text();
    }));
}

// The last line has the scores of all depths; as many lines before it as there are depths.
[[clang::export_name("think")]] bool page_think() {
    const auto session = session_at(place_asked_for());
    if (!session) return refuse(session.error());
    const auto limits = limits_asked_for();
    if (!limits) return refuse(limits.error());
    if ((*session)->result()) return refuse({"think: the game is over"});
    const std::atomic<bool> never{false};
    std::vector<std::pair<int, Score>> depths;
    const auto hear = [&](const ThoughtView& thought) {
        note_depth(depths, thought);
        say(lines_json(thought));
    };
    const auto last = (*session)->think(*limits, hear, never);
    return answer(lines_json(last, depths));
}
}
