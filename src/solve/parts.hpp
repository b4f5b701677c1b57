// Values of positions that fall apart: each part's by recursion over its moves, the whole as their sum.
//
// Left is x and Right is o, whoever's turn it is. What parts have in common is found once: a part is looked up by its key, the
// same up to shifts, turns and mirrors; exchanging the colours makes the negative.
#pragma once
#include "solve/part_keys.hpp"
#include "solve/values.hpp"
#include <unordered_map>

namespace tavoliere {

template <FallsApart G> class PartValues {
public:
    using Position = PositionOf<G>;

    PartValues(const G& game, Values& values) : g(game), v(values), keys_(game) {}

    // The sum of its parts' values. Meaningless where the values' limits have ended it: ask over().
    Value of(const Position& p) {
        Value total = v.zero();
        g.split(p, [&](const Position& part) { total = v.sum(total, of_part(part)); });
        return total;
    }
    Value of_part(const Position& part) { return of_part(part, keys_.of(part)); }
    // With its keys, as PartKeys has them.
    Value of_part(const Position& part, const std::array<Key, 2>& keys) {
        if (v.over()) return v.zero();
        const bool swapped = keys[1].check < keys[0].check;
        if (const auto known = known_.find(keys[swapped]); known != known_.end())
            return swapped ? v.negative(known->second) : known->second;
        Position p = part;
        if (p.turn) p.pass_turn();
        std::vector<Value> left = after_moves(p);
        p.pass_turn();
        const Value value = v.make(std::move(left), after_moves(p));
        if (v.over()) return v.zero();
        known_.emplace(keys[swapped], swapped ? v.negative(value) : value);
        v.take_memory(sizeof(typename Known::value_type) + 2 * sizeof(void*)); // the entry and its share of the table
        return value;
    }

    PartKeys<G>& keys() { return keys_; }
    std::size_t known() const { return known_.size(); } // parts, up to symmetry and colour

private:
    struct Spread {
        std::size_t operator()(const Key& k) const { return k.place; }
    };
    using Known = std::unordered_map<Key, Value, Spread>;

    std::vector<Value> after_moves(const Position& p) {
        MovesOf<G> list;
        g.moves(p, list);
        std::vector<Value> options;
        for (const auto& m : list) options.push_back(of(g.after(p, m)));
        return options;
    }

    const G& g;
    Values& v;
    PartKeys<G> keys_;
    Known known_;
};

}
