#include "games/written/graph.hpp"
#include <algorithm>
#include <bit>

namespace tavoliere::written {

void Graph::begin() {
    Cells cells;
    for (int c = 0; c < rules_.geometry->size(); ++c) cells.set(std::size_t(c));
    zone({cells, cells});
}

int Graph::intern(Node n) {
    if (const auto known = known_.find(n); known != known_.end()) return known->second;
    if (int(nodes_.size()) >= most_) {
        overflows_ = true;
        return 0;
    }
    for (int child : {n.a, n.b, n.c})
        if (child >= 0) n.level = std::max(n.level, nodes_[std::size_t(child)].level);
    if (n.code == Code::chosen) n.level = n.x + 1;
    if (n.code == Code::around_cell) n.level = n.c + 1; // c is a choice here
    const int number = int(nodes_.size());
    nodes_.push_back(n);
    known_.emplace(n, number);
    around_.push_back(planes_around(number));
    return number;
}

int Graph::zone(const ZonePair& z, bool of_other) {
    if (z.x.none() && z.o.none()) return nothing();
    auto& zones = rules_.zones;
    std::size_t id = 0;
    while (2 * id < zones.size() && !(zones[2 * id] == z.x && zones[2 * id + 1] == z.o)) ++id;
    if (2 * id == zones.size()) {
        if (id >= std::size_t(most_zones)) return overflows_ = true, 0;
        zones.push_back(z.x), zones.push_back(z.o);
    }
    const bool same = z.x == z.o;
    return intern({Code::zone, -1, -1, -1, int(2 * id) + (of_other && !same)});
}

int Graph::relation(const Pair& r) {
    auto& list = rules_.relations;
    for (std::size_t i = 0; i < list.size(); i += 2)
        if (list[i].to == r.to[0] && list[i + 1].to == r.to[1]) return int(i / 2);
    if (list.size() >= 2 * std::size_t(most_relations)) return overflows_ = true, 0;
    for (const auto& to : r.to) {
        RelationData data{to};
        std::vector<Cells> sum(to.size());
        for (std::size_t d = 0; d < rules_.directions.size(); ++d) {
            const auto& next = rules_.directions[d].next;
            bool within = true;
            for (std::size_t c = 0; c < to.size() && within; ++c) within = next[c] == nowhere || to[c][next[c]];
            if (!within) continue;
            data.directions |= 1u << d;
            for (std::size_t c = 0; c < to.size(); ++c)
                if (next[c] != nowhere) sum[c].set(next[c]);
        }
        data.is_straight = sum == to;
        if (!data.is_straight) data.directions = 0;
        list.push_back(std::move(data));
    }
    return int(list.size() / 2) - 1;
}

unsigned Graph::planes_around(int n) const {
    const Node& node = nodes_[std::size_t(n)];
    const auto of = [&](int child) { return around_[std::size_t(child)]; };
    switch (node.code) {
    case Code::plane: return 1u << node.x;
    case Code::chosen: return of(node.a);
    case Code::both: return of(node.a) | of(node.b);
    case Code::either: return of(node.a) & of(node.b);
    case Code::without:
    case Code::when:
    case Code::nearest:
    case Code::farthest:
    case Code::row: return of(node.a);
    case Code::flood:
    case Code::slide: return of(node.b);
    case Code::hops: return of(node.c);
    default: return 0;
    }
}

bool Graph::is_disjoint(int a, int b) const {
    const unsigned of_a = around_[std::size_t(a)], of_b = around_[std::size_t(b)];
    if (!of_a || !of_b) return false;
    return std::popcount(of_a | of_b) > 1; // two planes have no cell in common
}

std::optional<int> Graph::constant_of(int n) const {
    const Node& node = nodes_[std::size_t(n)];
    return node.code == Code::constant ? std::optional(node.x) : std::nullopt;
}

int Graph::negate(int k) {
    const Node n = nodes_[std::size_t(k)];
    switch (n.code) {
    case Code::any: return make(Code::none, n.a);
    case Code::none: return make(Code::any, n.a);
    case Code::negate: return n.a;
    default: return make(Code::negate, k);
    }
}

void Graph::flatten(Code code, int n, std::vector<int>& out) const {
    const Node& node = nodes_[std::size_t(n)];
    if (node.code != code) return out.push_back(n);
    flatten(code, node.a, out);
    flatten(code, node.b, out);
}

// Do they have all that may stand on a cell among them? Then together they are the board.
bool Graph::holds_planes(const std::vector<int>& sets) const {
    unsigned left = 1u << mine | 1u << theirs | 1u << empty;
    if (rules_.has_stones) left |= 1u << stones;
    if (rules_.kinds == 2) left |= 1u << mine_too | 1u << theirs_too;
    for (int n : sets)
        if (const Node& node = nodes_[std::size_t(n)]; node.code == Code::plane) left &= ~(1u << node.x);
    return !left;
}

// The same operands in the same order however they were put together: those known before more choices are made come first, so
// that they are worked out before.
int Graph::chain(Code code, int a, int b) {
    std::vector<int> all;
    flatten(code, a, all);
    flatten(code, b, all);
    std::ranges::sort(all, {}, [&](int n) { return std::pair(nodes_[std::size_t(n)].level, n); });
    const auto twice = std::ranges::unique(all);
    all.erase(twice.begin(), twice.end());
    if (code == Code::both) {
        std::erase_if(all, [&](int n) { return is_all(n); });
        if (all.empty()) return this->all();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (nodes_[std::size_t(all[i])].code == Code::none_at_all) return nothing();
            for (std::size_t j = 0; j < i; ++j)
                if (is_disjoint(all[i], all[j])) return nothing();
        }
    } else {
        std::erase_if(all, [&](int n) { return nodes_[std::size_t(n)].code == Code::none_at_all; });
        if (all.empty()) return nothing();
        for (int n : all)
            if (is_all(n)) return n;
        if (holds_planes(all)) return this->all();
    }
    int result = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) result = intern({code, result, all[i]});
    return result;
}

