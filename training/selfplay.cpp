#include "training/selfplay.hpp"
#include "game/json.hpp"
#include "game/random.hpp"
#include "search/alphabeta.hpp"
#include "search/threads.hpp"
#include <map>
#include <mutex>

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

// Draws moves until the opening is long enough; nothing where the game ended before.
std::unique_ptr<Session> opening(const SelfplayPlan& plan, const Session& start, Random& random, Game& game) {
    auto session = start.copy();
    game.random = plan.plies - random.below(plan.plies / 2 + 1);
    while (int(game.moves.size()) < game.random) {
        if (session->result()) return nullptr;
        const auto legal = session->moves();
        game.moves.push_back(legal[std::size_t(random.below(int(legal.size())))].text);
        (void)session->play(game.moves.back());
    }
    return session->result() ? nullptr : std::move(session);
}

// Searches moves until the game is over or its result proven.
void play_on(const SelfplayPlan& plan, Session& session, Game& game, const std::atomic<bool>& stop) {
    Limits limits;
    limits.nodes = plan.nodes;
    limits.hash_mb = 1 + plan.nodes / 20000;
    while (!session.result() && int(game.moves.size()) < most_plies && !stop) {
        const auto best = session.think(limits, [](const ThoughtView&) {}, stop).lines.front();
        const bool x_to_move = session.view().turn == 'x';
        game.scores.push_back(value_of(best.score));
        game.moves.push_back(best.moves.front());
        (void)session.play(best.moves.front());
        if (best.score.kind == Score::Kind::estimate) continue;
        if (best.score.kind != Score::Kind::draw)
            game.result = (best.score.kind == Score::Kind::win) == x_to_move ? Winner::x : Winner::o;
        return;
    }
    if (const auto result = session.result()) game.result = result->winner;
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
    return JsonObject()
        .add("tavoliere", "selfplay")
        .add("version", 1)
        .add("game", variant)
        .add("nodes", nodes)
        .add("plies", plies)
        .add("seed", seed)
        .add("network", used ? network : "none")
        .add("checksum", used ? used->checksum : 0)
        .text();
}

std::optional<Game> play_game(const SelfplayPlan& plan, const Session& start, std::uint64_t number,
                              const std::atomic<bool>& stop) {
    Random random(seed_of(plan, number));
    Game game;
    std::unique_ptr<Session> session;
    for (int attempts = 0; !session && attempts < 1000; ++attempts) {
        game = {};
        session = opening(plan, start, random, game);
    }
    if (!session) return {};
    play_on(plan, *session, game, stop);
    if (stop) return {};
    return game;
}

Expected<void> selfplay(const SelfplayPlan& plan, std::uint64_t first, std::uint64_t last, int threads,
                        const std::function<Expected<void>(const std::string&)>& batch,
                        const std::function<void(const SelfplayProgress&)>& progress, const std::atomic<bool>& stop) {
    const auto start = open(plan.variant);
    if (!start) return std::unexpected(start.error());
    if (auto used = (*start)->use_network(plan.network); !used) return used;
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
