#include "play/live_game.hpp"
#include "ask/json.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {

namespace {

// How players end a game. A word that is none of these is the game's own: its rules say it again.
constexpr std::string_view resigned = "resigned", agreed = "agreed", lost_on_time = "time";

constexpr const char* not_those_kept = "moves: they are not those that were kept";

constexpr std::int64_t most_version = (std::int64_t(1) << 53) - 1; // that JSON's readers tell from the next

std::string letter(char c) { return std::string(1, c); }

// What the stored result tells of an ending that the rules do not know of, if it does.
Expected<std::optional<Result>> read_ending(const std::string& stored) {
    if (stored == "null") return std::nullopt;
    const auto result = read_object(stored, "result");
    if (!result) return std::unexpected(result.error());
    const auto reason = read_text(*result, "result", "reason");
    if (!reason) return std::unexpected(reason.error());
    const auto winner = read_text(*result, "result", "winner");
    if (!winner) return std::unexpected(winner.error());
    for (const Winner each : {Winner::x, Winner::o, Winner::draw}) {
        if (*winner != name(each)) continue;
        for (const std::string_view word : {resigned, lost_on_time, agreed}) {
            if (*reason != word) continue;
            if ((word == agreed) != (each == Winner::draw)) return problem("result: " + *reason + ", and " + *winner);
            return Result{each, word, {}};
        }
        return std::nullopt;
    }
    return problem("result.winner: x, o or draw is wanted here");
}

std::unexpected<Problem> is_over(std::string_view what, const Result& over) {
    return problem(std::string(what) + ": the game is over: " + std::string(over.reason));
}

Winner winner_against(char loser) { return loser == 'x' ? Winner::o : Winner::x; }

}

LiveGame::LiveGame(std::unique_ptr<GameSession> session, const Players& players)
    : session_(std::move(session)), players_(players), start_(session_->view()), now_(start_) {}

LiveGame::LiveGame(const LiveGame& other)
    : session_(other.session_->copy()), players_(other.players_), start_(other.start_), now_(other.now_),
      history_(other.history_), moves_(other.moves_), ending_(other.ending_), clock_(other.clock_),
      offers_(other.offers_), rematch_(other.rematch_), version_(other.version_) {}

Expected<LiveGame> LiveGame::start(std::string_view variant, std::string_view position, Players players,
                                   std::optional<TimeControl> control) {
    auto session = open(variant);
    if (!session) return std::unexpected(session.error());
    if (auto set = (*session)->set_position(position); !set) return std::unexpected(set.error());
    LiveGame match(std::move(*session), players);
    if (control) match.clock_.emplace(*control);
    return match;
}

Expected<LiveGame> LiveGame::replay(const GameRow& record, const LiveGame* known) {
    if (record.version < 1 || record.version > most_version)
        return problem("version: a whole number from 1 to " + std::to_string(most_version) + " is wanted here");
    if (!record.is_whole) return problem(not_those_kept);
    const auto players = read_kept_players(record.players);
    if (!players) return std::unexpected(players.error());
    const auto ending = read_ending(record.result);
    if (!ending) return std::unexpected(ending.error());
    const auto offers = Offers::read(record.offers);
    if (!offers) return std::unexpected(offers.error());

    const bool is_known =
        known && known->session_->variant() == record.variant && known->start_.position == record.start;
    auto match = is_known ? Expected<LiveGame>(*known) : start(record.variant, record.start, *players);
    if (!match) return match;
    match->players_ = *players;
    match->clock_.reset();
    match->take_back_to(match->plies_of(record.moves));
    std::string_view rest = record.moves;
    rest.remove_prefix(std::min(match->moves_.size() + (match->ply() > 0), rest.size()));
    while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        if (auto played = match->advance(rest.substr(0, end)); !played) return std::unexpected(played.error());
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!record.clock.empty()) {
        const auto clock = Clock::read(record.clock);
        if (!clock) return std::unexpected(clock.error());
        match->clock_ = *clock;
    }
    match->ending_ = *ending;
    match->rematch_ = record.rematch;
    match->version_ = record.version;
    if (match->clock_ && match->clock_->is_running() && match->result())
        return problem("clock: it runs, and the game is over");
    for (const Deal deal : {Deal::draw, Deal::takeback, Deal::rematch})
        for (const char side : {'x', 'o'}) {
            if (!offers->was_made(deal, side)) continue;
            if (auto may = match->may_offer(deal, side); !may) return std::unexpected(may.error());
        }
    match->offers_ = *offers;
    return match;
}

