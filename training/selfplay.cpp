#include "training/selfplay.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "eval/network.hpp"
#include "search/thought.hpp"
#include "search/threads.hpp"
#include <map>
#include <mutex>
#include <utility>

namespace tavoliere::training {
namespace {

int value_of(const Score& s) {
    switch (s.kind) {
    case Score::Kind::win: return won - s.value;
    case Score::Kind::loss: return s.value - won;
    case Score::Kind::draw: return 0;
    case Score::Kind::estimate: break;
    }
    return s.value;
}

constexpr int certain = won - most_depth; // a proven score whose distance nobody asked for

SolveLimits limits_of_solving() {
    SolveLimits limits;
    limits.memory_mb = 256; // a thread
    limits.patience = 0;
    return limits;
}

void play_any(GameSession& session, Random& random, Game& game) {
    const auto legal = session.moves();
    game.moves.push_back(legal[std::size_t(random.below(int(legal.size())))].text);
    (void)session.play(game.moves.back());
}

// Draws moves until the opening is long enough; nothing where the game ended before.
std::unique_ptr<GameSession> opening(const SelfplayPlan& plan, const GameSession& start, Random& random, Game& game) {
    auto session = start.copy();
    game.random = plan.plies - random.below(plan.plies / 2 + 1);
    while (int(game.moves.size()) < game.random) {
        if (session->result()) return nullptr;
        play_any(*session, random, game);
    }
    return session->result() ? nullptr : std::move(session);
}

Winner winner_of(int value, bool x_to_move) {
    return value == 0 ? Winner::draw : (value > 0) == x_to_move ? Winner::x : Winner::o;
}

// The position's value for its mover, where the plan wants it and it can be had: what is certain teaches more than what weak
// players made of it. The same for the same position, as nothing but memory ends it.
std::optional<int> exact_value(const SelfplayPlan& plan, GameSession& session, std::size_t plies,
                               const std::atomic<bool>& stop) {
    if (!plan.solve_from || plies < std::size_t(plan.solve_from)) return {};
    const auto solved = session.solve(limits_of_solving(), [](const SolveProgress&) {}, stop);
    return solved ? solved->value : std::nullopt;
}

// Searches moves until the game is over or its result proven. Where positions are solved, a move that changes who wins ends the
// game as well, with the result that it had before: the positions so far are worth that.
void play_on(const SelfplayPlan& plan, GameSession& session, Random& random, Game& game,
             const std::atomic<bool>& stop) {
    Limits limits;
    limits.nodes = plan.nodes;
    limits.hash_mb = 1 + plan.nodes / 20000;
    bool is_solved = false; // game.result is certain
    while (!session.result() && int(game.moves.size()) < most_plies && !stop) {
        const bool x_to_move = session.view().turn == 'x';
        const auto exact = exact_value(plan, session, game.moves.size(), stop);
        if (exact) {
            const Winner winner = winner_of(*exact, x_to_move);
            if (std::exchange(is_solved, true) && winner != game.result) return;
            game.result = winner;
        }
        const auto best = session.think(limits, [](const ThoughtView&) {}, stop).lines.front();
        game.scores.push_back(exact ? *exact * certain : value_of(best.score));
        const bool is_open = best.score.kind == Score::Kind::estimate;
        if (is_open && !is_solved && random.below(100) < plan.stray) { // a proven result is kept
            game.strays.push_back(int(game.moves.size()));
            play_any(session, random, game);
            continue;
        }
        game.moves.push_back(best.moves.front());
        (void)session.play(best.moves.front());
        if (is_open) continue;
        if (best.score.kind != Score::Kind::draw && !is_solved)
            game.result = winner_of(best.score.kind == Score::Kind::win ? 1 : -1, x_to_move);
        return;
    }
    if (const auto result = session.result(); result && !is_solved) game.result = result->winner;
}

// Numbers that are a game's own, whatever thread plays it.
std::uint64_t seed_of(const SelfplayPlan& plan, std::uint64_t number) {
    return Random(Random(plan.seed).next() ^ number).next();
}

// Gathers games as they end, in any order, and hands on batches in their order.
class Gathering {
public:
    using Batch = std::function<Expected<void>(const std::string&)>;
    using Progress = std::function<void(const SelfplayProgress&)>;
    Gathering(std::uint64_t first, std::uint64_t last, const Batch& batch, const Progress& progress)
        : next_(first), last_(last), batch_(batch), progress_(progress) {}

