// A shared proof on a tree of proof-number search: of positions (game_tree.hpp) or of sums (sums.hpp).
//
// A node for which several questions' nodes were searched, and which is still open, is looked at move by move: its numbers are made of its
// moves', as everywhere (FromMoves). The others are leaves, and questions are asked about them. A leaf is found as depth-first
// proof-number search would, with its thresholds, and may be left a little later (`patience`), as it costs something to go elsewhere:
// what was cheap there is forgotten. A leaf that somebody is at looks harder by a quarter (virtual proof numbers), and is not asked
// again meanwhile; where no other is left, it is looked at more closely, and its second best move is somebody else's.
//
// A question says how its node is come to, by the numbers of the moves as the tree lists them, and its key, so that a tree that is
// another one is found out.
#pragma once
#include "base/job_file.hpp"
#include "base/text.hpp"
#include "solve/proof_share.hpp"
#include "solve/prover.hpp"
#include <array>
#include <charconv>
#include <queue>

namespace tavoliere {

template <class T> class SharedProver final : public ProofShare {
public:
    using Node = typename T::Node;
    using Trees = std::function<std::function<std::unique_ptr<T>()>(const std::atomic<bool>& stop)>;

    // `trees` makes trees that end by a flag; `start` gives a tree's node for the position.
    SharedProver(std::string variant, std::string position, const ProofSharePlan& plan, Trees trees,
                 std::function<Node(T&)> start)
        : variant_(std::move(variant)), position_(std::move(position)), plan_(plan), trees_(std::move(trees)),
          start_(std::move(start)) {}

    std::string identity() const override { return "variant=" + variant_ + "; position=" + position_; }

    [[gnu::cold]] Expected<void> go_on_from(std::string_view bytes) override {
        auto state = read_state(bytes);
        if (!state) return std::unexpected(state.error());
        if (state->variant != variant_ || state->position != position_)
            return problem("proof state: it is of " + in_quotes(state->variant) + ", position " +
                           in_quotes(state->position) + ", and not of " + in_quotes(variant_) + ", " +
                           in_quotes(position_));
        before_answers_ = state->answers, nodes_ = state->nodes;
        log_.learn(state->facts);
        ends_[0] = log_.length();
        return {};
    }

    [[gnu::cold]] Expected<void> learn(std::string_view bytes) override {
        const auto answer = read_answer(bytes);
        if (!answer) return problem("proof: what should be an answer is none");
        log_.learn(answer->facts);
        ends_.push_back(log_.length());
        nodes_ += answer->nodes;
        return {};
    }

    [[gnu::cold]] Expected<std::optional<std::string>> next(std::span<const std::string> out) override {
        std::optional<std::string> found;
        for (const std::uint64_t questions : questions_of_a_leaf) {
            begin_look(questions);
            for (const std::string& each : out) {
                const auto question = read_question(each);
                if (!question) return std::unexpected(question.error());
                out_.insert(question->key);
            }
            // The first of the two that is open.
            if (!value()) found = leaf_below(root(facts_of(root(true)).is_open()), {}, {});
            if (tree_->over()) return too_large();
            if (found || out.empty()) break;
        }
        return found;
    }

    [[gnu::cold]] Expected<std::string> answer(const std::string& text, std::size_t after,
                                               const std::atomic<bool>& stop) const override {
        const auto question = read_question(text);
        if (!question) return std::unexpected(question.error());
        if (after >= ends_.size()) return problem("proof: the answers before a question are not all there");
        ProofTable table(bytes_of_table<T>(plan_.memory_mb, false));
        log_.for_each_of_first(ends_[after], [&](const KnownFacts& known) {
            while (table.is_to_grow()) table.grow();
            table.keep(known.key, known.facts);
        });
        ProofSearch<T>* searching = nullptr;
        ProofSearch<T> search(trees_(stop), table, 1, [&]() -> std::optional<Unsolved> {
            if (stop.load(std::memory_order_relaxed) || searching->nodes() >= plan_.nodes) return Unsolved::stopped;
            return {};
        });
        searching = &search;
        const auto node = come_to(search.tree(), *question);
        if (!node) return std::unexpected(node.error());
        const auto begin = table.find(question->key);
        Facts facts;
        for (Thresholds until = question->until;;) {
            facts = search.ask([&](T&) { return *node; }, question->attacking, until).facts;
            if (!facts.is_open() || search.gave_up() || search.nodes() >= least_nodes()) break;
            // It looks worse than something else, but going there costs more than that.
            if (facts.phi >= until.phi) until.phi = raised(facts.phi);
            if (facts.delta >= until.delta) until.delta = raised(facts.delta);
        }
        if (search.tree().over() && !stop) return too_large();
        if (search.gave_up() && search.gave_up() != Unsolved::stopped)
            if (auto fault = fault_of(*search.gave_up(), "proof", variant_)) return std::unexpected(std::move(*fault));
        if (facts.is_open())
            if (const auto kept = table.find(question->key)) facts = *kept;
        facts.work = float(search.nodes()) + (begin ? begin->work : 0);
        const auto told = dearest(search.tree(), table, *node, *question, facts, ends_[after]);
        if (search.tree().over() && !stop) return too_large(); // values are made for what is told, too
        return written_answer({search.nodes(), told});
    }

    [[gnu::cold]] ProofShareProgress progress() override {
        begin_look(questions_of_a_leaf[0]);
        ProofShareProgress p{
            .value = value(), .answers = before_answers_ + ends_.size() - 1, .nodes = nodes_, .facts = log_.nodes()};
        for (const bool attacking : {true, false}) {
            const Facts f = facts_of(root(attacking));
            p.proof = attacking ? f.phi : f.delta, p.disproof = attacking ? f.delta : f.phi;
            if (f.is_open()) break;
        }
        p.open = looked_at_.size();
        return p;
    }

    [[gnu::cold]] std::string state() override {
        const ProofShareProgress p = progress();
        std::vector<KnownFacts> facts = log_.latest();
        for (KnownFacts& known : facts)
            if (const auto at = looked_at_.find(known.key); at != looked_at_.end()) {
                const float work = known.facts.work;
                known.facts = at->second, known.facts.work = work;
            }
        return written_state({variant_, position_, p.value, p.answers, p.nodes, std::move(facts)});
    }

private:
    struct Question {
        bool attacking = true;
        Thresholds until;
        Key key{};
        std::vector<std::uint32_t> path; // the numbers of the moves from the root
    };
    struct Child {
        std::uint32_t number; // in the tree's list; its edge would be another tree's
        Key key;
        Facts expected;
        bool is_over;
    };
    // A node of the tree, and how it is come to.
    struct Place {
        Key key;
        bool attacking;
        std::function<Node()> node;
    };

    static constexpr std::uint32_t patience = 2;
    // How many questions' nodes are searched for a leaf before it is none any more; fewer where somebody has nothing to do.
    static constexpr std::array<std::uint64_t, 3> questions_of_a_leaf = {16, 4, 1};
    std::uint64_t least_nodes() const { return plan_.nodes / 8; }
    static std::uint32_t raised(std::uint32_t number) { return std::min(Facts::infinite, number + number / 4 + 1); }

    [[gnu::cold]] static std::unexpected<Problem> too_large() {
        return problem("proof: the values of parts do not fit the memory; begin the job with more --memory");
    }
    [[gnu::cold]] void begin_look(std::uint64_t questions) {
        least_inner_ = float(questions * plan_.nodes);
        static const std::atomic<bool> unstopped{false};
        tree_ = trees_(unstopped)();
        looked_at_.clear();
        out_.clear();
        barren_.clear();
    }
    static std::string key_text(const Key& key) { return hex(key.place) + hex(key.check); }

    Place root(bool attacking) {
        return {tree_->key(start_(*tree_), attacking), attacking, [this] { return start_(*tree_); }};
    }
    std::optional<int> value() {
        return value_of_questions([this](bool attacking) { return facts_of(root(attacking)); },
                                  [] { return std::optional(0); });
    }

    std::optional<Facts> known(const Key& key) const {
        const auto found = log_.find(key);
        if (!T::is_decisive && (!found || found->is_open()))
            if (const auto other = log_.find(other_question(key)); other && other->is_won_or_lost()) return other;
        return found;
    }
    // Whether its moves are looked at one by one.
    bool is_inner(const std::optional<Facts>& known) const {
        return known && known->is_open() && known->work >= least_inner_;
    }

    const std::vector<Child>& children_of(const Place& place) {
        const auto [at, is_new] = children_.try_emplace(place.key);
        std::vector<Child>& all = at->second;
        if (!is_new) return all;
        std::uint32_t number = 0;
        KeySet seen;
        for_each_next(*tree_, place.node(), [&](const Node& q) {
            Child c{number++, {}, {}, false};
            if (const auto over = tree_->decided(q)) {
                c.expected = *over, c.is_over = true;
            } else {
                c.key = tree_->key(q, !place.attacking);
                if (!seen.insert(c.key).second) return true;
                c.expected = tree_->expected(q);
            }
            all.push_back(c);
            return true;
        });
        return all;
    }
    Place place_of(const Place& from, const Child& c) {
        return {c.key, !from.attacking,
                [this, node = from.node, number = c.number] { return *after(*tree_, node(), number); }};
    }

    // By all that is known.
    Facts facts_of(const Place& place) {
        const auto found = known(place.key);
        if (found && !found->is_open()) return *found;
        if (!is_inner(found)) return found.value_or(Facts{});
        if (const auto at = looked_at_.find(place.key); at != looked_at_.end()) return at->second;
        FromMoves all(place.attacking);
        for (const Child& c : children_of(place)) all.add(facts_of(place, c));
        Facts facts = all.facts();
        facts.work = found->work;
        return looked_at_[place.key] = facts;
    }
    Facts facts_of(const Place& from, const Child& c) {
        if (c.is_over) return c.expected;
        const auto found = known(c.key);
        if (is_inner(found)) return facts_of(place_of(from, c));
        Facts facts = found.value_or(c.expected);
        if (facts.is_open() && out_.contains(c.key))
            facts.phi = std::min(Facts::most, facts.phi + (facts.phi + 3) / 4),
            facts.delta = std::min(Facts::most, facts.delta + (facts.delta + 3) / 4);
        return facts;
    }

    // The question about the most promising leaf that nobody is at; nothing where there is none below.
    std::optional<std::string> leaf_below(const Place& place, const Thresholds& until,
                                          const std::vector<std::uint32_t>& path) {
        if (!is_inner(known(place.key))) {
            if (out_.contains(place.key)) return {};
            return written_question({place.attacking, until, place.key, path});
        }
        if (barren_.contains(place.key)) return {};
        struct Way {
            Facts facts;
            const Child* child;
        };
        std::vector<Way> ways;
        std::uint64_t sum = 0;
        for (const Child& c : children_of(place))
            if (const Facts f = facts_of(place, c); f.is_open()) ways.push_back({f, &c}), sum += f.phi;
        std::ranges::sort(ways, {}, [](const Way& w) { return std::pair(w.facts.delta, w.child->number); });
        for (std::size_t i = ways.size() > 1 && out_.contains(place.key); i < ways.size(); ++i) {
            const std::uint64_t second = i + 1 < ways.size() ? ways[i + 1].facts.delta : Facts::infinite;
            const auto allowed = std::uint32_t(std::min<std::uint64_t>(Facts::infinite, patience * second + 1));
            auto longer = path;
            longer.push_back(ways[i].child->number);
            if (auto found = leaf_below(place_of(place, *ways[i].child),
                                        thresholds_below(until, ways[i].facts, sum, allowed), longer))
                return found;
        }
        barren_.insert(place.key);
        return {};
    }

    // The facts of a node, and of those below it for which most nodes were searched and which are not what the first `known_before` say.
    // What is below a decided node counts less, as it is met again by other ways only. In sums of games it often is
    // (docs/jobs.md has figures).
    std::vector<KnownFacts> dearest(T& tree, const ProofTable& table, const Node& node, const Question& question,
                                    const Facts& facts, std::size_t known_before) const {
        struct Found {
            KnownFacts known;
            bool attacking;
            Node node;
            bool is_below_decided = false;
            auto rank() const {
                return std::tuple(is_below_decided ? known.facts.work / 8 : known.facts.work, known.key.place,
                                  known.key.check);
            }
            bool operator<(const Found& o) const { return rank() < o.rank(); }
        };
        const std::size_t most = facts_of_an_answer(plan_);
        const float least = std::max(2.0f, float(plan_.nodes) / float(8 * most));
        const auto is_new = [&](const KnownFacts& known) {
            const auto before = log_.find(known.key, known_before);
            return !before || packed_facts::pack(*before) != packed_facts::pack(known.facts);
        };
        std::vector<KnownFacts> all;
        KeySet seen{question.key};
        std::priority_queue<Found> queue;
        queue.push({{question.key, facts}, question.attacking, node});
        while (!queue.empty() && all.size() < most) {
            const Found found = queue.top();
            queue.pop();
            const bool tells = all.empty() || is_new(found.known); // of the node that was asked about in any case
            if (tells) all.push_back(found.known);
            // Nobody searched below what was decided before; and work is known to a sixteenth, so that below what looks the same less than
            // the least was found.
            if (!tells && (!found.known.facts.is_open() || found.known.facts.work < 16 * least)) continue;
            const bool is_below_decided = found.is_below_decided || !found.known.facts.is_open();
            for_each_next(tree, found.node, [&](const Node& q) {
                if (tree.decided(q)) return true;
                const Key key = tree.key(q, !found.attacking);
                const auto below = table.find(key);
                if (below && below->work >= least && seen.insert(key).second)
                    queue.push({{key, *below}, !found.attacking, q, is_below_decided});
                return true;
            });
        }
        return all;
    }

    // "mover 12 4194303 KEY 3.0.17": whose question, thresholds, the node and the way to it.
    [[gnu::cold]] static std::string written_question(const Question& q) {
        std::string path;
        for (const std::uint32_t number : q.path) path += (path.empty() ? "" : ".") + std::to_string(number);
        return std::string(q.attacking ? "attacks" : "defends") + " " + std::to_string(q.until.phi) + " " +
               std::to_string(q.until.delta) + " " + key_text(q.key) + " " + path;
    }
    [[gnu::cold]] static Expected<Question> read_question(std::string_view text) {
        const auto parts = split(text, ' ');
        const auto wrong = [&] { return problem("proof: " + in_quotes(std::string(text)) + " is no question"); };
        if (parts.size() != 5 || (parts[0] != "attacks" && parts[0] != "defends") || parts[3].size() != 32)
            return wrong();
        Question q;
        q.attacking = parts[0] == "attacks";
        const auto number = [](std::string_view digits, auto& value, int base) {
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
            return error == std::errc() && end == digits.data() + digits.size();
        };
        if (!number(parts[1], q.until.phi, 10) || !number(parts[2], q.until.delta, 10) ||
            !number(parts[3].substr(0, 16), q.key.place, 16) || !number(parts[3].substr(16), q.key.check, 16))
            return wrong();
        if (!parts[4].empty())
            for (const std::string_view digits : split(parts[4], '.'))
                if (!number(digits, q.path.emplace_back(), 10)) return wrong();
        return q;
    }
    // f of the nodes that the moves lead to, in the order of the tree's list, until it says false: compiled once for all who ask, none of
    // them often.
    static void for_each_next(T& tree, const Node& node, const std::function<bool(const Node&)>& f) {
        tree.expand(node, [&](const typename T::Edge&, const Node& q) { return f(q); });
    }
    // The node that a move leads to, by its number in the tree's list.
    static std::optional<Node> after(T& tree, const Node& node, std::uint32_t wanted) {
        std::uint32_t number = 0;
        std::optional<Node> found;
        for_each_next(tree, node, [&](const Node& q) {
            if (number++ == wanted) found = q;
            return !found;
        });
        return found;
    }
    [[gnu::cold]] Expected<Node> come_to(T& tree, const Question& question) const {
        Node node = start_(tree);
        for (const std::uint32_t number : question.path) {
            auto next = after(tree, node, number);
            if (!next) return problem("proof: there is no node where a question says so");
            node = *std::move(next);
        }
        if (!(tree.key(node, question.attacking) == question.key))
            return problem("proof: another node is where a question says so");
        return node;
    }

    const std::string variant_, position_;
    const ProofSharePlan plan_;
    const Trees trees_;
    const std::function<Node(T&)> start_;
    FactLog log_;
    std::vector<std::size_t> ends_{0}; // in the log, of what was known at first and of each answer
    std::uint64_t before_answers_ = 0, nodes_ = 0;
    KeyMap<std::vector<Child>> children_; // of inner nodes
    // Of one look at the tree.
    std::unique_ptr<T> tree_;
    float least_inner_ = 0;   // work of an inner node
    KeyMap<Facts> looked_at_; // inner nodes
    KeySet out_, barren_;     // leaves that are asked already; inner nodes with no others
};

}
