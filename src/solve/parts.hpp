// Values of positions that fall apart: each part's by recursion over its moves, the whole as their sum.
//
// Left is x and Right is o, whoever's turn it is. What parts have in common is found once: a part is looked up by its key, the
// same up to shifts, turns and mirrors; exchanging the colours makes the negative.
#pragma once
#include "solve/part_keys.hpp"
#include "solve/values.hpp"
#include <utility>
#include <vector>

namespace tavoliere {

// The values of parts by their keys: probed from a key's place on, at most half of the places taken. Of a key 96 bits are compared.
class KnownParts {
public:
    std::optional<Value> find(const Key& key) const {
        const Entry& e = entries_[place_of(key)];
        return e.value == none ? std::nullopt : std::optional(e.value);
    }
    // Of a key that has none yet.
    void keep(const Key& key, Value value) {
        if (2 * ++size_ > entries_.size()) grow();
        entries_[place_of(key)] = {key.check, std::uint32_t(key.place), value};
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
    static constexpr Value none{~std::uint32_t{0}};
    struct Entry {
        std::uint64_t check = 0;
        std::uint32_t place = 0; // its lower half
        Value value = none;
    };

    // Where the key is, or would be.
    std::size_t place_of(const Key& key) const {
        for (std::size_t at = std::uint32_t(key.place);; ++at) {
            const Entry& e = entries_[at &= entries_.size() - 1];
            if (e.value == none || (e.check == key.check && e.place == std::uint32_t(key.place))) return at;
        }
    }
    void grow() {
        const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
        for (const Entry& e : old)
            if (e.value != none) entries_[place_of({e.place, e.check})] = e;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(1 << 10); // a power of two
    std::size_t size_ = 0;
};

template <FallsApart G> class PartValues {
public:
    using Position = PositionOf<G>;

    PartValues(const G& game, Values& values) : g(game), v(values), keys_(game) {}

    // The sum of its parts' values. Meaningless where the values' limits have ended it: ask over().
    Value of(const Position& p) {
        Value total = v.zero();
        g.split(p, [&](const Position& part) {
            if (v.go_on(steps_of_a_part)) total = v.sum(total, of_part(part));
        });
        return total;
    }
    Value of_part(const Position& part) { return of_part(part, keys_.of(part)); }
    // With its keys, as PartKeys has them.
    Value of_part(const Position& part, const std::array<Key, 2>& keys) {
        if (v.over()) return v.zero();
        const bool swapped = is_swapped(keys);
        if (const auto known = known_.find(keys[swapped])) return swapped ? v.negative(*known) : *known;
        if (std::ranges::find(line_, keys[swapped]) != line_.end()) return v.fail(Unsolved::comes_again);
        if (line_.size() >= longest_line) return v.fail(Unsolved::endless);
        line_.push_back(keys[swapped]);
        Position p = part;
        if (p.turn) p.pass_turn();
        std::vector<Value> left = after_moves(p);
        p.pass_turn();
        const Value value = v.make(std::move(left), after_moves(p));
        line_.pop_back();
        const Value kept = swapped ? v.negative(value) : value;
        // Also where the negative was not finished: what is kept here is believed by all later searches.
        if (v.over()) return v.zero();
        const std::size_t before = known_.bytes();
        known_.keep(keys[swapped], kept);
        v.take_memory(known_.bytes() - before);
        return value;
    }

    PartKeys<G>& keys() { return keys_; }
    bool knows(const std::array<Key, 2>& keys) const { return known_.find(keys[is_swapped(keys)]).has_value(); }
    std::size_t known() const { return known_.size(); } // parts, up to symmetry and colour

private:
    static constexpr std::size_t steps_of_a_part = 64; // for Values::go_on(): to find it and to look it up

    // A part and its negative are kept as one.
    static bool is_swapped(const std::array<Key, 2>& keys) { return keys[1].check < keys[0].check; }

    std::vector<Value> after_moves(const Position& p) {
        std::vector<Value> options;
        for (const auto& m : listed(p)) {
            if (!v.go_on(steps_of_a_part)) break;
            options.push_back(of(g.after(p, m)));
        }
        return options;
    }
    // The moves, as many as there are: the stack would not hold the lists of many plies.
    __attribute__((noinline)) std::vector<MoveOf<G>> listed(const Position& p) const {
        MovesOf<G> list;
        g.moves(p, list);
        return {list.begin(), list.end()};
    }

    const G& g;
    Values& v;
    PartKeys<G> keys_;
    KnownParts known_;
    std::vector<Key> line_; // of the parts whose values are being found, each after a move in the one before
};

}
