// Retrograde analysis: fills a tablebase. Layers from the full board down; within a layer, which play can go round in, the
// values of distance 0, 1, 2, … plies in rounds:
//
//     round d:  a position is won in d    if a move leads to one that is lost in d-1
//               a position is lost in d   if all moves lead to won ones, the longest of them in d-1
//
// What no round reaches is drawn: nobody can force an end.
//
// No game has moves backwards: a round makes moves forwards from what has no value yet. To look at few positions it
// remembers for each block of positions (same cells taken) which distances were found there, a bit each, and which blocks of
// its layer its moves lead to: in round d only blocks that lead to one with the bit d-1 are looked at.
//
// A value may be written before its round: that of a position all of whose moves lead to higher layers, or a win there
// that a sooner one within the layer may yet replace. So in round d only distances below d count, and the threads may see
// each other's writing or not: the table is the same.
#pragma once
#include "search/threads.hpp"
#include "solve/solution.hpp"
#include "solve/tablebase.hpp"
#include <memory>
#include <mutex>
#include <thread>

namespace tavoliere {

template <Game G>
    requires has_tablebase<G>
class Retrograde {
public:
    using Position = PositionOf<G>;

    // The table must be numbered.
    Retrograde(const G& g, Tablebase<G>& table, int threads, const SolveReport& report, SolveClock& clock)
        : g_(g), table_(table), places_(table.places()), threads_(threads), report_(report), clock_(clock) {}

    // Layers below `from`; those above have their values. Calls `solved(layer)` after each. Why the table is not whole; nothing
    // where it is.
    template <class F> std::optional<Unsolved> run(int from, F solved) {
        table_.values().resize(std::size_t(places_.layers()));
        for (layer_ = from - 1; layer_ >= 0; --layer_) {
            if (!solve_layer(false) && (!is_too_long() || !solve_layer(true))) return why_.value_or(Unsolved::memory);
            solved(layer_);
        }
        return {};
    }
    std::uint64_t looked_at() const { return looked_at_; }
    // A win takes more plies than two bytes are used for.
    bool is_too_long() const { return too_long_; }

    // Bytes besides the table: the blocks of the layer that has most, each with some dozens of blocks to go to; and a layer
    // being read or written.
    static std::size_t bytes_besides(const Placements& places) {
        std::size_t blocks = 0, values = 0;
        for (int n = 0; n < places.layers(); ++n) {
            blocks = std::max(blocks, places.blocks(n));
            values = std::max(values, places.size(n));
        }
        return blocks * (sizeof(Block) + 64 * sizeof(std::uint32_t)) + 2 * values;
    }

private:
    using Distances = std::array<std::atomic<std::uint64_t>, Exact::most_plies / 64 + 1>; // a bit each
    struct Block {
        Distances wins{}, losses{}; // that were found in it
        std::mutex mutex;
        std::vector<std::uint32_t> next; // the blocks of this layer its moves lead to
        bool to_losses = false;          // to one that has losses of the last round
    };
    static constexpr std::size_t unit = 2048; // positions, between two looks at the clock: some milliseconds

    bool solve_layer(bool wide) {
        values_ = &table_.values()[std::size_t(layer_)];
        *values_ = LayerValues(places_.size(layer_), wide);
        too_long_ = false;
        blocks_ = std::make_unique<Block[]>(places_.blocks(layer_));
        ended_ = 0;
        longest_ = 0;
        std::vector<std::uint32_t> todo(places_.blocks(layer_));
        for (std::uint32_t b = 0; b < todo.size(); ++b) todo[b] = b;
        round_ = 0;
        if (!for_units(todo, [&](std::size_t b, std::size_t from, std::size_t to) { look_first(b, from, to); }))
            return false;
        for (round_ = 1; round_ - 1 <= longest_; ++round_) {
            todo.clear();
            for (std::uint32_t b = 0; b < places_.blocks(layer_); ++b) {
                Block& block = blocks_[b];
                const auto leads_to = [&](Distances Block::* which) {
                    return std::ranges::any_of(block.next,
                                               [&](auto to) { return has(blocks_[to].*which, round_ - 1); });
                };
                block.to_losses = leads_to(&Block::losses);
                if (block.to_losses || leads_to(&Block::wins)) todo.push_back(b);
                if (b % unit == 0 && is_over()) return false;
            }
            if (!for_units(todo, [&](std::size_t b, std::size_t from, std::size_t to) { look_again(b, from, to); }))
                return false;
        }
        return count_values();
    }
    bool is_over() {
        why_ = clock_.over();
        return why_.has_value();
    }

