// Solving by alpha-beta to the end: no guess anywhere, every line ends in a finished game or in what the table has proved.
//
// A value is the mover's and gives the distance as well as the outcome: a win in n plies is won - n, a loss n - won, a
// draw 0. The search answers one question at a time, whether a value is at least a bar, so each of its windows is empty
// and its answer one of two. Asked without a distance (bar 1: is it a win? bar 0: is it a draw at least?) it goes to
// the end of the game; asked whether it is a win within n plies it goes no deeper than n, for whatever comes later is
// below the bar.
//
// Which of these is cheap depends on the game. Some end quickly where one side errs (Attract), others last a fixed time
// (Clobber, Insert). So both are tried in turn, with growing allowances: it costs a small part of the better one for the
// other, or some ten times as much where only the near ends are easy. What the table keeps makes starting again cheap, and with
// what was good before tried first, a start that went astray is soon left.
//
// Not for games that draw by repetition: there a value depends on the line that led to it, which the table does not know.
// A game that a clock ends may last too long to go to its end; of it the first kind of question alone is asked.
#pragma once
#include "search/thought.hpp"
#include "search/threads.hpp"
#include "solve/bounds_table.hpp"
#include "solve/solution.hpp"
#include <bit>
#include <cstring>

namespace tavoliere {

// Not for games that can come back to a position, where a value depends on the line that led to it; nor for boards of more than
// 64 cells, which are beyond it and cost time to compile.
template <class G>
inline constexpr bool can_search_to_the_end = !goes_round<G> && sizeof(WordOf<G>) == sizeof(Word64);

// The value of a move that leads to a position of value `v`.
constexpr int value_of_move_to(int v) { return v > 0 ? 1 - v : v < 0 ? -1 - v : 0; }
// A move falls short of `bar` exactly if it leads to a position of at least this value. (No value lies between a draw and
// the longest win, so near 0 it is any win, or a draw.)
constexpr int bar_after(int bar) { return bar > 1 ? -bar : bar == 1 ? 0 : bar == 0 ? 1 : 2 - bar; }

// What is known of a value.
struct ValueBounds {
    int low = -won, high = won;

