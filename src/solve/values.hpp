// Values of games in the theory of Conway: what a position is worth whatever it is played beside.
//
// A game is a pair { L | R } of sets of games, the positions that Left and that Right can move to; a player who cannot
// move loses. In a sum G + H a player moves in one of the two. -G is G with the sides changed, and
//
//     G >= H    Left wins G - H when Right begins
//     G  = H    G >= H and H >= G: each can stand for the other in any sum
//
// What equals can be told apart by how large they are written, and each has one smallest form, the canonical one. It comes
// from any form by two steps that keep the value:
//
//     dominated    of two options of Left with A <= B, A can go: B is at least as good in any sum
//     reversible   if Left's option A has an answer A^R <= G, Right will always give it, as that leaves him no worse off than
//                  he was at G: A can be replaced by Left's options of A^R
//
// and the same for Right. A form without dominated and reversible options is unique (Conway; Siegel, Theorem II.2.9). So here
// each value is kept once, in its canonical form, and is a number: equal values are equal numbers.
#pragma once
#include "solve/dyadic.hpp"
#include "solve/solution.hpp"
#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tavoliere {

enum class Value : std::uint32_t {}; // of one store; which number it is means nothing

// Who wins a game: Left, Right, the player who moves first (Next) or the other (Previous).
enum class Outcome : char { left = 'L', right = 'R', next = 'N', previous = 'P' };

// A value n + k ups + a nimber, as many are: number + ups * ^ + *nimber.
struct NumberUpStar {
    Dyadic number;
    int ups = 0, nimber = 0;
    bool operator==(const NumberUpStar&) const = default;
};

// All values of one calculation. Where the limits end it, over() says why, and from then on every answer is meaningless (zero,
// false, nothing): ask over() before you believe any. What was found before stays right.
class Values {
public:
    // Of the limits, seconds and memory_mb. `report` is called once a second.
    Values(const SolveLimits& limits, const std::atomic<bool>& stop, ValueReport report = {});

    Value zero() const { return Value{0}; }
    Value fail(Unsolved why); // ends all: from now on there is this to say, and no value. Zero
    Value number(Dyadic d);
    Value nimber(int n);                                           // *n
    Value number_up_star(const NumberUpStar& n);                   // number + ups * ^ + *nimber
    Value make(std::vector<Value> left, std::vector<Value> right); // { left | right }
    Value negative(Value g);
    Value sum(Value g, Value h);
    bool is_at_most(Value g, Value h); // G <= H

    Outcome outcome(Value g);
    // Who wins if Left moves first, and if Right does.
    bool left_wins_first(Value g) { return !is_at_most(g, zero()); }
    bool right_wins_first(Value g) { return !is_at_most(zero(), g); }

    // The canonical form. The spans stay valid.
    std::span<const Value> left(Value g) const { return {node(g).options, node(g).lefts}; }
    std::span<const Value> right(Value g) const { return {node(g).options + node(g).lefts, node(g).rights}; }
    int birthday(Value g) const { return node(g).birthday; } // the longest line of moves, by either side in any order
    std::size_t count_positions(Value g) const;              // different ones in the canonical form, itself too

    bool is_number(Value g) const { return node(g).is_number; }
    std::optional<NumberUpStar> as_number_up_star(Value g) const;
    // Every position has moves for both or for neither: then all stops are 0, and the value is infinitesimal.
    bool is_all_small(Value g) const { return node(g).is_all_small; }
    // The number that the game comes to when both play only while it is none, Left or Right first.
    Dyadic left_stop(Value g) const { return node(g).left_stop; }
    Dyadic right_stop(Value g) const { return node(g).right_stop; }

    // How many ups an all-small game is worth, roughly: see values.cpp. Nothing if it is not all-small.
    std::optional<Value> atomic_weight(Value g);
    // The largest n and the smallest m with n * ^ <= G <= m * ^; G is all-small.
    struct Bounds {
        int least, most;
    };
    Bounds bounds_in_ups(Value g);

