#include "match/match.hpp"
#include "game/random.hpp"
#include "search/threads.hpp"
#include <map>
#include <mutex>

namespace tavoliere {
namespace {

// Numbers of its own for each purpose and each game, whatever the order in which threads come to play them, and unlike
// those of any other match's seed.
enum class Purpose : std::uint64_t { opening, first, second };
std::uint64_t seed_of(const MatchPlan& plan, Purpose purpose, int number) {
    return Random(Random(plan.seed).next() ^ (std::uint64_t(purpose) << 32 | unsigned(number))).next();
}

class Match {
public:
    using Report = std::function<void(const PlayedGame&, const MatchScore&)>;

    Match(const MatchPlan& plan, const Session& start, const Report& report, const std::atomic<bool>& stop)
        : plan_(plan), start_(start), report_(report), stop_(stop) {}

    // Takes games until there are no more. Each thread has its own players.
    void play(Player& first, Player& second) {
        for (int number; !ended() && (number = next_.fetch_add(1)) < plan_.games;) {
            const auto game = play(number, first, second);
            if (!game)
                give_up(game.error());
            else if (!ended())
                count(*game);
        }
    }
    Expected<MatchScore> score() const {
        if (problem_) return std::unexpected(*problem_);
        return score_;
    }

private:
    bool ended() const { return stop_ || broken_; }

    Expected<PlayedGame> play(int number, Player& first, Player& second) {
        PlayedGame game{number, number % 2 == 0, {}, {}};
        const auto session = opening(number / 2, game.moves);
        if (!session) return std::unexpected(session.error());
        Player* players[] = {&first, &second};
        first.begin(**session, seed_of(plan_, Purpose::first, number));
        second.begin(**session, seed_of(plan_, Purpose::second, number));
        while (!(*session)->result() && !ended()) {
            const bool x_to_move = (*session)->view().turn == 'x';
            const std::string move = players[x_to_move == game.first_is_x ? 0 : 1]->choose(stop_);
            if (const auto played = (*session)->play(move); !played) return std::unexpected(played.error());
            for (Player* p : players) p->played(move);
            game.moves.push_back(move);
        }
        if (const auto result = (*session)->result()) game.result = *result;
        return game;
    }

    // The same for both games of a pair.
    Expected<std::unique_ptr<Session>> opening(int pair, std::vector<std::string>& moves) const {
        Random random(seed_of(plan_, Purpose::opening, pair));
        for (int attempts = 0; attempts < 100; ++attempts) {
            auto session = start_.copy();
            moves.clear();
            while (int(moves.size()) < plan_.opening_plies && !session->result()) {
                const auto legal = session->moves();
                moves.push_back(legal[std::size_t(random.below(int(legal.size())))].text);
                (void)session->play(moves.back());
            }
            if (!session->result()) return session;
        }
        return problem("match: " + start_.variant() + " is over within " + std::to_string(plan_.opening_plies) +
                       " random plies; begin with fewer");
    }

    void give_up(const Problem& problem) {
        const std::lock_guard lock(mutex_);
        if (!problem_) problem_ = problem;
        broken_ = true;
    }

    void count(const PlayedGame& game) {
        const std::lock_guard lock(mutex_);
        const bool drawn = game.result.winner == Winner::draw;
        const bool first_won = (game.result.winner == Winner::x) == game.first_is_x;
        ++(drawn ? score_.draws : first_won ? score_.wins : score_.losses);
        const int points = drawn ? 1 : first_won ? 2 : 0; // halves
        const auto [other, alone] = half_pairs_.try_emplace(game.number / 2, points);
        if (!alone) ++score_.pairs[std::size_t(other->second + points)];
        report_(game, score_);
    }

    const MatchPlan& plan_;
    const Session& start_;
    const Report& report_;
    const std::atomic<bool>& stop_;
    std::atomic<int> next_{0};
    std::mutex mutex_;
    std::atomic<bool> broken_{false};
    std::optional<Problem> problem_;
    std::map<int, int> half_pairs_; // the points of a pair's game that ended first
    MatchScore score_;
};

}

Expected<MatchScore> play_match(const MatchPlan& plan,
                                const std::function<void(const PlayedGame&, const MatchScore&)>& report,
                                const std::atomic<bool>& stop) {
    const auto start = open(plan.variant);
    if (!start) return std::unexpected(start.error());
    Match match(plan, **start, report, stop);
    std::vector<std::array<std::unique_ptr<Player>, 2>> players(std::size_t(std::max(1, plan.threads)));
    for (auto& pair : players)
        for (std::size_t i : {0u, 1u}) {
            auto player = make_player(i == 0 ? plan.first : plan.second);
            if (!player) return std::unexpected(player.error());
            pair[i] = std::move(*player);
        }
    std::vector<std::jthread> helpers; // as many as the system gives
    for (std::size_t t = 1; t < players.size(); ++t)
        if (auto helper = start_thread([&, t] { match.play(*players[t][0], *players[t][1]); }))
            helpers.push_back(std::move(*helper));
    match.play(*players[0][0], *players[0][1]);
    helpers.clear(); // joins
    return match.score();
}

}
