#include "lab/lab_player.hpp"
#include "base/text.hpp"
#include "lab/review.hpp"
#include "search/bounds.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

constexpr std::string_view trick_names[] = {"", "mirror", "pass", "shuffle"};
// Lines, where a move is drawn; each has as many nodes as a move has that is not drawn, or openings would be played blindly.
constexpr int drawn_among = 4;

// Of the symmetries that undo themselves the one that leaves the fewest cells where they are: the half turn, on most boards.
const Renaming* mirror_of(const Geometry& board) {
    const Renaming* best = nullptr;
    int fewest = board.size();
    for (const Renaming& to : board.symmetries()) {
        int fixed = 0;
        bool undoes_itself = true;
        for (std::size_t c = 0; c < to.size(); ++c) {
            fixed += to[c] == c;
            undoes_itself = undoes_itself && to[to[c]] == c;
        }
        if (undoes_itself && fixed < fewest) best = &to, fewest = fixed;
    }
    return best;
}

// Steps that are no cells stay as they are.
std::vector<std::string> image(const std::vector<std::string>& path, const Renaming& to, const Geometry& board) {
    std::vector<std::string> out;
    for (const std::string& step : path) {
        const auto cell = board.find(step);
        out.push_back(cell ? board.name(to[*cell]) : step);
    }
    return out;
}

// Of the search's table, in megabytes: no more than so many nodes fill, as one is made for every game.
std::size_t table_for(std::uint64_t nodes) { return std::size_t(std::clamp<std::uint64_t>(nodes / 20'000, 1, 64)); }

}

std::string_view name(LabPlayer::Trick trick) { return trick_names[std::size_t(trick)]; }

std::string LabPlayer::name() const {
    if (nodes == 0) return "random";
    std::string out(tavoliere::name(trick));
    out += (out.empty() ? "" : ",") + ("nodes=" + std::to_string(nodes));
    return random ? out + ",random=" + std::to_string(random) : out;
}

std::optional<LabPlayer> read_lab_player(std::string_view name) {
    LabPlayer player;
    if (name == "random") return player;
    for (const std::string_view part : split(name, ',')) {
        std::string_view rest = part;
        const auto trick = std::ranges::find(trick_names, part);
        if (!part.empty() && trick != std::end(trick_names))
            player.trick = LabPlayer::Trick(trick - std::begin(trick_names));
        else if (take(rest, "nodes="))
            player.nodes = parse_unsigned(rest, 1, most_search_nodes).value_or(0);
        else if (take(rest, "random="))
            player.random = int(parse_number<int>(rest, 1, 99).value_or(0));
    }
    if (player.nodes == 0 || player.name() != name) return {}; // each has one name
    return player;
}

LabMover::LabMover(const LabPlayer& player, const GameSession& start, std::uint64_t seed)
    : player_(player), session_(start.copy()), random_(seed) {
    if (player.trick == LabPlayer::Trick::mirror) mirror_ = mirror_of(session_->geometry());
}

std::string LabMover::trick_move() const {
    const auto with_path = [&](const std::vector<std::string>& path) -> std::string {
        for (const MoveView& m : session_->moves())
            if (m.path == path || std::ranges::find(m.also, path) != m.also.end()) return m.text;
        return {};
    };
    switch (player_.trick) {
    case LabPlayer::Trick::none: return {};
    case LabPlayer::Trick::mirror:
        if (!mirror_) return {};
        if (!others_last_.empty()) return with_path(image(others_last_, *mirror_, session_->geometry()));
        if (!has_begun_) // the first move is one that is its own image
            for (const MoveView& m : session_->moves())
                if (!m.path.empty() && image(m.path, *mirror_, session_->geometry()) == m.path) return m.text;
        return {};
    case LabPlayer::Trick::pass: return with_path({});
    case LabPlayer::Trick::shuffle: break;
    }
    if (own_last_.size() < 2) return {};
    return with_path({own_last_.rbegin(), own_last_.rend()});
}

LabMover::Choice LabMover::choose(int temperature, const std::atomic<bool>& stop) {
    if (std::string move = trick_move(); !move.empty()) return {std::move(move), {}, true};
    if (player_.nodes == 0 || (player_.random && random_.below(100) < player_.random)) {
        auto moves = session_->moves();
        return {std::move(moves[std::size_t(random_.below(int(moves.size())))].text), {}};
    }
    Limits limits;
    limits.nodes = player_.nodes;
    limits.hash_mb = table_for(player_.nodes);
    if (temperature > 0) {
        limits.lines = drawn_among;
        limits.nodes = std::min(limits.nodes, most_search_nodes / drawn_among) * drawn_among;
        limits.temperature = temperature;
        limits.seed = random_.next();
    }
    const ThoughtView found = session_->think(limits, [](const ThoughtView&) {}, stop);
    if (stop || found.lines.empty() || found.lines[0].moves.empty()) return {};
    double points = 0; // of the best line, which need not be the one that was drawn
    for (const auto& line : found.lines) points = std::max(points, expected_points(line.score));
    return {found.lines[0].moves[0], points};
}

void LabMover::played(const MoveView& move, bool own) {
    (void)session_->play(move.text); // it was legal
    (own ? own_last_ : others_last_) = move.path;
    has_begun_ = true;
}

}
