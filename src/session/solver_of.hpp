// Every way of solving meets every game here; see session/solver.hpp.
#pragma once
#include "game/text.hpp"
#include "session/session.hpp"
#include "session/solver.hpp"
#include "solve/exact.hpp"
#include "solve/parts.hpp"
#include "solve/shared_prover.hpp"
#include "solve/solve.hpp"
#include "solve/sum_thinker.hpp"
#include "solve/table_check.hpp"
#include "solve/value_view.hpp"
#include <span>
#include <utility>

namespace tavoliere {

// Whether a session thinks by the solver of sums. A build for players does without on boards of more than 128 cells, whose code
// would be a tenth of a module's size.
template <class G>
inline constexpr bool thinks_in_sums = FallsApart<G> && (has_laboratory || sizeof(WordOf<G>) <= sizeof(Word128));

template <Game G> class SolverOf final : public Solver<G> {
public:
    using typename Solver<G>::Position;
    using typename Solver<G>::Move;
    using typename Solver<G>::Answer;

    SolverOf(const GameInfo& info, std::string variant, const G& game)
        : info_(info), variant_(std::move(variant)), g(game) {}

    std::unique_ptr<Solver<G>> copy() const override {
        auto other = std::make_unique<SolverOf>(info_, variant_, g);
        other->tablebase_ = tablebase_;
        return other;
    }

    Answer think(const Position& now, const Limits& asked, const std::atomic<bool>& stop) override {
        const auto limits = limits_to_solve_in<G>(asked);
        if (!limits) return {};
        const SolveClock clock(*limits, stop);
        auto thought = solved(now, *limits, asked.lines, stop);
        return {std::move(thought), clock.seconds()};
    }

    std::optional<ThoughtView> lines_by_table([[maybe_unused]] const Position& now,
                                              [[maybe_unused]] int most) const override {
        if constexpr (has_laboratory && has_tablebase<G>) {
            if (!tablebase_) return {};
            const auto lines = tavoliere::lines_by_table(g, *tablebase_, now);
            if (!lines || lines->empty()) return {};
            ThoughtView view;
            for (const auto& one : std::span(*lines).first(std::min(lines->size(), std::size_t(most)))) {
                const auto whole = to_its_end(g, *tablebase_, now, one);
                const Score::Kind kinds[] = {Score::Kind::loss, Score::Kind::draw, Score::Kind::win};
                ThoughtView::Line line{{kinds[one.value.outcome() + 1], one.value.is_draw() ? 0 : one.value.plies()},
                                       {}};
                for (const auto& m : whole.moves) line.moves.push_back(move_text(g, m));
                view.depth = std::max(view.depth, int(line.moves.size()));
                view.lines.push_back(std::move(line));
            }
            view.nodes = lines->size();
            return view;
        }
        return {};
    }

    Expected<Solution<Move>> solve(const Position& now, const SolveLimits& asked, const SolveReport& report,
                                   const std::atomic<bool>& stop) override {
        if constexpr (has_laboratory) {
            SolveLimits limits = asked;
            limits.variant = variant_;
            limits.rules = rules_mark(variant_);
            if (auto known = solution_by_table(now, limits)) return *std::move(known);
            return tavoliere::solve<G>(g, now, limits, proved_, report, stop);
        } else {
            return problem("solve: " + std::string(not_for_players));
        }
    }

    Expected<std::unique_ptr<ProofShare>> share_proof([[maybe_unused]] const Position& now,
                                                      [[maybe_unused]] const ProofSharePlan& plan) const override {
        if constexpr (!has_laboratory) {
            return problem("solve: " + std::string(not_for_players));
        } else if constexpr (FallsApart<G>) {
            return shared<SumTree<G>>(
                now, plan,
                [this, now, limits = SolveLimits{.memory_mb = plan.memory_mb}](const std::atomic<bool>& stop) {
                    return trees_of_sums(g, now, limits, stop);
                });
        } else if constexpr (!goes_round<G>) {
            return shared<GameTree<G>>(now, plan, [this](const std::atomic<bool>&) {
                return [this] { return std::make_unique<GameTree<G>>(g); };
            });
        } else {
            return problem("solve: " + variant_ +
                           " can go round, and a draw by going round is proved by closed sets of positions, "
                           "which are not shared out");
        }
    }

    Expected<ValueView> value(const Position& now, const SolveLimits& limits, const ValueReport& report,
                              const std::atomic<bool>& stop) const override {
        if constexpr (!has_laboratory) {
            return problem("value: " + std::string(not_for_players));
        } else if constexpr (FallsApart<G>) {
            const SolveClock clock(limits, stop);
            Values values(limits, stop, report);
            PartValues<G> valued(g, values);
            ValueView view;
            Value sum = values.zero();
            g.split(now, [&](const Position& part) {
                const Value value = valued.of_part(part);
                view.parts.push_back({position_text(g, part), described(values, value)});
                sum = values.sum(sum, value);
            });
            view.sum = described(values, sum);
            view.why = values.over().value_or(Unsolved::stopped);
            if (auto fault = fault_of(view.why, "value", variant_)) return std::unexpected(std::move(*fault));
            view.known = valued.known();
            view.values = values.size();
            view.seconds = clock.seconds();
            return view;
        } else {
            return problem("value: positions of " + std::string(info_.title) +
                           " are not sums of games: what happens in one place matters elsewhere");
        }
    }

    Checked verify(const Certificate& proof, const std::atomic<bool>& stop) const override {
        if constexpr (has_laboratory)
            return CertificateChecker<G>(g, stop).check(proof);
        else
            return {"verify: " + std::string(not_for_players)};
    }

    Expected<Checked> verify_table(const std::string& path, std::uint64_t sample, std::uint64_t seed,
                                   const std::atomic<bool>& stop) const override {
        if constexpr (!has_laboratory)
            return problem("verify: " + std::string(not_for_players));
        else if constexpr (has_tablebase<G>)
            return check_table(g, variant_, path, sample, seed, stop);
        else
            return problem("verify: " + variant_ + " has no tables");
    }

    Expected<void> use_tables(const std::string& directory, double seconds, const std::atomic<bool>& stop) override {
        if constexpr (!has_laboratory) {
            return problem("tables: " + std::string(not_for_players));
        } else if constexpr (has_tablebase<G>) {
            tablebase_ = {};
            if (directory.empty()) return {};
            const std::string path = table_path(directory, variant_);
            if (!file_exists(path)) return {};
            const SolveClock clock({.seconds = seconds}, stop);
            auto read = shared_tablebase(g, variant_, path, [&] { return clock.over().has_value(); });
            if (!read) return {};
            if (!*read) return std::unexpected(read->error());
            tablebase_ = std::move(**read);
        }
        return {};
    }

private:
    template <class T>
    Expected<std::unique_ptr<ProofShare>> shared(const Position& now, const ProofSharePlan& plan,
                                                 typename SharedProver<T>::Trees trees) const {
        if (g.verdict(now)) return problem("solve: the game is over");
        const Position root = Keys<G>::timeless(now);
        return std::make_unique<SharedProver<T>>(marked_by_method<T>(variant_, rules_mark(variant_)),
                                                 position_text(g, root), plan, std::move(trees),
                                                 [root](T& tree) { return tree.node(root); });
    }

    std::optional<Thought<Move>> solved(const Position& now, const SolveLimits& limits, int lines,
                                        const std::atomic<bool>& stop) {
        if constexpr (requires { G::solvable; }) {
            return ExactThinker<G>(g, proved_.bounds_of(limits.memory_mb), limits, stop).think(now, lines);
        } else if constexpr (thinks_in_sums<G>) {
            if (lines > 1) return {};
            if (!sums_ || sums_->is_full()) sums_ = std::make_unique<SumThinker<G>>(g, limits.memory_mb);
            return sums_->think(now, limits, stop);
        } else {
            return {};
        }
    }

    // By the table that use_tables() found, where no other method is asked for.
    std::optional<Solution<Move>> solution_by_table([[maybe_unused]] const Position& now,
                                                    [[maybe_unused]] const SolveLimits& limits) const {
        if constexpr (has_laboratory && has_tablebase<G>)
            if (tablebase_ && tablebase_->has(now) && !g.verdict(now) && limits.proof.empty() &&
                limits.method.value_or(Method::retrograde) == Method::retrograde)
                return looked_up(g, *tablebase_, now);
        return {};
    }

    const GameInfo& info_;
    const std::string variant_;
    const G& g;
    TableOf<G> tablebase_ = {}; // none: use_tables() found none
    SolveMemory proved_;
    // Made when it is first wanted.
    std::unique_ptr<std::conditional_t<thinks_in_sums<G>, SumThinkerOf<G>, NoSums>> sums_;
};

template <Game G> std::unique_ptr<Solver<G>> make_solver(const GameInfo& info, const std::string& variant, const G& g) {
    return std::make_unique<SolverOf<G>>(info, variant, g);
}

}
