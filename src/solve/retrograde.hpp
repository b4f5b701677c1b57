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
//
// What of a position's moves leaves the layer is looked at twice at most: first, and where all within it are won, for how long that
// takes. So a round asks for values of its own layer alone.
//
// Team is who has the values: Alone, or Together with other processes (ranks.hpp), where a look waits for those that are
// asked for.
#pragma once
#include "search/threads.hpp"
#include "solve/ranks.hpp"
#include "solve/solution.hpp"
#include "solve/tablebase.hpp"
#include <memory>
#include <mutex>
#include <thread>

namespace tavoliere {

template <Game G, class Team = Alone>
    requires has_tablebase<G>
class Retrograde {
public:
    using Position = PositionOf<G>;

    // The table must be numbered. Together there is one thread a process.
    Retrograde(const G& g, Tablebase<G>& table, int threads, const SolveReport& report, SolveClock& clock,
               Team team = Team())
        : g_(g), table_(table), places_(table.places()), threads_(threads), report_(report), clock_(clock),
          team_(std::move(team)) {}

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
    Team& team() { return team_; }

    // Bytes besides the table: the blocks of the layer that has most, each with some dozens of blocks to go to; and a layer
    // being read.
    static std::size_t bytes_besides(const Placements& places, int ranks = 1) {
        std::size_t blocks = 0, values = 0;
        for (int n = 0; n < places.layers(); ++n) {
            const std::size_t pieces = places.blocks(n) * Pieces(places.patterns(n)).per_block();
            blocks = std::max(blocks, std::min(places.blocks(n), pieces / std::size_t(ranks) + 1));
            values = std::max(values, places.size(n));
        }
        return blocks * bytes_of_block + (Team::is_alone ? 2 * values : Together::bytes_of_questions);
    }

private:
    using Distances = std::array<std::atomic<std::uint64_t>, Exact::most_plies / 64 + 1>; // a bit each
    using What = Look::What;
    struct Block {
        Distances wins{}, losses{}; // that were found in it, by us
        std::mutex mutex;
        std::vector<std::uint32_t> next; // the blocks of this layer its moves lead to
        bool to_losses = false;          // to one that has losses of the last round
    };
    static constexpr std::size_t bytes_of_block = sizeof(Block) + 64 * sizeof(std::uint32_t);
    // A piece of a block: its place in the list of ours, the block, patterns, and where the value of the first is.
    struct Piece {
        std::uint32_t slot, block, from, to;
        std::size_t index;
    };
    using Bits = std::vector<std::uint64_t>;
    static bool has(const Bits& bits, std::size_t i) { return bits[i / 64] >> i % 64 & 1; }

    bool solve_layer(bool wide) {
        team_.begin(places_, layer_);
        values_ = &table_.values()[std::size_t(layer_)];
        *values_ = LayerValues(team_.size(layer_), wide);
        pieces_ = Pieces(places_.patterns(layer_));
        too_long_ = false;
        list_ours();
        blocks_ = std::make_unique<Block[]>(ours_.size());
        ended_ = 0;
        longest_ = 0;
        std::vector<std::uint32_t> todo(ours_.size());
        for (std::uint32_t slot = 0; slot < todo.size(); ++slot) todo[slot] = slot;
        round_ = 0;
        if (!for_pieces(todo, [&](const Piece& piece) { look_first(piece); })) return false;
        for (round_ = 1; round_ - 1 <= longest_; ++round_) {
            tell_last_round();
            todo.clear();
            for (std::uint32_t slot = 0; slot < ours_.size(); ++slot) {
                Block& block = blocks_[slot];
                const auto leads_to = [&](const Bits& blocks) {
                    return std::ranges::any_of(block.next, [&](auto to) { return has(blocks, to); });
                };
                block.to_losses = leads_to(lost_last_);
                if (block.to_losses || leads_to(won_last_)) todo.push_back(slot);
                if (slot % between_looks == 0 && is_over()) return false;
            }
            if (!for_pieces(todo, [&](const Piece& piece) { look_again(piece); })) return false;
        }
        return count_values();
    }
    static constexpr std::size_t between_looks = 2048;
    // Together that is decided in for_pieces(), so that all end at once.
    bool is_over() {
        if constexpr (!Team::is_alone) return false;
        why_ = clock_.over();
        return why_.has_value();
    }
    void list_ours() {
        ours_.clear();
        for (std::uint32_t block = 0; block < places_.blocks(layer_); ++block)
            for (std::uint32_t piece = 0; piece < pieces_.per_block(); ++piece)
                if (team_.has(block, piece)) {
                    ours_.push_back(block);
                    break;
                }
    }
    // Which blocks have positions that are won or lost in as many plies as the last round was for.
    void tell_last_round() {
        for (Bits* bits : {&won_last_, &lost_last_}) {
            bits->assign((places_.blocks(layer_) + 63) / 64, 0);
            for (std::uint32_t slot = 0; slot < ours_.size(); ++slot)
                if (has(bits == &won_last_ ? blocks_[slot].wins : blocks_[slot].losses, round_ - 1))
                    (*bits)[ours_[slot] / 64] |= std::uint64_t{1} << ours_[slot] % 64;
            team_.combine(*bits, Ranks::Combining::any);
        }
    }

