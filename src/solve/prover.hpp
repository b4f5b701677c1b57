// Solving by proof-number search: its questions, what is asked next, its checkpoints, and the proof it leaves.
#pragma once
#include "solve/certificate.hpp"
#include "solve/checkpoint.hpp"
#include "solve/proof.hpp"
#include "solve/strategy.hpp"

namespace tavoliere {

// The memory that is for the table: a quarter is for strategies, where they are wanted, and with sums for values (trees_of_sums).
template <class T> constexpr std::size_t bytes_of_table(std::size_t memory_mb, bool wants_strategies) {
    return (memory_mb << 20) / 4 * (wants_strategies || T::method == Method::sums ? 3 : 4);
}

// A variant with all that makes a tree's keys.
template <class T> std::string marked_by_method(const std::string& variant, const std::string& rules) {
    return variant + (rules.empty() ? "" : " by rules " + rules) + " by " + std::string(name(T::method)) +
           std::string(T::generation);
}

// The value by two questions: can the player to move win; if not, can the other? `ask(attacking)` gives what is known of one. Nothing
// while one is open; where neither can, `drawn()` says whether that is a draw.
template <class Ask, class Drawn> std::optional<int> value_of_questions(Ask ask, Drawn drawn) {
    for (const bool attacking : {true, false}) {
        const Facts f = ask(attacking);
        if (f.is_open()) return {};
        if (f.is_won_or_lost()) return f.kind == Facts::win ? 1 : -1;
    }
    return drawn();
}

// On the tree T of the game, whose nodes stand for positions.
template <Game G, class T = GameTree<G>> class Prover {
public:
    using Position = PositionOf<G>;
    using Found = Solution<MoveOf<G>>;

    // `tree` makes a tree: ProofSearch.
    Prover(const G& game, const std::function<std::unique_ptr<T>()>& tree, const Position& p, const SolveLimits& limits,
           const SolveReport& report, const std::atomic<bool>& stop)
        : g(game), root_(Keys<G>::timeless(p)), limits_(limits), report_(report), clock_(limits, stop),
          head_{marked_by_method<T>(limits.variant, limits.rules), position_text(g, root_), 0, 0},
          table_(table_bytes(limits)), search_(tree, table_, limits.threads, [this] { return tick(); }) {}

    Expected<Found> run() {
        const auto ready = prepare();
        if (!ready) return std::unexpected(ready.error());
        if (!*ready) // the checkpoint is as it was
            return Found{{.method = T::method,
                          .why = clock_.over().value_or(Unsolved::stopped),
                          .nodes = head_.nodes,
                          .seconds = head_.seconds + clock_.seconds(),
                          .trouble = "it ended before the checkpoint was read, which is as it was"}};
        Found found{{.method = T::method, .value = value()}};
        if (found.value)
            found.best = best_move(*found.value);
        else
            found.why = too_large_ ? Unsolved::memory : search_.gave_up().value_or(Unsolved::stopped);
        if constexpr (has_strategies)
            if (found.value && !limits_.proof.empty()) found.trouble = write_proof(*found.value);
        if (!limits_.checkpoint.empty() && !found.value) {
            if (table_.is_growing()) table_.grow(); // or what has not been spread would not be found again
            if (const auto saved = save(never_over); !saved) found.trouble = saved.error().text;
        }
        found.nodes = head_.nodes + search_.nodes();
        found.seconds = head_.seconds + clock_.seconds();
        return found;
    }

private:
    static constexpr bool has_strategies = std::is_same_v<T, GameTree<G>>; // of positions, not of sums
    static constexpr bool never_draws = T::is_decisive && !T::goes_round;
    using Finder = StrategyFinder<G>;
    using Outcome = typename Finder::Outcome;

    // A quarter of the memory is for strategies, where they can be wanted.
    static bool wants_strategies(const SolveLimits& l) { return T::goes_round || !l.proof.empty(); }
    static std::size_t table_bytes(const SolveLimits& l) { return bytes_of_table<T>(l.memory_mb, wants_strategies(l)); }
    std::size_t strategy_bytes() const { return (limits_.memory_mb << 20) / 4; }

    // False: the time was over, or somebody said stop, before the checkpoint was read.
    Expected<bool> prepare() {
        for (const std::string& path : {limits_.proof, limits_.checkpoint})
            if (!path.empty())
                if (auto ok = WholeFile::try_path(path); !ok) return std::unexpected(ok.error());
        if (limits_.checkpoint.empty() || !file_exists(limits_.checkpoint)) return true;
        auto head = load_checkpoint(limits_.checkpoint, head_, table_, [this] { return clock_.over().has_value(); });
        if (!head) return std::unexpected(head.error());
        if (!*head) return false;
        head_ = **head;
        return true;
    }

    // Asked by the search all the time: whether to go on. Reports, and saves the table now and then.
    std::optional<Unsolved> tick() {
        if (const auto why = clock_.over()) return why;
        const double now = clock_.seconds();
        if (clock_.wants_report()) report();
        if (!limits_.checkpoint.empty() && now >= next_save_ && !table_.is_growing()) {
            // One that fails is tried again, and the last one's failure is told. One that is ended leaves the file as it was: the last
            // follows.
            (void)save([this] { return clock_.over().has_value(); });
            // No more than a twentieth of the time is spent on saving.
            next_save_ = clock_.seconds() + std::max(seconds_between_saves, 20 * (clock_.seconds() - now));
        }
        return {};
    }
    Expected<bool> save(const IsOver& is_over) {
        CheckpointHead head = head_;
        head.nodes += search_.nodes();
        head.seconds += clock_.seconds();
        return save_checkpoint(limits_.checkpoint, head, table_, is_over);
    }
    void report() {
        std::string text = doing_;
        if (finder_)
            text += std::to_string(finder_->positions_seen()) + " positions";
        else
            text += "proof " + shown(asked_attacking_ ? search_.root().phi : search_.root().delta) + ", disproof " +
                    shown(asked_attacking_ ? search_.root().delta : search_.root().phi);
        report_({T::method, head_.nodes + search_.nodes(), head_.seconds + clock_.seconds(),
                 table_.bytes() + search_.tree().memory() + (finder_ ? finder_->bytes() : 0), text});
    }
    static std::string shown(std::uint32_t number) {
        return number == Facts::infinite ? "infinite" : std::to_string(number);
    }

    // Nothing where the search was ended.
    std::optional<int> value() {
        return value_of_questions([this](bool attacking) { return asked(attacking); },
                                  [&]() -> std::optional<int> {
                                      if constexpr (T::goes_round) return drawn();
                                      return 0;
                                  });
    }
    Facts asked(bool attacking) {
        doing_ = attacking ? "can the mover win? " : "can the other win? ";
        asked_attacking_ = attacking;
        const Facts known = search_.known(search_.tree().node(root_), attacking);
        return known.is_open() ? search_.ask(root_, attacking).facts : known;
    }
    // A draw by going round is only believed of two closed sets (strategy.hpp).
    std::optional<int> drawn() {
        for (const std::uint8_t player : {root_.turn, std::uint8_t(1 - root_.turn)}) {
            doing_ = "is it a draw? ";
            Finder finder(g, search_, player, !limits_.proof.empty(), strategy_bytes() / 2);
            finder_ = &finder;
            const Outcome outcome = finder.hold(root_);
            finder_ = nullptr;
            if (outcome == Outcome::refuted) return player == root_.turn ? -1 : 1;
            if (outcome == Outcome::too_large) too_large_ = true;
            if (outcome != Outcome::found) return {};
        }
        return 0;
    }

    // A move that keeps the value; where all lose, the one after which that takes longest as far as is known.
    std::optional<MoveOf<G>> best_move(int value) {
        MovesOf<G> list;
        g.moves(root_, list);
        std::optional<MoveOf<G>> best;
        std::uint32_t rank = 0;
        for (const auto& m : list) {
            if (search_.is_to_end()) break;
            const Facts f = search_.known(search_.tree().node(g.after(root_, m)), value == 0);
            const bool better = value > 0   ? f.kind == Facts::lost && (!best || f.rank < rank)
                                : value < 0 ? !best || f.rank > rank
                                            : f.missed(true) && !best;
            if (better) best = m, rank = f.rank;
        }
        if (best || value < 0) return best;
        return best_asked(value);
    }

    // The same by searching again, where the table has lost it.
    std::optional<MoveOf<G>> best_asked(int value) {
        const bool attacking = value > 0;
        if constexpr (std::is_same_v<typename T::Edge, MoveOf<G>>) return search_.ask(root_, attacking).best;
        MovesOf<G> list;
        g.moves(root_, list);
        for (const auto& m : list) {
            if (search_.is_to_end()) break;
            if (search_.ask(g.after(root_, m), !attacking).facts.missed(!attacking)) return m;
        }
        return {};
    }

    // Empty, or why there is none.
    std::string write_proof(int value) {
        const std::string none = "no proof was written: ";
        auto file = WholeFile::create(limits_.proof);
        if (!file) return none + file.error().text;
        begin_certificate(*file, limits_.variant, head_.position, value);
        doing_ = "the proof: ";
        const std::uint8_t mover = root_.turn, other = std::uint8_t(1 - mover);
        for (const std::uint8_t player : {mover, other}) {
            if (value != 0 && player != (value > 0 ? mover : other)) continue;
            const Outcome outcome = write_strategy_of(player, value, *file);
            if (outcome != Outcome::found) return none + why_not(outcome);
        }
        if (auto written = end_certificate(*file); !written) return none + written.error().text;
        return {};
    }
    // A table that forgot may have found positions again by way of others that rest on them. Then once more from nothing.
    Outcome write_strategy_of(std::uint8_t player, int value, WholeFile& file) {
        for (bool again : {false, true}) {
            if (again) table_.clear(), search_.ask(root_, player == root_.turn);
            Finder finder(g, search_, player, true, strategy_bytes());
            finder_ = &finder;
            const Outcome outcome = [&] {
                if constexpr (!never_draws)
                    if (value == 0) return finder.hold(root_);
                return finder.win(root_);
            }();
            finder_ = nullptr;
            if (outcome == Outcome::circular && !again) continue;
            if (outcome == Outcome::found) write_strategy(file, g, player ? 'o' : 'x', value != 0, finder);
            return outcome;
        }
        return Outcome::circular;
    }
    std::string why_not(Outcome outcome) const {
        if (outcome == Outcome::gave_up)
            return search_.gave_up() == Unsolved::time ? "the time ran out" : "it was interrupted";
        if (outcome == Outcome::too_large)
            return "it does not fit the memory; give more than --memory " + std::to_string(limits_.memory_mb);
        return "the table has lost too much of it; give more than --memory " + std::to_string(limits_.memory_mb);
    }

    static constexpr double seconds_between_saves = 120;

    const G& g;
    const Position root_;
    const SolveLimits& limits_;
    const SolveReport& report_;
    SolveClock clock_;
    CheckpointHead head_; // what this run goes on from
    ProofTable table_;
    ProofSearch<T> search_;
    const Finder* finder_ = nullptr; // at work
    std::string doing_;
    bool asked_attacking_ = true, too_large_ = false;
    double next_save_ = seconds_between_saves;
};

// Where the game is over already: the claim, and no strategy. Empty, or why there is none.
template <Game G> std::string write_proof_of_end(const G& g, const PositionOf<G>& p, const SolveLimits& limits) {
    const auto over = g.verdict(Keys<G>::timeless(p));
    if (!over) return "no proof was written: the clock alone ended the game";
    auto file = WholeFile::create(limits.proof);
    if (!file) return file.error().text;
    begin_certificate(*file, limits.variant, position_text(g, Keys<G>::timeless(p)), over->outcome);
    const auto written = end_certificate(*file);
    return written ? "" : written.error().text;
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve_by_proof(const G& g, const PositionOf<G>& p, const SolveLimits& limits,
                                             const SolveReport& report, const std::atomic<bool>& stop) {
    return Prover<G>(g, [&] { return std::make_unique<GameTree<G>>(g); }, p, limits, report, stop).run();
}

}