    void narrow(int answer, int bar) {
        if (answer >= bar)
            low = std::max(low, answer);
        else
            high = std::min(high, answer);
    }
    std::optional<int> outcome() const { // win, draw or loss
        if (low > 0) return 1;
        if (high < 0) return -1;
        if (low == 0 && high == 0) return 0;
        return {};
    }
    std::optional<int> plies() const {
        if (low != high || low == 0) return {};
        return won - std::abs(low);
    }
    std::optional<int> most_plies_of_win() const {
        if (low <= 0) return {};
        return won - low;
    }
};

// One thread's search. Several share a table and otherwise know nothing of each other.
template <Game G> class EndSearch {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    // `is_over`: asked every few thousand nodes and moves, true from the moment the search must end, or pause.
    EndSearch(const G& game, BoundsTable& shared, int number, std::function<bool()> is_over)
        : g(game), table(shared), thread(number), over(std::move(is_over)), history(2 * history_size),
          answers(answers_size) {}

    ValueBounds of_root; // what is known of its value
    std::uint64_t nodes = 0;
    std::atomic<std::uint64_t> counted{0}; // the same, for other threads to read, now and then
    std::optional<Unsolved> astray;        // the game is not what it said it is: fault_of()

    // The outcome, and the distance as well where it costs no more than `patience` times as much and ten million nodes. False:
    // interrupted; calling it again goes on from there.
    bool settle(const Position& root, double patience) {
        for (; !of_root.outcome(); allowance *= 2) {
            look_near(root, endless ? allowance / near_share : forever);
            if (!of_root.outcome() && endless) look_to_the_end(root, allowance);
            if (!of_root.outcome() && (astray || over())) return false;
        }
        if (of_root.outcome() == 0 || patience <= 0) return true;
        if (!last_of_distance) last_of_distance = after_now(std::uint64_t(patience * double(nodes)) + 10'000'000);
        last_node = last_of_distance;
        while (of_root.low < of_root.high) // shorter wins while there are any; longer losses likewise
            if (!ask(root, of_root.low > 0 ? of_root.low + 1 : of_root.high)) return astray || nodes >= last_node;
        return true;
    }

    // The move that the table holds for a position, if it is still there.
    std::optional<Move> best(const Position& p) {
        Proved known;
        if (!table.find(key_of(p), known) || known.move == no_move) return {};
        list.clear();
        g.moves(p, list);
        if (known.move >= list.size()) return {};
        return list[known.move];
    }

private:
    static constexpr std::size_t history_size = std::size_t{1} << 12, answers_size = std::size_t{1} << 16;
    static constexpr std::uint64_t forever = ~std::uint64_t{0};
    static constexpr std::uint64_t near_share = 32, listed_between_looks = 4096;
    static constexpr bool endless = !requires { G::clock_limit; };

    struct Child {
        Position p;
        Key key;
        int soonest; // see there
        int order;   // the higher, the sooner tried
        std::uint16_t place;
        std::uint16_t move;   // history_index of the move that led here
        std::uint16_t answer; // answer_index of the same, after the one before it
    };

    std::uint64_t after_now(std::uint64_t more) const { return more > forever - nodes ? forever : nodes + more; }
    void allow(std::uint64_t more) { last_node = after_now(more); }

    // Narrows what is known by one answer. False: there was no time for it.
    bool ask(const Position& root, int bar) {
        ended = false;
        const int answer = search(root, key_of(root), soonest(root), 0, bar, 0);
        if (!ended) of_root.narrow(answer, bar);
        return !ended;
    }

    // Is it won, is it lost within so many plies? Goes on where the last call stopped.
    void look_near(const Position& root, std::uint64_t allowed) {
        for (allow(allowed); !of_root.outcome(); ++near) {
            if (of_root.high >= won - near && !ask(root, won - near)) return;
            if (of_root.low <= near - won && !ask(root, near + 1 - won)) return;
        }
    }
    void look_to_the_end(const Position& root, std::uint64_t allowed) {
        allow(allowed);
        if (of_root.high > 0 && !ask(root, 1)) return;
        if (!of_root.outcome()) ask(root, 0);
    }

    // At least `bar`: a value that the position's is no less than. Below: one that it is no more than.
    // `came_by`: history_index of the move that led here.
    int search(const Position& p, Key key, int soon, int ply, int bar, std::uint16_t came_by) {
        ++nodes;
        if (++listed >= listed_between_looks) {
            listed = 0;
            counted.store(nodes, std::memory_order_relaxed);
            ended = ended || over();
        }
        if (ended || (ended = nodes >= last_node || has_gone_astray(key, ply))) return 0;
        Proved known{1 - won, std::int16_t(won - soon), no_move, 0}; // not over yet: a loss takes a ply at least
        if (Proved found; table.find(key, found))
            known = {std::max(known.low, found.low), std::min(known.high, found.high), found.move, found.effort};
        if (known.low >= bar) return known.low;
        if (known.high < bar) return known.high;

        const std::uint64_t before = nodes;
        auto& children = at(ply);
        int best = open(p, children, bar, known.move, came_by);
        std::uint16_t move = opened;
        for (std::size_t i = 0; i < children.size() && best < bar; ++i) {
            const Child& c = pick(children, i);
            const int value = value_of_move_to(search(c.p, c.key, c.soonest, ply + 1, bar_after(bar), c.move));
            if (ended) return 0;
            if (value > best) best = value, move = c.place;
            if (value >= bar) reward(children, i, nodes - before);
        }
        if (best >= bar)
            known.low = std::int16_t(best);
        else
            known.high = std::int16_t(best);
        // A move that has proved something is not given up for one that has not.
        if (best >= bar || known.low == 1 - won) known.move = move;
        known.effort = std::max(known.effort, std::uint8_t(std::bit_width(nodes - before + 1)));
        table.keep(key, known);
        return best;
    }

    // Looked at where a line is long, which costs nothing elsewhere: a game that goes round comes there soon.
    bool has_gone_astray(const Key& key, int ply) {
        const auto length = std::size_t(ply) + 1;
        if (line.size() < length) line.resize(2 * length);
        line[length - 1] = key.check;
        if (length % (longest_line / 8)) return false;
        std::vector<std::uint64_t> sorted(line.begin(), line.begin() + std::ptrdiff_t(length));
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) != sorted.end())
            astray = Unsolved::comes_again;
        else if (length >= longest_line)
            astray = Unsolved::endless;
        return astray.has_value();
    }

    // The moves whose value is not known at once, with what to try first; the best value among the others, whose move is
    // then `opened`. Ends with the first that reaches the bar.
    int open(const Position& p, std::vector<Child>& children, int bar, std::uint16_t known_move,
             std::uint16_t came_by) {
        children.clear();
        list.clear();
        g.moves(p, list);
        listed += std::uint64_t(list.size());
        int best = -won;
        opened = no_move;
        const auto settled = [&](int value, int i) {
            if (value > best) best = value, opened = std::uint16_t(i);
            return best >= bar;
        };
        for (int i = 0; i < list.size(); ++i) {
            const Position q = g.after(p, list[i]);
            if (const auto verdict = g.verdict(q)) {
                if (settled(value_of_move_to(verdict->outcome * won), i)) return best;
                continue;
            }
            const int soon = soonest(q);
            if (has_soonest && soon == 1) {
                if (settled(2 - won, i)) return best;
                continue;
            }
            const std::uint16_t move = history_index(p, list[i]);
            children.push_back({q, key_of(q), soon, 0, std::uint16_t(i), move, answer_index(came_by, move)});
            table.expect(children.back().key);
        }
        std::size_t left = 0;
        for (const Child& c : children) {
            if (Proved found; table.find(c.key, found)) { // perhaps another line came there before
                const int least = value_of_move_to(found.high), most = value_of_move_to(found.low);
                if (least >= bar) return opened = c.place, least;
                if (most < bar) {
                    settled(most, c.place);
                    continue;
                }
            }
            children[left] = c;
            children[left].order = c.place == known_move ? table_first : order_of(c);
            ++left;
        }
        children.resize(left);
        return best;
    }

    // Few replies first, as in proof-number search: what is to be refuted then is refuted sooner. Then what was good
    // elsewhere, and after the same move.
    int order_of(const Child& c) const {
        int order = history[c.move] + answers[c.answer];
        if constexpr (requires { g.count(c.p); }) order -= reply_weight * g.count(c.p);
        // Threads that try the same moves in another order find other things for each other.
        if (thread) order += int(mix(c.key.check + std::uint64_t(thread)) % thread_spread);
        return order;
    }
    static Child& pick(std::vector<Child>& children, std::size_t i) {
        const auto best = std::max_element(children.begin() + std::ptrdiff_t(i), children.end(),
                                           [](const Child& a, const Child& b) { return a.order < b.order; });
        std::swap(children[i], *best);
        return children[i];
    }
    void reward(const std::vector<Child>& children, std::size_t i, std::uint64_t effort) {
        const int digits = int(std::bit_width(effort + 1)), by = digits * digits / 2;
        const auto learn = [&](const Child& c, int good) {
            drift(history[c.move], good);
            drift(answers[c.answer], good);
        };
        learn(children[i], by);
        for (std::size_t before = 0; before < i; ++before) learn(children[before], -by);
    }
    // Towards a bound, the slower the nearer, so that it stays bounded and recent.
    static void drift(int& h, int by) { h += by - h * std::abs(by) / most_history; }

    // In fewer plies the mover does not win. Where the game can tell, and says 1, he does.
    static constexpr bool has_soonest = requires(const G& game, const Position& p) { game.soonest(p); };
    int soonest(const Position& p) const {
        if constexpr (has_soonest)
            return g.soonest(p);
        else
            return 1;
    }

    // Both colours play by the same rules, so the value does not depend on whose turn it is.
    Key key_of(Position p) const {
        if constexpr (requires { g.essence(p); }) p = g.essence(p);
        p.turn = 0;
        Key key = hashes_of(p);
        if constexpr (!endless) key.place ^= mix(p.clock + 1u), key.check ^= mix(p.clock + 1u);
        return key;
    }

    std::uint16_t history_index(const Position& p, Move m) const {
        static_assert(std::has_unique_object_representations_v<Move> && sizeof(Move) <= 8,
                      "a move is at most 8 plain bytes");
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, &m, sizeof(Move));
        return std::uint16_t(p.turn * history_size + mix(bytes) % history_size);
    }

    static std::uint16_t answer_index(std::uint16_t came_by, std::uint16_t move) {
        return std::uint16_t(mix(std::uint64_t{came_by} << 16 | move) % answers_size);
    }

    std::vector<Child>& at(int ply) {
        while (int(plies.size()) <= ply) plies.push_back(std::make_unique<std::vector<Child>>());
        return *plies[std::size_t(ply)];
    }

    static constexpr int most_history = 4096, reply_weight = 1024, table_first = 1 << 30, thread_spread = 512;

    const G& g;
    BoundsTable& table;
    const int thread;
    const std::function<bool()> over;
    std::vector<int> history; // by history_index
    std::vector<int> answers; // by answer_index
    std::vector<std::unique_ptr<std::vector<Child>>> plies;
    std::vector<std::uint64_t> line; // the keys of the positions from the root, as far as the search is now
    MovesOf<G> list;
    std::uint16_t opened = no_move;
    std::uint64_t allowance = 10000;
    std::uint64_t listed = 0;           // nodes and moves since the last look at the time
    std::uint64_t last_node = 0;        // where the allowance ends
    std::uint64_t last_of_distance = 0; // where looking for the distance ends; 0: it has not begun
    int near = 1;                       // the distance to ask for next
    bool ended = false;                 // the allowance or the time
};

