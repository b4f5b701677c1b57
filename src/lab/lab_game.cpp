#include "lab/lab_game.hpp"
#include "base/checksum.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "lab/review.hpp"
#include "session/least_turned.hpp"
#include <algorithm>
#include <climits>
#include <cmath>

namespace tavoliere {
namespace {

constexpr int tried_positions = 2; // of a game, for only moves

// A number of its own for each game and purpose, whatever else is played and in which order.
std::uint64_t seed_of(const LabGame& game, std::uint64_t seed, std::string_view purpose) {
    return checksum(std::to_string(seed) + "\n" + game.start + "\n" + game.x + "\n" + game.o + "\n" +
                    std::to_string(game.number) + "\n" + std::string(purpose));
}

bool is_piece(char letter) { return letter != '.' && letter != '-'; }

// Follows a watched game.
class Watcher {
public:
    Watcher(WatchedGame& seen, const GameSession& board) : seen_(seen), cells_(board.view().cells) {
        covered_.assign(cells_.size(), false);
        cover();
        seen_.cells = int(std::ranges::count_if(cells_, [](char c) { return c != '-'; }));
        seen_.first_pieces = pieces();
    }

    void before(const GameSession& board, const std::atomic<bool>& stop) {
        seen_.choices.push_back(int(board.perft(1, true, stop)));
    }
    void after(const GameSession& board, std::optional<double> points_of_x) {
        const std::string now = board.view().cells;
        for (std::size_t c = 0; c < now.size(); ++c) seen_.changed += now[c] != cells_[c];
        cells_ = now;
        cover();
        seen_.points.push_back(points_of_x ? int(std::lround(1000 * *points_of_x)) : -1);
        for (std::size_t i = 0; i < opening_depths.size(); ++i)
            if (int(seen_.points.size()) == opening_depths[i]) seen_.openings[i] = opening_key(board);
    }
    void end() {
        seen_.covered = int(std::ranges::count(covered_, true));
        seen_.last_pieces = pieces();
    }

private:
    void cover() {
        for (std::size_t c = 0; c < cells_.size(); ++c) covered_[c] = covered_[c] || is_piece(cells_[c]);
    }
    int pieces() const { return int(std::ranges::count_if(cells_, is_piece)); }

    WatchedGame& seen_;
    std::string cells_;
    std::vector<bool> covered_;
};

// Whether one move alone is good there, and how deep one must look to find it: the best of two lines, which gives away a mistake less
// than the second.
void try_only_move(OnlyMoves& only, const GameSession& at, std::uint64_t nodes, const std::atomic<bool>& stop) {
    const auto session = at.copy(); // one that remembers nothing
    Limits limits;
    limits.nodes = nodes;
    limits.lines = 2;
    std::array<std::string, OnlyMoves::looks> shallow;
    const ThoughtView found = session->think(
        limits,
        [&](const ThoughtView& t) {
            for (int depth = std::max(t.depth, 1); depth <= OnlyMoves::looks;
                 ++depth) // a search that ends sooner knows all
                if (!t.lines.empty() && !t.lines[0].moves.empty())
                    shallow[std::size_t(depth - 1)] = t.lines[0].moves[0];
        },
        stop);
    if (stop || found.lines.size() < 2) return;
    ++only.tried;
    const double lost = expected_points(found.lines[0].score) - expected_points(found.lines[1].score);
    if (grade_of(lost) < Grade::mistake) return;
    ++only.found;
    for (std::size_t i = 0; i < shallow.size(); ++i) only.seen[i] += shallow[i] == found.lines[0].moves[0];
}

// Of the plies after the opening some are drawn by chance.
bool try_only_moves(const LabStart& start, const std::vector<std::string>& moves, LabGame& game,
                    const LabConditions& how, std::uint64_t nodes, const std::atomic<bool>& stop) {
    Random random(seed_of(game, how.seed, "only"));
    const int from = std::min(how.opening_plies, game.plies - 1);
    std::array<int, tried_positions> plies{};
    for (int& ply : plies) ply = from + random.below(game.plies - from);
    std::ranges::sort(plies);
    const auto board = start.session->copy();
    for (const int ply : plies) {
        while (board->ply() - start.session->ply() < ply)
            if (!board->play(moves[std::size_t(board->ply() - start.session->ply())])) return false;
        try_only_move(game.watched->only, *board, nodes, stop);
    }
    return !stop;
}

std::string numbers_json(const std::vector<int>& numbers) {
    return json_array(numbers, [](int n) { return std::to_string(n); });
}

// Reads the members of a line; the first that is wrong is kept.
class Reader {
public:
    explicit Reader(const Json& line) : line_(line) {}