Expected<void> check_shown(const GameRow& row) {
    if (!row.is_whole) return problem(not_those_kept);
    if (auto both = read_kept_players(row.players); !both) return std::unexpected(both.error());
    if (auto ending = read_ending(row.result); !ending) return std::unexpected(ending.error());
    if (row.turn.empty() || row.turn == "x" || row.turn == "o") return {};
    return problem("turn: x, o or nothing is wanted here");
}

Expected<void> LiveGame::advance(std::string_view move) {
    const auto played = session_->play(move);
    if (!played) return std::unexpected(played.error());
    const char turn = std::exchange(now_, session_->view()).turn;
    (moves_ += moves_.empty() ? "" : " ") += played->text;
    history_.push_back(std::make_shared<Ply>(Ply{played->text, turn, played_json(*played, turn, now_)}));
    return {};
}

Expected<void> LiveGame::play(std::string_view move, Instant now) {
    if (const auto over = result()) return is_over("move", *over);
    const char mover = now_.turn;
    if (auto advanced = advance(move); !advanced) return advanced;
    offers_.clear();
    if (!clock_) return {};
    clock_->moved(mover, ply(), now);
    if (result()) clock_->stop(now_.turn, now);
    return {};
}

Expected<void> LiveGame::undo(Instant now) {
    if (ending_ && ending_->reason == lost_on_time) return problem("undo: a loss on time cannot be taken back");
    // What the players agreed or gave up is taken back like a move.
    int target = ending_ ? ply() : ply() - 1;
    while (target >= 0 && !players_.of(turn_at(target)).is_person()) --target;
    if (target < 0) return problem("undo: there is no earlier position where a person is to move");
    go_back(target, now);
    return {};
}

// How many of the first moves are those that these begin with.
int LiveGame::plies_of(std::string_view moves) const {
    const auto same = std::size_t(std::ranges::mismatch(moves_, moves).in1 - moves_.begin());
    if (same == moves_.size() && (same == moves.size() || same == 0 || moves[same] == ' ')) return ply();
    // Of the next move only a part may be the same.
    return int(std::ranges::count(std::string_view(moves_).substr(0, same), ' ')) +
           (same == moves.size() && same > 0 && moves_[same] == ' ');
}

void LiveGame::take_back_to(int target) {
    if (ply() <= target) return;
    while (ply() > target) {
        session_->undo();
        moves_.resize(ply() == 1 ? 0 : moves_.size() - history_.back()->move.size() - 1);
        history_.pop_back();
    }
    now_ = session_->view();
}

void LiveGame::go_back(int target, Instant now) {
    const char turn = now_.turn;
    take_back_to(target);
    ending_.reset();
    offers_.clear();
    if (!clock_) return;
    if (!players_.of(turn).is_person()) clock_->run_from(now); // its thought is thrown away
    clock_->turned_back(turn, target, now);
}

Expected<void> LiveGame::resign(char colour, Instant now) {
    if (const auto over = result()) return is_over("resign", *over);
    if (!players_.of(colour).is_person()) return problem("resign: " + letter(colour) + " is not played by a person");
    end(winner_against(colour), resigned, now);
    return {};
}

void LiveGame::lose_on_time(Instant now) { end(winner_against(now_.turn), lost_on_time, now); }

void LiveGame::end(Winner winner, std::string_view reason, Instant now) {
    ending_ = Result{winner, reason, {}};
    offers_.clear();
    if (clock_) clock_->stop(now_.turn, now);
}

Expected<void> LiveGame::may_offer(Deal deal, char by) const {
    const auto over = result();
    if (deal == Deal::rematch) {
        if (!over) return problem("offer: a rematch can be offered when the game is over");
        if (!rematch_.empty()) return problem("offer: there is a rematch already");
    } else if (over) {
        return is_over("offer", *over);
    }
    if (deal == Deal::takeback && last_ply_of(by) < 0) return problem("offer: there is no move to take back");
    return {};
}

Expected<void> LiveGame::offer(Deal deal, char by) {
    if (auto may = may_offer(deal, by); !may) return may;
    return offers_.make(deal, by);
}

Expected<void> LiveGame::accept(Deal deal, char by, Instant now) {
    if (!offers_.is_open(deal, other_side(by)))
        return problem("accept: no " + std::string(to_text(deal)) + " is offered any more");
    if (deal == Deal::draw) {
        end(Winner::draw, agreed, now);
        return {};
    }
    if (deal == Deal::takeback) go_back(last_ply_of(other_side(by)), now);
    return {};
}

Expected<void> LiveGame::decline(Deal deal, char by) {
    if (auto declined = offers_.decline(deal, by); !declined) return declined;
    return {};
}

void LiveGame::lead_on(std::string rematch) {
    rematch_ = std::move(rematch);
    offers_.remove(Deal::rematch);
}

