// The search: iterative deepening, principal-variation alpha-beta with a transposition table, for any game.
//
// Values are those of search/thought.hpp. In the table they count from the entry's own position, not from the root.
#pragma once
#include "base/random.hpp"
#include "eval/evaluate.hpp"
#include "game/game.hpp"
#include "search/clock.hpp"
#include "search/think.hpp"
#include "search/threads.hpp"
#include "search/wins.hpp"
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tavoliere {

// Where the largest of the keys from i on is, of equals the first. In two steps, of which the longer is without branches.
inline std::ptrdiff_t largest_of(const std::vector<int>& keys, int i) {
    int most = keys[std::size_t(i)];
    for (auto k = keys.begin() + i; k != keys.end(); ++k) most = std::max(most, *k);
    return std::find(keys.begin() + i, keys.end(), most) - keys.begin();
}

// By how much it is before the next largest; a lone one by more than any number. Keys must be less than 2^31 apart.
inline int lead_of_largest(const std::vector<int>& keys, int i) {
    if (i + 1 == int(keys.size())) return std::numeric_limits<int>::max();
    const auto second = keys.begin() + i + 1;
    int most = std::max(keys[std::size_t(i)], *second), next = std::min(keys[std::size_t(i)], *second);
    for (auto k = second + 1; k != keys.end(); ++k) {
        next = std::max(next, std::min(most, *k));
        most = std::max(most, *k);
    }
    return most - next;
}

// One thread's search. Several share a table and a clock and otherwise know nothing of each other.
template <Game G> class Worker {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    // `learned` is this thread's alone. `past`: hashes of the game's positions before the root, oldest first.
    Worker(const G& game, const Knowledge& knowledge, const Limits& limits, TranspositionTable& shared,
           MoveHistory& learned, SearchClock& search_clock, const std::vector<std::uint64_t>& past)
        : g(game), judge(game, knowledge.network), parameters(knowledge.parameters), table(shared), history(learned),
          clock(search_clock), wanted_lines(limits.lines), line_keys(past), game_length(past.size()) {
        fill_reductions();
    }

    std::uint64_t nodes = 0;
    bool is_helper = false;
    Thought<Move> done; // the last depth that was searched to its end, or as far as it came

    // Deepens until the time is up, or nothing is left to find out. `start` sets helpers apart from the main thread.
    void deepen(const Position& root, int most, int start, const std::function<void(const Thought<Move>&)>& report) {
        for (int depth = start; depth <= most; ++depth) {
            is_first = depth == 1 && !is_helper;
            horizon = false;
            Thought<Move> now;
            now.depth = depth;
            const bool whole = search_root(root, depth, now);
            if (!whole && !found_better(now)) return;
            done = std::move(now);
            done.nodes = nodes;
            if (whole && !horizon)
                for (auto& l : done.lines) l.exact_draw = l.value == 0;
            report(done);
            if (!whole || !horizon || decided()) return;
        }
    }

private:
    static constexpr bool may_say_gains = requires(const G& game, Position p, Move m) { game.gain(p, m); };
    // Does the game say what a move gains? Otherwise the estimate a ply ahead does, which is asked where it is needed.
    bool says_gains() const {
        if constexpr (has_traits<G>)
            return g.traits().says_gains;
        else
            return may_say_gains;
    }

    // A depth broken off counts only where it changed the best move: the last depth's best is always searched first, so
    // what beat it was searched to the end. With several lines there is no such order among them.
    bool found_better(const Thought<Move>& now) const {
        if (now.lines.empty() || wanted_lines > 1) return false;
        return done.lines.empty() || !(now.lines[0].line.moves[0] == done.lines[0].line.moves[0]);
    }

    // Every line ends in a proven result: searching deeper finds nothing new.
    bool decided() const {
        for (const auto& l : done.lines)
            if (std::abs(l.value) < proven) return false;
        return true;
    }

    // What one ply of the line being searched needs. Kept beside the stack, which may be small (threads, the browser).
    struct Ply {
        MovesOf<G> list;
        std::vector<int> keys;             // the higher, the sooner tried
        std::vector<int> gains;            // see parameters.def; 0 where they were not asked for
        bool lacks_gains = false;          // they are still to be added to the keys
        std::vector<std::uint16_t> places; // of the moves in the list as the rules give it
        std::array<Move, 2> killers{};
        std::size_t came_by = 0; // MoveHistory::place of the move that led here
        int extended = 0;        // by how many plies the line to here was searched deeper
        Line<Move> line;         // the best from here, once searched
    };

    // Made when first needed, and not filled with zeros: a short search pays for the plies it comes to alone.
    Ply& at(int ply) {
        while (int(plies.size()) <= ply) plies.push_back(std::make_unique_for_overwrite<Ply>());
        return *plies[std::size_t(ply)];
    }

    // List the moves there and key them. What they gain pick() adds when the order may depend on it, where the game does not
    // say it at once.
    Ply& open_ply(const Position& p, int depth, int ply, std::uint16_t known) {
        Ply& here = at(ply);
        here.list.clear();
        g.moves(p, here.list);
        const auto size = std::size_t(here.list.size());
        here.keys.resize(size);
        here.gains.assign(size, 0);
        here.places.resize(size);
        here.lacks_gains = depth >= parameters.gain_order_depth;
        for (std::size_t i = 0; i < size; ++i) {
            here.places[i] = std::uint16_t(i);
            here.keys[i] = i == known ? best_first : move_key(p, here, here.list[int(i)]);
        }
        if (says_gains() && here.lacks_gains) add_gains(p, here, 0);
        look_at_clock(size);
        return here;
    }

    // After so many moves were listed or asked for their gains: some games have thousands in a position.
    void look_at_clock(std::size_t moves) {
        constexpr std::size_t most = 2048;
        if (is_first || (unlooked += moves) < most) return;
        unlooked = 0;
        clock.look();
    }

    // What each of the moves from i on gains at once: as the game says, or by the plain evaluation a ply ahead, which in some games
    // takes longer than all else at a position.
    void add_gains(const Position& p, Ply& here, int i) {
        here.lacks_gains = false;
        const auto add = [&](std::size_t j, int gain) {
            here.gains[j] = std::clamp(gain, -most_gain, most_gain);
            if (here.keys[j] < best_first) here.keys[j] += parameters.gain_order_weight * here.gains[j];
        };
        if constexpr (may_say_gains) {
            for (auto j = std::size_t(i); says_gains() && j < here.keys.size(); ++j)
                add(j, int(g.gain(p, here.list[int(j)])));
        }
        if (!says_gains()) {
            const int now = plain_estimate(g, p);
            for (auto j = std::size_t(i); j < here.keys.size(); ++j)
                add(j, -plain_estimate(g, g.after(p, here.list[int(j)])) - now);
            look_at_clock(here.keys.size());
        }
    }

    // Bring the best of the moves from i on to place i. A position is often left after the first few moves, so their gains are not
    // asked for as long as no gains could put another first.
    Move pick(const Position& p, Ply& here, int i, bool asks_dull) {
        // The gains of any two moves differ by no more than this.
        const int most_apart = 2 * parameters.gain_order_weight * most_gain;
        if (here.lacks_gains && (asks_dull || lead_of_largest(here.keys, i) <= most_apart)) add_gains(p, here, i);
        const auto best = largest_of(here.keys, i);
        std::swap(here.list[i], here.list[int(best)]);
        std::swap(here.keys[std::size_t(i)], here.keys[std::size_t(best)]);
        std::swap(here.gains[std::size_t(i)], here.gains[std::size_t(best)]);
        std::swap(here.places[std::size_t(i)], here.places[std::size_t(best)]);
        return here.list[i];
    }

    // The best moves at the root, one after the other: each excludes those found before it. False when the clock ended it.
    bool search_root(const Position& root, int depth, Thought<Move>& now) {
        judge.enter(0, root);
        at(0).extended = 0;
        Ply& here = open_ply(root, most_depth, 0, none);
        order_root(root, here);
        line_keys.push_back(place_of(root));
        const int lines = std::min(wanted_lines, here.list.size());
        for (int l = 0; l < lines && !clock.ended(); ++l) search_root_line(root, depth, l, here, now);
        line_keys.pop_back();
        return !clock.ended();
    }

    // In a window around the last depth's value, wider where the value lies outside.
    void search_root_line(const Position& root, int depth, int l, Ply& here, Thought<Move>& now) {
        typename Thought<Move>::One best;
        auto [alpha, beta] = first_window(depth, l);
        for (int width = parameters.aspiration_window;;) {
            const auto found = search_window(root, depth, l, here, alpha, beta);
            if (found.line.size) best = found;
            if (clock.ended() || (found.value > alpha && found.value < beta) || beta - alpha >= 2 * infinite) break;
            width *= 4;
            if (width > 4000 || std::abs(found.value) >= proven)
                alpha = -infinite, beta = infinite;
            else if (found.value <= alpha)
                alpha = found.value - width;
            else
                beta = found.value + width;
        }
        if (!best.line.size) return;
        lengthen(root, best.line, depth, best.value);
        // Searches of the same depth know what earlier ones left in the table, so a later line may come out above another.
        const auto is_less = [&](const auto& line) { return line.value < best.value; };
        now.lines.insert(std::find_if(now.lines.begin(), now.lines.end(), is_less), best);
    }

    // Where a line of the principal variation ends because the table knew its value, it goes on with what the table remembers: as
    // long as that is as deep as the search was and gives the same value, and no position comes again.
    void lengthen(Position p, Line<Move>& line, int depth, int value) {
        const std::size_t before = line_keys.size();
        for (int i = 0; i < line.size; ++i) {
            p = g.after(p, line.moves[std::size_t(i)]);
            line_keys.push_back(place_of(p));
        }
        MovesOf<G>& list = at(1).list;
        for (; line.size < depth; ++line.size) {
            const int left = depth - line.size;
            const auto known = table.find(table_key(p, line_keys.back(), left));
            if (!known || known->bound != Bound::exact || known->depth < left || !may_end_here(*known, false) ||
                !holds_now(p, left, *known) || known->value != (line.size % 2 ? -value : value))
                break;
            list.clear();
            g.moves(p, list);
            if (known->move >= list.size()) break;
            line.moves[std::size_t(line.size)] = list[known->move];
            p = g.after(p, list[known->move]);
            const std::uint64_t place = place_of(p);
            if (std::ranges::count(line_keys, place)) break;
            line_keys.push_back(place);
        }
        line_keys.resize(before);
    }

    // The window is around the value that the last depth gave this line.
    std::pair<int, int> first_window(int depth, int l) const {
        if (!parameters.aspiration_window || depth < 4 || done.lines.size() <= std::size_t(l))
            return {-infinite, infinite};
        const int value = done.lines[std::size_t(l)].value;
        if (std::abs(value) >= proven) return {-infinite, infinite};
        return {value - parameters.aspiration_window, value + parameters.aspiration_window};
    }

    // The best of the moves from place l on; it is moved there. Without a line where none is better than alpha.
    typename Thought<Move>::One search_window(const Position& root, int depth, int l, Ply& here, int alpha, int beta) {
        typename Thought<Move>::One best;
        for (int i = l; i < here.list.size() && alpha < beta; ++i) {
            const Move m = here.list[i];
            const int value = search_child(root, m, depth, 0, alpha, beta, i - l, 0);
            if (clock.ended()) break;
            best.value = std::max(best.value, value);
            if (value <= alpha) continue;
            alpha = value;
            best.line.put(m, at(1).line);
            std::rotate(here.list.begin() + l, here.list.begin() + i, here.list.begin() + i + 1);
        }
        return best;
    }

    // As the last depth left them: its lines first, in their order.
    void order_root(const Position& root, Ply& here) {
        if (here.lacks_gains) add_gains(root, here, 0);
        for (int i = 0; i < here.list.size(); ++i)
            for (std::size_t l = 0; l < done.lines.size(); ++l)
                if (done.lines[l].line.size && done.lines[l].line.moves[0] == here.list[i])
                    here.keys[std::size_t(i)] = best_first - int(l);
        for (int i = 0; i < here.list.size(); ++i) pick(root, here, i, false);
    }

    // A move's value: the first with the whole window, the others first asked whether they beat alpha at all, those late in
    // the order by a search that is less deep.
    int search_child(const Position& p, Move m, int depth, int ply, int alpha, int beta, int index, int less) {
        const Position q = g.after(p, m);
        at(ply + 1).came_by = MoveHistory::place(p.turn, m);
        const auto look = [&](int to_depth, int from, int to) {
            at(ply + 1).extended = at(ply).extended + std::max(0, -less);
            return -search(q, to_depth, ply + 1, -to, -from);
        };
        if (index == 0) return look(depth - 1 - less, alpha, beta);
        int value = look(depth - 1 - less, alpha, alpha + 1);
        if (value > alpha && less > 0 && !clock.ended()) value = look(depth - 1, alpha, alpha + 1);
        if (value > alpha && value < beta && !clock.ended()) value = look(depth - 1, alpha, beta);
        return value;
    }

    int search(const Position& p, int depth, int ply, int alpha, int beta) {
        at(ply).line.size = 0;
        if (++nodes % 512 == 0 && is_helper) clock.add_helpers(512);
        if (!is_first && clock.over(nodes)) return 0;
        const std::uint64_t place = place_of(p);
        if (depth > 0) table.expect(table_key(p, place, depth));
        if (repeated(place)) return 0;
        judge.enter(ply, p);
        bool threatened = false; // few moves answer that
        if (SaysNearWins<G> && parameters.threat_extension) {
            if (const auto m = winning_move(g, p, at(ply).list)) {
                at(ply).line.put(*m, {});
                return won - ply - 1;
            }
            threatened = depth > 0 && is_threatened(p, ply);
            if (threatened && at(ply).extended < most_extended) ++depth, ++at(ply).extended;
        }
        if (depth <= 0 || ply >= most_depth) return leaf(p, ply);

        const std::uint64_t key = table_key(p, place, depth);
        const bool is_narrow = beta - alpha == 1; // asked only whether it beats alpha
        // While the memory fetches the entry: a network takes about as long as that.
        if (is_narrow && may_be_futile(depth, beta)) judge.prepare(ply);
        const auto known = table.find(key);
        if (known && may_end_here(*known, is_narrow) && known->depth >= depth && holds_now(p, depth, *known)) {
            const int value = from_table(known->value, ply);
            if (settles(known->bound, value, alpha, beta)) {
                if (!known->final) horizon = true;
                return value;
            }
        }
        if (is_narrow && !threatened)
            if (const auto value = futility_value(p, depth, ply, beta)) return *value;
        if (!known && depth >= parameters.iir_depth) --depth;
        const bool outside = std::exchange(horizon, false);
        line_keys.push_back(place);
        int deeper = 0; // the first move
        if (known && is_narrow && stands_out_perhaps(*known, depth, ply)) {
            const Others others = ask_others(p, depth, ply, beta, *known);
            if (others.cut) {
                line_keys.pop_back();
                horizon |= outside;
                return beta;
            }
            horizon = false;
            deeper = others.deeper;
        }
        Ply& here = open_ply(p, depth, ply, known ? known->move : none);
        if (here.list.empty()) {
            line_keys.pop_back();
            horizon = outside;
            return final_value(*g.verdict(p), ply);
        }
        if (is_forced(here)) deeper = 1;
        const Remembered found = search_moves(p, here, depth, ply, alpha, beta, deeper);
        line_keys.pop_back();
        const bool final = !std::exchange(horizon, horizon || outside);
        if (clock.ended()) return 0;
        table.keep(key, {to_table(found.value, ply), std::int8_t(depth), found.bound, found.move, final});
        return found.value;
    }

    // The other player would win at once, were it his turn.
    bool is_threatened(const Position& p, int ply) {
        if (g.verdict(p)) return false;
        Position passed = p;
        passed.pass_turn();
        return winning_move(g, passed, at(ply).list).has_value();
    }

    // Positions that continue alike share a place, where the game can recognise them.
    std::uint64_t place_of(const Position& p) const {
        if constexpr (requires { g.essence(p); })
            return hash(g.essence(p));
        else
            return hash(p);
    }

    // Nothing to choose: see what comes of it.
    static bool is_forced(const Ply& here) { return here.list.size() == 1 && here.extended < most_extended; }

    // The remembered move was good enough, by a search not much less deep than this one: perhaps it alone is.
    bool stands_out_perhaps(const Remembered& known, int depth, int ply) {
        // A search deeper than this is out to prove, and asking again at every node would cost it many times over.
        constexpr int deepest = 24;
        return parameters.singular_depth && depth >= parameters.singular_depth && depth <= deepest &&
               known.move != none && known.depth >= depth - 3 && known.bound != Bound::upper &&
               std::abs(known.value) < proven && at(ply).extended < most_extended;
    }

    // Search all other moves half as deep: where none comes near the remembered one, that is searched deeper; where one beats
    // beta as well, the position is left; where the remembered one is above beta and not alone, it is searched less deep.
    struct Others {
        int deeper = 0;
        bool cut = false;
    };
    Others ask_others(const Position& p, int depth, int ply, int beta, const Remembered& known) {
        const int bar = known.value - parameters.singular_margin * depth;
        Ply& here = open_ply(p, depth / 2, ply, none);
        if (known.move >= here.list.size()) return {}; // another position with the same key
        drop(here, known.move);
        const Remembered found = search_moves(p, here, (depth - 1) / 2, ply, bar - 1, bar, 0);
        if (clock.ended()) return {};
        if (found.value < bar) return {.deeper = 1};
        if (bar >= beta) return {.cut = true};
        return {.deeper = known.value >= beta ? -1 : 0};
    }
    static void drop(Ply& here, std::uint16_t place) {
        const int last = here.list.size() - 1;
        here.list[place] = here.list[last];
        here.keys[place] = here.keys[std::size_t(last)];
        here.gains[place] = here.gains[std::size_t(last)];
        here.places[place] = here.places[std::size_t(last)];
        here.list.pop();
        here.keys.pop_back();
    }

    // Reverse futility: so far above beta, and so near the end of the search's sight, that what is left will hardly bring it
    // down; a value between the two.
    bool may_be_futile(int depth, int beta) const {
        return depth <= parameters.reverse_futility_depth && std::abs(beta) < proven;
    }
    std::optional<int> futility_value(const Position& p, int depth, int ply, int beta) {
        if (!may_be_futile(depth, beta) || g.verdict(p)) return {};
        const int value = judge.value(ply, p);
        if (value < beta + parameters.reverse_futility_margin * depth) return {};
        horizon = true;
        return (value + beta) / 2;
    }

    // The best of the moves, and what it says about the position's value.
    // The first is searched so much deeper.
    Remembered search_moves(const Position& p, Ply& here, int depth, int ply, int alpha, int beta, int deeper) {
        const int floor = alpha;
        const bool is_narrow = beta - alpha == 1;
        int best = -infinite;
        std::uint16_t best_place = none;
        for (int i = 0; i < here.list.size(); ++i) {
            const Move m = pick(p, here, i, is_narrow && is_dull_asked(depth, i));
            if (is_narrow && best > -proven && is_enough(p, here, i, depth, ply, alpha)) {
                horizon = true;
                break;
            }
            const int less = i ? reduced(p, m, depth, i, is_narrow) : -deeper;
            const int value = search_child(p, m, depth, ply, alpha, beta, i, less);
            if (clock.ended()) return {};
            if (value <= best) continue;
            best = value;
            best_place = here.places[std::size_t(i)];
            if (value <= alpha) continue;
            alpha = value;
            here.line.put(m, at(ply + 1).line);
            if (alpha >= beta) {
                reward(p, here, i, depth);
                break;
            }
        }
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        return {std::int16_t(best), 0, bound, best_place};
    }

    // The move now at place i of the order, and those behind it, need not be searched: nothing that the order puts so far
    // back, so near the end of sight; nothing that gains so little; nothing where all is so far below alpha.
    bool is_enough(const Position& p, const Ply& here, int i, int depth, int ply, int alpha) {
        const Parameters& o = parameters;
        if (depth <= o.lmp_depth && i >= o.lmp_base + o.lmp_factor * depth * depth) return true;
        if (is_dull_asked(depth, i) && here.gains[std::size_t(i)] < o.gain_pruning_margin) return true;
        return depth <= o.futility_depth && i >= o.futility_after && alpha < proven &&
               judge.value(ply, p) + o.futility_base + o.futility_margin * depth <= alpha;
    }

    bool is_dull_asked(int depth, int i) const {
        const Parameters& o = parameters;
        return o.gain_pruning_margin > -most_gain && depth <= o.gain_pruning_depth && depth >= o.gain_order_depth &&
               i >= o.gain_pruning_after;
    }

    // By how many plies a move is searched less deep.
    int reduced(const Position& p, Move m, int depth, int index, bool is_narrow) const {
        if (depth < parameters.lmr_depth || index < parameters.lmr_after) return 0;
        const int less = reductions[std::size_t(std::min(depth, reduction_size - 1))]
                                   [std::size_t(std::min(index, reduction_size - 1))] -
                         !is_narrow - history.worth(MoveHistory::place(p.turn, m)) / parameters.lmr_history;
        return std::clamp(less, 0, std::max(0, depth - 2));
    }
    void fill_reductions() {
        std::array<double, reduction_size> log{};
        for (std::size_t i = 1; i < log.size(); ++i) log[i] = std::log(double(i));
        for (std::size_t d = 1; d < log.size(); ++d)
            for (std::size_t i = 1; i < log.size(); ++i) {
                const double hundredths = parameters.lmr_base + parameters.lmr_factor * log[d] * log[i];
                reductions[d][i] = std::uint8_t(std::clamp(int(hundredths / 100), 0, most_depth));
            }
    }

    // For games where the third occurrence of a position is a draw: one that repeats another of this line is taken for it
    // at once, one of the game before the search when it has stood twice.
    bool repeated(std::uint64_t place) {
        if constexpr (may_repeat<G>) {
            if (!does_repeat(g)) return false;
            const auto begin = line_keys.begin(), root = begin + std::ptrdiff_t(game_length);
            if (std::find(root, line_keys.end(), place) == line_keys.end() && std::count(begin, root, place) < 2)
                return false;
            horizon = true; // true of this line only: nothing is proven by it
            return true;
        } else {
            return false;
        }
    }

    // The end of the search's sight: a finished game, or the evaluation.
    int leaf(const Position& p, int ply) {
        if (const auto verdict = g.verdict(p)) return final_value(*verdict, ply);
        horizon = true;
        return judge.value(ply, p);
    }

    static int final_value(const Verdict& v, int ply) { return v.outcome * (won - ply); }

    // Where the search may run into the clock's limit, the same board with another clock is another position, and the clock
    // is part of the key. An entry without it was not searched that far, so it holds at any clock from which its own depth
    // does not reach the limit either. A search sees most_extended plies farther than its depth at most.
    std::uint64_t table_key(const Position& p, std::uint64_t place, int depth) const {
        if constexpr (may_have_clock<G>) {
            const int limit = clock_limit_of(g);
            if (limit && p.clock + depth + most_extended >= limit) return place ^ mix(p.clock + 1u);
        }
        return place;
    }
    bool holds_now(const Position& p, int depth, const Remembered& known) const {
        if constexpr (may_have_clock<G>) {
            const int limit = clock_limit_of(g);
            return !limit || p.clock + depth + most_extended >= limit || p.clock + known.depth + most_extended < limit;
        } else {
            return true;
        }
    }

    // What the table knows ends a line that is to be shown too: lengthen() goes on with it. Not where the line is a proof, nor
    // a draw that may turn out to be proven.
    static bool may_end_here(const Remembered& known, bool is_narrow) {
        return is_narrow || (known.value && std::abs(known.value) < proven);
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

    // What to try first, after the table's move: killers and the answer that was good to the same move elsewhere, then by the
    // gain and by how often the move has cut elsewhere.
    int move_key(const Position& p, const Ply& here, Move m) const {
        const std::size_t place = MoveHistory::place(p.turn, m);
        int key = history.worth(place);
        if (m == here.killers[0]) key += parameters.killer_bonus;
        if (m == here.killers[1]) key += parameters.killer_bonus / 2;
        if (history.answers(place, here.came_by)) key += parameters.countermove_bonus;
        return key;
    }

    // The move at place i cut; those before it did not.
    void reward(const Position& p, Ply& here, int i, int depth) {
        const Move m = here.list[i];
        if (!(here.killers[0] == m)) {
            here.killers[1] = here.killers[0];
            here.killers[0] = m;
        }
        const std::size_t place = MoveHistory::place(p.turn, m);
        history.has_answered(place, here.came_by);
        history.drift(place, parameters.history_bonus * depth * depth / 16);
        for (int before = 0; before < i; ++before)
            history.drift(MoveHistory::place(p.turn, here.list[before]),
                          -parameters.history_malus * depth * depth / 16);
    }

    static constexpr int reduction_size = 64;
    static constexpr int most_extended = 16; // plies, of one line
    // A leaf of theirs looks a ply farther than table_key() and holds_now() allow for.
    static_assert(!(SaysNearWins<G> && may_have_clock<G>));
    static constexpr int most_gain =
        30000; // twice it, times the largest gain_order_weight, fits an int and lies below best_first

    const G& g;
    Judge<G> judge;
    const Parameters parameters;
    std::array<std::array<std::uint8_t, reduction_size>, reduction_size>
        reductions{}; // by depth and number of the move
    TranspositionTable& table;
    MoveHistory& history;
    SearchClock& clock;
    const int wanted_lines;
    std::vector<std::unique_ptr<Ply>> plies;
    std::vector<std::uint64_t> line_keys; // of the game so far, then of the line from the root
    const std::size_t game_length;
    bool horizon = false;     // some value of this depth was a guess
    std::size_t unlooked = 0; // moves since the last look at the clock
    bool is_first = false;    // depth 1, which is searched to its end whatever the limits say: milliseconds at most
};

// Puts one of the lines first, drawn as Limits::temperature says.
template <class M> void draw_line(Thought<M>& found, const Limits& limits) {
    if (limits.temperature <= 0 || found.lines.size() < 2 || found.lines[0].value >= proven) return;
    std::vector<double> weights;
    double all = 0;
    for (const auto& l : found.lines) {
        weights.push_back(std::exp((l.value - found.lines[0].value) / limits.temperature));
        all += weights.back();
    }
    double left = all * Random(limits.seed).share();
    std::size_t drawn = 0;
    while (drawn + 1 < weights.size() && (left -= weights[drawn]) >= 0) ++drawn;
    std::rotate(found.lines.begin(), found.lines.begin() + std::ptrdiff_t(drawn),
                found.lines.begin() + std::ptrdiff_t(drawn) + 1);
}

template <Game G>
Thought<MoveOf<G>> think(const G& g, const Knowledge& knowledge, const PositionOf<G>& root, const Limits& limits,
                         SearchMemory& memory, const std::vector<std::uint64_t>& past,
                         const std::function<void(const Thought<MoveOf<G>>&, double seconds)>& report,
                         const std::atomic<bool>& stop) {
    const int threads = std::max(1, limits.threads);
    Limits share = limits; // each thread counts its own nodes
    share.nodes = (limits.nodes + std::uint64_t(threads) - 1) / std::uint64_t(threads);
    SearchClock clock(share, stop);
    memory.table.new_search();
    memory.table.expect_positions(likely_positions(limits));
    if (memory.histories.size() < std::size_t(threads)) memory.histories.resize(std::size_t(threads));
    for (MoveHistory& history : memory.histories) history.fade(knowledge.parameters.history_kept);
    const int depth = limits.depth ? std::min(limits.depth, most_depth) : most_depth;
    std::vector<std::unique_ptr<Worker<G>>> workers;
    for (MoveHistory& history : std::span(memory.histories).first(std::size_t(threads)))
        workers.push_back(std::make_unique<Worker<G>>(g, knowledge, limits, memory.table, history, clock, past));

    std::vector<std::jthread> helpers; // as many as the system gives
    for (std::size_t t = 1; t < workers.size(); ++t) {
        workers[t]->is_helper = true;
        if (auto helper =
                start_thread([&, t] { workers[t]->deepen(root, most_depth, 1 + int(t % 2), [](const auto&) {}); }))
            helpers.push_back(std::move(*helper));
    }
    workers[0]->deepen(root, depth, 1, [&](Thought<MoveOf<G>> t) {
        t.nodes += clock.helpers();
        report(t, clock.seconds());
    });
    clock.end();
    helpers.clear(); // joins

    Thought<MoveOf<G>> found = workers[0]->done;
    found.nodes = 0;
    for (const auto& w : workers) found.nodes += w->nodes;
    if (found.lines.empty()) name_a_move(g, root, found);
    draw_line(found, limits);
    return found;
}

}
