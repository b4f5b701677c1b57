// Who wins a sum of games: the tree that proof-number search walks for games whose positions fall apart.
//
// A node is not a board but what is left of one: its parts, and whose turn it is. That makes many positions one.
//
//   small parts      are replaced by their values (values.hpp), of which most are a number, some ups and a nimber; those add up
//   G and -G         cancel, parts as well as values
//   equal parts      have the same moves, which are tried once
//   images           a part is known by its key, wherever it lies and however it is turned
//   colours          with Right to move a node is the negative one with Left to move
//
// Where no parts are left and no values but such as add up, the outcome is known. Else two bounds decide many nodes:
//
//   stops            R(G + H) >= R(G) + R(H), and R(G) > 0 means that Left wins whoever begins. Likewise L < 0 for Right, and
//                    L(G) + R(H) > 0 for Left where he begins.
//   atomic weights   add up, and whoever is two ahead wins; if he begins, one is enough.
#pragma once
#include "solve/part_keys.hpp"
#include "solve/parts.hpp"
#include "solve/prover.hpp"
#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

namespace tavoliere {

// At most N of something, in place; copied no further than it is used.
template <class T, int N> class Few {
public:
    Few() = default;
    Few(const Few& o) : size_(o.size_) { std::copy_n(o.items_, size_, items_); }
    Few& operator=(const Few& o) {
        if (this == &o) return *this;
        size_ = o.size_;
        std::copy_n(o.items_, size_, items_);
        return *this;
    }
    void push(const T& t) {
        assert(size_ < N);
        items_[size_++] = t;
    }
    void remove(int i) { items_[i] = items_[--size_]; }
    int size() const { return size_; }
    const T& operator[](int i) const { return items_[i]; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + size_; }

private:
    int size_ = 0;
    T items_[N];
};

inline constexpr int most_cells_of_sums = 144;

template <FallsApart G> class SumTree {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    struct Part {
        Position position;       // x's pieces as the mover's
        std::array<Key, 2> keys; // as it is, and its negative
    };
    // A part has two cells or more, and those that are kept as parts more than eight.
    struct Node {
        Few<Part, most_cells_of_sums / 9> parts;
        Few<Value, most_cells_of_sums / 2> values; // that do not simply add up
        NumberUpStar rest;                         // those that do, added up
        bool left = true;                          // to move
    };
    struct Edge {
        enum Kind : std::uint8_t { part, value, rest } kind;
        std::uint8_t which = 0;
        Move move = {};
        Value option = {};
    };
    static constexpr Method method = Method::sums;
    static constexpr std::string_view generation = " 3"; // of its keys: a checkpoint of another one would be of no use
    static constexpr bool is_decisive = true, goes_round = false;

    SumTree(const SumTree&) = delete; // its parts refer to its values
    // To solve a position of so many pieces: the more, the larger the parts that are worth a value, as more nodes share it.
    [[gnu::cold]] SumTree(const G& game, const SolveLimits& limits, const std::atomic<bool>& stop, int pieces = 0)
        : g(game), values_(limits, stop), part_values_(game, values_), worth_valuing_(2 * pieces / 5) {}

    Node node(const Position& p) {
        Node n;
        n.left = p.turn == 0;
        add_parts(n, p);
        return n;
    }

    // Nothing: it must be searched.
    std::optional<Facts> decided(const Node& n) {
        const auto wins = winner_known(n);
        if (!wins) return {};
        return Facts::decided(*wins ? Facts::win : Facts::lost);
    }
    // By how many moves the player to move has: tried on boards of 24 to 30 cells.
    Facts expected(const Node& n) {
        const int n_moves = moves(n);
        Facts f;
        f.phi = std::uint32_t(std::max(1, n_moves / 4));
        f.delta = std::uint32_t(std::max(1, n_moves));
        return f;
    }

    // Like add_parts(), moves(), winner_known(), weight_of() and key_of() compiled once: within all that call them they would push out what
    // is asked at every node.
    [[gnu::noinline]] Key key(const Node& n, bool = true) {
        Key sum{0, 0};
        const auto add = [&](Key k) { sum.place += mix(k.place), sum.check += mix(k.check); };
        for (const Part& part : n.parts) add(part.keys[!n.left]);
        for (Value v : n.values) add(key_of(n.left ? v : values_.negative(v)));
        add(key_of_rest(n.left ? n.rest : negative(n.rest)));
        return sum;
    }

    // f(edge, the node it leads to) for every move that is worth trying; until f says false. Compiled once for all who ask.
    using Visit = std::function<bool(const Edge&, const Node&)>;
    template <class F> void expand(const Node& n, F f) { visit_each(n, std::ref(f)); }

    Node after(const Node& n, const Edge& e) {
        Node next = n;
        next.left = !n.left;
        if (e.kind == Edge::part) {
            next.parts.remove(e.which);
            add_parts(next, g.after(seen_by(n.parts[e.which], n.left), e.move));
            return next;
        }
        take_out(next, e);
        add_value(next, e.option);
        return next;
    }

    std::optional<Unsolved> over() const { return values_.over(); }
    void begin(const SolveClock* clock) { values_.begin(clock); } // as Values has it
    std::size_t memory() const { return values_.memory(); }

private:
    [[gnu::noinline]] void visit_each(const Node& n, const Visit& f) {
        for (int i = 0; i < n.parts.size(); ++i) {
            if (has_equal(n, i)) continue;
            Node rest = n;
            rest.parts.remove(i);
            rest.left = !n.left;
            MovesOf<G> list;
            g.moves(seen_by(n.parts[i], n.left), list);
            for (const Move& m : list) {
                Node next = rest;
                add_parts(next, g.after(seen_by(n.parts[i], n.left), m));
                if (!f(Edge{Edge::part, std::uint8_t(i), m}, next)) return;
            }
        }
        for (int i = 0; i < n.values.size(); ++i)
            if (!expand_value(n, {Edge::value, std::uint8_t(i)}, n.values[i], f)) return;
        expand_value(n, {Edge::rest}, value_of_rest(n), f);
    }

    // Whether the player to move wins, where that can be told without searching.
    [[gnu::noinline]] std::optional<bool> winner_known(const Node& n) {
        if (n.parts.size()) return {};
        if (n.values.size() == 0) return wins_rest(n);
        if (const auto by_stops = decided_by_stops(n)) return by_stops;
        return decided_by_weights(n);
    }

    // How many moves the player to move has.
    [[gnu::noinline]] int moves(const Node& n) {
        int sum = 0;
        for (const Part& part : n.parts) sum += moves(part, n.left);
        for (Value v : n.values) sum += int(options(v, n.left).size());
        return sum + int(options(value_of_rest(n), n.left).size());
    }

    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

    // Does a part get a value? Always with up to eight cells: there are some ten thousands, up to symmetry. Larger ones as long as
    // there is room, more of them where the part is narrow, and the more the larger the question is: 4x7 takes 4.1 million nodes
    // with 8 cells, 1.6 with 11, and 1.3 with 12, where finding values takes longer than searching. A part that had a value keeps
    // it, and one that had none gets none, as room never comes back: so a tree gives a node the same key each time. Another
    // thread's tree, or that of a run that goes on, may give it another one, and does not find what was kept; which is a loss
    // and no fault.
    bool is_valued(const Part& part) {
        const int cells = count(part.position.taken());
        if (cells <= 8) return true;
        if (cells > 16) return false;
        const int breadth = part_values_.keys().breadth(part.position.taken());
        const int usual = breadth == 1 ? 16 : breadth == 2 ? 10 : 8, most = breadth == 1 ? 16 : breadth == 2 ? 14 : 12;
        if (cells > std::clamp(worth_valuing_, usual, most)) return false;
        return part_values_.knows(part.keys) || (cells <= usual ? values_.has_room() : values_.has_much_room());
    }

    static Position seen_by(const Part& part, bool left) {
        Position p = part.position;
        if (!left) p.pass_turn();
        return p;
    }
    int moves(const Part& part, bool left) const {
        const Position p = seen_by(part, left);
        if constexpr (requires { g.count(p); }) return g.count(p);
        MovesOf<G> list;
        g.moves(p, list);
        return list.size();
    }
    bool has_equal(const Node& n, int i) const {
        for (int k = 0; k < i; ++k)
            if (n.parts[k].keys[0] == n.parts[i].keys[0]) return true;
        return false;
    }

    [[gnu::noinline]] void add_parts(Node& n, const Position& p) {
        g.split(p, [&](Position position) {
            if (position.turn) position.pass_turn();
            const Part part{position, part_values_.keys().of(position)};
            if (is_valued(part)) return add_value(n, part_values_.of_part(part.position, part.keys));
            for (int i = 0; i < n.parts.size(); ++i)
                if (n.parts[i].keys[0] == part.keys[1]) return n.parts.remove(i);
            n.parts.push(part);
        });
    }

    void add_value(Node& n, Value v) {
        if (const auto simple = values_.as_number_up_star(v)) return add_to(n.rest, *simple);
        const Value opposite = values_.negative(v);
        for (int i = 0; i < n.values.size(); ++i)
            if (n.values[i] == opposite) return n.values.remove(i);
        n.values.push(v);
    }
    static void add_to(NumberUpStar& sum, const NumberUpStar& v) {
        sum.number = sum.number + v.number;
        sum.ups += v.ups;
        sum.nimber ^= v.nimber;
    }
    static NumberUpStar negative(const NumberUpStar& v) { return {-v.number, -v.ups, v.nimber}; }
    Value value_of_rest(const Node& n) { return values_.number_up_star(n.rest); }
    std::span<const Value> options(Value v, bool left) const { return left ? values_.left(v) : values_.right(v); }

    static void take_out(Node& n, const Edge& e) {
        if (e.kind == Edge::value)
            n.values.remove(e.which);
        else
            n.rest = {};
    }
    bool expand_value(const Node& n, Edge e, Value v, const Visit& f) {
        for (Value option : options(v, n.left)) {
            e.option = option;
            if (!f(e, after(n, e))) return false;
        }
        return true;
    }

    // number + ups * ^ + nimber: the number decides; without one ups and star do, as ^ > *n for n > 1, and ^ and * are confused.
    static bool wins_rest(const Node& n) {
        const NumberUpStar v = n.left ? n.rest : negative(n.rest);
        if (v.number != Dyadic{}) return v.number > Dyadic{};
        return v.ups > 0 || (v.ups == 0 && v.nimber) || (v.ups == -1 && v.nimber == 1);
    }

    std::optional<bool> decided_by_stops(const Node& n) const {
        Dyadic rights = n.rest.number, lefts = n.rest.number, best{};
        for (Value v : n.values) {
            const Dyadic l = values_.left_stop(v), r = values_.right_stop(v);
            lefts = lefts + l;
            rights = rights + r;
            best = std::max(best, l - r);
        }
        const Dyadic zero{};
        if (rights > zero || (n.left && rights + best > zero)) return n.left;
        if (lefts < zero || (!n.left && lefts - best < zero)) return !n.left;
        return {};
    }

    std::optional<bool> decided_by_weights(const Node& n) {
        if (n.rest.number != Dyadic{}) return {};
        int sum = n.rest.ups;
        for (Value v : n.values) {
            const auto weight = weight_of(v);
            if (!weight) return {};
            sum += *weight;
        }
        if (!n.left) sum = -sum;
        if (sum >= 1) return true;
        if (sum <= -2) return false;
        return {};
    }
    // A whole atomic weight; most are.
    [[gnu::noinline]] std::optional<int> weight_of(Value v) {
        const auto place = std::size_t(v);
        if (place >= weights_.size()) weights_.resize(place + place / 2 + 64, unknown);
        if (weights_[place] == unknown) {
            weights_[place] = none;
            if (const auto weight = values_.is_all_small(v) ? values_.atomic_weight(v) : std::nullopt)
                if (const auto n = values_.as_number_up_star(*weight); n && !n->ups && !n->nimber)
                    if (n->number.is_integer()) weights_[place] = std::int16_t(n->number.floor());
        }
        if (values_.over()) weights_[place] = unknown; // it was not found out
        if (weights_[place] == none || weights_[place] == unknown) return {};
        return weights_[place];
    }

    // The same in every store of values: made of the options' keys.
    [[gnu::noinline]] Key key_of(Value v) {
        const auto place = std::size_t(v);
        if (place >= value_keys_.size()) value_keys_.resize(place + place / 2 + 64, Key{0, 0});
        if (value_keys_[place] == Key{0, 0}) {
            Key sum{1, 1};
            for (bool left : {true, false})
                for (Value option : options(v, left)) {
                    const Key k = key_of(option);
                    sum.place += mix(k.place + left * golden), sum.check += mix(k.check + left * golden);
                }
            value_keys_[place] = {mix(sum.place ^ 0x3c6ef372fe94f82b), mix(sum.check ^ 0xa54ff53a5f1d36f1)};
        }
        return value_keys_[place];
    }
    static Key key_of_rest(const NumberUpStar& v) {
        const std::uint64_t all =
            (std::uint64_t(v.number.units) * golden + std::uint64_t(std::uint32_t(v.ups))) * golden +
            std::uint64_t(v.nimber);
        return {mix(all ^ 0x510e527fade682d1), mix(all + 0x9b05688c2b3e6c1f)};
    }

    static constexpr std::int16_t unknown = std::numeric_limits<std::int16_t>::min(), none = unknown + 1;

    const G& g;
    Values values_;
    PartValues<G> part_values_;
    const int worth_valuing_;           // parts of up to so many cells
    std::vector<Key> value_keys_;       // by value
    std::vector<std::int16_t> weights_; // by value: its atomic weight
};

template <FallsApart G> [[gnu::cold]] int pieces_in_play(const G& g, const PositionOf<G>& p) {
    int pieces = 0;
    g.split(p, [&](const PositionOf<G>& part) { pieces += count(part.taken()); });
    return pieces;
}

// What makes the trees to solve a position by: their values take at most a quarter of the memory, over all threads.
template <FallsApart G>
[[gnu::cold]] std::function<std::unique_ptr<SumTree<G>>()>
trees_of_sums(const G& g, const PositionOf<G>& p, const SolveLimits& limits, const std::atomic<bool>& stop) {
    SolveLimits of_values = limits;
    of_values.memory_mb = std::max<std::size_t>(1, limits.memory_mb / 4 / std::size_t(limits.threads));
    return [&g, &stop, of_values, pieces = pieces_in_play(g, p)] {
        return std::make_unique<SumTree<G>>(g, of_values, stop, pieces);
    };
}

template <FallsApart G>
[[gnu::cold]] Expected<Solution<MoveOf<G>>> solve_sum(const G& g, const PositionOf<G>& p, const SolveLimits& limits,
                                                      const SolveReport& report, const std::atomic<bool>& stop) {
    return Prover<G, SumTree<G>>(g, trees_of_sums(g, p, limits, stop), p, limits, report, stop).run();
}

}
