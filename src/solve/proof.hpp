// Proof-number search: depth-first, as Nagai's df-pn, on any tree: of a game's positions (game_tree.hpp), of sums (sums.hpp).
//
// A question has an attacker, who wants to win, and a defender, who wants anything else. "Can x win?" and, if not, "can o
// win?" make the three values. For each position two numbers are kept, as the player to move sees them: phi, at least how
// many positions must still be decided for him to reach his aim, and delta, for him to miss it. With c his moves
//
//     phi = min delta(c)                  one move is enough
//     delta = max phi(c) + (sum of the other phi(c)) / 4
//
// Between the sum, which counts a position as often as there are ways to it and explodes in games full of transpositions, and
// Ueda's weak proof number search, which has the largest and the number of moves. A position is searched until one of its numbers reaches a threshold, above which
// something else looks easier; a quarter more than that is allowed (the 1 + epsilon trick), so that the search does
// not jump between two moves that are as good. New positions begin with delta = how many moves they have (df-pn+).
//
// Repetition. Whoever goes round for ever draws, so a position that comes again on a line has failed the attacker.
// - A win is sound as it is: it rests on won positions alone, each found earlier than what rests on it, to the end of the
//   game. No repetition ever helped it. The same for a loss.
// - `held` may rest on a repetition, which holds on that line only (the graph-history-interaction problem). In games
//   that go round such a fact is therefore a guess, kept because it nearly always is right, and believed only after strategy.hpp
//   has found a closed set of positions that the defender never leaves and in which he never loses: what makes the draw is
//   that the set is closed, however it was found. Where a guess turns out wrong the fact is replaced by the win, and the
//   search goes on.
// - In games that never come back to a position `held` is as sound as the rest. Where one comes back all the same, its author
//   forgot to say so, and the search is broken off.
//
// Several threads search the same tree and share the table; a position where a thread is at work looks harder to the
// others by a quarter of its number (virtual proof numbers), so that they go elsewhere where that is hardly worse. (By the whole
// number two threads open twice the nodes of one on Blocco 3x7, by a quarter as many as one.)
#pragma once
#include "search/threads.hpp"
#include "solve/proof_table.hpp"
#include "solve/solution.hpp"
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tavoliere {

// Counts, for all positions at once and roughly, how many threads are below each.
class Busy {
public:
    unsigned at(Key key) const { return places_[slot(key)].load(std::memory_order_relaxed); }
    void add(Key key, int n) { places_[slot(key)].fetch_add(std::uint16_t(n), std::memory_order_relaxed); }

private:
    static std::size_t slot(Key key) { return key.check & (count - 1); }
    static constexpr std::size_t count = 1 << 16;
    std::vector<std::atomic<std::uint16_t>> places_ = std::vector<std::atomic<std::uint16_t>>(count);
};

// Of the other moves' phi what counts in delta.
constexpr std::uint64_t share_in_delta(std::uint64_t sum) { return sum / 4; }

// What is known of a position by what is known of its moves, added one after the other.
class FromMoves {
public:
    explicit FromMoves(bool attacking) : attacking_(attacking) {}

    void add(const Facts& c) {
        if (c.is_open()) {
            phi_ = std::min(phi_, c.delta), most_ = std::max(most_, c.phi), sum_ += c.phi;
            return;
        }
        if (c.missed(!attacking_)) reaches_ = true;
        if (c.kind == Facts::lost) wins_ = true, least_rank_ = std::min(least_rank_, c.rank);
        if (c.kind == Facts::win) most_rank_ = std::max(most_rank_, c.rank);
        loses_ &= c.kind == Facts::win;
    }
    std::uint64_t sum() const { return sum_; } // of the phi of the open moves
    Facts facts() const {
        if (wins_) return Facts::decided(Facts::win, least_rank_ + 1);
        if (reaches_) return Facts::decided(Facts::held);
        if (!sum_) return loses_ ? Facts::decided(Facts::lost, most_rank_ + 1) : Facts::decided(Facts::held);
        return {Facts::undecided, phi_,
                std::uint32_t(std::min<std::uint64_t>(most_ + share_in_delta(sum_ - most_), Facts::most)), 0, 0};
    }

private:
    const bool attacking_;
    std::uint32_t phi_ = Facts::infinite, most_ = 0, least_rank_ = Facts::infinite, most_rank_ = 0;
    std::uint64_t sum_ = 0;
    bool reaches_ = false, wins_ = false, loses_ = true;
};

// A position is left when one of its numbers is at least that.
struct Thresholds {
    std::uint32_t phi = Facts::infinite, delta = Facts::infinite;
    bool allow(const Facts& f) const { return f.phi < phi && f.delta < delta; }
};
// Those of the chosen move. `sum`: of the phi of the open moves; `allowed`: until when its delta may grow, by that of the next best.
// The move's phi counts in our delta, its delta is our phi. Each threshold is above the move's number: even where it is not the
// largest, phi(c) + what the others add <= our delta < the threshold; and delta(c) < that of our phi by choice.
inline Thresholds thresholds_below(const Thresholds& now, const Facts& chosen, std::uint64_t sum,
                                   std::uint32_t allowed) {
    const std::uint32_t phi =
        now.delta == Facts::infinite
            ? Facts::infinite
            : std::max(chosen.phi + 1, std::uint32_t(now.delta - share_in_delta(sum - chosen.phi)));
    return {phi, std::max(chosen.delta + 1, std::min(now.phi, allowed))};
}

template <class T> class ProofSearch {
public:
    using Position = typename T::Position;
    using Node = typename T::Node;
    using Edge = typename T::Edge;

    struct Answer {
        Facts facts;
        std::optional<Edge> best; // reaches the mover's aim, where he does
    };
    // What a person who waits sees, and what is kept in a checkpoint.
    struct Root {
        std::atomic<std::uint32_t> phi{1}, delta{1};
    };

    // `tick` is called by the calling thread some hundred times a second, and decides when to give up.
    // `tree` makes one for each thread; all give a node the same key, or one of their own, by which only that thread finds it.
    ProofSearch(const std::function<std::unique_ptr<T>()>& tree, ProofTable& table, int threads,
                std::function<std::optional<Unsolved>()> tick)
        : table_(table), threads_(threads), tick_(std::move(tick)) {
        for (int i = 0; i < threads; ++i) trees_.push_back(tree());
    }

    T& tree() { return *trees_[0]; }
    const T& tree() const { return *trees_[0]; }
    const Root& root() const { return root_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::optional<Unsolved> gave_up() const { return gave_up_; }
    // For work between two questions.
    bool is_to_end() {
        if (const auto why = tick_()) gave_up_ = why;
        return gave_up_.has_value();
    }

    // Can the attacker win, the player to move or the other? Open only where the search was ended, or the thresholds are reached. A
    // node is said by how a tree comes to it: one tree's nodes mean nothing to another, which has its own values.
    using Start = std::function<Node(T&)>;
    Answer ask(const Start& start, bool attacking, const Thresholds& until = {}) {
        asked_before_ = std::exchange(asked_, true);
        gave_up_ = {};
        for (;;) {
            while (table_.is_to_grow())
                if (!table_.grow([this] { return is_to_end(); })) return {};
            const Answer answer = search(start, attacking, until); // goes on from what the table knows
            if (!answer.facts.is_open() || is_to_end() || !table_.is_to_grow()) return answer;
        }
    }
    Answer ask(const Position& p, bool attacking) {
        return ask([&p](T& tree) { return tree.node(p); }, attacking);
    }

    // Without searching: what the table and the rules say. A won or lost position is so whatever was asked.
    Facts known(const Node& p, bool attacking) {
        const auto over = tree().decided(p);
        if (tree().over()) return {};
        if (over) return *over;
        const Key key = tree().key(p, attacking);
        const auto found = table_.find(key);
        if (T::is_decisive || (found && !found->is_open())) return found.value_or(Facts{});
        const auto other = table_.find(other_question(key));
        if (other && other->is_won_or_lost()) return *other;
        return found.value_or(Facts{});
    }
    void learn(const Node& p, bool attacking, const Facts& f) { table_.keep(tree().key(p, attacking), f); }

private:
    // By all threads, until it is answered, or the search is ended, or the table is to grow.
    Answer search(const Start& start, bool attacking, const Thresholds& until) {
        Answer answer;
        std::mutex lock;
        finished_ = false;
        const auto work = [&](int number) {
            Answer found = Thread(*this, number).search(start, attacking, until);
            const std::lock_guard guard(lock);
            if (!found.facts.is_open()) finished_ = true;
            if (answer.facts.is_open()) answer = found;
        };
        std::vector<std::jthread> others;
        for (int i = 1; i < threads_; ++i)
            if (auto thread = start_thread([&, i] { work(i); })) others.push_back(std::move(*thread));
        work(0);
        others.clear(); // waits
        for (const auto& tree : trees_)
            if (const auto why = tree->over()) gave_up_ = why;
        if (const int why = broken_off_; why != none) gave_up_ = Unsolved(why);
        return answer;
    }

    static constexpr std::uint64_t nodes_between_ticks = 64, listed_between_looks = 64;
    static constexpr int none = -1;

    // By any thread: what is searched is not what the game said it is.
    void break_off(Unsolved why) {
        broken_off_.store(int(why), std::memory_order_relaxed);
        finished_ = true;
    }

    struct Child {
        Edge edge;
        Key key;
        Facts facts;
        bool fixed = false; // of this line only: the table does not know better
    };

    class Thread {
    public:
        Thread(ProofSearch& search, int number)
            : s(search), tree_(*search.trees_[std::size_t(number)]), calling_(number == 0) {}

        Answer search(const Start& start, bool attacking, const Thresholds& until) {
            const Facts f = visit(start(tree_), attacking, until);
            s.nodes_.fetch_add(nodes_ % nodes_between_ticks, std::memory_order_relaxed);
            return {f, best_};
        }

    private:
        // A position on the line from the root. The line is kept beside the stack, which some games would come to the end of.
        struct Visit {
            Node p;
            Key key;
            bool attacking;
            float work_before;
            Thresholds until;
            std::uint64_t begin;    // nodes_ when it was entered
            std::size_t first;      // of its moves in children_
            std::size_t chosen = 0; // the move that is being searched
        };

        // Searches below the root until it is decided, or all ends.
        Facts visit(const Node& root, bool attacking, const Thresholds& until) {
            enter(Visit{root, tree_.key(root, attacking), attacking, 0, until, 0, 0});
            for (;;) {
                Visit& now = visits_.back();
                const bool is_root = visits_.size() == 1;
                const Facts f = is_cut_ ? Facts{} : summed(now.first, now.attacking);
                if (is_root) s.root_.phi = f.phi, s.root_.delta = f.delta;
                if (f.is_open() && now.until.allow(f) && !is_over()) {
                    enter(next_of(now));
                    continue;
                }
                if (is_root && is_to_be_believed() && f.reached(attacking))
                    best_ = children_[reaching(now.first, attacking)].edge;
                const std::uint64_t begin = now.begin;
                const Facts found = leave(f);
                if (is_root) return found;
                if (std::exchange(is_cut_, false)) continue; // of its last move nothing new is known
                hear(visits_.back(), found, nodes_ - begin);
            }
        }

        void enter(Visit v) {
            v.begin = nodes_ + 1;
            if (++nodes_ % nodes_between_ticks == 0) pause();
            v.first = children_.size();
            ++on_line_[v.key.check % on_line_.size()];
            if (s.threads_ > 1) s.busy_.add(v.key, 1);
            visits_.push_back(std::move(v));
            expand(visits_.back().p, visits_.back().attacking);
        }
        // Keeps what was found of the last position of the line, and takes it off.
        Facts leave(Facts f) {
            const Visit& now = visits_.back();
            const bool is_known = is_to_be_believed() && !is_cut_;
            if (!is_known) f = Facts{};
            f.work = now.work_before + float(nodes_ - now.begin + 1);
            if (is_known) s.table_.keep(now.key, f);
            if (s.threads_ > 1) s.busy_.add(now.key, -1);
            --on_line_[now.key.check % on_line_.size()];
            children_.resize(now.first);
            visits_.pop_back();
            return f;
        }

        // A visit of the most promising move.
        Visit next_of(Visit& now) {
            const Choice choice = choose(now.first, now.until.phi);
            const Child& chosen = children_[choice.at];
            now.chosen = choice.at;
            return {tree_.after(now.p, chosen.edge),
                    chosen.key,
                    !now.attacking,
                    chosen.facts.work,
                    thresholds_below(now.until, chosen.facts, sum_, choice.second + choice.second / 4 + 1),
                    0,
                    0};
        }

        // What the visit of a move, of so many nodes, told of it, and of the others.
        void hear(const Visit& now, const Facts& found, std::uint64_t nodes) {
            children_[now.chosen].facts = found;
            if (found.missed(!now.attacking)) return;
            // What was found below may have decided others on the way.
            if (nodes + 1 >= children_.size() - now.first) look_up_again(now.first, now.attacking);
        }

        struct Choice {
            std::size_t at;
            std::uint32_t second; // delta of the next best
        };
        Choice choose(std::size_t first, std::uint32_t most_phi) const {
            Choice choice{first, Facts::infinite};
            std::uint64_t best = ~std::uint64_t{0}, second = Facts::infinite;
            for (std::size_t i = first; i < children_.size(); ++i) {
                const Child& c = children_[i];
                if (!c.facts.is_open() || c.facts.delta >= most_phi) continue;
                std::uint64_t looks = c.facts.delta;
                if (s.threads_ > 1) looks += (looks + 3) / 4 * s.busy_.at(c.key);
                if (looks < best)
                    second = std::min<std::uint64_t>(second, best), best = looks, choice.at = i;
                else
                    second = std::min(second, looks);
            }
            choice.second = std::uint32_t(std::min<std::uint64_t>(second, Facts::infinite));
            return choice;
        }

        // The position's facts out of its moves'.
        Facts summed(std::size_t first, bool attacking) {
            FromMoves all(attacking);
            for (std::size_t i = first; i < children_.size(); ++i) all.add(children_[i].facts);
            sum_ = all.sum();
            return all.facts();
        }

        std::size_t reaching(std::size_t first, bool attacking) const {
            std::size_t best = first;
            const auto worth = [&](const Facts& f) {
                return f.kind == Facts::lost ? 2 * std::uint64_t{Facts::infinite} - f.rank : f.missed(!attacking);
            };
            for (std::size_t i = first; i < children_.size(); ++i)
                if (worth(children_[i].facts) > worth(children_[best].facts)) best = i;
            return best;
        }

        // Lists the moves with what is known of each. Where one ends the game as the mover wants, that one alone. There may be
        // thousands; where the search is ended among them, the list is cut.
        __attribute__((noinline)) void expand(const Node& p, bool attacking) {
            const std::size_t first = children_.size();
            tree_.expand(p, [&](const Edge& edge, const Node& q) {
                if (++listed_ % listed_between_looks == 0 && is_to_cut()) return is_cut_ = true, false;
                Child c{edge, {}, {}};
                if (const auto decided = tree_.decided(q)) {
                    c.fixed = true;
                    c.facts = *decided;
                    if (c.facts.missed(!attacking)) children_.resize(first);
                    children_.push_back(c);
                    return !c.facts.missed(!attacking);
                }
                c.key = tree_.key(q, !attacking);
                s.table_.expect(c.key);
                c.facts = tree_.expected(q);
                if (children_.size() - first <= most_compared && is_listed(c.key, first)) return true;
                if (const auto why = ends_here(c.key)) {
                    if (tree_.over()) return false; // what looks alike may not be so
                    if constexpr (!T::goes_round) return s.break_off(*why), false;
                    c.fixed = true, c.facts = Facts::decided(Facts::held);
                }
                children_.push_back(c);
                return true;
            });
            for (std::size_t i = first; i < children_.size(); ++i)
                if (Child& c = children_[i]; !c.fixed)
                    if (const auto f = s.table_.find(c.key)) c.facts = *f;
            if (T::is_decisive || !s.asked_before_) return;
            for (std::size_t i = first; i < children_.size(); ++i)
                if (Child& c = children_[i]; !c.fixed && c.facts.work == 0)
                    if (const auto f = s.table_.find(other_question(c.key)); f && f->is_won_or_lost()) c.facts = *f;
        }
        static constexpr std::size_t most_compared = 64;

        bool is_listed(Key key, std::size_t first) const {
            for (std::size_t i = first; i < children_.size(); ++i)
                if (children_[i].key == key) return true;
            return false;
        }
        // The line is not to go on to a position that it has been to, nor for ever. No closed set depends on the latter in games
        // that go round.
        std::optional<Unsolved> ends_here(Key key) const {
            if (visits_.size() >= longest_line) return Unsolved::endless;
            if (on_line_[key.check % on_line_.size()] &&
                std::any_of(visits_.begin(), visits_.end(), [&](const Visit& v) { return v.key.check == key.check; }))
                return Unsolved::comes_again;
            return {};
        }
        void look_up_again(std::size_t first, bool attacking) {
            for (std::size_t i = first; i < children_.size(); ++i) {
                Child& c = children_[i];
                if (c.fixed || !c.facts.is_open()) continue;
                if (const auto f = s.table_.find(c.key)) c.facts = *f;
                if (c.facts.missed(!attacking)) return;
            }
        }

        // What a tree gives after it has reached its limits is meaningless, and so is what was made of it.
        bool is_to_be_believed() {
            const bool over = tree_.over().has_value() || s.broken_off_.load(std::memory_order_relaxed) != none;
            if (over) s.finished_ = true; // search() says why
            return !over;
        }
        bool is_over() const { return s.finished_.load(std::memory_order_relaxed); }
        void pause() {
            s.nodes_.fetch_add(nodes_between_ticks, std::memory_order_relaxed);
            if (s.table_.is_to_grow()) s.finished_ = true;
            if (!is_over()) look();
        }
        // The calling thread asks whether to end, the others hear of it.
        void look() {
            if (!calling_) return;
            if (const auto why = s.tick_()) s.gave_up_ = why, s.finished_ = true;
        }
        // Not where the table is to grow, after which the calling thread's search is as if it had not.
        bool is_to_cut() {
            look();
            return is_over() && (!calling_ || s.gave_up_ || !s.table_.is_to_grow());
        }

        ProofSearch& s;
        T& tree_;
        const bool calling_;
        std::vector<Child> children_;               // of the whole line, those of the last position last
        std::vector<Visit> visits_;                 // the line from the root
        std::array<std::uint16_t, 4096> on_line_{}; // how many of its keys fall on each place
        std::uint64_t nodes_ = 0, listed_ = 0;
        bool is_cut_ = false;   // the moves of the last position of the line are not all listed
        std::uint64_t sum_ = 0; // of the phi of the open moves, when they were last summed
        std::optional<Edge> best_;
    };

    std::vector<std::unique_ptr<T>> trees_; // a thread's each
    ProofTable& table_;
    const int threads_;
    const std::function<std::optional<Unsolved>()> tick_;
    Busy busy_;
    Root root_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> finished_{false};
    std::atomic<int> broken_off_{none}; // why; then for good
    std::optional<Unsolved> gave_up_;
    bool asked_ = false, asked_before_ = false; // then the other question's entries may help
};

}
