// The search: iterative deepening, principal-variation alpha-beta with a transposition table, for any game.
//
// Values are the mover's. A proven win in n plies from the root is won - n, a loss n - won; estimates lie strictly
// between. In the table values count from the entry's own position, not from the root.
#pragma once
#include "game/game.hpp"
#include "judge/plain.hpp"
#include "search/clock.hpp"
#include "search/transposition.hpp"
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace tavoliere {

inline constexpr int won = 30000;
inline constexpr int infinite = 32000;
inline constexpr int most_depth = 120;              // plies, of iterative deepening and of a line
inline constexpr int proven = won - 2 * most_depth; // at least this: a proven win

constexpr Score score_of(int value) {
    if (value >= proven) return {Score::Kind::win, won - value};
    if (value <= -proven) return {Score::Kind::loss, won + value};
    return {Score::Kind::estimate, value};
}

template <class M> struct Line {
    std::array<M, most_depth + 2> moves;
    int size = 0;
    void put(M first, const Line& rest) {
        moves[0] = first;
        size = std::min(rest.size + 1, most_depth + 1);
        std::copy_n(rest.moves.begin(), size - 1, moves.begin() + 1);
    }
};

// What the search found at one depth: lines, best first.
template <class M> struct Thought {
    struct One {
        int value = -infinite;
        bool exact_draw = false; // the value 0 is a proven draw, not a guess
        Line<M> line;
    };
    int depth = 0;
    std::uint64_t nodes = 0;
    std::vector<One> lines;
};

// One thread's search. Several share a table and a clock and otherwise know nothing of each other.
template <Game G> class Worker {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    Worker(const G& game, TranspositionTable& shared, SearchClock& clock_, int lines_)
        : g(game), table(shared), clock(clock_), wanted_lines(lines_), history(2 * history_size) {}

    std::uint64_t nodes = 0;
    Thought<Move> done; // the last depth that was searched to its end, or as far as it came

    // Deepen until the clock says so, or nothing is left to find out. `start` sets helpers apart from the main thread.
    void deepen(const Position& root, int most, int start, const std::function<void(const Thought<Move>&)>& report) {
        for (int depth = start; depth <= most; ++depth) {
            horizon = false;
            Thought<Move> now;
            now.depth = depth;
            const bool whole = search_root(root, depth, now);
            now.nodes = nodes;
            if (whole || done.lines.empty() || better_than_done(now)) {
                if (!whole) now.depth = done.depth;
                done = std::move(now);
            }
            if (!whole) return;
            if (!horizon)
                for (auto& l : done.lines) l.exact_draw = l.value == 0;
            report(done);
            if (!horizon || decided()) return;
        }
    }

private:
    static constexpr std::size_t history_size = std::size_t{1} << 14;

    // A depth broken off counts if it found a better first move than the last one did: the best of the last depth is
    // always searched first, so whatever beat it was searched to the end.
    bool better_than_done(const Thought<Move>& now) const {
        return wanted_lines == 1 && !now.lines.empty() && now.lines[0].line.size > 0 && !clock_broke_first;
    }

    // Every line ends in a proven result: searching deeper finds nothing new.
    bool decided() const {
        for (const auto& l : done.lines)
            if (std::abs(l.value) < proven) return false;
        return true;
    }

    // The best moves at the root, one after the other: each excludes those found before it. False when the clock ended it.
    bool search_root(const Position& root, int depth, Thought<Move>& now) {
        MoveList<Move> list;
        g.moves(root, list);
        order_root(root, list);
        const int lines = std::min(wanted_lines, list.size());
        for (int l = 0; l < lines; ++l) {
            typename Thought<Move>::One best;
            clock_broke_first = true;
            int alpha = -infinite;
            for (int i = l; i < list.size(); ++i) {
                Line<Move> rest;
                const int value = search_child(root, list[i], depth, 0, alpha, infinite, i == l, rest);
                if (clock.ended()) {
                    if (best.line.size) now.lines.push_back(best);
                    return false;
                }
                clock_broke_first = false;
                if (value > best.value) {
                    best.value = value;
                    best.line.put(list[i], rest);
                    alpha = std::max(alpha, value);
                    std::rotate(list.begin() + l, list.begin() + i, list.begin() + i + 1);
                }
            }
            now.lines.push_back(best);
        }
        return true;
    }

    // As the last depth left them: its lines first, in their order.
    void order_root(const Position& root, MoveList<Move>& list) {
        std::array<int, MoveList<Move>::most> keys;
        score_moves(root, list, 2, 0, none, keys);
        for (int i = 0; i < list.size(); ++i)
            for (std::size_t l = 0; l < done.lines.size(); ++l)
                if (done.lines[l].line.size && done.lines[l].line.moves[0] == list[i])
                    keys[std::size_t(i)] = best_first - int(l);
        for (int i = 0; i < list.size(); ++i) pick(list, keys, nullptr, i);
    }

    // A move's value: the first with the whole window, the others first asked whether they beat alpha at all.
    int search_child(const Position& p, Move m, int depth, int ply, int alpha, int beta, bool is_first,
                     Line<Move>& line) {
        const Position q = g.after(p, m);
        if (is_first || beta - alpha == 1) return -search(q, depth - 1, ply + 1, -beta, -alpha, line);
        const int value = -search(q, depth - 1, ply + 1, -alpha - 1, -alpha, line);
        if (value <= alpha || value >= beta || clock.ended()) return value;
        return -search(q, depth - 1, ply + 1, -beta, -alpha, line);
    }

    int search(const Position& p, int depth, int ply, int alpha, int beta, Line<Move>& line) {
        line.size = 0;
        ++nodes;
        if (clock.over(nodes)) return 0;
        if (depth <= 0 || ply >= most_depth) return leaf(p, ply);

        const std::uint64_t key = table_key(p);
        const auto known = table.find(key);
        if (known && known->depth >= depth && beta - alpha == 1) {
            const int value = from_table(known->value, ply);
            if (settles(known->bound, value, alpha, beta)) {
                if (std::abs(value) < proven) horizon = true;
                return value;
            }
        }

        MoveList<Move> list;
        g.moves(p, list);
        if (list.empty()) return final_value(*g.verdict(p), ply);

        std::array<int, MoveList<Move>::most> keys;
        std::array<std::uint16_t, MoveList<Move>::most> places; // in the list as the rules give it
        for (int i = 0; i < list.size(); ++i) places[std::size_t(i)] = std::uint16_t(i);
        score_moves(p, list, depth, ply, known ? known->move : none, keys);

        int best = -infinite, floor = alpha;
        std::uint16_t best_place = none;
        for (int i = 0; i < list.size(); ++i) {
            pick(list, keys, &places, i);
            Line<Move> rest;
            const int value = search_child(p, list[i], depth, ply, alpha, beta, i == 0, rest);
            if (clock.ended()) return 0;
            if (value <= best) continue;
            best = value;
            best_place = places[std::size_t(i)];
            if (value <= alpha) continue;
            alpha = value;
            line.put(list[i], rest);
            if (alpha >= beta) {
                reward(p, list[i], depth, ply);
                break;
            }
        }
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        table.keep(key, {to_table(best, ply), std::int8_t(depth), bound, best_place});
        return best;
    }

    // The end of the search's sight: a finished game, or the evaluation.
    int leaf(const Position& p, int ply) {
        if (const auto verdict = g.verdict(p)) return final_value(*verdict, ply);
        horizon = true;
        return plain_estimate(g, p);
    }

    static int final_value(const Verdict& v, int ply) { return v.outcome * (won - ply); }

    // A finished or drawn-by-clock game is another position than the same board with time left: near the limit the clock
    // is part of the key.
    std::uint64_t table_key(const Position& p) const {
        if constexpr (requires { G::clock_limit; }) {
            if (4 * p.clock >= 3 * G::clock_limit) return hash(p) ^ mix(p.clock);
        }
        return hash(p);
    }

    static bool settles(Bound bound, int value, int alpha, int beta) {
        return bound == Bound::exact || (bound == Bound::lower && value >= beta) ||
               (bound == Bound::upper && value <= alpha);
    }
    static std::int16_t to_table(int value, int ply) {
        return std::int16_t(value >= proven ? value + ply : value <= -proven ? value - ply : value);
    }
    static int from_table(int value, int ply) {
        return value >= proven ? value - ply : value <= -proven ? value + ply : value;
    }

    static constexpr std::uint16_t none = 0xffff;
    static constexpr int best_first = 1 << 30;

    // What to try first: the table's move, then killers, then by the evaluation one ply ahead (where enough depth is left
    // to pay for it) and by how often the move has cut elsewhere.
    void score_moves(const Position& p, const MoveList<Move>& list, int depth, int ply, std::uint16_t known,
                     std::array<int, MoveList<Move>::most>& keys) {
        for (int i = 0; i < list.size(); ++i) {
            int key = history[history_index(p, list[i])];
            if (depth >= 2) key -= 64 * plain_estimate(g, g.after(p, list[i]));
            if (list[i] == killers[std::size_t(ply)][0]) key += 1 << 24;
            if (list[i] == killers[std::size_t(ply)][1]) key += 1 << 23;
            keys[std::size_t(i)] = i == known ? best_first : key;
        }
    }

    // Bring the best of the moves from i on to place i.
    static void pick(MoveList<Move>& list, std::array<int, MoveList<Move>::most>& keys,
                     std::array<std::uint16_t, MoveList<Move>::most>* places, int i) {
        const int best = int(std::max_element(keys.begin() + i, keys.begin() + list.size()) - keys.begin());
        std::swap(list[i], list[best]);
        std::swap(keys[std::size_t(i)], keys[std::size_t(best)]);
        if (places) std::swap((*places)[std::size_t(i)], (*places)[std::size_t(best)]);
    }

    void reward(const Position& p, Move m, int depth, int ply) {
        auto& killer = killers[std::size_t(ply)];
        if (!(killer[0] == m)) {
            killer[1] = killer[0];
            killer[0] = m;
        }
        int& h = history[history_index(p, m)];
        h += 16 * depth * depth - h / 512 * depth; // drifts back, so that it stays bounded and recent
    }

    // Any move is a few bytes; a hash of them is its place in the history, one half for each colour.
    static std::size_t history_index(const Position& p, Move m) {
        static_assert(std::has_unique_object_representations_v<Move> && sizeof(Move) <= 8,
                      "a move is at most 8 plain bytes");
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, &m, sizeof(Move));
        return p.turn * history_size + mix(bytes) % history_size;
    }

    const G& g;
    TranspositionTable& table;
    SearchClock& clock;
    const int wanted_lines;
    std::vector<int> history;
    std::array<std::array<Move, 2>, most_depth + 1> killers{};
    bool horizon = false; // some value of this depth was a guess
    bool clock_broke_first = true;
};

