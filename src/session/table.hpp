// A Session for a game: the only place where every algorithm meets every game.
#pragma once
#include "eval/built_in.hpp"
#include "game/laws.hpp"
#include "game/text.hpp"
#include "search/alphabeta.hpp"
#include "search/montecarlo.hpp"
#include "search/perft.hpp"
#include "search/playout.hpp"
#include "session/session.hpp"
#include "solve/exact.hpp"
#include "solve/parts.hpp"
#include "solve/solve.hpp"
#include "solve/sum_thinker.hpp"
#include "solve/table_check.hpp"

namespace tavoliere {

// What nobody asks for while he plays: tree search, solving, proofs, tables, values of sums, the laws. A build for players, as
// the page's is, leaves it out, and is a fraction as large and as long to compile.
#ifdef TAVOLIERE_FOR_PLAYERS
inline constexpr bool has_laboratory = false;
#else
inline constexpr bool has_laboratory = true;
#endif
inline constexpr std::string_view not_for_players = "this build is for players: it has no laboratory";

template <Game G> class Table final : public Session {
    static_assert(G::letters.find_first_not_of("xXoO-") == std::string_view::npos,
                  "x and X are the first player's pieces, o and O the second's, - a blocked cell");

public:
    Table(const GameInfo& info, std::string variant, std::shared_ptr<const G> rules)
        : info_(info), variant_(std::move(variant)), rules_(std::move(rules)), history_{rules_->start()} {}

    const GameInfo& info() const override { return info_; }
    const std::string& variant() const override { return variant_; }
    const Geometry& geometry() const override { return *g().board.geometry; }

    std::vector<std::array<Point, 2>> strokes() const override {
        if constexpr (requires { g().strokes(); })
            return g().strokes();
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
        if (!verdict && third_time()) return Result{Winner::draw, "repetition", {}};
        if (!verdict) return {};
        const bool x_won = (verdict->outcome > 0) == (now().turn == 0);
        return Result{verdict->outcome == 0 ? Winner::draw
                      : x_won               ? Winner::x
                                            : Winner::o,
                      verdict->reason, verdict->score < 0 ? std::nullopt : std::optional<int>(verdict->score)};
    }

    Expected<void> set_position(std::string_view text) override {
        auto p = parse_position(g(), text);
        if (!p) return std::unexpected(p.error());
        history_ = {*p};
        return {};
    }

    Expected<MoveView> play(std::string_view text) override {
        if (third_time())
            return problem("move: " + in_quotes(text) + " comes too late: the game is drawn by repetition");
        const auto m = parse_move(g(), now(), text);
        if (!m) return std::unexpected(m.error());
        MoveView played = view_of(now(), *m);
        history_.push_back(g().after(now(), *m));
        return played;
    }
    bool undo() override {
        if (history_.size() == 1) return false;
        history_.pop_back();
        return true;
    }
    int ply() const override { return int(history_.size()) - 1; }
    void begin_here() override { history_ = {Keys<G>::timeless(now())}; }

    std::uint64_t perft(int depth, bool counted, const std::atomic<bool>& stop) const override {
        return Perft<G>(g(), counted, stop).count(now(), depth);
    }

    ThoughtView think(const Limits& asked, const std::function<void(const ThoughtView&)>& report,
                      const std::atomic<bool>& stop) override {
        Limits limits = asked;
        if (limits.level) limits.strength = info_.levels_of(variant_)[std::size_t(limits.level - 1)] / 10.0;
        if (limits.strength) weaken(limits, *limits.strength);
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
        if (const auto to_solve = limits_to_solve_in<G>(asked)) {
            const SolveClock clock(*to_solve, stop);
            if (const auto exact = solved(*to_solve, limits.lines, stop)) {
                hear(*exact, clock.seconds());
                return view_of(*exact, seconds);
            }
            if (limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - clock.seconds());
        }
        if (!memory_ || memory_mb_ != limits.hash_mb) {
            memory_ = std::make_unique<SearchMemory>(limits.hash_mb);
            memory_mb_ = limits.hash_mb;
        }
        const Knowledge knowledge{judge_by.get(), changed(parameters(), limits.changes)};
        const auto found = tavoliere::think<G>(g(), knowledge, now(), limits, *memory_, past(), hear, stop);
        return view_of(found, seconds);
    }

    Expected<SolutionView> solve(const SolveLimits& asked, const SolveReport& report,
                                 const std::atomic<bool>& stop) override {
        if constexpr (has_laboratory) {
            SolveLimits limits = asked;
            limits.variant = variant_;
            if (const auto known = solution_by_table(limits)) return view_of(*known);
            const auto found = tavoliere::solve<G>(g(), now(), limits, proved_, report, stop);
            if (!found) return std::unexpected(found.error());
            return view_of(*found);
        } else {
            return problem("solve: " + std::string(not_for_players));
        }
    }
    Checked verify(const Certificate& proof, const std::atomic<bool>& stop) const override {
        if constexpr (has_laboratory)
            return CertificateChecker<G>(g(), stop).check(proof);
        else
            return {"verify: " + std::string(not_for_players)};
    }

    Expected<Checked> verify_table(const std::string& path, std::uint64_t sample, std::uint64_t seed,
                                   const std::atomic<bool>& stop) const override {
        if constexpr (!has_laboratory)
            return problem("verify: " + std::string(not_for_players));
        else if constexpr (has_tablebase<G>)
            return check_table(g(), variant_, path, sample, seed, stop);
        else
            return problem("verify: " + variant_ + " has no tables");
    }

    Expected<ValueView> value(const SolveLimits& limits, const ValueReport& report,
                              const std::atomic<bool>& stop) const override {
        if constexpr (!has_laboratory) {
            return problem("value: " + std::string(not_for_players));
        } else if constexpr (FallsApart<G>) {
            const SolveClock clock(limits, stop);
            Values values(limits, stop, report);
            PartValues<G> valued(g(), values);
            ValueView view;
            Value sum = values.zero();
            g().split(now(), [&](const PositionOf<G>& part) {
                const Value value = valued.of_part(part);
                view.parts.push_back({position_text(g(), part), described(values, value)});
                sum = values.sum(sum, value);
            });
            view.sum = described(values, sum);
            view.why = values.over().value_or(Unsolved::stopped);
            view.known = valued.known();
            view.values = values.size();
            view.seconds = clock.seconds();
            return view;
        } else {
            return problem("value: positions of " + std::string(info_.title) +
                           " are no sums of games: what happens in one place matters elsewhere");
        }
    }

    std::unique_ptr<Session> copy() const override {
        auto other = std::make_unique<Table>(info_, variant_, rules_);
        other->history_ = history_;
        other->network_ = network_;
        other->tablebase_ = tablebase_;
        return other;
    }

    PlayoutReport playouts(std::uint64_t games, std::uint64_t seed, const std::atomic<bool>& stop) const override {
        Playouts<G> played(g(), seed);
        const auto before = past();
        while (played.report.games < games && !stop.load(std::memory_order_relaxed)) played.play(now(), before, stop);
        return played.report;
    }

    PositionShape shape() const override { return shape_of<PositionOf<G>>(g().board.size()); }
    bool is_lopsided() const override {
        return requires { G::lopsided; };
    }
    std::string seen() const override { return seen_by_mover(now(), g().board.size()); }
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

    Expected<void> use_tables(const std::string& directory) override {
        if constexpr (!has_laboratory) {
            return problem("tables: " + std::string(not_for_players));
        } else if constexpr (has_tablebase<G>) {
            tablebase_ = {};
            if (directory.empty()) return {};
            const std::string path = table_path(directory, variant_);
            if (!file_exists(path)) return {};
            auto read = shared_tablebase(g(), variant_, path);
            if (!read) return std::unexpected(read.error());
            tablebase_ = std::move(*read);
        }
        return {};
    }

    Parameters parameters() const override {
        return changed({}, read_parameters(info_.tuned).value_or(ParameterChanges{}));
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
            return Laws<G>(g()).check(games, seed, stop);
        else
            return {"check: " + std::string(not_for_players)};
    }

private:
    // Thinking by a solver, where the game has one for it.
    std::optional<Thought<MoveOf<G>>> solved(const SolveLimits& limits, int lines, const std::atomic<bool>& stop) {
        if constexpr (requires { G::solvable; }) {
            return ExactThinker<G>(g(), proved_.bounds_of(limits.memory_mb), limits, stop).think(now(), lines);
        } else if constexpr (FallsApart<G>) {
            if (lines > 1) return {};
            if (!sums_ || sums_->is_full()) sums_ = std::make_unique<SumThinker<G>>(g(), limits.memory_mb);
            return sums_->think(now(), limits, stop);
        } else {
            return {};
        }
    }

    const G& g() const { return *rules_; }
    const PositionOf<G>& now() const { return history_.back(); }
    std::vector<MoveOf<G>> legal() const {
        if (third_time()) return {};
        MovesOf<G> list;
        g().moves(now(), list);
        return {list.begin(), list.end()};
    }

    // The third occurrence of a position with the same player to move draws games that can go round in circles.
    bool third_time() const {
        if constexpr (requires { G::repeats; })
            return std::count(history_.begin(), history_.end(), now()) >= 3;
        else
            return false;
    }
    std::vector<std::uint64_t> past() const {
        std::vector<std::uint64_t> hashes;
        if constexpr (requires { G::repeats; })
            for (std::size_t i = 0; i + 1 < history_.size(); ++i) hashes.push_back(hash(history_[i]));
        return hashes;
    }

    // What either player has beside the board, x's first.
    std::vector<HandView> hands() const {
        std::vector<HandView> views;
        const auto add = [&](int kinds, auto count) {
            for (int player : {0, 1})
                for (int kind = 0; kind < kinds; ++kind)
                    views.push_back({player ? 'o' : 'x', G::letters[std::size_t(player * PositionOf<G>::kinds + kind)],
                                     count(player == now().turn, kind)});
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
        SolutionView view{found.method, found.value, found.why,     {},           found.plies,
                          found.counts, found.nodes, found.seconds, found.trouble};
        if (found.best) view.best = move_text(g(), *found.best);
        return view;
    }

    // By the table that use_tables() found, where no other method is asked for.
    std::optional<Solution<MoveOf<G>>> solution_by_table(const SolveLimits& limits) const {
        if constexpr (has_laboratory && has_tablebase<G>)
            if (tablebase_ && tablebase_->has(now()) && !g().verdict(now()) && limits.proof.empty() &&
                limits.method.value_or(Method::retrograde) == Method::retrograde)
                return looked_up(g(), *tablebase_, now());
        return {};
    }

    // What the table says, where it can be asked and no history stands in its way: a position that was there twice may end a
    // drawn game before a win.
    std::optional<ThoughtView> view_by_table(const Limits& limits) const {
        if constexpr (has_laboratory && has_tablebase<G>) {
            if (!tablebase_ || limits.strength || limits.temperature > 0 || limits.monte_carlo) return {};
            auto before = past();
            before.push_back(hash(now()));
            std::ranges::sort(before);
            if (std::ranges::adjacent_find(before) != before.end()) return {};
            const auto lines = lines_by_table(g(), *tablebase_, now());
            if (!lines || lines->empty()) return {};
            ThoughtView view;
            for (const auto& one : std::span(*lines).first(std::min(lines->size(), std::size_t(limits.lines)))) {
                const auto whole = to_its_end(g(), *tablebase_, now(), one);
                const Score::Kind kinds[] = {Score::Kind::loss, Score::Kind::draw, Score::Kind::win};
                ThoughtView::Line line{{kinds[one.value.outcome() + 1], one.value.is_draw() ? 0 : one.value.plies()},
                                       {}};
                for (const auto& m : whole.moves) line.moves.push_back(move_text(g(), m));
                view.depth = std::max(view.depth, int(line.moves.size()));
                view.lines.push_back(std::move(line));
            }
            view.nodes = lines->size();
            return view;
        }
        return {};
    }

    const GameInfo& info_;
    const std::string variant_;
    const std::shared_ptr<const G> rules_;                  // the same for all copies
    std::vector<PositionOf<G>> history_;                    // the last is the position now
    std::optional<std::shared_ptr<const Network>> network_; // nothing: the variant's own
    TableOf<G> tablebase_ = {};                             // none: use_tables() found none
    std::unique_ptr<SearchMemory> memory_;
    std::size_t memory_mb_ = 0;
    SolveMemory proved_;
    std::unique_ptr<SumThinkerOf<G>> sums_; // made when it is first wanted
};

// How a family of games is opened: its options made into rules on the narrowest words its board fits.
template <FamilyOf F> Expected<std::unique_ptr<Session>> open_family(Options options) {
    const auto setup = F::setup(options);
    if (!setup) return std::unexpected(setup.error());
    const auto table = [&]<class W>(std::type_identity<W>) -> std::unique_ptr<Session> {
        using Rules = typename F::template Rules<W>;
        return std::make_unique<Table<Rules>>(options.info(), options.variant(), std::make_shared<const Rules>(*setup));
    };
    const int cells = setup->geometry->size();
    if (cells > F::most_cells)
        return problem("variant: " + options.variant() + " has " + std::to_string(cells) +
                       " cells; its family says at most " + std::to_string(F::most_cells));
    if constexpr (F::most_cells > 128)
        if (cells > 128) return table(std::type_identity<Word256>{});
    if constexpr (F::most_cells > 64)
        if (cells > 64) return table(std::type_identity<Word128>{});
    return table(std::type_identity<Word64>{});
}

}
