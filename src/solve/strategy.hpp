// From what proof-number search knows to a strategy that can be written down: for each position that can come about a move.
//
// A player who wins has one that never comes back to a position: the positions are found depth first, each after all those
// that it leads to, and that order is the proof that the game ends.
//
// A player who is not to lose needs a set of positions that is closed: his move and any answer lead back into it. It may go
// round. The set is what makes the search's `held` true (proof.hpp): a position that turns out to be lost for him is taken
// out, those that led to it choose another move, and what has none left is lost too. Each time a fact is found that stays
// true, so this ends; and when it does, every move of every position has been looked at.
#pragma once
#include "solve/game_tree.hpp"
#include "solve/proof.hpp"
#include <span>

namespace tavoliere {

// Positions, numbered as they come.
template <class P> class PositionSet {
public:
    std::size_t size() const { return all_.size(); }
    const P& operator[](std::size_t i) const { return all_[i]; }
    // Of the position, and whether it is new.
    std::pair<std::uint32_t, bool> add(const P& p) {
        if (2 * (all_.size() + 1) > slots_.size()) grow();
        std::uint32_t& slot = slots_[slot_of(p)];
        if (slot) return {slot - 1, false};
        all_.push_back(p);
        slot = std::uint32_t(all_.size());
        return {slot - 1, true};
    }
    bool has(const P& p) const { return !slots_.empty() && slots_[slot_of(p)] != 0; }
    std::size_t bytes() const { return all_.capacity() * sizeof(P) + slots_.size() * sizeof(std::uint32_t); }

private:
    std::size_t slot_of(const P& p) const {
        std::size_t i = hash(p) & (slots_.size() - 1);
        while (slots_[i] && !(all_[slots_[i] - 1] == p)) i = (i + 1) & (slots_.size() - 1);
        return i;
    }
    void grow() {
        slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
        for (std::size_t i = 0; i < all_.size(); ++i) slots_[slot_of(all_[i])] = std::uint32_t(i + 1);
    }
    std::vector<P> all_;
    std::vector<std::uint32_t> slots_; // number + 1; 0 is free
};

template <Game G> class StrategyFinder {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;
    enum class Outcome : std::uint8_t { found, refuted, circular, too_large, gave_up };

    // `exact`: the positions themselves, and not one for all that are the same to the solver.
    StrategyFinder(const G& game, ProofSearch<GameTree<G>>& search, std::uint8_t player, bool exact,
                   std::size_t most_bytes)
        : g(game), search_(search), player_(player), exact_(exact), most_bytes_(most_bytes) {}

    // Positions in the order in which a proof lists them, with the player's move.
    std::size_t size() const { return order_.size(); }
    const Position& position(std::size_t i) const { return set_[order_[i]]; }
    const Move& move(std::size_t i) const { return moves_[order_[i]]; }
    std::uint64_t positions_seen() const { return set_.size(); }
    std::size_t bytes() const {
        return set_.bytes() + state_.capacity() * (sizeof(State) + sizeof(Move) + sizeof(std::uint32_t)) +
               links_.capacity() * sizeof(Link) + (replies_.capacity() + order_.capacity()) * sizeof(std::uint32_t);
    }

    // He wins from `root`, according to the table.
    Outcome win(const Position& root);
    // He does not lose from `root`; or that is refuted, for the other wins.
    Outcome hold(const Position& root);

private:
    enum State : std::uint8_t { waiting, begun, settled, lost };

    bool is_his(const Position& p) const { return p.turn == player_; }
    Position standing_for(const Position& p) const {
        return exact_ ? Keys<G>::timeless(p) : search_.tree().keys().least(p);
    }
    // How a finished game ended for him: 1, 0, -1.
    int outcome(const Position& q, const Verdict& v) const { return is_his(q) ? v.outcome : -v.outcome; }

    std::uint32_t add(const Position& p) {
        const auto [number, is_new] = set_.add(standing_for(p));
        if (is_new) state_.push_back(waiting), moves_.push_back({}), sources_.push_back(nobody);
        return number;
    }
    std::optional<Outcome> interrupted() {
        if (bytes() > most_bytes_ || set_.size() > 0xfffffff0) return Outcome::too_large;
        if (++steps_ % 64 == 0 && search_.is_to_end()) return Outcome::gave_up;
        return {};
    }

    // Where the other is to move: his answers' numbers are appended to replies_, those that end the game left out. False
    // where one ends it with less than `least` for the player.
    bool list_replies(const Position& q, int least) {
        MovesOf<G> list;
        g.moves(q, list);
        for (const Move& m : list) {
            const Position r = Keys<G>::timeless(g.after(q, m));
            if (const auto over = g.verdict(r)) {
                if (outcome(r, *over) < least) return false;
                continue;
            }
            replies_.push_back(add(r));
        }
        return true;
    }

    // The move that wins soonest as far as the table knows, so that its rank is less than the position's; nothing where the
    // search was ended, or what the table knew is lost and was not found again.
    std::optional<Move> winning_move(const Position& p) {
        std::optional<Move> best;
        std::uint32_t least = Facts::infinite;
        MovesOf<G> list;
        g.moves(p, list);
        for (const Move& m : list) {
            const Facts f = search_.known(Keys<G>::timeless(g.after(p, m)), false);
            if (f.kind == Facts::lost && f.rank < least) least = f.rank, best = m;
        }
        if (best) return best;
        const auto answer = search_.ask(Keys<G>::timeless(p), true);
        return answer.facts.kind == Facts::win ? answer.best : std::nullopt;
    }

    Outcome settle(std::uint32_t n);
    bool takes(std::uint32_t n, const Move& m);
    void refute(std::uint32_t n, std::vector<std::uint32_t>& waiting_list);

    struct Link { // the positions whose move leads to a position, as lists
        std::uint32_t source, next;
    };
    static constexpr std::uint32_t nobody = ~0u;

    const G& g;
    ProofSearch<GameTree<G>>& search_;
    const std::uint8_t player_;
    const bool exact_;
    const std::size_t most_bytes_;
    PositionSet<Position> set_; // in which he is to move
    std::vector<State> state_;  // of each
    std::vector<Move> moves_;
    std::vector<std::uint32_t> sources_; // first link
    std::vector<Link> links_;
    std::vector<std::uint32_t> replies_; // of the positions that are begun, those of the last one last
    std::vector<std::uint32_t> order_;
    std::uint64_t steps_ = 0;
};

template <Game G> auto StrategyFinder<G>::win(const Position& root) -> Outcome {
    struct Step {
        std::uint32_t number;    // `nobody`: the root, where the other is to move
        std::size_t first, next; // of its replies
    };
    std::vector<Step> line;
    // His move in position n, and what can come after it.
    const auto begin = [&](std::uint32_t n) -> std::optional<Outcome> {
        state_[n] = begun;
        const Position p = set_[n];
        const auto m = winning_move(p);
        if (!m) return search_.gave_up() ? Outcome::gave_up : Outcome::circular;
        moves_[n] = *m;
        const Position q = Keys<G>::timeless(g.after(p, *m));
        line.push_back({n, replies_.size(), replies_.size()});
        if (!g.verdict(q) && !list_replies(q, 1)) return Outcome::circular;
        return {};
    };
    if (is_his(root)) {
        if (const auto failed = begin(add(root))) return *failed;
    } else {
        line.push_back({nobody, 0, 0});
        if (!list_replies(root, 1)) return Outcome::circular;
    }
    while (!line.empty()) {
        if (const auto why = interrupted()) return *why;
        Step& step = line.back();
        if (step.next < replies_.size()) {
            const std::uint32_t n = replies_[step.next++];
            if (state_[n] == begun) return Outcome::circular;
            if (state_[n] == settled) continue;
            if (const auto failed = begin(n)) return *failed;
            continue;
        }
        if (step.number != nobody) state_[step.number] = settled, order_.push_back(step.number);
        replies_.resize(step.first);
        line.pop_back();
    }
    return Outcome::found;
}

template <Game G> auto StrategyFinder<G>::hold(const Position& root) -> Outcome {
    if (is_his(root)) {
        replies_.push_back(add(root));
    } else if (!list_replies(root, 0)) {
        return Outcome::refuted;
    }
    const std::vector<std::uint32_t> roots = replies_;
    std::vector<std::uint32_t> waiting_list = roots;
    while (!waiting_list.empty()) {
        if (const auto why = interrupted()) return *why;
        const std::uint32_t n = waiting_list.back();
        waiting_list.pop_back();
        if (state_[n] != waiting) continue;
        replies_.clear();
        const Outcome outcome = settle(n);
        if (outcome == Outcome::found)
            waiting_list.insert(waiting_list.end(), replies_.begin(), replies_.end());
        else if (outcome == Outcome::refuted)
            refute(n, waiting_list);
        else
            return outcome;
        if (state_[n] == lost && std::find(roots.begin(), roots.end(), n) != roots.end()) return Outcome::refuted;
    }
    for (const std::uint32_t n : roots)
        if (state_[n] == lost) return Outcome::refuted;
    for (std::uint32_t n = 0; n < set_.size(); ++n)
        if (state_[n] == settled) order_.push_back(n);
    return Outcome::found;
}

// Finds a move after which no answer is known to beat him.
template <Game G> auto StrategyFinder<G>::settle(std::uint32_t n) -> Outcome {
    constexpr int most_tries = 100; // each after a fact was corrected; a table too small to keep even those ends it
    const Position p = set_[n];
    for (int tries = 0; tries < most_tries; ++tries) {
        MovesOf<G> list;
        g.moves(p, list);
        bool all_lose = true;
        for (const Move& m : list) {
            const Facts f = search_.known(Keys<G>::timeless(g.after(p, m)), true);
            if (f.missed(true) && takes(n, m)) return Outcome::found;
            all_lose &= f.kind == Facts::win;
        }
        if (all_lose) return Outcome::refuted;
        const auto answer = search_.ask(Keys<G>::timeless(p), false);
        if (answer.facts.is_open()) return Outcome::gave_up;
        if (answer.facts.missed(false)) return Outcome::refuted;
        if (takes(n, *answer.best)) return Outcome::found;
    }
    return Outcome::too_large;
}

// Unless an answer is known to win for the other: then so does the position before it, whatever was believed of it.
template <Game G> bool StrategyFinder<G>::takes(std::uint32_t n, const Move& m) {
    const Position q = Keys<G>::timeless(g.after(set_[n], m));
    replies_.clear();
    bool good = g.verdict(q) || list_replies(q, 0);
    for (const std::uint32_t r : replies_) good &= state_[r] != lost;
    if (!good) {
        search_.learn(q, true, Facts::decided(Facts::win, Facts::most));
        return false;
    }
    if constexpr (goes_round<G>) // elsewhere nothing is ever refuted
        for (const std::uint32_t r : replies_) {
            links_.push_back({n, sources_[r]});
            sources_[r] = std::uint32_t(links_.size() - 1);
        }
    state_[n] = settled, moves_[n] = m;
    return true;
}

template <Game G> void StrategyFinder<G>::refute(std::uint32_t n, std::vector<std::uint32_t>& waiting_list) {
    state_[n] = lost;
    search_.learn(set_[n], false, Facts::decided(Facts::lost, Facts::most));
    for (std::uint32_t i = sources_[n]; i != nobody; i = links_[i].next)
        if (const std::uint32_t source = links_[i].source; state_[source] == settled) {
            state_[source] = waiting;
            waiting_list.push_back(source);
        }
}

}
