#include "lab/tournament.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "lab/tournament_records.hpp"
#include "search/threads.hpp"
#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

namespace tavoliere {
namespace {

constexpr int most_failed_starts = 3; // of an engine, in a row

// Numbers of its own for each purpose and each game, whatever the order in which threads come to play them, and unlike
// those of any other match's seed.
enum class Purpose : std::uint64_t { opening, first, second, order };
std::uint64_t seed_of(const MatchPlan& plan, Purpose purpose, int number) {
    return Random(Random(plan.seed).next() ^ (std::uint64_t(purpose) << 32 | unsigned(number))).next();
}

Result won_by(std::size_t side, std::string_view reason) { return {side ? Winner::o : Winner::x, reason, {}}; }

// Adds games up, in any order.
class Tally {
public:
    MatchReport report;

    void add(int number, Winner winner, const std::string& reason) {
        const bool first_is_x = number % 2 == 0, drawn = winner == Winner::draw;
        const bool first_won = (winner == Winner::x) == first_is_x;
        MatchScore& s = report.score;
        ++(drawn ? s.draws : first_won ? s.wins : s.losses);
        if (!drawn) ++(winner == Winner::x ? report.x_won : report.o_won);
        ++report.ends[reason];
        if (std::find(forfeit::all.begin(), forfeit::all.end(), reason) != forfeit::all.end())
            ++report.forfeits[first_won ? 1 : 0][reason];
        const int points = drawn ? 1 : first_won ? 2 : 0; // halves
        const auto [other, alone] = half_pairs_.try_emplace(number / 2, points);
        if (!alone) ++s.pairs[std::size_t(other->second + points)];
    }

private:
    std::map<int, int> half_pairs_; // the points of a pair's game that ended first
};

// The clocks of one game.
class Clocks {
public:
    Clocks(const MatchPlan& plan, const std::array<double, 2>& move_seconds)
        : plan_(plan), move_seconds_(move_seconds) {
        if (plan.clock) left_ = {plan.clock->seconds, plan.clock->seconds};
    }

    // x or o (0, 1) is about to move.
    Turn turn(std::size_t mover) const {
        double most = std::numeric_limits<double>::infinity();
        if (move_seconds_[mover] > 0) most = move_seconds_[mover];
        if (plan_.clock) most = std::min(most, left_[mover]);
        return {plan_.clock.has_value(), left_, plan_.clock ? plan_.clock->increment : 0,
                in_seconds(most + plan_.margin)};
    }
    void spend(std::size_t mover, double seconds) {
        if (plan_.clock) left_[mover] = std::max(0.0, left_[mover] - seconds) + plan_.clock->increment;
    }

private:
    const MatchPlan& plan_;
    const std::array<double, 2> move_seconds_; // x's and o's most for a move; 0: no such limit
    std::array<double, 2> left_{};
};

class Match {
public:
    using Report = std::function<void(const PlayedGame&, const MatchReport&)>;
    using Players = std::array<std::unique_ptr<Player>, 2>; // the first and the second

    Match(const MatchPlan& plan, const GameSession& start, const Report& report, const std::atomic<bool>& stop)
        : plan_(plan), start_(start), report_(report), stop_(stop), next_(plan.from) {}

    // Reads what the plan names, opens the records, and starts the players of the first thread.
    Expected<Players> prepare();
    // Takes games until there are no more. Each thread has its own players.
    void play(const Players& players) {
        for (int number; !ended() && (number = next_.fetch_add(1)) < plan_.games;)
            if (!done_.contains(number)) {
                const auto game = play_without_pause(number, players);
                if (!game)
                    give_up(game.error());
                else if (!ended())
                    count(*game);
            }
    }
    Players make_players() const {
        Players players;
        for (std::size_t i : {0u, 1u}) players[i] = make_player(setups_[i], start_, {plan_.patience, plan_.log});
        return players;
    }
    Expected<MatchReport> result() const;

private:
    bool ended() const { return stop_ || over_; }

    Expected<PlayedGame> play_without_pause(int number, const Players& players);
    Expected<PlayedGame> play(int number, const Players& players);
    void play_on(PlayedGame& game, GameSession& session, const std::array<Player*, 2>& players);
    std::expected<Answer, Forfeit> ask(Player& player, GameSession& session, const Turn& turn, MoveNote& note);
    Expected<std::unique_ptr<GameSession>> opening(int pair, PlayedGame& game) const;
    void started(std::size_t player, const std::optional<Forfeit>& failure);
    void count(const PlayedGame& game);
    void look_at_sprt();
    void end(MatchReport::End how, std::string why);
    void abort(std::string why);
    void give_up(const Problem& problem);

    const MatchPlan& plan_;
    const GameSession& start_;
    const Report& report_;
    const std::atomic<bool>& stop_; // from outside
    std::array<PlayerSetup, 2> setups_;
    std::vector<Opening> openings_;
    std::optional<Records> records_;
    std::set<int> done_; // games that the records have
    std::atomic<int> next_;

