#include "lab/puzzle.hpp"
#include "base/checksum.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <cstdio>
#include <limits>

namespace tavoliere {

std::string identity_text(const GameSession& session) {
    const std::string seen = session.seen();
    std::string least = seen;
    if (!session.is_lopsided())
        for (const Renaming& to : session.geometry().symmetries()) {
            std::string turned = seen; // what follows the cells are numbers, which no turn changes
            for (std::size_t c = 0; c < to.size(); ++c) turned[to[c]] = seen[c];
            least = std::min(least, turned);
        }
    return session.variant() + "\n" + least;
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

namespace {

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

}

std::string puzzle_file(std::string_view game, std::string_view made, std::span<const Puzzle> puzzles) {
    std::vector<const Puzzle*> order;
    for (const Puzzle& p : puzzles) order.push_back(&p);
    std::ranges::sort(order, {}, [](const Puzzle* p) { return std::pair(p->depth, p->id); });
    std::string out =
        "{\"format\":1,\"game\":" + json_string(game) + ",\"made\":" + json_string(made) + ",\"puzzles\":[";
    for (const Puzzle* p : order) out += (p == order.front() ? "\n" : ",\n") + to_json(*p);
    return out + "\n]}\n";
}

}
