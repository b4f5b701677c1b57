#include "server/match.hpp"
#include "game/json.hpp"
#include "server/reading.hpp"
#include "speak/json.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr std::string_view resigned = "resigned";

std::string letter(char c) { return std::string(1, c); }

// Whose resignation the stored result tells of, if it does.
Expected<std::optional<char>> read_resignation(const std::string& stored) {
    if (stored == "null") return std::nullopt;
    const auto result = read_object(stored);
    if (!result) return std::unexpected(result.error());
    const auto reason = read_text(*result, "result", "reason");
    if (!reason) return std::unexpected(reason.error());
    const auto winner = read_text(*result, "result", "winner");
    if (!winner) return std::unexpected(winner.error());
    if (*reason != resigned) return std::nullopt;
    return *winner == "x" ? 'o' : 'x';
}

}

Match::Match(std::unique_ptr<Session> session, Players players)
    : session_(std::move(session)), players_(players), start_(session_->view()), now_(start_) {}

Match::Match(const Match& other)
    : session_(other.session_->copy()), players_(other.players_), start_(other.start_), now_(other.now_),
      history_(other.history_), resigned_(other.resigned_), version_(other.version_) {}

Expected<Match> Match::start(std::string_view variant, std::string_view position, Players players) {
    auto session = open(variant);
    if (!session) return std::unexpected(session.error());
    if (auto set = (*session)->set_position(position); !set) return std::unexpected(set.error());
    return Match(std::move(*session), players);
}

Expected<Match> Match::replay(const Record& record) {
    const auto seats = read_object(record.players);
    if (!seats) return std::unexpected(seats.error());
    const auto players = read_players(*seats, "players");
    if (!players) return std::unexpected(players.error());
    const auto resignation = read_resignation(record.result);
    if (!resignation) return std::unexpected(resignation.error());

    auto match = start(record.variant, record.start, *players);
    if (!match) return match;
    std::string_view rest = record.moves;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        if (auto played = match->advance(rest.substr(0, end)); !played) return std::unexpected(played.error());
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    match->resigned_ = *resignation;
    match->version_ = record.version;
    return match;
}

Expected<void> Match::advance(std::string_view move) {
    const auto played = session_->play(move);
    if (!played) return std::unexpected(played.error());
    const char turn = std::exchange(now_, session_->view()).turn;
    history_.push_back(std::make_shared<Ply>(Ply{played->text, turn, now_, played_json(*played, turn, now_)}));
    return {};
}

Expected<void> Match::play(std::string_view move) {
    if (const auto over = result()) return problem(fmt::format("move: the game is over: {}", over->reason));
    ++version_;
    return advance(move);
}

Expected<void> Match::undo() {
    // A resignation is taken back like a move.
    int target = resigned_ ? ply() : ply() - 1;
    while (target >= 0 && !players_.of(turn_at(target)).is_person()) --target;
    if (target < 0) return problem("undo: there is no earlier position where a person is to move");
    while (ply() > target) {
        session_->undo();
        history_.pop_back();
    }
    now_ = session_->view();
    resigned_.reset();
    ++version_;
    return {};
}

Expected<void> Match::resign(char colour) {
    if (const auto over = result()) return problem(fmt::format("resign: the game is over: {}", over->reason));
    if (!players_.of(colour).is_person()) return problem(fmt::format("resign: {} is not played by a person", colour));
    resigned_ = colour;
    ++version_;
    return {};
}

Expected<void> Match::seat(Players players) {
    players_ = players;
    ++version_;
    return {};
}

std::optional<Result> Match::result() const {
    if (resigned_) return Result{*resigned_ == 'x' ? Winner::o : Winner::x, resigned, {}};
    return session_->result();
}

bool Match::engine_is_to_move() const { return !players_.of(now_.turn).is_person() && !result(); }

bool Match::has_played(int ply, std::string_view move) const {
    const auto before = session_->copy();
    while (before->ply() > ply) before->undo();
    const auto played = before->play(move);
    return played && played->text == history_[ply]->move;
}

char Match::turn_at(int ply) const { return ply == this->ply() ? now_.turn : history_[ply]->turn; }

Record Match::record() const {
    std::string moves;
    for (const auto& ply : history_) (moves += moves.empty() ? "" : " ") += ply->move;
    const std::string players = JsonObject().raw("x", to_json(players_.x)).raw("o", to_json(players_.o)).text();
    return {session_->variant(), start_.position, players, moves, to_json(result()), version_};
}

std::string Match::state(std::string_view key) const {
    const bool thinking = engine_is_to_move();
    const auto over = result();
    const auto moves = over || thinking ? std::vector<MoveView>() : session_->moves();
    JsonObject out;
    out.add("key", key)
        .add("version", version_)
        .add("game", session_->variant())
        .raw("x", to_json(players_.x))
        .raw("o", to_json(players_.o))
        .raw("start", position_json(start_))
        .raw("history", json_array(history_, [](const auto& ply) { return ply->json; }))
        .add("position", now_.position)
        .add("turn", letter(now_.turn))
        .raw("moves", json_array(moves, [](const MoveView& move) { return to_json(move); }))
        .raw("result", to_json(over))
        .add("thinking", thinking);
    return add_view(out, now_).text();
}

}