// The clock ended before anything was found: the first legal move is better than none.
template <Game G> void name_a_move(const G& g, const PositionOf<G>& root, Thought<MoveOf<G>>& found) {
    MoveList<MoveOf<G>> list;
    g.moves(root, list);
    if (list.empty()) return;
    typename Thought<MoveOf<G>>::One one;
    one.value = plain_estimate(g, root);
    one.line.put(list[0], {});
    found.lines.push_back(one);
}

// Think about a position with as many threads as the limits say. With one thread and fixed nodes or depth the result and
// the node count are always the same. Always names a move where there is one.
template <Game G>
Thought<MoveOf<G>> think(const G& g, const PositionOf<G>& root, const Limits& limits, TranspositionTable& table,
                         const std::function<void(const Thought<MoveOf<G>>&, double seconds)>& report,
                         const std::atomic<bool>& stop) {
    const int threads = std::max(1, limits.threads);
    Limits share = limits; // each thread counts its own nodes
    share.nodes = (limits.nodes + std::uint64_t(threads) - 1) / std::uint64_t(threads);
    SearchClock clock(share, stop);
    table.new_search();
    const int depth = limits.depth ? std::min(limits.depth, most_depth) : most_depth;
    std::vector<std::unique_ptr<Worker<G>>> workers;
    for (int t = 0; t < threads; ++t) workers.push_back(std::make_unique<Worker<G>>(g, table, clock, limits.lines));

    std::vector<std::jthread> helpers;
    for (std::size_t t = 1; t < workers.size(); ++t)
        helpers.emplace_back([&, t] { workers[t]->deepen(root, most_depth, 1 + int(t % 2), [](const auto&) {}); });
    workers[0]->deepen(root, depth, 1, [&](const Thought<MoveOf<G>>& t) { report(t, clock.seconds()); });
    clock.end();
    helpers.clear(); // joins

    Thought<MoveOf<G>> found = workers[0]->done;
    found.nodes = 0;
    for (const auto& w : workers) found.nodes += w->nodes;
    if (found.lines.empty()) name_a_move(g, root, found);
    return found;
}

}