    std::string text(std::string_view name) { return text(line_, name); }
    std::string text(const Json& in, std::string_view name) {
        const std::string* value = in[name].text();
        if (!value) wrong(name, "a text");
        return value ? *value : std::string();
    }
    int number(const Json& in, std::string_view name, int most = INT_MAX) {
        const auto value = in[name].whole<int>(0, most);
        if (!value) wrong(name, "a number");
        return value.value_or(0);
    }
    std::vector<int> numbers(const Json& in, std::string_view name, int least, int most) {
        std::vector<int> out;
        const auto* all = in[name].array();
        if (!all) return wrong(name, "a list of numbers"), out;
        for (const Json& each : *all) {
            const auto value = each.whole<int>(least, most);
            if (!value) wrong(name, "a list of numbers");
            out.push_back(value.value_or(0));
        }
        return out;
    }
    void wrong(std::string_view name, std::string_view wanted) {
        if (!problem_) problem_ = Problem{"\"" + std::string(name) + "\": " + std::string(wanted) + " is wanted here"};
    }
    const std::optional<Problem>& problem() const { return problem_; }

private:
    const Json& line_;
    std::optional<Problem> problem_;
};

}

// The board as it stands, turned so that of all symmetric ones it is the first, where the game is the same on a turned board; and what
// lies beside it.
std::string opening_key(const GameSession& board) {
    const PositionView view = board.view();
    std::string cells = least_turned(view.cells, board.symmetries());
    cells += view.turn;
    for (const HandView& hand : view.hands)
        cells += hand.player + std::string(1, hand.piece) + std::to_string(hand.count);
    return hex(checksum(cells));
}

bool LabGame::has_ended() const {
    return reason != unfinished && reason != by_repetition.name && reason != by_length.name;
}

std::optional<LabGame> play_lab_game(const LabStart& start, const LabPlayer& x, const LabPlayer& o, int number,
                                     const LabConditions& how, bool is_watched, std::uint64_t only_nodes,
                                     const std::function<bool()>& is_over, const std::atomic<bool>& stop) {
    LabGame game;
    game.start = start.name;
    game.x = x.name();
    game.o = o.name();
    game.number = number;
    const auto board = start.session->copy();
    std::array movers{LabMover(x, *board, seed_of(game, how.seed, "x")),
                      LabMover(o, *board, seed_of(game, how.seed, "o"))};
    const std::array has_trick{x.trick != LabPlayer::Trick::none, o.trick != LabPlayer::Trick::none};
    std::optional<Watcher> watcher;
    if (is_watched) watcher.emplace(game.watched.emplace(), *board);
    std::vector<std::string> moves;
    std::optional<Result> result = board->result();
    for (; !result && game.plies < how.most_plies; ++game.plies) {
        if (is_over()) return {};
        const bool x_moves = board->view().turn == 'x';
        const std::size_t mover = x_moves ? 0 : 1;
        if (watcher) watcher->before(*board, stop);
        const auto choice = movers[mover].choose(game.plies < how.opening_plies ? how.temperature : 0, stop);
        if (stop || choice.move.empty()) return {};
        const auto played = board->play(choice.move);
        if (!played) return {}; // the engine names legal moves alone
        for (std::size_t i : {0u, 1u}) movers[i].played(*played, i == mover);
        if (has_trick[mover]) ++game.trick_moves, game.tricks += choice.is_trick;
        if (watcher)
            watcher->after(*board, !choice.points ? std::nullopt
                                   : x_moves      ? choice.points
                                                  : std::optional(1 - *choice.points));
        moves.push_back(played->text);
        result = board->result();
    }
    game.winner = result ? result->winner : Winner::draw;
    game.reason = result ? result->reason : unfinished;
    if (watcher) {
        watcher->end();
        if (only_nodes && game.plies > 0 && !try_only_moves(start, moves, game, how, only_nodes, stop)) return {};
    }
    return game;
}

std::string to_line(const LabGame& game) {
    JsonObject out;
    out.add("game", game.start).add("x", game.x).add("o", game.o).add("number", game.number);
    out.add("winner", name(game.winner)).add("reason", game.reason).add("plies", game.plies);
    if (const std::string rules = rules_mark(game.start); !rules.empty()) out.add("rules", rules);
    if (game.trick_moves) out.add("trick_moves", game.trick_moves).add("tricks", game.tricks);
    if (const auto& w = game.watched) {
        const std::vector<int> only{w->only.tried, w->only.found, w->only.seen[0], w->only.seen[1], w->only.seen[2]};
        out.raw("watched", JsonObject()
                               .raw("points", numbers_json(w->points))
                               .raw("choices", numbers_json(w->choices))
                               .add("changed", w->changed)
                               .add("covered", w->covered)
                               .add("cells", w->cells)
                               .add("first_pieces", w->first_pieces)
                               .add("last_pieces", w->last_pieces)
                               .raw("openings", json_strings(w->openings))
                               .raw("only", numbers_json(only))
                               .text());
    }
    return out.text();
}

Expected<LabGame> read_lab_game(const Json& line) {
    Reader in(line);
    LabGame game;
    game.start = in.text("game");
    game.x = in.text("x"), game.o = in.text("o");
    for (const auto& [name, player] : {std::pair("x", &game.x), std::pair("o", &game.o)})
        if (!read_lab_player(*player)) in.wrong(name, "a player, as in nodes=64,");
    game.number = in.number(line, "number");
    const std::string winner = in.text("winner");
    if (winner != "x" && winner != "o" && winner != "draw") in.wrong("winner", "x, o or draw");
    game.winner = winner == "x" ? Winner::x : winner == "o" ? Winner::o : Winner::draw;
    game.reason = in.text("reason");
    game.plies = in.number(line, "plies");
    if (line.find("trick_moves"))
        game.trick_moves = in.number(line, "trick_moves"), game.tricks = in.number(line, "tricks", game.trick_moves);
    if (const Json* seen = line.find("watched")) {
        WatchedGame& w = game.watched.emplace();
        w.points = in.numbers(*seen, "points", -1, 1000);
        w.choices = in.numbers(*seen, "choices", 0, INT_MAX);
        if (w.points.size() != std::size_t(game.plies)) in.wrong("points", "a number for each ply");
        if (w.choices.size() != std::size_t(game.plies)) in.wrong("choices", "a number for each ply");
        w.changed = in.number(*seen, "changed");
        w.cells = in.number(*seen, "cells", Geometry::most_cells);
        w.covered = in.number(*seen, "covered", w.cells);
        w.first_pieces = in.number(*seen, "first_pieces"), w.last_pieces = in.number(*seen, "last_pieces");
        const auto* openings = (*seen)["openings"].array();
        for (std::size_t i = 0; i < w.openings.size(); ++i) {
            const std::string* key =
                openings && openings->size() == w.openings.size() ? (*openings)[i].text() : nullptr;
            if (!key) in.wrong("openings", "three texts");
            if (key) w.openings[i] = *key;
        }
        const auto only = in.numbers(*seen, "only", 0, INT_MAX);
        if (only.size() != 2 + w.only.seen.size()) {
            in.wrong("only", "five numbers");
        } else {
            w.only.tried = only[0], w.only.found = only[1];
            std::copy(only.begin() + 2, only.end(), w.only.seen.begin());
        }
    }
    if (in.problem()) return std::unexpected(*in.problem());
    return game;
}

}
