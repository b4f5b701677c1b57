// The other search: Monte-Carlo tree search, for any game. It comes in two kinds (MonteCarlo::Leaves), which differ in what a
// leaf is worth and in which child is visited next; all else is the same.
//
// A descent goes from the root to a leaf, evaluates the leaf, and updates every node on its path. What is
// expected of a move is then the mean of what was found below it. What the ends of games prove is passed up as far as it goes
// (MCTS-Solver: Winands, Björnsson and Saito, 2008). The move that was visited most is played, or one that is proven to win.
//
// Shares are of a game's point, from 0 (lost) to 1 (won), and a node's are those of its maker: the player whose move led
// there, and who chose it among its siblings.
#pragma once
#include "base/random.hpp"
#include "eval/evaluate.hpp"
#include "search/clock.hpp"
#include "search/playout.hpp"
#include "search/think.hpp"
#include "search/wins.hpp"
#include <bit>
#include <ranges>
#include <tuple>

namespace tavoliere {

template <Game G> class Tree {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;
    using Report = std::function<void(const Thought<Move>&)>;

    // `past`: hashes of the game's positions before the root, oldest first.
    Tree(const G& game, const Network* network, const Limits& limits, SearchClock& search_clock, const Position& from,
         const std::vector<std::uint64_t>& past)
        : g(game), how(*limits.monte_carlo), judge(game, is_judged() ? network : nullptr), clock(search_clock),
          wanted_lines(limits.lines), most_nodes(std::min(most_index, (limits.hash_mb << 20) / sizeof(Node))),
          random(limits.seed), trail(past), root(from), list(std::make_unique_for_overwrite<MovesOf<G>>()) {
        nodes.emplace_back();
        trail.enter(g, root);
        base = trail.size();
    }

    // Descends until the time is up or the root is decided. Reports whenever the number of visits has doubled.
    void grow(const Report& report) {
        if (g.verdict(root)) return;
        judge.enter(0, root);
        for (std::uint64_t next = 1024; nodes[0].proof == Proof::none && descend();) {
            if (visited < next) continue;
            next = std::bit_ceil(visited + 1);
            report(thought());
        }
    }

    // What is known now: the moves visited most, best first, each with its line.
    Thought<Move> thought() const {
        Thought<Move> found;
        found.nodes = visited;
        std::vector<Index> moves;
        for (Index c : children(nodes[0])) moves.push_back(c);
        const auto end = moves.begin() + std::min<std::ptrdiff_t>(wanted_lines, std::ssize(moves));
        std::partial_sort(moves.begin(), end, moves.end(), [&](Index a, Index b) { return is_better(a, b); });
        for (auto m = moves.begin(); m != end; ++m) found.lines.push_back(line_of(*m));
        if (!found.lines.empty()) found.depth = found.lines[0].line.size;
        return found;
    }

    std::uint64_t visited = 0; // positions: in the tree, in random games, or judged

private:
    using Index = std::uint32_t;
    static constexpr std::size_t most_index = 0xffff'ffff;

    // The result, for a node's maker, of a game that ends there, or of one that must.
    enum class Proof : std::uint8_t { none, loss, draw, win };

    // In one array, the children of a node side by side.
    struct Node {
        float mean = 0;  // share; until the first visit the first impression, where leaves are judged
        float prior = 0; // how likely it is the best of its siblings, where leaves are judged
        Index visits = 0;
        Index first = 0; // of its children
        std::uint16_t children = 0;
        Proof proof = Proof::none;
        std::uint8_t plies = 0; // to the end, where there is a proof
        Move move{};
    };

    bool is_judged() const { return how.leaves == MonteCarlo::Leaves::judged; }
    static auto children(const Node& n) { return std::views::iota(n.first, n.first + n.children); }

    // From the root to a leaf and back. False when the clock ended it: then nothing was learned.
    bool descend() {
        path.assign(1, 0);
        trail.back_to(base);
        Position p = root;
        while (goes_on(path.back(), p)) {
            const Node& here = nodes[path.back()];
            path.push_back(is_judged() ? child_by_prior(here) : child_by_bound(here));
            Node& next = nodes[path.back()];
            p = g.after(p, next.move);
            if (clock.over(++visited)) return false;
            const bool is_third = trail.enter(g, p);
            if (is_judged())
                enter(p);
            else if (next.visits == 0)
                see_whether_final(next, p, is_third);
        }
        const auto share = share_of_leaf(p);
        if (share) tell(*share);
        return share.has_value();
    }

    // A leaf that is played out gets children when it is visited again, but the root at once: most never are, and memory is
    // for those that are.
    bool goes_on(Index at, const Position& p) {
        if (nodes[at].proof != Proof::none) return false;
        if (nodes[at].children == 0 && !is_judged() && (at == 0 || nodes[at].visits > 0)) expand(at, p);
        return nodes[at].children > 0;
    }

    // UCB1: a move never tried before all others, in the random order they stand in; then the one with the greatest bound. What is
    // proven lost is not visited again; there is another, or the parent would be proven itself.
    Index child_by_bound(const Node& parent) const {
        const float all = std::log(float(parent.visits));
        const auto exploration = float(how.exploration);
        float most = -1;
        Index best = parent.first;
        for (Index c : children(parent)) {
            const Node& n = nodes[c];
            if (n.proof == Proof::loss) continue;
            if (n.visits == 0) return c;
            const float bound = n.mean + exploration * std::sqrt(all / float(n.visits));
            if (bound > most) most = bound, best = c;
        }
        return best;
    }

    // PUCT: the share and, as long as it was visited seldom, the prior. What is proven lost is not visited again here either.
    Index child_by_prior(const Node& parent) const {
        const float weight = float(how.exploration) * std::sqrt(float(parent.visits));
        float most = -1;
        Index best = parent.first;
        for (Index c : children(parent)) {
            const Node& n = nodes[c];
            if (n.proof == Proof::loss) continue;
            const float worth = n.mean + weight * n.prior / float(1 + n.visits);
            if (worth > most) most = worth, best = c;
        }
        return best;
    }

    // Give a node its children, in random order. Where memory is used up it stays a leaf, and is played out or judged again
    // whenever it is visited: the tree grows no more, its shares become surer. The root has children in any case.
    void expand(Index at, const Position& p) {
        list->clear();
        g.moves(p, *list);
        const int size = list->size();
        if (at != 0 && nodes.size() + std::size_t(size) > most_nodes) return;
        shuffle(*list, random);
        nodes[at].first = Index(nodes.size());
        nodes[at].children = std::uint16_t(size);
        for (const Move& m : *list) nodes.emplace_back().move = m;
    }

    // What the leaf at the path's end is worth to its maker; nothing when the clock ended it.
    std::optional<float> share_of_leaf(const Position& p) {
        const Node& leaf = nodes[path.back()];
        if (leaf.proof != Proof::none) return share_of(leaf.proof);
        return is_judged() ? judge_leaf(p) : play_out(p);
    }

    std::optional<float> play_out(const Position& p) {
        const auto outcome = random_game(g, p, random, trail, [&](int) { return !clock.over(++visited); });
        if (!outcome) return {};
        const bool x_made_it = p.turn == 1;
        return float(1 + (x_made_it ? *outcome : -*outcome)) / 2;
    }

    // Judge all that the mover can do at once: he expects the best of it.
    std::optional<float> judge_leaf(const Position& p) {
        const Index leaf = path.back();
        const auto ply = int(path.size()) - 1;
        expand(leaf, p);
        const auto all = children(nodes[leaf]);
        if (all.empty()) return 1 - share_of(judge.value(ply, p));
        entered.resize(path.size()); // the judge is given what follows in place of what it knew there
        float best = 0;
        for (Index c : all) {
            if (clock.over(++visited)) {
                forget_children(leaf);
                return {};
            }
            look_at(nodes[c], g.after(p, nodes[c].move), ply + 1);
            best = std::max(best, nodes[c].mean);
        }
        set_priors(nodes[leaf], best);
        return 1 - best;
    }

    void forget_children(Index at) {
        nodes.resize(nodes[at].first);
        nodes[at].children = 0;
    }

    // The first impression of a node.
    void look_at(Node& n, const Position& p, int ply) {
        const std::size_t here = trail.size();
        see_whether_final(n, p, trail.enter(g, p));
        trail.back_to(here);
        if (n.proof != Proof::none) return;
        judge.enter(ply, p);
        n.mean = 1 - share_of(judge.value(ply, p));
    }

    void set_priors(const Node& parent, float best) {
        float sum = 0;
        for (Index c : children(parent))
            sum += nodes[c].prior = std::exp((nodes[c].mean - best) / float(how.temperature));
        for (Index c : children(parent)) nodes[c].prior /= sum;
    }

    // Tell the judge of the line; what it knows of the last one holds as far as both are the same.
    void enter(const Position& p) {
        const std::size_t ply = path.size() - 1;
        if (ply < entered.size() && entered[ply] == path.back()) return;
        entered.resize(ply);
        entered.push_back(path.back());
        judge.enter(int(ply), p);
    }

    void see_whether_final(Node& n, const Position& p, bool is_third) {
        if (const auto verdict = g.verdict(p))
            prove(n, verdict->outcome > 0 ? Proof::loss : verdict->outcome < 0 ? Proof::win : Proof::draw, 0);
        else if (is_third)
            prove(n, Proof::draw, 0);
        else if (winning_move(g, p, *list))
            prove(n, Proof::loss, 1);
    }

    static void prove(Node& n, Proof proof, int plies) {
        n.proof = proof;
        n.plies = std::uint8_t(std::min(plies, most_depth));
        n.mean = share_of(proof);
    }

    // Updates the path's nodes with what its end is worth to the player who moved there, the root last.
    void tell(float share) {
        bool may_be_proven = true;
        for (auto at = path.rbegin(); at != path.rend(); ++at, share = 1 - share) {
            Node& n = nodes[*at];
            ++n.visits;
            if (may_be_proven) may_be_proven = is_settled(n);
            if (n.proof != Proof::none)
                share = share_of(n.proof);
            else
                n.mean += (share - n.mean) / float(n.visits);
        }
    }

    // MCTS-Solver: what can be proven of a node by its children is.
    bool is_settled(Node& n) {
        if (n.proof != Proof::none) return true;
        if (n.children == 0) return false;
        bool all = true;
        const Node* best = &nodes[n.first];
        for (Index c : children(n)) {
            all = all && nodes[c].proof != Proof::none;
            if (is_surer(nodes[c], *best)) best = &nodes[c];
        }
        if (best->proof != Proof::win && !all) return false;
        constexpr Proof opposite[] = {Proof::none, Proof::win, Proof::draw, Proof::loss};
        prove(n, opposite[std::size_t(best->proof)], best->plies + 1);
        return true;
    }

    // Better for their maker, of two nodes that are proven: won soon, drawn, lost late. Others come with what is drawn.
    static bool is_surer(const Node& a, const Node& b) { return standing(a) > standing(b); }
    static int standing(const Node& n) {
        if (n.proof == Proof::win) return 2 * most_depth - n.plies;
        if (n.proof == Proof::loss) return n.plies - 2 * most_depth;
        return 0;
    }

    // The better move to play: won for certain, or else visited most, and lost for certain last.
    bool is_better(Index a, Index b) const {
        const auto merit = [&](const Node& n) { return std::tuple(standing(n), n.visits, n.mean); };
        return merit(nodes[a]) > merit(nodes[b]);
    }

    // A move and what is likely to follow, as far as it was visited.
    typename Thought<Move>::One line_of(Index at) const {
        typename Thought<Move>::One one;
        one.value = value_of(nodes[at]);
        one.exact_draw = nodes[at].proof == Proof::draw;
        Position p = root;
        for (;;) {
            one.line.moves[std::size_t(one.line.size++)] = nodes[at].move;
            p = g.after(p, nodes[at].move);
            if (one.line.size > most_depth) return one;
            const auto next = children(nodes[at]);
            if (next.empty()) {
                if (nodes[at].proof == Proof::loss)
                    if (const auto last = winning_move(g, p, *list))
                        one.line.moves[std::size_t(one.line.size++)] = *last;
                return one;
            }
            at = *std::min_element(next.begin(), next.end(), [&](Index a, Index b) { return is_better(a, b); });
            if (nodes[at].visits == 0 && nodes[at].proof == Proof::none) return one;
        }
    }

    // Of a node one ply below the root, for its maker, on alpha-beta's scale.
    int value_of(const Node& n) const {
        if (n.proof == Proof::draw) return 0;
        if (n.proof != Proof::none) return (n.proof == Proof::win ? 1 : -1) * (won - n.plies - 1);
        const double share = std::clamp(double(n.mean), 1e-6, 1 - 1e-6);
        return std::clamp(int(how.unit * std::log(share / (1 - share))), -most_estimate, most_estimate);
    }

    static float share_of(Proof proof) { return proof == Proof::win ? 1.0F : proof == Proof::draw ? 0.5F : 0.0F; }
    float share_of(int estimate) const { return 1 / (1 + std::exp(-float(estimate) / float(how.unit))); }

    const G& g;
    const MonteCarlo how;
    Judge<G> judge;
    SearchClock& clock;
    const int wanted_lines;
    const std::size_t most_nodes;
    Random random;
    Trail<G> trail;
    std::size_t base = 0; // of the trail: it ends with the root
    const Position root;
    std::vector<Node> nodes;                // the root first
    std::vector<Index> path;                // of this descent
    std::vector<Index> entered;             // the line that the judge knows
    const std::unique_ptr<MovesOf<G>> list; // beside the stack, which may be small
};

template <Game G>
Thought<MoveOf<G>> grow_tree(const G& g, const Network* network, const PositionOf<G>& root, const Limits& limits,
                             const std::vector<std::uint64_t>& past,
                             const std::function<void(const Thought<MoveOf<G>>&, double seconds)>& report,
                             const std::atomic<bool>& stop) {
    SearchClock clock(limits, stop);
    Tree<G> tree(g, network, limits, clock, root, past);
    const auto tell = [&](const Thought<MoveOf<G>>& t) { report(t, clock.seconds()); };
    tree.grow(tell);
    Thought<MoveOf<G>> found = tree.thought();
    if (found.lines.empty()) name_a_move(g, root, found);
    tell(found);
    return found;
}

}