    // f(block, from, to) for pieces of the blocks' patterns, by all threads. False: the time is over, or a stop was asked for.
    template <class F> bool for_units(const std::vector<std::uint32_t>& todo, F f) {
        const std::size_t patterns = places_.patterns(layer_), units = (patterns + unit - 1) / unit;
        std::atomic<std::size_t> taken = 0;
        std::atomic<bool> over = false;
        const auto work = [&](bool is_main) {
            for (std::size_t i; !over && (i = taken++) < todo.size() * units;) {
                const std::size_t from = i % units * unit;
                f(todo[i / units], from, std::min(from + unit, patterns));
                if (const auto why = is_main ? clock_.over() : std::nullopt) {
                    why_ = why;
                    over = true;
                }
                if (is_main && clock_.wants_report()) say();
                if (is_too_long()) over = true;
            }
        };
        std::vector<std::jthread> helpers;
        for (int t = 1; t < threads_ && todo.size() * units > 1; ++t)
            if (auto helper = start_thread([&] { work(false); })) helpers.push_back(std::move(*helper));
        work(true);
        helpers.clear(); // waits
        return !over;
    }

    void look_first(std::size_t block, std::size_t from, std::size_t to) {
        std::vector<std::uint32_t> next;
        std::uint64_t ended = 0;
        for (std::size_t i = from; i < to; ++i) {
            const Position p = table_.position(layer_, block, i);
            if (const auto verdict = g_.verdict(p)) {
                set(block, i, verdict->outcome ? Exact::ended(*verdict) : never_lost);
                ended += verdict->outcome == 0;
                continue;
            }
            set(block, i, look(p, [&](std::size_t b) {
                    if (std::ranges::find(next, b) == next.end()) next.push_back(std::uint32_t(b));
                }));
        }
        ended_ += ended * std::uint64_t(places_.images(layer_, block));
        looked_at_ += to - from;
        Block& b = blocks_[block];
        const std::lock_guard lock(b.mutex);
        for (std::uint32_t n : next)
            if (std::ranges::find(b.next, n) == b.next.end()) b.next.push_back(n);
    }

    void look_again(std::size_t block, std::size_t from, std::size_t to) {
        const bool to_losses = blocks_[block].to_losses;
        std::uint64_t looked = 0;
        for (std::size_t i = from; i < to; ++i) {
            const Exact now = value(block * places_.patterns(layer_) + i);
            if (now.is_draw()) {
                set(block, i, look(table_.position(layer_, block, i), [](std::size_t) {}));
            } else if (to_losses && round_ <= values_->most_plies() &&
                       (now == never_lost || (now.outcome() > 0 && now.plies() > round_))) {
                if (has_new_loss(table_.position(layer_, block, i))) set(block, i, Exact::win(round_));
            } else {
                continue;
            }
            ++looked;
        }
        looked_at_ += looked;
    }

