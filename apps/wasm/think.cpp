// The search as the page sees it. Nothing is kept between requests but networks. A search says a line each depth, and cannot be
// stopped from outside while it runs: who wants that throws the whole instance away, which costs nothing worth keeping.
#include "base/json.hpp"
#include "base/text.hpp"
#include "networks.hpp"
#include "request.hpp"
#include <utility>

using namespace tavoliere;

namespace {

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

extern "C" {

// The request is a file of networks/.
[[clang::export_name("network")]] bool page_network() {
    return answer(keep_network(std::exchange(request(), {})).transform([](std::string_view game) {
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