    std::optional<Unsolved> over() const { return over_; }
    // Another piece of work begins with what is known: from now on this clock ends it (nullptr: its own), and it goes on where only
    // time or a stop had ended it.
    void begin(const SolveClock* clock) {
        lent_clock_ = clock;
        if (over_ == Unsolved::time || over_ == Unsolved::stopped) over_.reset();
    }
    // Before so many steps of work, each some tens of nanoseconds: false where the limits have ended all. Also for work that only
    // leads to values, such as listing moves.
    bool go_on(std::size_t steps) {
        if (over_) return false;
        return (steps_ += steps) < between_looks || is_within_limits();
    }
    std::size_t size() const { return nodes_.size(); } // values kept
    std::size_t memory() const;                        // bytes
    // For more than what must be kept, and for much more: where all that grows doubles in the end, it stays below the limit
    // of a third (is_within_limits()), and there are some megabytes to spare.
    bool has_room() const { return memory() < most_memory_ / 6; }
    bool has_much_room() const { return memory() + (2 << 20) < most_memory_ / 8; }
    // Somebody who works with these values has taken so many bytes for himself.
    void take_memory(std::size_t bytes) { taken_ += bytes; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        const Value* options;         // Left's, then Right's, each ascending
        Dyadic left_stop, right_stop; // of a number: itself
        std::uint32_t negative = none;
        std::uint32_t hash; // of the options, so that table_ grows without looking at them
        std::uint16_t lefts, rights, birthday;
        std::int16_t ups = 0; // where it is number + ups + nimber
        std::uint16_t nimber = 0;
        bool is_number = false, is_number_up_star = false, is_all_small = false;
    };

    // Answers to questions about pairs, as many as memory allows. A forgotten one is found again.
    class Cache {
    public:
        Cache() : entries_(1 << 12) {}
        std::optional<std::uint32_t> find(Value g, Value h) const;
        void keep(Value g, Value h, std::uint32_t answer); // grows as it fills, up to `most` entries
        std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

    private:
        static constexpr std::size_t most = std::size_t(1) << 24;
        struct Entry {
            std::uint32_t g = none, h = none, answer = 0;
        };
        static std::size_t place(std::uint32_t g, std::uint32_t h, std::size_t size);
        std::vector<Entry> entries_; // a power of two
        std::size_t used_ = 0;
    };

    // A form not yet canonical, and how values compare with it: that does not change while the form is simplified.
    class Raw;

    const Node& node(Value g) const { return nodes_[std::size_t(g)]; }
    Value keep(std::vector<Value> left, std::vector<Value> right); // what is a canonical form already
    Value bypassed(std::vector<Value> left, std::vector<Value> right);
    bool is_at_most_by_options(Value g, Value h);
    void drop_dominated(std::vector<Value>& options, bool lefts);
    void describe(Node& n) const;
    void find_number_up_star(Node& n) const;
    bool is_within_limits(); // false: over
    // Its place in table_.
    std::size_t find(std::uint32_t hash, const std::vector<Value>& left, const std::vector<Value>& right) const;
    const Value* store(const std::vector<Value>& left, const std::vector<Value>& right);
    void grow_table();
    Value weight(Value g);
    Value integer_weight(Value g, Value formal, const std::vector<Value>& left, const std::vector<Value>& right);

    static constexpr std::size_t block = 1 << 14;         // options
    static constexpr std::size_t between_looks = 1 << 12; // steps

    std::vector<Node> nodes_;
    std::vector<std::unique_ptr<Value[]>> blocks_; // of options
    Value* next_ = nullptr;                        // where the last block goes on
    std::size_t block_left_ = 0;
    std::vector<std::uint32_t> table_; // nodes by their options; a power of two, `none` where empty
    Cache at_most_, sums_;
    std::unordered_map<std::int64_t, Value> numbers_; // by their units
    std::unordered_map<std::uint32_t, Value> weights_;
    struct Mark {
        std::uint32_t below = 0, above = 0; // 2 * a form's serial number + whether it holds
    };
    std::vector<Mark> marks_; // how each value compares with the form that is being simplified
    std::uint32_t serial_ = 0;

    SolveClock clock_;
    const SolveClock* lent_clock_ = nullptr;
    const ValueReport report_;
    const std::size_t most_memory_;
    std::size_t taken_ = 0;
    std::size_t steps_ = 0; // since the last look at the limits
    std::optional<Unsolved> over_;
};

}