int Graph::make(Code code, int a, int b, int c, int x) {
    const auto code_of = [&](int n) { return nodes_[std::size_t(n)].code; };
    const auto is_nothing = [&](int n) { return n >= 0 && code_of(n) == Code::none_at_all; };
    const auto k = [&](int n) { return n >= 0 ? constant_of(n) : std::nullopt; };
    switch (code) {
    case Code::both:
    case Code::either: return chain(code, a, b);
    case Code::without: {
        if (is_nothing(a) || is_nothing(b) || is_disjoint(a, b)) return a;
        if (a == b || is_all(b)) return nothing();
        if (code_of(b) == Code::either) { // what is disjoint of it need not be taken away
            std::vector<int> parts;
            flatten(Code::either, b, parts);
            std::erase_if(parts, [&](int n) { return is_disjoint(a, n); });
            if (parts.empty()) return a;
            int left = parts[0];
            for (std::size_t i = 1; i < parts.size(); ++i) left = either(left, parts[i]);
            b = left;
        }
        if (code_of(a) == Code::without) {
            const Node inner = nodes_[std::size_t(a)];
            return make(Code::without, inner.a, either(inner.b, b));
        }
        return intern({code, a, b});
    }
    case Code::when:
        if (is_nothing(a)) return a;
        if (const auto n = k(b)) return *n ? a : nothing();
        if (code_of(b) == Code::any && nodes_[std::size_t(b)].a == a) return a;
        return intern({code, a, b});
    case Code::around:
        if (is_nothing(a)) return a;
        if (code_of(a) == Code::chosen) return intern({Code::around_cell, -1, -1, nodes_[std::size_t(a)].x, x});
        if (code_of(a) == Code::nearest || code_of(a) == Code::farthest || code_of(a) == Code::kept_cell)
            return intern({Code::around_one, a, -1, -1, x});
        if (std::popcount(rules_.relations[std::size_t(x)].directions) == 1 &&
            std::popcount(rules_.relations[std::size_t(x ^ 1)].directions) == 1)
            return intern({Code::step, a, -1, -1, x});
        return intern({code, a, -1, -1, x});
    case Code::nearest:
    case Code::farthest:
    case Code::row:
        if (is_nothing(a)) return a;
        return intern({code, a, b, c, x});
    case Code::flood:
    case Code::slide:
    case Code::over:
    case Code::span:
        if (is_nothing(a) || is_nothing(b)) return nothing();
        return intern({code, a, b, c, x});
    case Code::any:
    case Code::count:
        if (is_nothing(a)) return constant(0);
        if (code == Code::count && code_of(a) == Code::zone) { // of as many cells for either player
            const int zone = nodes_[std::size_t(a)].x;
            const std::size_t cells = rules_.zones[std::size_t(zone)].count();
            if (rules_.zones[std::size_t(zone ^ 1)].count() == cells) return constant(int(cells));
        }
        return intern({code, a});
    case Code::none:
        if (is_nothing(a)) return constant(1);
        return intern({code, a});
    case Code::plus:
    case Code::times:
        if (const auto m = k(a), n = k(b); m && n)
            return constant(code == Code::plus ? int(unsigned(*m) + unsigned(*n)) : int(unsigned(*m) * unsigned(*n)));
        if (code == Code::plus && k(a) == 0) return b;
        if (code == Code::plus && k(b) == 0) return a;
        if (code == Code::times && k(a) == 1) return b;
        if (code == Code::times && k(b) == 1) return a;
        if (a > b) std::swap(a, b);
        return intern({code, a, b});
    case Code::minus:
        if (const auto m = k(a), n = k(b); m && n) return constant(int(unsigned(*m) - unsigned(*n)));
        if (k(b) == 0) return a;
        return intern({code, a, b});
    case Code::less:
        if (const auto m = k(a), n = k(b); m && n) return constant(*m < *n);
        if (const auto n = k(b); n && *n == std::int16_t(*n)) return intern({Code::below, a, -1, -1, *n});
        if (const auto m = k(a); m && *m + 1 == std::int16_t(*m + 1))
            return negate(intern({Code::below, b, -1, -1, *m + 1}));
        return intern({code, a, b});
    case Code::equal:
        if (const auto m = k(a), n = k(b); m && n) return constant(*m == *n);
        if (k(a)) std::swap(a, b);
        if (k(b) == 0 && code_of(a) == Code::minus) {
            const Node difference = nodes_[std::size_t(a)];
            return make(Code::equal, difference.a, difference.b);
        }
        if (const auto n = k(b); n && *n == std::int16_t(*n)) return intern({Code::is, a, -1, -1, *n});
        if (a > b) std::swap(a, b);
        return intern({code, a, b});
    case Code::conj:
    case Code::disj: {
        const bool stops = code == Code::disj;
        for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
            if (const auto n = k(one)) return bool(*n) == stops ? constant(stops) : other;
        if (a > b) std::swap(a, b);
        return intern({code, a, b});
    }
    case Code::negate:
        if (const auto n = k(a)) return constant(!*n);
        return intern({code, a});
    default: return intern({code, a, b, c, x});
    }
}