// Before which move of theirs the position stood that a player may want back; -1 where they have not moved.
int LiveGame::last_ply_of(char colour) const {
    int target = ply() - 1;
    while (target >= 0 && turn_at(target) != colour) --target;
    return target;
}

Expected<void> LiveGame::seat(const Players& players) {
    players_ = players;
    return {};
}

std::optional<Result> LiveGame::result() const {
    if (ending_) return ending_;
    auto by_rules = session_->result();
    if (!by_rules && ply() >= longest_live_game) return Result{Winner::draw, by_length.name, {}, by_length.words};
    return by_rules;
}

bool LiveGame::is_time_up(Instant now) const {
    return clock_ && players_.of(now_.turn).is_person() && clock_->is_up(now_.turn, now);
}

bool LiveGame::thinks_in_time(std::chrono::duration<double> own_time, Instant now) {
    if (!clock_) return true;
    clock_->run_from(now - std::chrono::ceil<Milliseconds>(own_time));
    return !clock_->is_up(now_.turn, now);
}

bool LiveGame::has_resigned(char colour) const {
    return ending_ && ending_->reason == resigned && ending_->winner == winner_against(colour);
}

char LiveGame::waits_for_engine() const {
    for (const char side : {'x', 'o'})
        if (players_.of(side).is_person() && !players_.of(other_side(side)).is_person() &&
            has_offered(Deal::draw, side))
            return side;
    return 0;
}

bool LiveGame::engine_is_to_move() const { return !players_.of(now_.turn).is_person() && !result(); }

bool LiveGame::has_played(int ply, std::string_view move) const {
    const auto before = session_->copy();
    while (before->ply() > ply) before->undo();
    const auto played = before->play(move);
    return played && played->text == history_[ply]->move;
}

char LiveGame::turn_at(int ply) const { return ply == this->ply() ? now_.turn : history_[ply]->turn; }

GameRow LiveGame::record() const {
    const auto over = result();
    GameRow record{session_->variant(), start_.position, to_json(players_), moves_, to_json(over), version_};
    record.offers = offers_.stored();
    record.rematch = rematch_;
    if (!over) record.turn = letter(now_.turn);
    if (!clock_) return record;
    record.clock = clock_->stored();
    record.deadline = clock_->deadline(now_.turn);
    return record;
}

int LiveGame::plies_shared_with(const LiveGame& other) const {
    int shared = std::min(ply(), other.ply());
    // Copies share their plies, and a move that is made again is another one: where one is shared all before it are.
    while (shared > 0 && history_[std::size_t(shared) - 1] != other.history_[std::size_t(shared) - 1]) --shared;
    return shared;
}

void LiveGame::hold_up(Instant arrived, Instant now) {
    if (clock_) clock_->hold_up(arrived, now);
}

std::string LiveGame::history(int from) const {
    std::string all = "[";
    for (auto i = std::size_t(from); i < history_.size(); ++i) (all += all.size() > 1 ? "," : "") += history_[i]->json;
    return all + "]";
}

std::string LiveGame::state(const Viewer& viewer, Instant now) const {
    return state_up_to_history(viewer, now, 0) + history(0) + "}";
}

std::string LiveGame::state_up_to_history(const Viewer& viewer, Instant now, int from) const {
    const bool thinking = engine_is_to_move();
    const auto over = result();
    const bool may_move = !over && !thinking && viewer.opens.plays(now_.turn);
    const auto moves = may_move ? session_->moves() : std::vector<MoveView>();
    JsonObject out;
    out.add("key", viewer.key)
        .add("version", version_)
        .add("game", session_->variant())
        .add("seats", viewer.opens.seats)
        .raw("x", to_json(players_.x))
        .raw("o", to_json(players_.o))
        .raw("start", position_json(start_))
        .add("position", now_.position)
        .add("turn", letter(now_.turn))
        .raw("moves", json_array(moves, [](const MoveView& move) { return to_json(move); }))
        .raw("result", to_json(over))
        .add("thinking", thinking)
        .raw("clock", clock_ ? clock_->to_json(now_.turn, now) : "null")
        .raw("offers", offers_.to_json());
    if (viewer.opens.invites_to) out.add("invited", letter(viewer.opens.invites_to));
    if (!viewer.invite.empty()) out.add("invite", viewer.invite);
    if (viewer.invite_days) out.add("invite_days", viewer.invite_days);
    if (!viewer.watch.empty()) out.add("watch", viewer.watch).add("present", viewer.present);
    if (!viewer.rematch.empty()) out.add("rematch", viewer.rematch);
    std::string text = add_view(out, now_).add("from", from).raw("history", "").text();
    text.pop_back(); // the brace
    return text;
}

}
