// Thinking without guessing: what a search would report, solved. For games that say `solvable`, which a solver is done with
// in the time of a move or two.
#pragma once
#include "solve/alphabeta.hpp"

namespace tavoliere {

// Only where nothing but time ends the search: a level, a temperature, a count of nodes or a depth ask for less than the
// truth. Not all of the time, so that a search that must do without the solver has some: a game that is `solvable` may take
// two thirds of it, as what was proved stays for the next move.
template <class G> std::optional<SolveLimits> limits_to_solve_in(const Limits& l) {
    if (l.level || l.strength || l.temperature > 0 || l.nodes || l.depth || l.monte_carlo) return {};
    constexpr double share = requires { G::solvable; } ? 2.0 / 3 : 1.0 / 3;
    constexpr double without_limit = 3; // seconds: somebody may be waiting for a first word
    constexpr double patience = 1000;   // in how many turns as well, as far as the time goes
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
            found.lines.push_back(line_of(root, *s->best, *value_of(*s)));
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
    // Of a win whose distance is not known, by the bound: it is still a win, and a game that is solved so comes to an end.
    static std::optional<int> value_of(const Solution<Move>& s) {
        if (s.value == 0) return 0;
        if (s.plies) return *s.value * (won - *s.plies);
        if (s.value == 1 && s.most_plies) return won - *s.most_plies;
        return {};
    }

    // Nothing for a loss whose distance is not known either: how to make it hard the search knows better.
    std::optional<Solution<Move>> solved(const Position& p) {
        SolveLimits rest = limits;
        rest.seconds = limits.seconds - clock.seconds();
        if (rest.seconds <= 0) return {};
        const auto s = solve_by_search(g, p, rest, table, [](const SolveProgress&) {}, stop);
        nodes += s.nodes;
        if (!value_of(s)) return {};
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