double Graph::most_of(int n) const {
    most_cells_.resize(nodes_.size(), -1);
    double& known = most_cells_[std::size_t(n)];
    if (known < 0) {
        const double most = most_now(n); // which may find those of others
        return most_cells_[std::size_t(n)] = most;
    }
    return known;
}
double Graph::most_now(int n) const {
    const Node& node = nodes_[std::size_t(n)];
    const double size = rules_.geometry->size();
    const auto degree = [&](int relation) { // the most cells that one of them gives
        double most = 0;
        for (int other : {0, 1})
            for (const Cells& to : rules_.relations[std::size_t(relation ^ other)].to)
                most = std::max(most, double(to.count()));
        return most;
    };
    const auto line = [&](int relation) { // the most cells on the straight lines from a cell
        const auto& r = rules_.relations[std::size_t(relation)];
        double sum = 0;
        for (std::size_t d = 0; d < rules_.directions.size(); ++d) {
            if (!(r.directions >> d & 1)) continue;
            std::vector<int> length(std::size_t(size), -1);
            double longest = 0;
            for (int c = 0; c < int(size); ++c) {
                double steps = 0;
                for (Cell at = rules_.directions[d].next[std::size_t(c)]; at != nowhere && steps < size;
                     at = rules_.directions[d].next[at])
                    ++steps;
                longest = std::max(longest, steps);
            }
            sum += longest;
        }
        return sum;
    };
    switch (node.code) {
    case Code::none_at_all: return 0;
    case Code::chosen:
    case Code::kept_cell:
    case Code::nearest:
    case Code::farthest: return 1;
    case Code::zone:
        return double(
            std::max(rules_.zones[std::size_t(node.x)].count(), rules_.zones[std::size_t(node.x ^ 1)].count()));
    case Code::both: return std::min(most_of(node.a), most_of(node.b));
    case Code::either: return std::min(size, most_of(node.a) + most_of(node.b));
    case Code::without:
    case Code::when:
    case Code::row:
    case Code::step: return most_of(node.a);
    case Code::around_cell:
    case Code::around_one: return degree(node.x);
    case Code::around: return std::min(size, degree(node.x) * most_of(node.a));
    case Code::flood: return most_of(node.b);
    case Code::slide: return std::min(most_of(node.b), line(node.x) * most_of(node.a));
    case Code::over:
    case Code::leap: return std::min(size, 8 * most_of(node.a));
    case Code::hops: return std::min(most_of(node.c), line(node.x) * most_of(node.a));
    default: return size;
    }
}