    // What the moves from p, at least one, say of it by now; a draw is nothing yet. `note(b)`: some move leads to block b of this layer.
    template <class F> Exact look(const Position& p, F note) const {
        MovesOf<G> list;
        g_.moves(p, list);
        int soonest_loss = Exact::most_plies + 1, longest_win = -1;
        bool all_won = true, can_draw = false;
        for (const auto& m : list) {
            const Position q = g_.after(p, m);
            Exact v;
            if (!table_.has_number(q)) {
                v = Exact::ended(*g_.verdict(q));
                can_draw |= v.is_draw();
            } else {
                const auto place = table_.find(q);
                if (place.layer == layer_) {
                    note(place.block);
                    v = value(place.number);
                    if (v == never_lost || v.plies() >= round_) v = {};
                } else {
                    v = table_.at(place);
                    can_draw |= v.is_draw();
                }
            }
            if (v.is_draw())
                all_won = false;
            else if (v.outcome() < 0)
                soonest_loss = std::min(soonest_loss, v.plies());
            else
                longest_win = std::max(longest_win, v.plies());
        }
        if (soonest_loss <= Exact::most_plies) return before(Exact::loss(soonest_loss));
        return can_draw ? never_lost : all_won ? before(Exact::win(longest_win)) : Exact();
    }
    Exact before(Exact v) const {
        if (v.plies() < values_->most_plies()) return v.before();
        too_long_.store(true, std::memory_order_relaxed);
        return {};
    }
    bool has_new_loss(const Position& p) const {
        MovesOf<G> list;
        g_.moves(p, list);
        const Exact wanted = Exact::loss(round_ - 1);
        for (const auto& m : list) {
            const Position q = g_.after(p, m);
            if (count(q.taken()) == layer_ && table_.has_number(q) && value(table_.find(q).number) == wanted)
                return true;
        }
        return false;
    }

    Exact value(std::size_t number) const { return values_->at(number); }
    void set(std::size_t block, std::size_t pattern, Exact v) {
        if (v.is_draw()) return;
        values_->set(block * places_.patterns(layer_) + pattern, v);
        if (v == never_lost) return;
        Block& b = blocks_[block];
        auto& bits = (v.outcome() > 0 ? b.wins : b.losses)[std::size_t(v.plies()) / 64];
        const std::uint64_t mine = std::uint64_t{1} << v.plies() % 64;
        if (bits.load(std::memory_order_relaxed) & mine) return;
        bits.fetch_or(mine, std::memory_order_relaxed);
        for (int seen = longest_; seen < v.plies() && !longest_.compare_exchange_weak(seen, v.plies());) {}
    }
    static bool has(const Distances& d, int plies) {
        return d[std::size_t(plies) / 64].load(std::memory_order_relaxed) >> plies % 64 & 1;
    }

    // False: likewise.
    bool count_values() {
        TableCounts c = table_.counts();
        std::uint64_t draws = 0;
        for (std::size_t b = 0, at = 0; b < places_.blocks(layer_); ++b) {
            if (b % std::max<std::size_t>(1, (1 << 20) / places_.patterns(layer_)) == 0 && is_over()) return false;
            const auto images = std::uint64_t(places_.images(layer_, b));
            for (const std::size_t end = at + places_.patterns(layer_); at < end; ++at) {
                const Exact v = value(at) == never_lost ? Exact() : value(at);
                values_->set(at, v);
                (v.is_draw() ? draws : v.outcome() > 0 ? c.won : c.lost) += images;
                if (!v.is_draw()) c.longest = std::max(c.longest, v.plies());
            }
        }
        c.ended += ended_;
        c.drawn += draws - ended_;
        table_.counts() = c;
        return true;
    }

    void say() const {
        report_({Method::retrograde, looked_at_, clock_.seconds(), table_.bytes(),
                 std::to_string(layer_) + " pieces, round " + std::to_string(round_)});
    }

    const G& g_;
    Tablebase<G>& table_;
    const Placements& places_;
    const int threads_;
    const SolveReport& report_;
    SolveClock& clock_;
    std::optional<Unsolved> why_;
    mutable std::atomic<bool> too_long_ = false;
    int layer_ = 0, round_ = 0;
    LayerValues* values_ = nullptr; // this layer's
    std::unique_ptr<Block[]> blocks_;
    std::atomic<int> longest_ = 0;         // distance in this layer
    std::atomic<std::uint64_t> ended_ = 0; // draws in this layer that are over, all images
    std::atomic<std::uint64_t> looked_at_ = 0;
};

}
