// The tree of a game's positions, as proof-number search walks it.
#pragma once
#include "solve/key.hpp"
#include "solve/proof_table.hpp"
#include "solve/solution.hpp"

namespace tavoliere {

template <Game G> class GameTree {
public:
    using Position = PositionOf<G>;
    using Node = Position;
    using Edge = MoveOf<G>;
    static constexpr Method method = Method::proof;
    static constexpr std::string_view generation = "";
    static constexpr bool is_decisive = tavoliere::is_decisive<G>(), goes_round = tavoliere::goes_round<G>;

    explicit GameTree(const G& game) : g(game), keys_(game) {}

    const Keys<G>& keys() const { return keys_; }
    Node node(const Node& p) const { return Keys<G>::timeless(p); }
    Node after(const Node& p, const Edge& m) const { return node(g.after(p, m)); }
    Key key(const Node& p, bool attacking) const { return keys_.of(p, attacking); }

    // By the rules alone; nothing while the game lasts.
    std::optional<Facts> decided(const Node& p) const {
        const auto v = g.verdict(p);
        if (!v) return {};
        return Facts::decided(v->outcome > 0 ? Facts::win : v->outcome < 0 ? Facts::lost : Facts::held);
    }
    // What is expected of a position that was never searched: as many to refute as it has moves (df-pn+).
    Facts expected(const Node& p) const {
        Facts f;
        if constexpr (requires { g.count(p); }) f.delta = std::uint32_t(std::max(1, g.count(p)));
        return f;
    }

    // f(move, the position it leads to), until f says false.
    template <class F> void expand(const Node& p, F f) const {
        MovesOf<G> list;
        g.moves(p, list);
        for (const Edge& m : list)
            if (!f(m, after(p, m))) return;
    }

    std::optional<Unsolved> over() const { return {}; }
    std::size_t memory() const { return 0; }

private:
    const G& g;
    const Keys<G> keys_;
};

}
