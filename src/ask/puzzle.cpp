#include "ask/puzzle.hpp"
#include "base/checksum.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "session/least_turned.hpp"
#include <algorithm>
#include <cstdio>
#include <limits>

namespace tavoliere {

std::string identity_text(const GameSession& session) {
    // What follows the cells are numbers, which no turn changes.
    return session.variant() + "\n" + least_turned(session.seen(), session.symmetries());
}

std::string puzzle_id(const GameSession& session) {
    char digits[7];
    std::snprintf(digits, sizeof digits, "%06x", unsigned(checksum(identity_text(session)) & 0xffffff));
    return std::string(session.info().name) + "-" + digits;
}

std::optional<OnlyMove> only_move(const ThoughtView& two_lines, int margin) {
    using enum Score::Kind;
    if (two_lines.lines.size() < 2) return {};
    const Score best = two_lines.lines[0].score, other = two_lines.lines[1].score;
    const auto found = [&](Goal goal, bool proved) {
        return std::optional<OnlyMove>({goal, proved, two_lines.lines[0].moves});
    };
    const bool is_settled = other.kind == loss || other.kind == draw;
    if (best.kind == win && is_settled) return found(Goal::win, true);
    if (best.kind == win && other.kind == estimate && other.value <= margin) return found(Goal::win, false);
    if (best.kind == draw && other.kind == loss) return found(Goal::draw, true);
    if (best.kind != estimate || best.value < 0) return {};
    const int second = other.kind == loss ? std::numeric_limits<int>::min() : other.kind == draw ? 0 : other.value;
    if (other.kind != win && second <= best.value - margin) return found(Goal::gain, false);
    return {};
}

std::string to_json(const Puzzle& p) {
    JsonObject out;
    out.add("id", p.id).add("variant", p.variant).add("position", p.position).add("goal", name(p.goal));
    if (p.plies) out.add("plies", *p.plies);
    out.add("proof", p.proved ? "proved" : "search");
    if (!p.proved) out.add("nodes", p.nodes);
    out.add("depth", p.depth).add("find", p.find).raw("line", json_strings(p.line));
    JsonObject wrong;
    for (const auto& [move, answer] : p.wrong) wrong.raw(move, json_strings(answer));
    return out.raw("wrong", wrong.text()).text();
}

namespace {

// A puzzle's members, one after the other; the first that is not as it should be is kept.
class MemberReader {
public:
    explicit MemberReader(const Json& object) : object_(object) {}

    std::string text(std::string_view name) {
        const std::string* const found = object_[name].text();
        return found ? *found : (want(name, "a text"), std::string());
    }
    template <class T> T number(std::string_view name) {
        const auto found = object_[name].whole<T>(0, std::numeric_limits<T>::max());
        return found ? *found : (want(name, "a whole number"), T());
    }
    Puzzle::Moves moves(std::string_view name) { return moves(object_[name], name); }
    Puzzle::Moves moves(const Json& list, std::string_view name) {
        Puzzle::Moves all;
        if (!list.array()) want(name, "a list of moves");
        if (list.array())
            for (const Json& move : *list.array())
                move.text() ? all.push_back(*move.text()) : want(name, "a list of moves");
        return all;
    }
    bool has(std::string_view name) const { return object_.find(name); }
    void want(std::string_view name, std::string_view what) {
        if (wrong.empty()) wrong = std::string(name) + ": " + std::string(what) + " is wanted here";
    }

    std::string wrong;

private:
    const Json& object_;
};

}

Expected<Puzzle> read_puzzle(const Json& object) {
    MemberReader o(object);
    Puzzle p{.id = o.text("id"), .variant = o.text("variant"), .position = o.text("position")};
    const auto goal = std::ranges::find(goal_names, o.text("goal"));
    if (goal == goal_names.end())
        o.want("goal", "win, draw or gain");
    else
        p.goal = Goal(goal - goal_names.begin());
    if (o.has("plies")) p.plies = o.number<int>("plies");
    const std::string proof = o.text("proof");
    if (proof != "proved" && proof != "search") o.want("proof", "proved or search");
    p.proved = proof == "proved";
    if (!p.proved) p.nodes = o.number<std::uint64_t>("nodes");
    p.depth = o.number<int>("depth");
    p.find = o.number<int>("find");
    p.line = o.moves("line");
    if (const auto* const wrong = object["wrong"].object())
        for (const auto& [move, answer] : *wrong) p.wrong.emplace_back(move, o.moves(answer, "wrong"));
    else
        o.want("wrong", "an object");
    if (!o.wrong.empty()) return problem(o.wrong);
    return p;
}

std::string puzzle_file(std::string_view game, std::string_view made, std::span<const Puzzle> puzzles) {
    std::vector<const Puzzle*> order;
    for (const Puzzle& p : puzzles) order.push_back(&p);
    std::ranges::sort(order, {}, [](const Puzzle* p) { return std::pair(p->depth, p->id); });
    std::string lines; // one a puzzle
    for (const Puzzle* p : order) lines += (p == order.front() ? "\n" : ",\n") + to_json(*p);
    const std::string list = "[" + lines + "\n]";
    return JsonObject().add("format", 1).add("game", game).add("made", made).raw("puzzles", list).text() + "\n";
}

Expected<PuzzleFile> read_puzzle_file(std::string_view text) {
    const auto read = read_json(text, {.bytes = file_kind::puzzles.most_bytes});
    if (!read) return problem("it is not JSON: " + read.error().text);
    MemberReader head(*read);
    PuzzleFile file{head.text("game"), {}};
    const auto* const puzzles = (*read)["puzzles"].array();
    if (!puzzles) head.want("puzzles", "a list");
    if (!(*read)["format"].whole<int>(1, 1)) head.want("format", "1");
    if (!head.wrong.empty()) return problem("its head: " + head.wrong);
    for (const Json& one : *puzzles) {
        auto puzzle = read_puzzle(one);
        if (!puzzle) return problem("puzzle " + std::to_string(file.puzzles.size() + 1) + ": " + puzzle.error().text);
        file.puzzles.push_back(std::move(*puzzle));
    }
    return file;
}

}
