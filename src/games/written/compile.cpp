#include "games/written/compile.hpp"
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace tavoliere::written {
namespace {

// The nodes that must be worked out before this one.
std::array<int, 3> children(const Node& n) {
    switch (n.code) {
    case Code::plane:
    case Code::chosen:
    case Code::around_cell: return {-1, -1, -1};
    case Code::row: return {n.a, -1, -1};
    default: return {n.a, n.b, n.c};
    }
}

// Programs that share registers. What several nodes are and only one of them is asked for becomes one operation, and a union is
// put together of the unions that it has in common with others.
class Frame {
public:
    // `in_one`: all goes into one program, so that it does not matter how many choices a node waits for.
    Frame(Rules& rules, const Graph& graph, const std::vector<int>& roots, bool in_one = true)
        : rules_(rules), graph_(graph), in_one_(in_one), used_(graph.nodes().size()) {
        std::vector<bool> is_whole(graph.nodes().size()); // a union that is not only a part of another
        std::vector<int> seen;
        const auto visit = [&](auto self, int n, int parent) -> void {
            if (n < 0) return;
            const std::size_t at = std::size_t(n);
            is_whole[at] = is_whole[at] || parent < 0 || !is_part(n, parent);
            if (used_[at]++) return;
            seen.push_back(n);
            for (int child : children(graph[n])) self(self, child, n);
        };
        for (int root : roots) visit(visit, root, -1);
        std::ranges::fill(used_, 0);
        for (int root : roots)
            if (root >= 0) used_[std::size_t(root)] += 2; // never folded into another
        for (int n : seen) {
            if (graph[n].code != Code::either) {
                for (int child : children(graph[n])) use(child);
            } else if (is_whole[std::size_t(n)]) {
                auto& terms = unions_[n];
                const auto collect = [&](auto self, int of) -> void {
                    for (int child : {graph[of].a, graph[of].b})
                        if (is_part(child, of) && !is_whole[std::size_t(child)])
                            self(self, child);
                        else
                            terms.push_back(child), use(child);
                };
                collect(collect, n);
            }
        }
        share();
    }

    // Has node n worked out, each part of it in the program of its level, and gives its register.
    std::uint16_t need(int n, std::span<Program* const> levels) {
        if (n < 0) return union_of(shared_[std::size_t(-1 - n)], n, levels);
        const Node& node = graph_[n];
        if (node.code == Code::plane) return std::uint16_t(node.x);
        if (node.code == Code::chosen) return std::uint16_t(first_choice + node.x);
        if (const auto known = registers_.find(n); known != registers_.end()) return known->second;
        const auto reg = [&](int of) { return need(of, levels); };
        const auto sum_of = [&](int of, std::size_t most) { return registers_of(of, n, most, levels); };
        Operation o{node.code};
        o.x = std::int16_t(node.x);
        const auto [a, b, c] = children(node);
        switch (node.code) {
        case Code::either: return union_of(unions_.at(n), n, levels);
        case Code::both:
            if (const int r = folds(n, Code::around_cell); r >= 0) {
                o.code = Code::both_around_cell;
                o.a = reg(a == r ? b : a);
                o.c = std::uint16_t(graph_[r].c), o.x = std::int16_t(graph_[r].x);
            } else if (const int s = folds(n, Code::step); s >= 0) {
                const int other = a == s ? b : a;
                o.code = Code::both_step, o.x = std::int16_t(graph_[s].x);
                if (const int t = is_folded(other, n, Code::both) ? folds(other, Code::step) : -1;
                    t >= 0 && folds(other, Code::around_cell) < 0) {
                    o.code = Code::both_steps, o.y = std::int16_t(graph_[t].x);
                    o.a = reg(graph_[other].a == t ? graph_[other].b : graph_[other].a);
                    o.c = reg(graph_[t].a);
                } else {
                    o.a = reg(other);
                }
                o.b = reg(graph_[s].a);
            } else {
                o.a = reg(a), o.b = reg(b);
            }
            break;
        case Code::without:
            o.a = reg(a);
            if (is_folded(b, n, Code::either)) {
                const auto more = sum_of(b, 3);
                o.b = more[0], o.c = more[1 % more.size()], o.x = std::int16_t(more.back());
                if (more.size() > 1) o.code = Code::without_more;
            } else {
                o.b = reg(b);
            }
            break;
        case Code::step:
            if (is_plain_both(a, n))
                o.code = Code::step_both, o.a = reg(graph_[a].a), o.b = reg(graph_[a].b);
            else
                o.a = reg(a);
            break;
        case Code::around_one:
            if (is_folded(a, n, Code::nearest))
                o.code = Code::around_nearest, o.a = reg(graph_[a].a), o.y = std::int16_t(graph_[a].x);
            else
                o.a = reg(a);
            break;
        case Code::any:
        case Code::none:
        case Code::count:
            if (is_plain_both(a, n)) {
                o.code = node.code == Code::any    ? Code::any_both
                         : node.code == Code::none ? Code::none_both
                                                   : Code::count_both;
                o.a = reg(graph_[a].a), o.b = reg(graph_[a].b);
            } else {
                o.a = reg(a);
            }
            break;
        case Code::plus:
            if (const int counted = folds(n, Code::count); counted >= 0 && !is_plain_both(graph_[counted].a, counted))
                o.code = Code::plus_count, o.a = reg(a == counted ? b : a), o.b = reg(graph_[counted].a);
            else
                o.a = reg(a), o.b = reg(b);
            break;
        case Code::negate: {
            static constexpr std::pair<Code, Code> opposites[] = {{Code::equal, Code::unlike},
                                                                  {Code::is, Code::is_not},
                                                                  {Code::less, Code::not_less},
                                                                  {Code::below, Code::not_below}};
            const auto opposite =
                std::ranges::find_if(opposites, [&](const auto& one) { return is_folded(a, n, one.first); });
            if (opposite == std::end(opposites)) {
                o.a = reg(a);
                break;
            }
            const Node& inner = graph_[a];
            o.code = opposite->second, o.x = std::int16_t(inner.x);
            o.a = reg(inner.a);
            if (inner.b >= 0) o.b = reg(inner.b);
            break;
        }
        case Code::around_cell: o.c = std::uint16_t(node.c); break;
        default:
            if (a >= 0) o.a = reg(a);
            if (b >= 0) o.b = reg(b);
            if (c >= 0) o.c = reg(c);
            if (node.code == Code::row) o.c = std::uint16_t(-1 - node.c);
        }
        return put(o, n, levels);
    }
    std::uint16_t need(int n, Program& into) {
        Program* const one[] = {&into};
        return need(n, one);
    }
    // What was worked out in programs of a move's choices is not there for the next move.
    void forget_above(int level) {
        std::erase_if(registers_, [&](const auto& known) { return level_of(known.first) > level; });
    }

private:
    using Registers = std::vector<std::uint16_t>;

    // How many choices must be made before a node or, below 0, a shared part of unions is known.
    int level_of(int n) const {
        if (in_one_) return 0;
        if (n >= 0) return graph_[n].level;
        int level = 0;
        for (int term : shared_[std::size_t(-1 - n)]) level = std::max(level, graph_[term].level);
        return level;
    }
    void use(int n) {
        if (n >= 0) ++used_[std::size_t(n)];
    }
    bool is_part(int n, int of) const {
        return graph_[n].code == Code::either && graph_[of].code == Code::either && level_of(n) == level_of(of);
    }
    // Is n asked for by `by` alone, and not known sooner?
    bool is_folded(int n, int by, Code code) const {
        return n >= 0 && graph_[n].code == code && used_[std::size_t(n)] == 1 && !registers_.contains(n) &&
               level_of(n) == level_of(by);
    }
    // The operand of n that is of this code and folded into n; -1 where neither is.
    int folds(int n, Code code) const {
        for (int child : {graph_[n].b, graph_[n].a})
            if (is_folded(child, n, code)) return child;
        return -1;
    }
    bool is_plain_both(int n, int by) const {
        return is_folded(n, by, Code::both) && folds(n, Code::around_cell) < 0 && folds(n, Code::step) < 0;
    }

    // What stands in the same two or more unions is a union of its own, put together once.
    void share() {
        std::map<int, std::vector<int>> where; // of each term the unions
        for (const auto& [whole, terms] : unions_)
            for (int term : terms) where[term].push_back(whole);
        std::map<std::vector<int>, std::vector<int>> together;
        for (const auto& [term, wholes] : where)
            if (wholes.size() > 1) together[wholes].push_back(term);
        for (const auto& [wholes, terms] : together) {
            if (terms.size() < 2) continue;
            shared_.push_back(terms);
            const int part = -int(shared_.size());
            for (int whole : wholes) {
                auto& of = unions_.at(whole);
                std::erase_if(of, [&](int term) { return std::ranges::find(terms, term) != terms.end(); });
                of.push_back(part);
            }
            for (int term : terms) used_[std::size_t(term)] -= int(wholes.size()) - 1;
        }
    }
    // The registers of a union's terms, put together until there are no more than so many, for node n.
    Registers registers_of(int whole, int n, std::size_t most, std::span<Program* const> levels) {
        return reduced(terms_of(unions_.at(whole), levels), n, most, levels);
    }
    Registers terms_of(const std::vector<int>& terms, std::span<Program* const> levels) {
        Registers all;
        for (int term : terms) all.push_back(need(term, levels));
        return all;
    }
    Registers reduced(Registers all, int n, std::size_t most, std::span<Program* const> levels) {
        while (all.size() > most) {
            const std::size_t few = std::min<std::size_t>(4, all.size() - most + 1);
            Operation o{few == 2 ? Code::either : Code::either_more};
            o.a = all[0], o.b = all[1], o.c = all[few - 2], o.x = std::int16_t(all[few - 1]);
            all.erase(all.begin(), all.begin() + std::ptrdiff_t(few));
            all.push_back(write(o, n, levels));
        }
        return all;
    }
    std::uint16_t union_of(const std::vector<int>& terms, int n, std::span<Program* const> levels) {
        if (const auto known = registers_.find(n); known != registers_.end()) return known->second;
        for (std::size_t i = 0; i < 2 && terms.size() == 2 && n >= 0; ++i) {
            const int rest = terms[i], less = terms[1 - i];
            if (!is_folded(less, n, Code::without)) continue;
            const Node& w = graph_[less];
            Operation o{Code::either_without};
            o.a = need(rest, levels), o.b = need(w.a, levels);
            const auto more =
                is_folded(w.b, less, Code::either) ? registers_of(w.b, n, 2, levels) : Registers{need(w.b, levels)};
            o.c = more[0], o.x = std::int16_t(more.back());
            return put(o, n, levels);
        }
        return registers_[n] = reduced(terms_of(terms, levels), n, 1, levels)[0];
    }

    // Writes an operation of node n into the program of its level, with a register of its own.
    std::uint16_t write(Operation o, int n, std::span<Program* const> levels) {
        o.to = std::uint16_t(is_set(o.code) ? sets_++ : numbers_++);
        rules_.registers = std::max(rules_.registers, sets_);
        rules_.number_registers = std::max(rules_.number_registers, numbers_);
        levels[std::min(std::size_t(level_of(n)), levels.size() - 1)]->push_back(o);
        return o.to;
    }
    std::uint16_t put(Operation o, int n, std::span<Program* const> levels) {
        return registers_[n] = write(o, n, levels);
    }

    Rules& rules_;
    const Graph& graph_;
    bool in_one_;
    std::vector<int> used_;                  // how often a node is asked for
    std::map<int, std::vector<int>> unions_; // their terms: nodes and, below 0, shared parts
    std::vector<std::vector<int>> shared_;   // part -1 is the first
    std::map<int, std::uint16_t> registers_; // of nodes and shared parts
    int sets_ = first_register, numbers_ = 0;
};

// A program of its own for one number.
int number_alone(Rules& rules, const Graph& graph, int node, Program& into) {
    if (node < 0) return -1;
    Frame frame(rules, graph, {node});
    return frame.need(node, into);
}

void after_of(Rules& rules, Graph& graph, const PlannedAfter& planned, Program& program, After& after) {
    std::vector<int> roots;
    const auto changed_plane = [&](int p) {
        return p != empty && (p != stones || rules.has_stones) && (p < empty || rules.kinds == 2) &&
               planned.plane[std::size_t(p)] != graph.plane(Plane(p));
    };
    for (int p = 0; p < planes; ++p)
        if (changed_plane(p)) roots.push_back(planned.plane[std::size_t(p)]);
    std::array<int, most_numbers> numbers;
    std::array<int, most_kinds> hand, their_hand;
    for (int n = 0; n < most_numbers; ++n) {
        int node = planned.number[std::size_t(n)];
        if (rules.is_cell[std::size_t(n)])
            node = node < 0 ? -1 : graph.make(Code::cell_of, node);
        else if (node == graph.make(Code::number, -1, -1, -1, n))
            node = -1;
        numbers[std::size_t(n)] = node;
        if (node >= 0) roots.push_back(node);
    }
    for (int k = 0; k < most_kinds; ++k) {
        const auto one = [&](int node, Code same) { return node == graph.make(same, -1, -1, -1, k) ? -1 : node; };
        hand[std::size_t(k)] = one(planned.hand[std::size_t(k)], Code::hand);
        their_hand[std::size_t(k)] = one(planned.their_hand[std::size_t(k)], Code::their_hand);
        for (int node : {hand[std::size_t(k)], their_hand[std::size_t(k)]})
            if (node >= 0) roots.push_back(node);
    }
    after.always_restarts = planned.restarts >= 0 && graph.constant_of(planned.restarts).value_or(0);
    const int restarts = after.always_restarts ? -1 : planned.restarts;
    if (restarts >= 0) roots.push_back(restarts);
    Frame frame(rules, graph, roots);
    for (int p = 0; p < planes; ++p) {
        after.plane[std::size_t(p)] = std::uint16_t(p);
        if (!changed_plane(p)) continue;
        after.changed |= std::uint16_t(1 << p);
        after.plane[std::size_t(p)] = frame.need(planned.plane[std::size_t(p)], program);
    }
    const auto number = [&](int node) { return std::int16_t(node < 0 ? -1 : frame.need(node, program)); };
    for (std::size_t n = 0; n < most_numbers; ++n) after.number[n] = number(numbers[n]);
    for (std::size_t k = 0; k < most_kinds; ++k)
        after.hand[k] = number(hand[k]), after.their_hand[k] = number(their_hand[k]);
    after.restarts = number(restarts);
}

// Which turns of the board leave all that the rules say as it is, and whether both colours play alike.
void find_symmetries(Rules& rules, Graph& graph, const Plan& plan) {
    std::vector<int> roots = plan.ends;
    roots.insert(roots.end(), plan.end_leads.begin(), plan.end_leads.end());
    roots.push_back(plan.stuck_lead);
    for (const PlannedMove& m : plan.moves) {
        roots.insert(roots.end(), m.from.begin(), m.from.end());
        roots.insert(roots.end(), {m.guard, m.must, m.after.restarts});
        for (int n : m.after.plane) roots.push_back(n);
        for (std::size_t n = 0; n < most_numbers; ++n) roots.push_back(m.after.number[n]);
        for (int n : m.after.hand) roots.push_back(n);
        for (int n : m.after.their_hand) roots.push_back(n);
    }
    std::vector<bool> seen(graph.nodes().size());
    // A kept cell is not turned with the board, be it looked at or only set: the moves would lead elsewhere.
    const bool keeps_cells = std::ranges::find(rules.is_cell, true) != rules.is_cell.end();
    const auto visit = [&](auto self, int n) -> void {
        if (n < 0 || seen[std::size_t(n)]) return;
        seen[std::size_t(n)] = true;
        const Node node = graph[n];
        const bool relates = (node.code >= Code::around_cell && node.code <= Code::step) ||
                             (node.code >= Code::flood && node.code <= Code::between) || node.code == Code::parts ||
                             node.code == Code::largest;
        if (relates)
            rules.colours_alike &=
                rules.relations[std::size_t(node.x)].to == rules.relations[std::size_t(node.x ^ 1)].to;
        if (node.code == Code::zone)
            rules.colours_alike &= rules.zones[std::size_t(node.x)] == rules.zones[std::size_t(node.x ^ 1)];
        if (node.code == Code::is_o) rules.colours_alike = false;
        for (int child : children(node)) self(self, child);
    };
    for (int n : roots) visit(visit, n);
    const auto& all = rules.geometry->symmetries();
    for (const Renaming& to : all)
        if (&to == &all.front() || (!keeps_cells && graph.is_kept(roots, to, false))) rules.kept.push_back(to);
    const auto as_x = std::ranges::find_if(all, [&](const Renaming& to) {
        return (&to == &all.front() || !keeps_cells) && graph.is_kept(roots, to, true);
    });
    rules.as_x = as_x == all.end() ? all.front() : *as_x;
}

}

void compile(Rules& rules, Graph& graph, const Plan& plan) {
    const int nodes_of_rules = int(graph.nodes().size());
    // What is listed and looked at before every move shares one frame.
    std::vector<int> roots = plan.ends;
    for (const PlannedMove& m : plan.moves) {
        roots.insert(roots.end(), m.from.begin(), m.from.end());
        roots.insert(roots.end(), {m.guard, m.must});
    }
    Frame frame(rules, graph, roots, false);
    for (std::size_t i = 0; i < plan.ends.size(); ++i) {
        rules.end[i].first = frame.need(plan.ends[i], rules.ends);
        Outcome& o = rules.end[i].second;
        if (o.kind == Outcome::lead) o.number = std::uint16_t(number_alone(rules, graph, plan.end_leads[i], o.program));
    }
    if (rules.stuck.kind == Outcome::lead)
        rules.stuck.number = std::uint16_t(number_alone(rules, graph, plan.stuck_lead, rules.stuck.program));
    for (std::size_t m = 0; m < plan.moves.size(); ++m) {
        const PlannedMove& planned = plan.moves[m];
        MoveRule& move = rules.moves[m];
        std::vector<Program*> levels;
        for (int i = 0; i <= move.choices; ++i) levels.push_back(&move.before[std::size_t(i)]);
        const std::span<Program* const> all(levels);
        if (planned.guard >= 0) move.guard = frame.need(planned.guard, all.first(1));
        for (std::size_t i = 0; i < planned.from.size(); ++i) {
            move.from[i] = frame.need(planned.from[i], all.first(i + 1));
            move.set_node[i] = planned.from[i];
        }
        if (planned.must >= 0) move.must = frame.need(planned.must, all);
        if (move.choices == 2 && !move.may_be_none[1]) {
            const Program& p = move.before[1];
            move.is_fused =
                p.size() == 1 && p[0].code == Code::both_around_cell && p[0].c == 0 && p[0].to == move.from[1];
            if (move.is_fused) move.fused_relation = std::uint16_t(p[0].x), move.fused_set = p[0].a;
        }
        frame.forget_above(0);
        after_of(rules, graph, planned.after, move.effect, move.after);
        if (move.has_half) after_of(rules, graph, planned.half, move.half, move.before_last);
        if (planned.gain >= 0) move.gain_number = number_alone(rules, graph, planned.gain, move.gain);
    }
    rules.value_number = number_alone(rules, graph, plan.value, rules.value);
    rules.nodes.assign(graph.nodes().begin(), graph.nodes().begin() + nodes_of_rules);
    find_symmetries(rules, graph, plan);
}

namespace {

// See Rules::widest(); what was found of a node is kept.
Cells widest_of(const Rules& rules, int node, int player, std::span<const Cell> chosen,
                std::unordered_map<int, Cells>& known);

}

Cells Rules::widest(int node, int player, std::span<const Cell> chosen) const {
    std::unordered_map<int, Cells> known;
    return widest_of(*this, node, player, chosen, known);
}

namespace {

Cells widest_now(const Rules& rules, int node, int player, std::span<const Cell> chosen,
                 std::unordered_map<int, Cells>& known) {
    const auto& [geometry, directions, relations, zones, nodes] =
        std::tie(rules.geometry, rules.directions, rules.relations, rules.zones, rules.nodes);
    Cells everything;
    for (int c = 0; c < geometry->size(); ++c) everything.set(std::size_t(c));
    const auto of = [&](int n) { return widest_of(rules, n, player, chosen, known); };
    const Node& n = nodes[std::size_t(node)];
    const std::size_t relation = std::size_t(n.x ^ player);
    const auto beyond = [&](const Cells& from) { // all along the relation's directions
        Cells out;
        for (std::size_t d = 0; d < directions.size(); ++d) {
            if (!(relations[relation].directions >> d & 1)) continue;
            for (int c = 0; c < geometry->size(); ++c)
                if (from[std::size_t(c)])
                    for (Cell at = directions[d].next[std::size_t(c)]; at != nowhere; at = directions[d].next[at])
                        out.set(at);
        }
        return out;
    };
    switch (n.code) {
    case Code::none_at_all: return {};
    case Code::chosen: {
        Cells one;
        if (std::size_t(n.x) < chosen.size() && chosen[std::size_t(n.x)] != nowhere) one.set(chosen[std::size_t(n.x)]);
        return one;
    }
    case Code::zone: return zones[relation];
    case Code::both: return of(n.a) & of(n.b);
    case Code::either: return of(n.a) | of(n.b);
    case Code::without: {
        const Node& b = nodes[std::size_t(n.b)];
        return b.code == Code::zone || b.code == Code::chosen ? of(n.a) & ~of(n.b) : of(n.a);
    }
    case Code::when:
    case Code::nearest:
    case Code::farthest:
    case Code::row: return of(n.a);
    case Code::around_cell:
        return std::size_t(n.c) < chosen.size() && chosen[std::size_t(n.c)] != nowhere
                   ? relations[relation].to[chosen[std::size_t(n.c)]]
                   : Cells();
    case Code::around:
    case Code::around_one:
    case Code::step: {
        const Cells from = of(n.a);
        Cells out;
        for (int c = 0; c < geometry->size(); ++c)
            if (from[std::size_t(c)]) out |= relations[relation].to[std::size_t(c)];
        return out;
    }
    case Code::flood: return of(n.b);
    case Code::slide: return beyond(of(n.a)) & of(n.b);
    case Code::over:
    case Code::leap: return beyond(of(n.a));
    case Code::hops: return beyond(of(n.a)) & of(n.c);
    default: return everything;
    }
}
Cells widest_of(const Rules& rules, int node, int player, std::span<const Cell> chosen,
                std::unordered_map<int, Cells>& known) {
    if (const auto found = known.find(node); found != known.end()) return found->second;
    return known[node] = widest_now(rules, node, player, chosen, known);
}

}

void Rules::every_way(std::size_t move, const std::function<void(std::span<const Cell>)>& f) const {
    const MoveRule& m = moves[move];
    std::array<Cell, most_choices> cells{};
    const auto choose = [&](auto self, std::size_t i) -> void {
        if (i == std::size_t(m.choices)) return f(std::span(cells).first(i));
        const auto before = std::span<const Cell>(cells).first(i);
        const Cells set = widest(m.set_node[i], 0, before) | widest(m.set_node[i], 1, before);
        for (int c = 0; c < geometry->size(); ++c)
            if (set[std::size_t(c)]) cells[i] = Cell(c), self(self, i + 1);
        if (m.may_be_none[i]) cells[i] = nowhere, self(self, i + 1);
    };
    choose(choose, 0);
}

}