// As many threads as the limits say; the first that knows the outcome, and the distance if it can be had, ends them all.
// The table begins small; when it is small for what they have visited, they pause and it grows.
template <Game G>
[[gnu::cold]] Solution<MoveOf<G>> solve_by_search(const G& g, const PositionOf<G>& root, const SolveLimits& limits,
                                                  BoundsTable& table, const SolveReport& report,
                                                  const std::atomic<bool>& stop) {
    SolveClock clock(limits, stop);
    std::atomic<int> first{-1};
    std::atomic<bool> astray{false};
    std::vector<std::unique_ptr<EndSearch<G>>> searches;
    const auto visited = [&] {
        std::uint64_t nodes = 0;
        for (const auto& p : searches) nodes += p->counted.load(std::memory_order_relaxed);
        return nodes;
    };
    const auto is_over = [&](int thread) {
        if (thread == 0 && clock.wants_report())
            report({Method::alphabeta, visited(), clock.seconds(), table.bytes(), "alpha-beta"});
        return first.load(std::memory_order_relaxed) >= 0 || astray.load(std::memory_order_relaxed) || clock.over() ||
               table.is_small_for(visited());
    };
    const auto run = [&](int thread) {
        int nobody = -1;
        EndSearch<G>& search = *searches[std::size_t(thread)];
        if (search.settle(root, limits.patience)) first.compare_exchange_strong(nobody, thread);
        if (search.astray) astray = true;
    };
    for (int t = 0; t < std::max(1, limits.threads); ++t)
        searches.push_back(std::make_unique<EndSearch<G>>(g, table, t, [&is_over, t] { return is_over(t); }));
    do {
        while (table.is_small_for(visited()))
            if (!table.grow([&] { return clock.over().has_value(); })) break;
        std::vector<std::jthread> helpers; // as many as the system gives
        for (int t = 1; t < int(searches.size()); ++t)
            if (auto helper = start_thread([&run, t] { run(t); })) helpers.push_back(std::move(*helper));
        run(0);
        helpers.clear(); // joins
    } while (first < 0 && !astray && !clock.over());
    // Where time ended it, an outcome without its distance counts as well.
    for (int t = 0; t < int(searches.size()); ++t)
        if (first < 0 && searches[std::size_t(t)]->of_root.outcome()) first = t;

    Solution<MoveOf<G>> s{{.method = Method::alphabeta}};
    s.seconds = clock.seconds();
    for (const auto& p : searches) s.nodes += p->nodes;
    table.add_visited(s.nodes);
    s.why = clock.over().value_or(Unsolved::stopped);
    for (const auto& p : searches) s.why = p->astray.value_or(s.why);
    if (first < 0) return s;
    const ValueBounds& value = searches[std::size_t(first.load())]->of_root;
    s.value = value.outcome();
    s.plies = value.plies();
    s.most_plies = value.most_plies_of_win();
    s.best = searches[0]->best(root);
    return s;
}

}
