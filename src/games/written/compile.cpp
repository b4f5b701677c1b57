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

// Programs that share registers.
class Frame {
public:
    Frame(Rules& rules, const Graph& graph, std::vector<int> roots)
        : rules_(rules), graph_(graph), used_(graph.nodes().size()) {
        std::vector<bool> seen(graph.nodes().size());
        const auto visit = [&](auto self, int n) -> void {
            if (n < 0) return;
            ++used_[std::size_t(n)];
            if (seen[std::size_t(n)]) return;
            seen[std::size_t(n)] = true;
            for (int child : children(graph[n])) self(self, child);
        };
        for (int root : roots) {
            visit(visit, root);
            if (root >= 0) ++used_[std::size_t(root)]; // never folded into another
        }
    }

    // Has node n worked out, each part of it in the program of its level, and gives its register.
    std::uint16_t need(int n, std::span<Program* const> levels) {
        const Node& node = graph_[n];
        if (node.code == Code::plane) return std::uint16_t(node.x);
        if (node.code == Code::chosen) return std::uint16_t(first_choice + node.x);
        if (const auto known = registers_.find(n); known != registers_.end()) return known->second;
        Operation o{node.code};
        o.x = std::int16_t(node.x);
        const auto foldable = [&](int child, Code code) {
            return graph_[child].code == code && used_[std::size_t(child)] == 1 && !registers_.contains(child);
        };
        if (node.code == Code::both && (foldable(node.a, Code::around_cell) || foldable(node.b, Code::around_cell))) {
            const bool second = foldable(node.b, Code::around_cell);
            const Node& r = graph_[second ? node.b : node.a];
            o.code = Code::both_around_cell;
            o.a = need(second ? node.a : node.b, levels);
            o.c = std::uint16_t(r.c), o.x = std::int16_t(r.x);
        } else if (node.code == Code::both && (foldable(node.a, Code::step) || foldable(node.b, Code::step))) {
            const bool second = foldable(node.b, Code::step);
            const Node& r = graph_[second ? node.b : node.a];
            o.code = Code::both_step;
            o.a = need(second ? node.a : node.b, levels);
            o.b = need(r.a, levels), o.x = std::int16_t(r.x);
        } else if (node.code == Code::around_cell) {
            o.c = std::uint16_t(node.c);
        } else {
            const auto [a, b, c] = children(node);
            if (a >= 0) o.a = need(a, levels);
            if (b >= 0) o.b = need(b, levels);
            if (c >= 0) o.c = need(c, levels);
            if (node.code == Code::row) o.c = std::uint16_t(-1 - node.c);
        }
        o.to = std::uint16_t(is_set(node.code) ? sets_++ : numbers_++);
        rules_.registers = std::max(rules_.registers, sets_);
        rules_.number_registers = std::max(rules_.number_registers, numbers_);
        levels[std::min(std::size_t(node.level), levels.size() - 1)]->push_back(o);
        registers_[n] = o.to;
        return o.to;
    }
    std::uint16_t need(int n, Program& into) {
        Program* const one[] = {&into};
        return need(n, one);
    }
    // What was worked out in programs of a move's choices is not there for the next move.
    void forget_above(int level) {
        std::erase_if(registers_, [&](const auto& known) { return graph_[known.first].level > level; });
    }

private:
    Rules& rules_;
    const Graph& graph_;
    std::vector<int> used_;
    std::map<int, std::uint16_t> registers_;
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
        const bool relates = (node.code >= Code::around_cell && node.code <= Code::both_step) ||
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
    Frame frame(rules, graph, roots);
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
