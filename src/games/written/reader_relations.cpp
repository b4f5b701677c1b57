// Relations of a text: chain {| chain | - chain | & chain},  chain := part {. part},  part := atom {*}
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <bit>

namespace tavoliere::written {

Pair Reader::none() const {
    return {{std::vector<Cells>(std::size_t(rules_->geometry->size())),
             std::vector<Cells>(std::size_t(rules_->geometry->size()))}};
}

Pair Reader::relation() {
    if (++depth_ > 60) return fail("this is too deep; simpler definitions do"), none();
    Pair r = chain();
    while (ok()) {
        if (taken("|"))
            each_cell(r, chain(), [](Cells& a, const Cells& b) { a |= b; });
        else if (taken("-"))
            each_cell(r, chain(), [](Cells& a, const Cells& b) { a &= ~b; });
        else if (taken("&"))
            each_cell(r, chain(), [](Cells& a, const Cells& b) { a &= b; });
        else
            break;
    }
    --depth_;
    return r;
}

Pair Reader::chain() {
    Pair r = part();
    while (ok() && taken(".")) {
        worked(2000);
        const Pair b = part();
        for (std::size_t player : {0u, 1u})
            for (Cells& to : r.to[player]) {
                Cells further;
                for (std::size_t c = 0; c < b.to[player].size(); ++c)
                    if (to[c]) further |= b.to[player][c];
                to = further;
            }
    }
    return r;
}

Pair Reader::part() {
    Pair r = atom();
    while (ok() && taken("*")) r = to_the_edge(r);
    return r;
}

// A relation of straight directions, as far as they go.
Pair Reader::to_the_edge(const Pair& r) {
    Pair out = none();
    worked(500);
    for (std::size_t player : {0u, 1u}) {
        Cells_list sum(r.to[player].size());
        for (const Direction& d : rules_->directions) {
            bool within = true;
            for (std::size_t c = 0; c < sum.size() && within; ++c)
                within = d.next[c] == nowhere || r.to[player][c][d.next[c]];
            if (!within) continue;
            for (std::size_t c = 0; c < sum.size(); ++c) {
                if (d.next[c] != nowhere) sum[c].set(d.next[c]);
                for (Cell at = d.next[c]; at != nowhere; at = d.next[at]) out.to[player][c].set(at);
            }
        }
        if (sum != r.to[player])
            return fail("* goes on along straight directions; this relation is none or has others too"), out;
    }
    return out;
}

bool Reader::is_relation(std::string_view name) const {
    return words::is_in(words::relations, name) || relations_.contains(std::string(name)) || direction(name) >= 0 ||
           (words::is_in(words::under_along, name) && along_ >= 0);
}

Pair Reader::atom() {
    const Geometry& g = *rules_->geometry;
    worked(20);
    Pair r = none();
    if (taken("(")) {
        r = relation();
        close(")");
        return r;
    }
    if (taken("their")) {
        r = atom();
        std::swap(r.to[0], r.to[1]);
        return r;
    }
    if (words::is_in(words::of_zones, peek())) { // from(ZONE, R): of those cells alone
        const bool from = next() == "from";
        close("(");
        const ZonePair z = zone();
        close(",");
        r = relation();
        close(")");
        for (std::size_t player : {0u, 1u})
            for (std::size_t c = 0; c < r.to[player].size(); ++c) {
                const Cells& cells = player ? z.o : z.x;
                if (!from)
                    r.to[player][c] &= cells;
                else if (!cells[c])
                    r.to[player][c].reset();
            }
        return r;
    }
    const auto name = next_word("a relation");
    if (const auto known = relations_.find(std::string(name)); known != relations_.end()) return known->second;
    int d = direction(name);
    if (words::is_in(words::under_along, name) && along_ >= 0)
        d = name == "dir" ? along_ : rules_->directions[std::size_t(along_)].opposite;
    if (d < 0 && !words::is_in(words::relations, name)) {
        auto names = words::all_of({words::relations});
        for (const auto& [n, p] : relations_) names.push_back(n);
        for (const Direction& one : rules_->directions) names.push_back(one.name);
        if (is_foreign_direction(name)) return r;
        unknown(name,
                "is no relation of this board; directions, side, corner, beyond, self, mirror and those that the "
                "text names are",
                names);
        return r;
    }
    for (int c = 0; c < g.size(); ++c) {
        Cells to;
        if (d >= 0) {
            if (const Cell n = rules_->directions[std::size_t(d)].next[std::size_t(c)]; n != nowhere) to.set(n);
        } else if (name == "self") {
            to.set(std::size_t(c));
        } else if (name == "side" || name == "corner") {
            for (Cell n : name == "side" ? g.over_edge(Cell(c)) : g.over_corner(Cell(c))) to.set(n);
        } else if (name == "beyond") {
            for (const auto* around : {&g.over_edge(Cell(c)), &g.over_corner(Cell(c))})
                for (Cell n : *around)
                    if (const Cell b = g.beyond(Cell(c), n); b != nowhere) to.set(b);
        } else { // mirror: columns and rows exchanged
            const NameParts at = *parse_name(g.name(Cell(c)));
            if (const auto m =
                    g.find(column_letters(at.row - 0) + std::to_string(at.column + 1) + std::string(at.rest)))
                to.set(*m);
        }
        r.to[0][std::size_t(c)] = r.to[1][std::size_t(c)] = to;
    }
    return r;
}

int Reader::used(const Pair& r) {
    if (!ok()) return 0;
    const int id = graph_.relation(r);
    too_much();
    return 2 * id;
}

int Reader::straight_argument() {
    const Token at = here();
    const int r = relation_argument();
    if (ok() && !(rules_->relations[std::size_t(r)].is_straight && rules_->relations[std::size_t(r + 1)].is_straight))
        fail_at(at, "straight directions are needed here, such as n or side on this board");
    return r;
}

int Reader::one_direction() {
    const Token at = here();
    const int r = straight_argument();
    if (ok() && (std::popcount(rules_->relations[std::size_t(r)].directions) != 1 ||
                 std::popcount(rules_->relations[std::size_t(r + 1)].directions) != 1))
        fail_at(at, "a single direction is needed here, such as n, or dir under each and along");
    return r;
}

int Reader::all_directions() {
    Pair r = none();
    for (const Direction& d : rules_->directions)
        for (std::size_t player : {0u, 1u})
            for (std::size_t c = 0; c < r.to[player].size(); ++c)
                if (d.next[c] != nowhere) r.to[player][c].set(d.next[c]);
    if (rules_->directions.empty()) fail("this board has no straight lines");
    return used(r);
}

}
