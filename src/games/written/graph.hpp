// The nodes of a text's rules, each once: making one that is there gives the one that is there, and what is plain is made plainer, so
// that the same set has the same number however it was said.
#pragma once
#include "games/written/rules.hpp"
#include <optional>
#include <unordered_map>

namespace tavoliere::written {

// A relation for each player, x's first.
struct Pair {
    std::array<std::vector<Cells>, 2> to;
    bool operator==(const Pair&) const = default;
};
struct ZonePair {
    Cells x, o;
    bool operator==(const ZonePair&) const = default;
};

class Graph {
public:
    explicit Graph(Rules& rules) : rules_(rules) {}

    // The board is known: the zone of all cells is made.
    void begin();

    const std::vector<Node>& nodes() const { return nodes_; }
    const Node& operator[](int n) const { return nodes_[std::size_t(n)]; }
    bool overflows() const { return overflows_; } // there were too many nodes, relations or zones

    int plane(Plane p) { return intern({Code::plane, -1, -1, -1, p}); }
    int nothing() { return intern({Code::none_at_all}); }
    int all() { return intern({Code::zone, -1, -1, -1, 0}); }
    int zone(const ZonePair& z, bool of_other = false);
    // The cell of a choice, made from that set.
    int chosen(int choice, int from) { return intern({Code::chosen, from, -1, -1, choice}); }
    int constant(int n) { return intern({Code::constant, -1, -1, -1, n}); }
    int relation(const Pair& r); // its number, to be used as 2 number + (1 for the opponent's)

    int make(Code code, int a = -1, int b = -1, int c = -1, int x = 0);
    int both(int a, int b) { return make(Code::both, a, b); }
    int either(int a, int b) { return make(Code::either, a, b); }
    int without(int a, int b) { return make(Code::without, a, b); }
    int when(int set, int condition) { return make(Code::when, set, condition); }
    int negate(int condition);

    bool is_disjoint(int a, int b) const;
    std::optional<int> constant_of(int n) const;

    // At most so many cells, whatever stands on the board; and what it costs to work a node out, in operations.
    double most_of(int node) const;
    double cost_of(int node) const;

    // Do these nodes, turned by a symmetry, become themselves? With the players' parts changed over, if that is asked for.
    bool is_kept(const std::vector<int>& roots, const Renaming& to, bool players_change);

private:
    struct Hash {
        std::size_t operator()(const Node& n) const {
            std::uint64_t h = std::uint64_t(n.code);
            for (int v : {n.a, n.b, n.c, n.x})
                h = (h ^ std::uint64_t(std::uint32_t(v))) * 0x9e3779b97f4a7c15, h ^= h >> 29;
            return std::size_t(h);
        }
    };
    int intern(Node n);
    int chain(Code code, int a, int b);
    bool holds_planes(const std::vector<int>& sets) const;
    void flatten(Code code, int n, std::vector<int>& out) const;
    unsigned planes_around(int n) const; // those that it is within, a bit each
    double most_now(int n) const;
    int turned(int n, const Renaming& to, bool players_change, std::unordered_map<int, int>& done);
    bool is_all(int n) const { return nodes_[std::size_t(n)].code == Code::zone && nodes_[std::size_t(n)].x <= 1; }

    Rules& rules_;
    std::vector<Node> nodes_;
    std::vector<unsigned> around_; // planes_around, by node
    std::unordered_map<Node, int, Hash> known_;
    std::unordered_map<int, int> turned_relations_; // of the symmetry that is looked at; below 0: there is none such
    mutable std::vector<double> most_cells_;
    bool overflows_ = false;
    int most_ = most_nodes;
};

}