    bool add(std::uint64_t number, const Game& game) {
        const std::lock_guard lock(mutex_);
        if (!outcome_) return false; // a batch could not be written: none after it may be
        done_.positions += game.scores.size();
        ++done_.games;
        waiting_[number] = to_line(game);
        progress_(done_);
        while (done_with_batch())
            if (!write_batch()) return false;
        return true;
    }
    Expected<void> outcome() const { return outcome_; }

private:
    std::uint64_t batch_end() const { return std::min<std::uint64_t>(last_, next_ + batch_size); }
    bool done_with_batch() const {
        return next_ < last_ && waiting_.size() >= batch_end() - next_ &&
               std::next(waiting_.begin(), std::ptrdiff_t(batch_end() - next_ - 1))->first == batch_end() - 1;
    }
    bool write_batch() {
        std::string lines;
        for (const auto end = batch_end(); next_ < end; ++next_) lines += waiting_.extract(next_).mapped();
        outcome_ = batch_(lines);
        return outcome_.has_value();
    }

    std::mutex mutex_;
    std::map<std::uint64_t, std::string> waiting_;
    std::uint64_t next_;
    const std::uint64_t last_;
    const Batch& batch_;
    const Progress& progress_;
    SelfplayProgress done_{0, 0};
    Expected<void> outcome_;
};

}

std::string SelfplayPlan::header(const Network* used) const {
    JsonObject o;
    o.add("tavoliere", "selfplay").add("version", 1).add("game", variant).add("nodes", nodes).add("plies", plies);
    if (const std::string rules = rules_mark(variant); !rules.empty()) o.add("rules", rules);
    if (stray) o.add("stray", stray); // these two only where they are asked for: files of before they were there go on
    if (solve_from) o.add("solve_from", solve_from);
    return o.add("seed", seed)
        .add("network", used ? network : "none")
        .add("checksum", used ? used->checksum : 0)
        .text();
}

std::optional<Game> play_game(const SelfplayPlan& plan, const GameSession& start, std::uint64_t number,
                              const std::atomic<bool>& stop) {
    Random random(seed_of(plan, number));
    Game game;
    std::unique_ptr<GameSession> session;
    for (int attempts = 0; !session && attempts < 1000; ++attempts) {
        game = {};
        session = opening(plan, start, random, game);
    }
    if (!session) return {};
    play_on(plan, *session, random, game, stop);
    if (stop) return {};
    return game;
}

Expected<void> selfplay(const SelfplayPlan& plan, std::uint64_t first, std::uint64_t last, int threads,
                        const std::function<Expected<void>(const std::string&)>& batch,
                        const std::function<void(const SelfplayProgress&)>& progress, const std::atomic<bool>& stop) {
    const auto start = open(plan.variant);
    if (!start) return std::unexpected(start.error());
    if (auto used = (*start)->use_network(plan.network); !used) return used;
    if (plan.solve_from) {
        static const std::atomic<bool> at_once{true}; // can it be solved at all?
        if (auto asked = (*start)->copy()->solve(limits_of_solving(), [](const SolveProgress&) {}, at_once); !asked)
            return std::unexpected(asked.error());
    }
    Gathering gathering(first, last, batch, progress);
    std::atomic<std::uint64_t> next{first};
    std::atomic<bool> barren{false}; // the random openings all end the game
    const auto work = [&] {
        for (std::uint64_t number; !stop && !barren && (number = next.fetch_add(1)) < last;) {
            const auto game = play_game(plan, **start, number, stop);
            if (!game && !stop) barren = true;
            if (!game || !gathering.add(number, *game)) return;
        }
    };
    std::vector<std::jthread> helpers; // as many as the system gives
    for (int t = 1; t < threads; ++t)
        if (auto helper = start_thread(work)) helpers.push_back(std::move(*helper));
    work();
    helpers.clear(); // joins
    if (barren)
        return problem("selfplay: " + plan.variant + " is over within " + std::to_string(plan.plies) +
                       " random plies; begin with fewer");
    return gathering.outcome();
}

}