double Graph::cost_of(int n) const {
    const double size = rules_.geometry->size();
    switch (nodes_[std::size_t(n)].code) {
    case Code::flood: return size;
    case Code::over:
    case Code::slide:
    case Code::hops: return 60;
    case Code::span: return 120;
    case Code::row:
    case Code::leap: return 20;
    case Code::between: return size;
    case Code::parts:
    case Code::largest: return 2 * size;
    case Code::around: return 8;
    default: return 1;
    }
}

int Graph::turned(int n, const Renaming& to, bool players_change, std::unordered_map<int, int>& done) {
    if (const auto found = done.find(n); found != done.end()) return found->second;
    const Node node = nodes_[std::size_t(n)];
    const auto cells = [&](const Cells& from) {
        Cells r;
        for (std::size_t c = 0; c < to.size(); ++c)
            if (from[c]) r.set(to[c]);
        return r;
    };
    const auto child = [&](int of) { return of < 0 ? -1 : turned(of, to, players_change, done); };
    const auto relation = [&](int x) {
        const int base = x & ~1;
        if (const auto known = turned_relations_.find(base); known != turned_relations_.end())
            return known->second < 0 ? -1 : known->second + (x & 1);
        int& found = turned_relations_[base];
        found = -1;
        Pair r;
        for (std::size_t player : {0u, 1u}) {
            const auto& from = rules_.relations[std::size_t(base) + (player ^ unsigned(players_change))].to;
            r.to[player].resize(from.size());
            for (std::size_t c = 0; c < from.size(); ++c) r.to[player][to[c]] = cells(from[c]);
        }
        auto& list = rules_.relations; // none is added for a symmetry's sake
        for (std::size_t i = 0; i < list.size(); i += 2)
            if (list[i].to == r.to[0] && list[i + 1].to == r.to[1]) found = int(i);
        return found < 0 ? -1 : found + (x & 1);
    };
    int image = -1;
    switch (node.code) {
    case Code::kept_cell: break; // not turned with the board
    case Code::zone: {
        const auto of = [&](int player) {
            return cells(rules_.zones[std::size_t(node.x & ~1) + unsigned(player ^ int(players_change))]);
        };
        const ZonePair z{of(0), of(1)};
        for (std::size_t i = 0; i < rules_.zones.size() && image < 0; i += 2)
            if (rules_.zones[i] == z.x && rules_.zones[i + 1] == z.o)
                image = intern({Code::zone, -1, -1, -1, int(i) + (node.x & 1)});
        break;
    }
    case Code::around_cell:
        if (const int r = relation(node.x); r >= 0) image = intern({Code::around_cell, -1, -1, node.c, r});
        break;
    case Code::is_o: image = players_change ? negate(n) : n; break;
    default: {
        const bool relates = (node.code >= Code::around && node.code <= Code::step) ||
                             (node.code >= Code::flood && node.code <= Code::between) || node.code == Code::parts ||
                             node.code == Code::largest;
        const int x = relates ? relation(node.x) : node.x;
        if (relates && x < 0) break;
        const bool has_c = node.code == Code::span || node.code == Code::hops || node.code == Code::leap;
        const int a = child(node.a), b = child(node.b), c = has_c ? child(node.c) : node.c;
        if ((node.a >= 0 && a < 0) || (node.b >= 0 && b < 0) || (has_c && node.c >= 0 && c < 0)) break;
        if (node.code == Code::negate)
            image = negate(a);
        else
            image =
                make(node.code == Code::step || node.code == Code::around_one ? Code::around : node.code, a, b, c, x);
    }
    }
    return done[n] = image;
}

bool Graph::is_kept(const std::vector<int>& roots, const Renaming& to, bool players_change) {
    std::unordered_map<int, int> done;
    turned_relations_.clear();
    most_ = 40 * most_nodes;
    const bool was = overflows_;
    const bool same =
        std::ranges::all_of(roots, [&](int n) { return n < 0 || turned(n, to, players_change, done) == n; });
    const bool fits = !overflows_;
    overflows_ = was;
    return same && fits;
}

}
