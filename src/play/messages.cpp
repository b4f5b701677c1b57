#include "play/messages.hpp"
#include "ask/limits.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include <array>
#include <limits>
#include <utility>

namespace tavoliere {

namespace {

using What = decltype(Request::what);

// One message's `d`. A member that is missing or wrong is noted, once; then what was read is not to be used.
class Reader {
public:
    explicit Reader(const Json& d) : d_(d) {}

    std::string text(std::string_view name) { return keep(read_text(d_, "d", name)); }
    std::string text_or(std::string_view name, std::string_view otherwise) {
        return d_.find(name) ? text(name) : std::string(otherwise);
    }
    Players players() { return keep(read_players(d_, "d")); }

    int count(std::string_view name) {
        const auto number = d_[name].whole<int>(0, std::numeric_limits<int>::max());
        if (!number) wrong(member("d", name) + ": a whole number, not negative, is wanted here");
        return number.value_or(0);
    }

    int count_or(std::string_view name, int otherwise) { return d_.find(name) ? count(name) : otherwise; }

    int count_between(std::string_view name, int least, int most) {
        const int read = count(name);
        if (read >= least && read <= most) return read;
        wrong(member("d", name) + ": " + std::to_string(read) + " is not a whole number from " + std::to_string(least) +
              " to " + std::to_string(most));
        return least;
    }

    double seconds() { return keep(read_seconds(d_, "d")); }

    StudyPlace place() { return {text("game"), text_or("position", "startpos"), text_or("moves", "")}; }

    char colour(std::string_view name) {
        const std::string read = text(name);
        if (read == "x" || read == "o") return read[0];
        wrong(member("d", name) + ": " + in_quotes(read) + " is neither x nor o");
        return 'x';
    }

    std::optional<TimeControl> control() { return keep(read_time_control(d_, "d")); }

    std::optional<char> maker_seat() {
        if (!d_.find("seat")) return {};
        const std::string read = text("seat");
        if (read == "x" || read == "o") return read[0];
        if (read != "either") wrong("d.seat: " + in_quotes(read) + " is not one of x, o, either");
        return '?';
    }

    Deal deal() {
        const std::string read = text("what");
        if (const auto deal = deal_named(read)) return *deal;
        wrong("d.what: " + in_quotes(read) + " is not one of draw, takeback, rematch");
        return {};
    }

    std::vector<std::string> texts(std::string_view name, std::size_t most) {
        const auto* const list = d_[name].array();
        std::vector<std::string> all;
        if (!list || list->size() > most) {
            wrong(member("d", name) + ": an array of texts, " + std::to_string(most) + " at most, is wanted here");
            return all;
        }
        for (const Json& each : *list) {
            if (each.text())
                all.push_back(*each.text());
            else
                wrong(member("d", name) + ": texts are wanted here");
        }
        return all;
    }

    What gives(What::value_type what) const {
        if (problem_) return std::unexpected(*problem_);
        return what;
    }

private:
    template <class T> T keep(Expected<T> read) {
        if (read) return std::move(*read);
        wrong(read.error().text);
        return {};
    }
    void wrong(std::string text) {
        if (!problem_) problem_ = Problem{std::move(text)};
    }

    const Json& d_;
    std::optional<Problem> problem_;
};

template <Propose::How how> What::value_type read_proposal(Reader& d) { return Propose{d.text("key"), d.deal(), how}; }

// Members are read in the order in which they are written here: braces see to that.
struct Kind {
    std::string_view type;
    What::value_type (*read)(Reader&);
};
constexpr std::array kinds = {
    Kind{"new",
         [](Reader& d) -> What::value_type {
             return NewGame{d.text("game"), d.text_or("position", "startpos"), d.players(), d.control(),
                            d.maker_seat()};
         }},
    Kind{"open", [](Reader& d) -> What::value_type { return OpenGame{d.text("key")}; }},
    Kind{"sit", [](Reader& d) -> What::value_type { return TakeSeat{d.text("key"), d.text("seat")}; }},
    Kind{"move", [](Reader& d) -> What::value_type { return PlayMove{d.text("key"), d.count("ply"), d.text("move")}; }},
    Kind{"undo", [](Reader& d) -> What::value_type { return TakeBack{d.text("key")}; }},
    Kind{"resign", [](Reader& d) -> What::value_type { return Resign{d.text("key"), d.colour("player")}; }},
    Kind{"players", [](Reader& d) -> What::value_type { return SeatPlayers{d.text("key"), d.players()}; }},
    Kind{"hint", [](Reader& d) -> What::value_type { return AskHint{d.text("key")}; }},
    Kind{"offer", read_proposal<Propose::How::offer>},
    Kind{"accept", read_proposal<Propose::How::accept>},
    Kind{"decline", read_proposal<Propose::How::decline>},
    Kind{"glance", [](Reader& d) -> What::value_type { return GlanceAt{d.texts("keys", most_glances)}; }},
    Kind{"ping", [](Reader&) -> What::value_type { return Ping{}; }},
    Kind{"study", [](Reader& d) -> What::value_type { return StudyLine{d.place(), d.count_or("from", 0)}; }},
    Kind{"analyse",
         [](Reader& d) -> What::value_type {
             return AnalyseLine{d.place(), d.seconds(), d.count_between("lines", 1, most_analysis_lines)};
         }},
    Kind{"solve", [](Reader& d) -> What::value_type { return SolveLine{d.place(), d.seconds()}; }},
    Kind{"stop", [](Reader&) -> What::value_type { return StopAnalysis{}; }},
};

What read_what(const Json& object) {
    const auto type = read_text(object, "message", "t");
    if (!type) return std::unexpected(type.error());
    const Json& d = object["d"];
    if (!d.object()) return problem("message.d: an object {…} is wanted here");
    std::string known;
    for (const Kind& kind : kinds) {
        if (kind.type == *type) {
            Reader reader(d);
            return reader.gives(kind.read(reader));
        }
        (known += known.empty() ? "" : ", ") += kind.type;
    }
    return problem("message.t: " + in_quotes(*type) + " is not one of " + known);
}

}

Request read_request(std::string_view text) {
    const auto object = read_object(text, "message");
    if (!object) return {{}, std::unexpected(object.error())};
    const auto id = (*object)["id"].whole(INT64_MIN, INT64_MAX);
    if (!id) return {{}, problem("message.id: a whole number is wanted here")};
    return {*id, read_what(*object)};
}

std::string message(std::string_view type, std::optional<std::int64_t> id, std::string_view d) {
    JsonObject out;
    out.add("t", type);
    if (id) out.add("id", *id);
    return out.raw("d", d).text();
}

std::string error_message(std::optional<std::int64_t> id, const Problem& problem) {
    return message("error", id, JsonObject().add("error", problem.text).text());
}

}
