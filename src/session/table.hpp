// A GameSession for a game: the only place where every algorithm meets every game.
#pragma once
#include "base/random.hpp"
#include "eval/built_in.hpp"
#include "game/actions.hpp"
#include "game/observation.hpp"
#include "game/text.hpp"
#include "search/think.hpp"
#include "session/laboratory.hpp"
#include "session/played_line.hpp"
#include "session/session.hpp"
#include "session/solver.hpp"
#include "session/strength.hpp"
#include "session/widths.hpp"
#include "solve/key.hpp"
#include "solve/proof_share.hpp"
#include "solve/value_view.hpp"

namespace tavoliere {

template <Game G> class Table final : public GameSession {
    static_assert(is_within_limits<G>());
    using Line = PlayedLine<PositionOf<G>, may_repeat<G>>;

public:
    Table(const GameInfo& info, std::string variant, std::shared_ptr<const G> rules)
        : info_(info), variant_(std::move(variant)), rules_(std::move(rules)), line_(rules_->start()),
          solver_(make_solver(info_, variant_, *rules_)) {}

    const GameInfo& info() const override { return info_; }
    const std::string& variant() const override { return variant_; }
    const Geometry& geometry() const override { return *g().board.geometry; }

    std::vector<Stroke> strokes() const override {
        if constexpr (requires { g().strokes(); })
            return g().strokes();
        else
            return {};
    }
    std::span<const LegendEntry> legend() const override {
        if constexpr (requires { g().legend(); })
            return g().legend();
        else
            return {};
    }

    PositionView view() const override {
        PositionView v{position(), now().turn ? 'o' : 'x', cells_text(g(), now()), hands()};
        if constexpr (requires { g().guides(now()); }) v.guides = g().guides(now());
        if constexpr (requires { g().figures(now()); })
            for (Cell c : each{g().figures(now())}) v.figures.push_back(geometry().name(c));
        return v;
    }
    std::string position() const override { return position_text(g(), now()); }

    std::vector<MoveView> moves() const override {
        std::vector<MoveView> views;
        for (const auto& m : legal()) views.push_back(view_of(now(), m));
        return views;
    }

    std::optional<Result> result() const override {
        const auto verdict = g().verdict(now());
        if (!verdict && third_time()) return Result{Winner::draw, by_repetition.name, {}, by_repetition.words};
        if (!verdict && ply() >= longest_game) return Result{Winner::draw, by_length.name, {}, by_length.words};
        if (!verdict) return {};
        const bool x_won = (verdict->outcome > 0) == (now().turn == 0);
        return Result{verdict->outcome == 0 ? Winner::draw
                      : x_won               ? Winner::x
                                            : Winner::o,
                      verdict->reason, verdict->score < 0 ? std::nullopt : std::optional<int>(verdict->score),
                      info_.words_for(verdict->reason, verdict->outcome == 0)};
    }

    Expected<void> set_position(std::string_view text) override {
        auto p = parse_position(g(), text);
        if (!p) return std::unexpected(p.error());
        line_ = Line(*p);
        return {};
    }

    Expected<MoveView> play(std::string_view text) override {
        if (third_time())
            return problem("move: " + in_quotes(text) + " comes too late: the game is drawn by repetition");
        if (ply() >= longest_game)
            return problem("move: " + in_quotes(text) + " comes too late: the game is drawn after " +
                           std::to_string(longest_game) + " plies");
        const auto m = parse_move(g(), now(), text);
        if (!m) return std::unexpected(m.error());
        MoveView played = view_of(now(), *m);
        line_.add(g().after(now(), *m));
        return played;
    }
    bool undo() override { return line_.take_back(); }
    int ply() const override { return line_.plies(); }
    void begin_here() override { line_ = Line(Keys<G>::timeless(now())); }

    std::uint64_t perft(int depth, bool counted, const std::atomic<bool>& stop) const override {
        return count_leaves(g(), now(), depth, counted, stop);
    }

    ThoughtView think(const Limits& asked, const std::function<void(const ThoughtView&)>& report,
                      const std::atomic<bool>& stop) override {
        Limits limits = limits_as_asked(asked, variant_);
        if (const auto exact = view_by_table(limits)) {
            report(*exact);
            return *exact;
        }
        const auto judge_by = network();
        double seconds = 0;
        const auto hear = [&](const Thought<MoveOf<G>>& t, double s) {
            seconds = s;
            report(view_of(t, s));
        };
        if constexpr (has_laboratory) {
            if (limits.monte_carlo) {
                const auto found = grow_tree<G>(g(), judge_by.get(), now(), limits, past(), hear, stop);
                return view_of(found, seconds);
            }
        }
        const auto exact = solver_->think(now(), limits, stop);
        if (exact.thought) {
            hear(*exact.thought, exact.seconds);
            return view_of(*exact.thought, seconds);
        }
        if (exact.seconds > 0 && limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - exact.seconds);
        if (!memory_ || memory_mb_ != limits.hash_mb) {
            memory_ = std::make_unique<SearchMemory>(limits.hash_mb);
            memory_mb_ = limits.hash_mb;
        }
        const Knowledge knowledge{judge_by.get(), changed(parameters(), limits.changes)};
        const auto found = tavoliere::think<G>(g(), knowledge, now(), limits, *memory_, past(), hear, stop);
        return view_of(found, seconds);
    }

    Expected<SolutionView> solve(const SolveLimits& limits, const SolveReport& report,
                                 const std::atomic<bool>& stop) override {
        const auto found = solver_->solve(now(), limits, report, stop);
        if (!found) return std::unexpected(found.error());
        return view_of(*found);
    }
    Expected<std::unique_ptr<ProofShare>> share_proof(const ProofSharePlan& plan) const override {
        return solver_->share_proof(now(), plan);
    }
    Checked verify(const Certificate& proof, const std::atomic<bool>& stop) const override {
        return solver_->verify(proof, stop);
    }
    Expected<Checked> verify_table(const std::string& path, std::uint64_t sample, std::uint64_t seed,
                                   const std::atomic<bool>& stop) const override {
        return solver_->verify_table(path, sample, seed, stop);
    }
    Expected<ValueView> value(const SolveLimits& limits, const ValueReport& report,
                              const std::atomic<bool>& stop) const override {
        return solver_->value(now(), limits, report, stop);
    }

    std::unique_ptr<GameSession> copy() const override {
        auto other = std::make_unique<Table>(info_, variant_, rules_);
        other->line_ = line_;
        other->network_ = network_;
        other->solver_ = solver_->copy();
        other->actions_ = actions_;
        return other;
    }

    PlayoutReport playouts(std::uint64_t games, std::uint64_t seed, const std::atomic<bool>& stop) const override {
        return random_games(g(), now(), past(), games, seed, stop);
    }

    int actions() override { return numbered().size(); }
    std::vector<int> legal_actions() override {
        std::vector<int> numbers;
        for (const auto& m : legal()) numbers.push_back(numbered().number_of(m));
        std::ranges::sort(numbers);
        return numbers;
    }
    std::string action_text(int action) override {
        return action >= 0 && action < actions() ? move_text(g(), numbered()[action]) : "";
    }
    Expected<int> action_of(std::string_view text) override {
        const auto m = parse_move(g(), now(), text);
        if (!m) return std::unexpected(m.error());
        return numbered().number_of(*m);
    }
    std::vector<std::string> observation_planes() const override { return Observation<G>::names(); }
    void observe(bool by_other, std::span<float> out) const override {
        Observation<G>::write(g(), now(), by_other, out.data());
    }

    PositionShape shape() const override { return shape_of<PositionOf<G>>(g().board.size()); }
    std::span<const Renaming> symmetries() const override { return symmetries_of(g()); }
    std::string seen() const override { return seen_by_mover(now(), g().board.size(), turn_for_o(g())); }
    std::string network_game() const override {
        std::vector<std::string_view> names;
        for (const OptionInfo& o : info_.options)
            if (o.first_only) names.push_back(o.name);
        return without(names, variant_);
    }
    Expected<void> use_network(std::string_view name) override {
        if (name == "own") return network_.reset(), Expected<void>();
        auto found = network_named(name, geometry(), shape());
        if (!found) return std::unexpected(found.error());
        network_ = std::move(*found);
        return {};
    }
    std::shared_ptr<const Network> network() const override {
        if (network_) return *network_;
        // Other blocks than those it was taught with are codes that it does not know.
        if (now().neutral != g().start().neutral) return nullptr;
        return own_network(network_game(), geometry(), shape());
    }

    Expected<void> use_tables(const std::string& directory, double seconds, const std::atomic<bool>& stop) override {
        return solver_->use_tables(directory, seconds, stop);
    }

    Parameters parameters() const override {
        return changed({}, read_parameters(search_changes(info_.name)).value_or(ParameterChanges{}));
    }

    std::string greedy(std::uint64_t seed) const override {
        Random random(seed);
        std::string best_text;
        int best = -infinite, equals = 0;
        for (const auto& m : legal()) {
            const auto q = g().after(now(), m);
            const auto verdict = g().verdict(q);
            const int value = verdict ? -verdict->outcome * won : -plain_estimate(g(), q);
            equals = value > best ? 1 : value == best ? equals + 1 : equals;
            if (value > best || (value == best && random.below(equals) == 0)) best_text = move_text(g(), m);
            best = std::max(best, value);
        }
        return best_text;
    }

    LawReport check(int games, std::uint64_t seed, const std::atomic<bool>& stop) const override {
        if constexpr (has_laboratory)
            return check_laws(g(), info_.reasons, games, seed, stop);
        else
            return {"check: " + std::string(not_for_players)};
    }

private:
    const G& g() const { return *rules_; }
    const PositionOf<G>& now() const { return line_.now(); }
    std::vector<MoveOf<G>> legal() const {
        if (third_time() || ply() >= longest_game) return {};
        MovesOf<G> list;
        g().moves(now(), list);
        return {list.begin(), list.end()};
    }

    const Actions<G>& numbered() {
        if (!actions_) actions_ = std::make_shared<const Actions<G>>(g());
        return *actions_;
    }

    // The third occurrence of a position with the same player to move draws games that can go round in circles.
    bool third_time() const { return does_repeat(g()) && line_.times() >= 3; }
    std::vector<std::uint64_t> past() const { return line_.past(); }

    // What either player has beside the board, x's first.
    std::vector<HandView> hands() const {
        std::vector<HandView> views;
        if constexpr (requires { g().has_hands(); }) // of a form of position that not all of its games use
            if (!g().has_hands()) return views;
        const auto add = [&](int kinds, auto count) {
            for (int player : {0, 1})
                for (int kind = 0; kind < kinds; ++kind)
                    if (const int held = count(player == now().turn, kind); held >= 0)
                        views.push_back(
                            {player ? 'o' : 'x', G::letters[std::size_t(player * PositionOf<G>::kinds + kind)], held});
        };
        if constexpr (requires { g().held(now(), true, 0); })
            add(1, [&](bool mine, int kind) { return g().held(now(), mine, kind); });
        else if constexpr (PositionOf<G>::hands > 0)
            add(PositionOf<G>::hands,
                [&](bool mine, int kind) { return int((mine ? now().my_hand : now().their_hand)[std::size_t(kind)]); });
        return views;
    }

    MoveView view_of(const PositionOf<G>& p, const MoveOf<G>& m) const {
        const auto steps = [&](const Path& path) {
            std::vector<std::string> names;
            for (Cell c : path) names.push_back(step_text(g(), p, c));
            return names;
        };
        MoveView view{move_text(g(), m), steps(g().path(m)), {}};
        for (const Path& way : other_ways(g(), p, m)) view.also.push_back(steps(way));
        if constexpr (requires { g().halfway(p, m); })
            if (const auto half = g().halfway(p, m)) view.half = cells_text(g(), *half);
        return view;
    }

    ThoughtView view_of(const Thought<MoveOf<G>>& t, double seconds) const {
        ThoughtView view{t.depth, t.nodes, seconds, {}};
        for (const auto& one : t.lines) {
            ThoughtView::Line line{one.exact_draw ? Score{Score::Kind::draw, 0} : score_of(one.value), {}};
            for (int i = 0; i < one.line.size; ++i)
                line.moves.push_back(move_text(g(), one.line.moves[std::size_t(i)]));
            view.lines.push_back(std::move(line));
        }
        return view;
    }

    SolutionView view_of(const Solution<MoveOf<G>>& found) const {
        return found.spelled([&](const MoveOf<G>& m) { return move_text(g(), m); });
    }

    // What the table says, where it can be asked and no history stands in its way: a position that was there twice may end a
    // drawn game before a win.
    std::optional<ThoughtView> view_by_table(const Limits& limits) const {
        if (limits.strength || limits.temperature > 0 || limits.monte_carlo) return {};
        auto before = past();
        before.push_back(hash(now()));
        std::ranges::sort(before);
        if (std::ranges::adjacent_find(before) != before.end()) return {};
        return solver_->lines_by_table(now(), limits.lines);
    }

    const GameInfo& info_;
    const std::string variant_;
    const std::shared_ptr<const G> rules_; // the same for all copies
    Line line_;
    std::optional<std::shared_ptr<const Network>> network_; // nothing: the variant's own
    std::unique_ptr<Solver<G>> solver_;
    std::shared_ptr<const Actions<G>> actions_; // made when first asked for
    std::unique_ptr<SearchMemory> memory_;
    std::size_t memory_mb_ = 0;
};

// How another text is added to a family, where its games are texts; nullptr elsewhere.
template <class F> constexpr Expected<const GameInfo*> (*adder_of())(std::string_view) {
    if constexpr (requires { F::add(std::string_view()); })
        return &F::add;
    else
        return nullptr;
}

// How a family of games is opened: its options made into rules on the narrowest words its board fits.
template <FamilyOf F> Expected<std::unique_ptr<GameSession>> open_family(Options options) {
    return with_rules<GameSession, F>(options, [&]<class G>(std::shared_ptr<const G> rules) {
        return std::make_unique<Table<G>>(options.info(), options.variant(), std::move(rules));
    });
}

}
