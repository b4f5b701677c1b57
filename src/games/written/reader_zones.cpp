// Zones of a text: part {| part | - part | & part}, left to right
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <algorithm>
#include <cmath>

namespace tavoliere::written {

ZonePair Reader::zone() {
    if (++depth_ > 60) return fail("this is too deep; simpler definitions do"), ZonePair();
    ZonePair z = zone_part();
    while (ok()) {
        if (taken("|")) {
            const ZonePair b = zone_part();
            z = {z.x | b.x, z.o | b.o};
        } else if (peek() == "-") {
            const auto is_cell = [&](const Token& t) { return rules_->geometry->find(t.text).has_value(); };
            const bool one = is_cell(back());
            next();
            const Token at = here();
            const ZonePair b = zone_part();
            if (one && is_cell(at) && (z.x & b.x).none())
                return fail_at(at, "a - b is a without b, and nothing is taken away here; cells are named one by one, "
                                   "as in a1 b1 c1"),
                       z;
            z = {z.x & ~b.x, z.o & ~b.o};
        } else if (taken("&")) {
            const ZonePair b = zone_part();
            z = {z.x & b.x, z.o & b.o};
        } else
            break;
    }
    --depth_;
    return z;
}

ZonePair Reader::zone_part() {
    const Geometry& g = *rules_->geometry;
    if (taken("(")) {
        const ZonePair z = zone();
        close(")");
        return z;
    }
    if (taken("their")) {
        const ZonePair z = zone_part();
        return {z.o, z.x};
    }
    Cells z;
    if (g.find(peek())) {
        while (const auto c = g.find(peek())) z.set(*c), next();
        return {z, z};
    }
    if (is_relation(peek()) && (peek(1) == "(" || peek(1) == "*")) { // the cells that it gives
        const Pair r = part();
        close("(");
        const ZonePair of = zone();
        close(")");
        ZonePair out;
        for (int c = 0; c < g.size(); ++c) {
            if (of.x[std::size_t(c)]) out.x |= r.to[0][std::size_t(c)];
            if (of.o[std::size_t(c)]) out.o |= r.to[1][std::size_t(c)];
        }
        return out;
    }
    const Token at = here();
    const auto name = next_word("a zone");
    if (const auto known = zones_.find(std::string(name)); known != zones_.end()) return known->second;
    if (const OptionInfo* o = option_of(name)) {
        if (o->kind == OptionInfo::Kind::cells) {
            const auto cells = options_.cells(name, g);
            if (!cells) return fail_at(at, cells.error().text), ZonePair();
            for (Cell c : *cells) z.set(c);
            return {z, z};
        }
        return fail_at(at, in_quotes(name) + " is an option, but no set of cells; one of kind cells is"), ZonePair();
    }
    int low = 999, high = -1, right = -1;
    for (int c = 0; c < g.size(); ++c) {
        const NameParts p = *parse_name(g.name(Cell(c)));
        low = std::min(low, p.row), high = std::max(high, p.row), right = std::max(right, p.column);
    }
    const auto pick = [&](auto wanted) {
        for (int c = 0; c < g.size(); ++c) z[std::size_t(c)] = wanted(*parse_name(g.name(Cell(c))), Cell(c));
        return ZonePair{z, z};
    };
    if (name == "all") return pick([](NameParts, Cell) { return true; });
    if (name == "none") return {};
    if (name == "dark") return pick([](NameParts p, Cell) { return (p.column + p.row) % 2 == 0; });
    if (name == "top") return pick([&](NameParts p, Cell) { return p.row == high; });
    if (name == "bottom") return pick([&](NameParts p, Cell) { return p.row == low; });
    if (name == "left") return pick([](NameParts p, Cell) { return p.column == 0; });
    if (name == "right") return pick([&](NameParts p, Cell) { return p.column == right; });
    if (name == "centre") { // the cells nearest to the middle
        const Point m{(g.low().x + g.high().x) / 2, (g.low().y + g.high().y) / 2};
        const auto away = [&](Cell c) { return std::hypot(g.centre(c).x - m.x, g.centre(c).y - m.y); };
        double least = 1e9;
        for (int c = 0; c < g.size(); ++c) least = std::min(least, away(Cell(c)));
        return pick([&](NameParts, Cell c) { return away(c) < least + 1e-6; });
    }
    if (name == "row" || name == "column") {
        const bool is_row = name == "row";
        const int n = whole(1, 250) - 1;
        return pick([&](NameParts p, Cell) { return (is_row ? p.row : p.column) == n; });
    }
    if (name == "rim") { // no neighbour that way
        const Token dir = here();
        const int d = direction(next_word("a direction"));
        if (d < 0)
            return ok() ? (fail_at(dir, in_quotes(dir.text) + " is no direction of this board; rim is followed by one"),
                           ZonePair())
                        : ZonePair();
        return pick([&](NameParts, Cell c) { return rules_->directions[std::size_t(d)].next[c] == nowhere; });
    }
    if (name == "tip") { // what reaches farthest that way
        const auto way = next_word("ne, nw, se or sw");
        if (!words::is_in(words::tips, way))
            return unknown(way, "is no corner of a board; ne, nw, se and sw are", words::all_of({words::tips})),
                   ZonePair();
        const double y = way[0] == 'n' ? -1 : 1, x = way[1] == 'e' ? 1 : -1;
        const auto reach = [&](Cell c) {
            double most = -1e9;
            for (const Point& p : g.outline(c)) most = std::max(most, p.x * x + p.y * y);
            return most;
        };
        double most = -1e9;
        for (int c = 0; c < g.size(); ++c) most = std::max(most, reach(Cell(c)));
        return pick([&](NameParts, Cell c) { return reach(c) > most - 1e-6; });
    }
    if (name == "marked") { // marked OPTION BIT: the cells whose digit has that bit
        const auto which = next_name("an option of kind marks");
        const OptionInfo* o = option_of(which);
        if (!o || o->kind != OptionInfo::Kind::text)
            return ok() ? (unknown(which, "is no option of kind marks", option_names()), ZonePair()) : ZonePair();
        const int bit = whole(1, 8);
        const auto& given = options_.given(which);
        const std::string_view digits = given ? std::string_view(*given) : o->standard;
        std::string all;
        for (char c : digits)
            if (c != '.') all += c;
        if (int(all.size()) != g.size())
            return fail_at(at, std::string(which) + " has " + std::to_string(all.size()) + " digits; the board has " +
                                   std::to_string(g.size()) + " cells"),
                   ZonePair();
        for (std::size_t c = 0; c < all.size(); ++c) {
            const auto value = std::string_view("0123456789abcdef").find(all[c]);
            if (value == std::string_view::npos)
                return fail_at(at,
                               in_quotes(all) + " has a letter that is no hexadecimal digit; 0 to 9 and a to f are"),
                       ZonePair();
            z[c] = value & std::size_t(bit);
        }
        return {z, z};
    }
    auto names = words::all_of({words::zones});
    for (const auto& [n, v] : zones_) names.push_back(n);
    unknown(name, "is no zone and no cell of this board; top, row 1, a1 b2 and those that the text names are", names);
    return {};
}

}