    std::mutex mutex_; // for all that follows
    std::atomic<bool> over_{false};
    std::optional<Problem> problem_;
    std::array<int, 2> failed_starts_{};
    Tally tally_;
};

Expected<Match::Players> Match::prepare() {
    for (std::size_t i : {0u, 1u}) {
        const PlayerPlan& p = i == 0 ? plan_.first : plan_.second;
        auto setup = read_player(p);
        if (!setup) return std::unexpected(setup.error());
        if (!plan_.clock && lacks_limit(*setup))
            return problem(
                "player: " + in_quotes(p.spec) +
                " has no limit for its moves; give it one, as in time=0.1, nodes=N or depth=N, or both a clock");
        setups_[i] = std::move(*setup);
    }
    if (!plan_.openings.empty()) {
        auto list = read_openings(plan_.openings, start_);
        if (!list) return std::unexpected(list.error());
        openings_ = std::move(*list);
        Random random(seed_of(plan_, Purpose::order, 0));
        if (plan_.shuffled) shuffle(openings_, random);
    }
    if (!plan_.records.empty()) {
        auto records = Records::open(plan_, start_);
        if (!records) return std::unexpected(records.error());
        records_ = std::move(*records);
        for (const KeptGame& g : records_->games()) {
            tally_.add(g.number, g.winner, g.reason);
            done_.insert(g.number);
        }
        tally_.report.resumed = int(done_.size());
        tally_.report.cut_off = records_->cut_off();
        look_at_sprt();
    }
    Players players = make_players();
    if (over_ || int(done_.size()) >= plan_.games) return players;
    for (const auto& p : players)
        if (const auto ready = p->prepare(stop_); !ready && !stop_) return std::unexpected(ready.error());
    return players;
}

Expected<PlayedGame> Match::play_without_pause(int number, const Players& players) {
    const bool is_timed = plan_.clock || setups_[0].limits.seconds > 0 || setups_[1].limits.seconds > 0;
    for (;;) {
        const unsigned before = plan_.pauses ? plan_.pauses->load() : 0;
        auto game = play(number, players);
        if (!game || ended() || !plan_.pauses) return game;
        // Patience has an end, too. The signal may reach the thread that counts it a little later than time does this one.
        const bool waited = game->result.reason == forfeit::time || game->result.reason == forfeit::no_answer ||
                            game->result.reason == forfeit::no_start;
        if (waited) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (*plan_.pauses == before || !(is_timed || waited)) return game;
    }
}

Expected<PlayedGame> Match::play(int number, const Players& players) {
    PlayedGame game;
    game.number = number;
    game.first_is_x = number % 2 == 0;
    const auto session = opening(number / 2, game);
    if (!session) return std::unexpected(session.error());
    const std::string start = game.start == "startpos" ? start_.position() : game.start;
    std::array<Player*, 2> by_colour{};
    for (std::size_t i : {0u, 1u}) {
        const std::size_t colour = (i == 0) == game.first_is_x ? 0 : 1;
        by_colour[colour] = players[i].get();
        const auto seed = seed_of(plan_, i == 0 ? Purpose::first : Purpose::second, number);
        const auto failure = players[i]->begin({**session, start, game.moves, seed}, stop_);
        if (ended()) return game;
        if (failure && failure->reason == forfeit::none_of_its_own) return abort(failure->detail), game;
        started(i, failure);
        if (!failure) continue;
        game.result = won_by(1 - colour, failure->reason);
        game.detail = failure->detail;
        return game;
    }
    play_on(game, **session, by_colour);
    return game;
}

// To the end. `players` are x and o.
void Match::play_on(PlayedGame& game, GameSession& session, const std::array<Player*, 2>& players) {
    Clocks clocks(plan_,
                  {setups_[game.first_is_x ? 0 : 1].limits.seconds, setups_[game.first_is_x ? 1 : 0].limits.seconds});
    Adjudicator judge(plan_.adjudication);
    std::optional<Result> result = session.result();
    while (!result && !ended()) {
        const std::size_t mover = session.view().turn == 'x' ? 0 : 1;
        MoveNote note;
        const auto answer = ask(*players[mover], session, clocks.turn(mover), note);
        if (!answer) {
            result = won_by(1 - mover, answer.error().reason);
            game.detail = answer.error().detail;
            break;
        }
        clocks.spend(mover, note.seconds);
        for (Player* p : players) p->played(answer->move);
        game.moves.push_back(answer->move);
        game.notes.push_back(note);
        result = session.result();
        if (!result) result = judge.after(mover, note.score, int(game.moves.size()));
    }
    if (result) game.result = *result;
}

// Asks for a move and plays it. The answer has it in its canonical spelling.
std::expected<Answer, Forfeit> Match::ask(Player& player, GameSession& session, const Turn& turn, MoveNote& note) {
    const Moment asked = now();
    auto answer = player.choose(turn, stop_);
    const Moment answered = now();
    note.seconds = std::chrono::duration<double>(answered - asked).count();
    if (!answer || ended()) return answer;
    if (answered > turn.deadline) return std::unexpected(Forfeit{forfeit::time, "it did not move in time"});
    const auto played = session.play(answer->move);
    if (!played)
        return std::unexpected(Forfeit{forfeit::illegal_move, in_quotes(answer->move) + " at " + session.position()});
    note.score = answer->score;
    answer->move = played->text;
    return answer;
}

// The same for both games of a pair.
Expected<std::unique_ptr<GameSession>> Match::opening(int pair, PlayedGame& game) const {
    Random random(seed_of(plan_, Purpose::opening, pair));
    for (int attempts = 0; attempts < 100; ++attempts) {
        auto session = start_.copy();
        game.moves.clear();
        if (!openings_.empty()) {
            const Opening& o = openings_[std::size_t(pair) % openings_.size()];
            (void)session->set_position(o.start);
            for (const std::string& m : o.moves) (void)session->play(m);
            game.moves = o.moves;
            game.start = o.start == start_.position() ? "startpos" : o.start;
            game.o_begins = o.moves.size() % 2 == (session->view().turn == 'x');
        }
        for (int i = 0; i < plan_.opening_plies && !session->result(); ++i) {
            const auto legal = session->moves();
            game.moves.push_back(legal[std::size_t(random.below(int(legal.size())))].text);
            (void)session->play(game.moves.back());
        }
        game.opening = int(game.moves.size());
        if (!session->result()) return session;
    }
    return problem("match: " + start_.variant() + " is over within " + std::to_string(plan_.opening_plies) +
                   " random plies; begin with fewer");
}

void Match::started(std::size_t player, const std::optional<Forfeit>& failure) {
    const std::lock_guard lock(mutex_);
    failed_starts_[player] = failure ? failed_starts_[player] + 1 : 0;
}

void Match::end(MatchReport::End how, std::string why) {
    tally_.report.end = how;
    tally_.report.why = std::move(why);
    over_ = true;
}

void Match::abort(std::string why) {
    const std::lock_guard lock(mutex_);
    if (!over_) end(MatchReport::End::aborted, std::move(why));
}

void Match::give_up(const Problem& problem) {
    const std::lock_guard lock(mutex_);
    if (!problem_) problem_ = problem;
    over_ = true;
}

void Match::look_at_sprt() {
    if (!plan_.sprt) return;
    const double llr = log_likelihood_ratio(tally_.report.score, *plan_.sprt);
    tally_.report.llr = llr;
    if (llr <= plan_.sprt->lower() || llr >= plan_.sprt->upper()) end(MatchReport::End::decided, "");
}

void Match::count(const PlayedGame& game) {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    if (records_)
        if (const auto kept = records_->add(game); !kept) return end(MatchReport::End::aborted, kept.error().text);
    tally_.add(game.number, game.result.winner, std::string(game.result.reason));
    look_at_sprt();
    for (std::size_t i : {0u, 1u})
        if (failed_starts_[i] >= most_failed_starts)
            end(MatchReport::End::aborted,
                game.detail + "; that was " + std::to_string(most_failed_starts) + " times in a row");
    report_(game, tally_.report);
}

Expected<MatchReport> Match::result() const {
    if (problem_) return std::unexpected(*problem_);
    MatchReport report = tally_.report;
    if (!over_ && stop_ && report.score.games() < plan_.games) report.end = MatchReport::End::stopped;
    return report;
}

}

Expected<GameClock> read_clock(std::string_view text) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const auto seconds = parse_decimal(text.substr(0, plus), 0.01, 86400);
    const auto increment = plus == text.size() ? 0 : parse_decimal(text.substr(plus + 1), 0, 3600);
    if (!seconds || !increment)
        return problem("clock: " + in_quotes(text) +
                       " is not a clock; a clock is SECONDS or SECONDS+INCREMENT, as in 60+0.6");
    return GameClock{*seconds, *increment};
}