    // f(piece) for our pieces of the blocks, by all threads, and what waits for others until nothing does. False: the time is
    // over, or a stop was asked for.
    template <class F> bool for_pieces(const std::vector<std::uint32_t>& todo, F f) {
        const std::size_t all = todo.size() * pieces_.per_block();
        std::atomic<std::size_t> taken = 0;
        std::atomic<bool> over = false;
        const auto work = [&](bool is_main) {
            for (std::size_t i; !over && !team_.is_full() && (i = taken++) < all;) {
                const auto slot = todo[i / pieces_.per_block()], piece = std::uint32_t(i % pieces_.per_block());
                if (!team_.has(ours_[slot], piece)) continue;
                f({slot, ours_[slot], pieces_.begin(piece), pieces_.begin(piece + 1), team_.index(ours_[slot], piece)});
                if (const auto why = is_main ? clock_.over() : std::nullopt) {
                    why_ = why;
                    over = true;
                }
                if (is_main && clock_.wants_report()) say();
                if (is_too_long()) over = true;
            }
        };
        do {
            std::vector<std::jthread> helpers;
            for (int t = 1; t < threads_ && all > 1; ++t)
                if (auto helper = start_thread([&] { work(false); })) helpers.push_back(std::move(*helper));
            work(true);
            helpers.clear(); // waits
        } while (settle(taken < all, over));
        return !over;
    }
    // Whether anybody has more to do. Then what was asked for has come.
    bool settle([[maybe_unused]] bool has_more, [[maybe_unused]] std::atomic<bool>& over) {
        if constexpr (!Team::is_alone) {
            if (const auto why = clock_.over()) why_ = why;
            std::array<std::uint64_t, 4> all{has_more || team_.has_waiting(), why_ ? 1 + std::uint64_t(*why_) : 0,
                                             is_too_long(), std::uint64_t(longest_)};
            team_.combine(all, Ranks::Combining::most);
            longest_ = int(all[3]);
            if (all[1]) why_ = Unsolved(all[1] - 1);
            if (all[2]) too_long_ = true;
            if (all[1] || all[2]) {
                over = true;
                team_.forget();
                return false;
            }
            if (!all[0]) return false;
            for (Look& look : team_.settle(table_.values(), [&](Look& l, Exact v) { add(l, v); })) finish(look);
            return true;
        }
        return false;
    }

    void look_first(const Piece& piece) {
        std::vector<std::uint32_t> next;
        std::uint64_t ended = 0;
        std::size_t index = piece.index;
        for (std::uint32_t i = piece.from; i < piece.to; ++i, ++index) {
            const Position p = table_.position(layer_, piece.block, i);
            if (const auto verdict = g_.verdict(p)) {
                set(piece.slot, index, verdict->outcome ? Exact::ended(*verdict) : never_lost);
                ended += verdict->outcome == 0;
                continue;
            }
            Look look = look_at(What::first, piece, i, index);
            ask_above(p, look, [&](const Position& q) {
                const auto b = std::uint32_t(table_.find(q).block);
                if (std::ranges::find(next, b) == next.end()) next.push_back(b);
                look.found.all_won = false;
            });
            finish_when_told(look);
        }
        ended_ += ended * std::uint64_t(places_.images(layer_, piece.block));
        looked_at_ += piece.to - piece.from;
        Block& b = blocks_[piece.slot];
        const std::lock_guard lock(b.mutex);
        for (std::uint32_t n : next)
            if (std::ranges::find(b.next, n) == b.next.end()) b.next.push_back(n);
    }

    void look_again(const Piece& piece) {
        const bool to_losses = blocks_[piece.slot].to_losses;
        std::uint64_t looked = 0;
        std::size_t index = piece.index;
        for (std::uint32_t i = piece.from; i < piece.to; ++i, ++index) {
            const Exact now = values_->at(index);
            const bool may_be_won_sooner = to_losses && round_ <= values_->most_plies() &&
                                           (now == never_lost || (now.outcome() > 0 && now.plies() > round_));
            if (!now.is_draw() && !may_be_won_sooner) continue;
            Look look = look_at(What::within, piece, i, index);
            ask_within(table_.position(layer_, piece.block, i), look, now.is_draw());
            finish_when_told(look);
            ++looked;
        }
        looked_at_ += looked;
    }
    static Look look_at(What what, const Piece& piece, std::uint32_t pattern, std::size_t index) {
        return {.what = what, .slot = piece.slot, .block = piece.block, .pattern = pattern, .index = index};
    }

