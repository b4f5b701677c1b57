// Thinking without guessing: what a search would report, solved. For games that say `solvable`, which a solver is done with
// in the time of a move or two.
#pragma once
#include "solve/alphabeta.hpp"

namespace tavoliere {

// Only where nothing but time ends the search: a level, a temperature, a count of nodes or a depth ask for less than the
// truth. A third of the time at most, so that a search that must do without the solver has most of it.
inline std::optional<SolveLimits> limits_to_solve_in(const Limits& l) {
    if (l.level || l.strength || l.temperature > 0 || l.nodes || l.depth || l.monte_carlo) return {};
    constexpr double share = 1.0 / 3, without_limit = 3; // seconds: somebody may be waiting for a first word
    constexpr double patience = 1000;                    // a win without its distance would not know how to go on
    return SolveLimits{.seconds = l.seconds > 0 ? share * l.seconds : without_limit,
                       .memory_mb = l.hash_mb,
                       .threads = l.threads,
                       .patience = patience};
}

template <Game G> class ExactThinker {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;
    using Found = Thought<Move>;

    ExactThinker(const G& game, BoundsTable& shared, const SolveLimits& given, const std::atomic<bool>& ended)
        : g(game), table(shared), limits(given), stop(ended), clock(given, ended) {}

    double seconds() const { return clock.seconds(); }

    // The best moves with their exact values, or nothing where the time did not suffice.
    std::optional<Found> think(const Position& root, int lines) {
        Found found;
        MovesOf<G> list;
        g.moves(root, list);
        if (lines == 1) {
            const auto s = solved(root);
            if (!s || !s->best) return {};
            found.lines.push_back(line_of(root, *s->best, value_of(*s)));
        } else {
            for (const Move& m : list) {
                const auto value = value_of_position(g.after(root, m));
                if (!value) return {};
                const auto line = line_of(root, m, value_of_move_to(*value));
                const auto worse = [&](const auto& other) { return other.value < line.value; };
                found.lines.insert(std::ranges::find_if(found.lines, worse), line);
            }
            found.lines.resize(std::min(found.lines.size(), std::size_t(lines)));
        }
        found.nodes = nodes;
        found.depth = found.lines[0].line.size;
        return found;
    }

private:
    static int value_of(const Solution<Move>& s) { return *s.value * (won - s.plies.value_or(0)); }

    std::optional<Solution<Move>> solved(const Position& p) {
        SolveLimits rest = limits;
        rest.seconds = limits.seconds - clock.seconds();
        if (rest.seconds <= 0) return {};
        const auto s = solve_by_search(g, p, rest, table, [](const SolveProgress&) {}, stop);
        nodes += s.nodes;
        if (!s.value || (*s.value != 0 && !s.plies)) return {};
        return s;
    }
    std::optional<int> value_of_position(const Position& p) {
        if (const auto verdict = g.verdict(p)) return verdict->outcome * won;
        const auto s = solved(p);
        if (!s) return {};
        return value_of(*s);
    }

    // A move and how both go on, as far as the time suffices.
    typename Found::One line_of(Position p, Move m, int value) {
        typename Found::One one;
        one.value = value;
        one.exact_draw = value == 0;
        for (;;) {
            one.line.moves[std::size_t(one.line.size++)] = m;
            p = g.after(p, m);
            if (g.verdict(p) || one.line.size >= most_depth) return one;
            const auto s = solved(p);
            if (!s || !s->best) return one;
            m = *s->best;
        }
    }

    const G& g;
    BoundsTable& table;
    const SolveLimits limits;
    const std::atomic<bool>& stop;
    SolveClock clock;
    std::uint64_t nodes = 0;
};

}