Expected<void> need_repeatable(const MatchPlan& plan) {
    if (plan.clock) return problem("a clock");
    for (const PlayerPlan* p : {&plan.first, &plan.second}) {
        const auto setup = read_player(*p);
        if (!setup) return std::unexpected(setup.error());
        const std::string whose = " of " + in_quotes(p->spec);
        if (setup->kind == PlayerSetup::Kind::remote) return problem("the program" + whose);
        if (is_timed(setup->limits)) return problem("the limit of time" + whose);
        if (setup->limits.threads > 1) return problem("the threads" + whose);
        if (!setup->tables.empty()) return problem("the tables" + whose);
    }
    return {};
}

Expected<MatchReport> play_match(const MatchPlan& plan,
                                 const std::function<void(const PlayedGame&, const MatchReport&)>& report,
                                 const std::atomic<bool>& stop) {
    const auto start = open(plan.variant);
    if (!start) return std::unexpected(start.error());
    Match match(plan, **start, report, stop);
    const auto players = match.prepare();
    if (!players) return std::unexpected(players.error());
    std::vector<std::jthread> helpers; // as many as the system gives
    // An engine dies with the thread that started it, so each thread starts its own.
    for (int t = 1; t < plan.threads; ++t)
        if (auto helper = start_thread([&] { match.play(match.make_players()); }))
            helpers.push_back(std::move(*helper));
    match.play(*players);
    helpers.clear(); // joins
    return match.result();
}

}