    // What is said by the moves from p that leave the layer; within(q) for each of the others.
    template <class F> void ask_above(const Position& p, Look& look, F within) {
        MovesOf<G> list;
        g_.moves(p, list);
        for (const auto& m : list) {
            const Position q = g_.after(p, m);
            if (!table_.has_number(q)) {
                const Exact v = Exact::ended(*g_.verdict(q));
                look.found.can_draw |= v.is_draw();
                look.found.add(v);
            } else if (count(q.taken()) == layer_) {
                within(q);
            } else {
                ask(table_.find(q), look);
            }
        }
    }
    // What is said by those within it. A loss that is found is one of the last round, as a sooner one would have been found
    // before. Only that is looked for where p has a value (not `is_open`).
    void ask_within(const Position& p, Look& look, bool is_open) {
        MovesOf<G> list;
        g_.moves(p, list);
        for (const auto& m : list) {
            const Position q = g_.after(p, m);
            if (count(q.taken()) != layer_ || !table_.has_number(q)) continue;
            const auto place = table_.find(q);
            if (!is_open && !has(lost_last_, place.block)) continue;
            ask(place, look);
            if (look.found.has_loss()) break;
        }
    }
    void ask(const Placements::Place& place, Look& look) {
        if (const auto index = team_.ask(place)) add(look, table_.values()[std::size_t(place.layer)].at(*index));
    }
    // Within the layer only what was found before this round counts.
    void add(Look& look, Exact v) const {
        if (look.what == What::within && (v == never_lost || v.plies() >= round_)) v = {};
        if (look.what != What::within) look.found.can_draw |= v.is_draw();
        look.found.add(v);
    }
    void finish_when_told(Look& look) {
        if (team_.has_all())
            finish(look);
        else
            team_.wait(look);
    }
    // All that was asked for is there.
    void finish(Look& look) {
        const Found& found = look.found;
        if (found.has_loss())
            set(look.slot, look.index, before(Exact::loss(found.soonest_loss)));
        else if (look.what == What::within)
            finish_within(look);
        else if (found.can_draw)
            set(look.slot, look.index, never_lost);
        else if (found.all_won)
            set(look.slot, look.index, before(Exact::win(found.longest_win)));
    }
    void finish_within(Look& look) {
        if (!look.found.all_won || !values_->at(look.index).is_draw()) return;
        look.what = What::above;
        ask_above(table_.position(layer_, look.block, look.pattern), look, [](const Position&) {});
        finish_when_told(look);
    }
    Exact before(Exact v) const {
        if (v.plies() < values_->most_plies()) return v.before();
        too_long_.store(true, std::memory_order_relaxed);
        return {};
    }

    void set(std::uint32_t slot, std::size_t index, Exact v) {
        if (v.is_draw()) return;
        values_->set(index, v);
        if (v == never_lost) return;
        Block& b = blocks_[slot];
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
        std::array<std::uint64_t, 4> sums{0, 0, 0, ended_}; // draws, won, lost
        int longest = 0;
        std::size_t since = 0;
        for (const std::uint32_t block : ours_) {
            const auto images = std::uint64_t(places_.images(layer_, block));
            for (std::uint32_t piece = 0; piece < pieces_.per_block(); ++piece) {
                if (!team_.has(block, piece)) continue;
                std::size_t at = team_.index(block, piece);
                const std::size_t length = pieces_.begin(piece + 1) - pieces_.begin(piece);
                if ((since += length) >= std::size_t{1} << 20 && (since = 0, is_over())) return false;
                for (const std::size_t end = at + length; at < end; ++at) {
                    const Exact v = values_->at(at) == never_lost ? Exact() : values_->at(at);
                    values_->set(at, v);
                    sums[v.is_draw() ? 0 : v.outcome() > 0 ? 1 : 2] += images;
                    if (!v.is_draw()) longest = std::max(longest, v.plies());
                }
            }
        }
        std::array<std::uint64_t, 1> longest_of_all{std::uint64_t(longest)};
        team_.combine(sums, Ranks::Combining::sum);
        team_.combine(longest_of_all, Ranks::Combining::most);
        TableCounts& c = table_.counts();
        c.won += sums[1];
        c.lost += sums[2];
        c.ended += sums[3];
        c.drawn += sums[0] - sums[3];
        c.longest = std::max(c.longest, int(longest_of_all[0]));
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
    Team team_;
    std::optional<Unsolved> why_;
    mutable std::atomic<bool> too_long_ = false;
    int layer_ = 0, round_ = 0;
    Pieces pieces_;                        // of this layer's blocks
    LayerValues* values_ = nullptr;        // this layer's
    std::vector<std::uint32_t> ours_;      // blocks some of whose pieces are ours
    std::unique_ptr<Block[]> blocks_;      // those
    Bits won_last_, lost_last_;            // see tell_last_round()
    std::atomic<int> longest_ = 0;         // distance in this layer
    std::atomic<std::uint64_t> ended_ = 0; // draws in this layer that are over, all images
    std::atomic<std::uint64_t> looked_at_ = 0;
};

}
