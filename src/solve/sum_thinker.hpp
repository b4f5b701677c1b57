// Thinking about a sum of games: a move that wins, where there is one and it can be found in a part of the time.
//
// A sum's solver knows who wins and not how soon, so what it reports of the end is a bound: no part can be moved in more often
// than it has pieces but one. Of a lost position it reports nothing, as the search is better at making it hard.
#pragma once
#include "search/thought.hpp"
#include "solve/sums.hpp"

namespace tavoliere {

template <FallsApart G> class SumThinker {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;

    // What is found out stays for the next position of the game, as much as `megabytes` hold.
    [[gnu::cold]] SumThinker(const G& game, std::size_t megabytes)
        : g(game), table_(megabytes << 19), search_([&] { return make_tree(megabytes); }, table_, 1,
                                                    [this] { return clock_ ? clock_->over() : std::nullopt; }) {}

    // It has come to the end of its memory, and finds no more.
    bool is_full() const { return search_.tree().over() == Unsolved::memory; }

    // Nothing where no win was found.
    [[gnu::cold]] std::optional<Thought<Move>> think(const Position& root, const SolveLimits& limits,
                                                     const std::atomic<bool>& stop) {
        const int pieces = pieces_in_play(g, root);
        if (pieces == 0 || pieces > most_pieces) return {};
        SolveLimits given = limits;
        if (pieces <= likely) given.seconds *= more;
        const SolveClock clock(given, stop);
        clock_ = &clock;
        search_.tree().begin(clock_);
        const std::uint64_t before = search_.nodes();
        const auto move = winning_move(root);
        search_.tree().begin(clock_ = nullptr);
        if (!move) return {};
        Thought<Move> found;
        found.nodes = search_.nodes() - before;
        found.depth = 1;
        auto& one = found.lines.emplace_back();
        one.value = won - ((pieces - 1) | 1); // the winner moves last, so an odd number of plies
        one.line.put(*move, {});
        return found;
    }

private:
    // More cannot be solved in the time of a move: on full boards of 30 cells it takes minutes.
    static constexpr int most_pieces = 36;
    // With so many it probably can, and is worth most of the time: to know who wins is to win.
    static constexpr int likely = 25;
    static constexpr double more = 2.5;

    [[gnu::cold]] auto make_tree(std::size_t megabytes) const {
        static const std::atomic<bool> unstopped{false};
        SolveLimits limits;
        limits.memory_mb = std::max<std::size_t>(1, megabytes / 2);
        return std::make_unique<SumTree<G>>(g, limits, unstopped);
    }

    [[gnu::cold]] std::optional<Move> winning_move(const Position& root) {
        Facts facts = search_.known(search_.tree().node(root), true);
        if (facts.is_open()) facts = search_.ask(root, true).facts;
        if (facts.kind != Facts::win) return {};
        MovesOf<G> list;
        g.moves(root, list);
        for (bool asking : {false, true}) // what is known first
            for (const Move& m : list) {
                if (search_.is_to_end()) return {};
                const Position next = g.after(root, m);
                Facts f = search_.known(search_.tree().node(next), false);
                if (asking && f.is_open()) f = search_.ask(next, false).facts;
                if (f.kind == Facts::lost) return m;
            }
        return {};
    }

    const G& g;
    ProofTable table_;
    const SolveClock* clock_ = nullptr;
    ProofSearch<SumTree<G>> search_;
};

// What a session of the game keeps: nothing where positions do not fall apart.
struct NoSums {};
template <class G> struct ChosenThinker {
    using Type = NoSums;
};
template <FallsApart G> struct ChosenThinker<G> {
    using Type = SumThinker<G>;
};
template <class G> using SumThinkerOf = typename ChosenThinker<G>::Type;

}
