// The board of a text, its directions, what stands on it at first and what is drawn there.
#include "games/written/reader.hpp"
#include "games/written/words.hpp"
#include <algorithm>
#include <cmath>

namespace tavoliere::written {

void Reader::board() {
    const Token at = here();
    const auto kind = next_word("rectangle, hexagon or cairo");
    if (!words::is_in(words::boards, kind))
        return unknown(kind, "is no board; rectangle, hexagon and cairo are", words::all_of({words::boards}));
    int a = 0, b = 0;
    const Token size_at = here();
    if (const OptionInfo* o = option_of(peek()); o && o->kind == OptionInfo::Kind::size) {
        const Size s = options_.size(next());
        a = s.columns, b = s.rows;
    } else if (peek().contains('x')) {
        const auto sides = split(next(), 'x');
        const auto n = parse_number(sides[0], 1, 125), m = parse_number(sides.back(), 1, 125);
        if (sides.size() != 2 || !n || !m)
            return fail_at(size_at, in_quotes(size_at.text) + " is no size; columns x rows are, as in 8x8");
        a = int(*n), b = int(*m);
    } else {
        a = b = amount();
    }
    if (!ok()) return;
    const int cells = kind == "hexagon" ? 3 * a * (a - 1) + 1 : kind == "cairo" ? 2 * a * b : a * b;
    if (cells < 2 || cells > Geometry::most_cells || a < 1 || b < 1)
        return fail_at(size_at, "this board has " + std::to_string(cells) + " cells; a board has 2 to " +
                                    std::to_string(Geometry::most_cells));
    if (rules_->geometry) return fail_at(at, "there is a board already; one is enough");
    rules_->geometry = kind == "rectangle" ? rectangle(a, b) : kind == "hexagon" ? hexagon(a) : cairo(a, b);
    find_directions();
    graph_.begin();
}

// Directions: the ways from a cell to a neighbour that lies equally far, named as on a map.
void Reader::find_directions() {
    const Geometry& g = *rules_->geometry;
    std::vector<Point> ways;
    auto& all = rules_->directions;
    for (int c = 0; c < g.size(); ++c)
        for (const auto* around : {&g.over_edge(Cell(c)), &g.over_corner(Cell(c))})
            for (Cell d : *around) {
                const Point way{g.centre(d).x - g.centre(Cell(c)).x, g.centre(d).y - g.centre(Cell(c)).y};
                std::size_t k = 0;
                while (k < ways.size() && std::hypot(ways[k].x - way.x, ways[k].y - way.y) > 1e-3) ++k;
                if (k == ways.size()) {
                    if (k == 16) return all.clear(); // no straight lines, as on pentagons
                    const auto sign = [](double v) { return (v > 0.01) - (v < -0.01); };
                    static constexpr std::string_view vertical[] = {"n", "", "s"}, across[] = {"w", "", "e"};
                    ways.push_back(way);
                    all.push_back({std::string(vertical[sign(way.y) + 1]) + std::string(across[sign(way.x) + 1]),
                                   std::vector<Cell>(std::size_t(g.size()), nowhere)});
                }
                all[k].next[std::size_t(c)] = d;
            }
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (std::size_t j = 0; j < ways.size(); ++j) {
            if (i != j && all[i].name == all[j].name) return all.clear();
            if (std::hypot(ways[i].x + ways[j].x, ways[i].y + ways[j].y) < 1e-3) all[i].opposite = int(j);
        }
    for (Direction& d : all) {
        if (d.opposite < 0) return all.clear();
        for (int c = 0; c < g.size(); ++c)
            if (d.next[std::size_t(c)] != nowhere) d.ascending = d.next[std::size_t(c)] > c;
    }
}

int Reader::direction(std::string_view name) const {
    for (std::size_t i = 0; i < rules_->directions.size(); ++i)
        if (rules_->directions[i].name == name) return int(i);
    return -1;
}

// A direction that other boards have: then it is said which this one has.
bool Reader::is_foreign_direction(std::string_view name) {
    static constexpr std::string_view all[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
    if (std::ranges::find(all, name) == std::end(all) || direction(name) >= 0 || rules_->directions.empty())
        return false;
    std::string here;
    for (const auto& word : all)
        if (direction(word) >= 0) here += (here.empty() ? "" : " ") + std::string(word);
    fail_at(back(), in_quotes(name) + " is no direction of this board; " + here + " are");
    return true;
}

void Reader::start_statement() {
    const auto who = next_word("x, o or stones");
    if (!words::is_in(words::owners, who))
        return unknown(who, "is nobody; x, o or stones are", words::all_of({words::owners}));
    const int kind = taken(".") ? piece_kind() : 0;
    const Token at = here();
    if (who != "stones" && is_kind_alone(peek(), who, at)) return;
    const ZonePair z = zone();
    Cells& plane = who == "x"   ? (kind ? rules_->x_too : rules_->x)
                   : who == "o" ? (kind ? rules_->o_too : rules_->o)
                                : rules_->stones;
    Cells others;
    for (Cells* p : {&rules_->x, &rules_->o, &rules_->stones, &rules_->x_too, &rules_->o_too})
        if (p != &plane) others |= *p;
    if (const Cells twice = others & z.x; ok() && twice.any()) {
        std::size_t c = 0;
        while (!twice[c]) ++c;
        return fail_at(at, rules_->geometry->name(Cell(c)) +
                               " holds another piece at the start already; one piece to a cell");
    }
    plane |= z.x;
}

// draw [x|o] edge|line|cross ZONE [, DIRECTION {| DIRECTION}]
void Reader::draw_statement() {
    const Geometry& g = *rules_->geometry;
    const char of = peek() == "x" || peek() == "o" ? next()[0] : '-';
    const auto shape = next_word("edge, line or cross");
    if (!words::is_in(words::shapes, shape))
        return unknown(shape, "is nothing that is drawn; edge, line and cross are", words::all_of({words::shapes}));
    const Token zone_at = here();
    const ZonePair z = zone();
    const Token zone_end = back();
    const Cells& cells = of == 'o' ? z.o : z.x;
    std::vector<Point> ways;
    std::vector<int> known;
    if (shape != "cross" && taken(",")) {
        do {
            const auto name = next_word("a direction");
            const int d = direction(name);
            if (std::ranges::find(known, d) != known.end())
                fail_at(back(), in_quotes(name) + " is there twice");
            else if (d >= 0)
                known.push_back(d), ways.push_back(way_of(d));
            else if (ok() && !is_foreign_direction(name))
                fail_at(back(), in_quotes(name) + " is no direction of this board");
        } while (ok() && taken("|"));
    } else if (shape == "line")
        return fail(found() + ", where \",\" comes and then the directions of the line");
    if (!ok()) return;
    auto& strokes = rules_->strokes;
    const std::size_t before = strokes.size();
    LegendEntry mark; // on the cell that bears the most of it
    const auto add = [&](Point a, Point b) { strokes.push_back({a, b, of}); };
    for (int c = 0; c < g.size(); ++c) {
        if (!cells[std::size_t(c)]) continue;
        const auto first = std::ptrdiff_t(strokes.size());
        const Point m = g.centre(Cell(c));
        const double reach = 0.22;
        if (shape == "cross") {
            add({m.x - reach, m.y - reach}, {m.x + reach, m.y + reach});
            add({m.x - reach, m.y + reach}, {m.x + reach, m.y - reach});
        } else if (shape == "line") {
            for (const Point& w : ways) add(m, {m.x + 0.36 * w.x, m.y + 0.36 * w.y});
        } else {
            const auto& corners = g.outline(Cell(c));
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const Point a = corners[i], b = corners[(i + 1) % corners.size()];
                const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2}, out{middle.x - m.x, middle.y - m.y};
                const auto faces = [&](const Point& w) {
                    return out.x * w.x + out.y * w.y > 0.99 * std::hypot(out.x, out.y);
                };
                const bool is_inner =
                    std::ranges::any_of(g.over_edge(Cell(c)), [&](Cell n) { return cells[n] && has_edge(n, middle); });
                if (!is_inner && (ways.empty() || std::ranges::any_of(ways, faces))) add(a, b);
            }
        }
        if (strokes.size() - std::size_t(first) > mark.strokes.size())
            mark.cell = Cell(c), mark.strokes.assign(strokes.begin() + first, strokes.end());
    }
    if (strokes.size() == before && cells.any())
        return fail_at(back(), "none of these cells has such an edge, and nothing is drawn");
    if (strokes.size() > most_strokes) fail("too many lines are drawn; at most " + std::to_string(most_strokes));
    if (!ok() || strokes.size() == before) return;
    // An option has words for people; other sets of cells are called what the text calls them.
    const auto* begin = zone_at.text.data();
    const std::string_view name(begin, std::size_t(zone_end.text.data() + zone_end.text.size() - begin));
    const OptionInfo* option = option_of(name);
    mark.names.push_back(option ? option->title : Words{name, name});
    // Edges of one colour are one kind of mark whatever side they are on; how lines lie may be what they say.
    std::uint32_t kind = std::uint32_t(shape[0]) << 8 | std::uint32_t(of);
    if (shape == "line")
        for (int d : known) kind |= 1u << (16 + d);
    tell(kind, std::move(mark));
}

// Alike marks are told together, in the text's order.
void Reader::tell(std::uint32_t kind, LegendEntry&& mark) {
    auto& legend = rules_->legend;
    const auto known = std::ranges::find(drawn_kinds_, kind);
    if (known == drawn_kinds_.end()) {
        drawn_kinds_.push_back(kind);
        legend.push_back(std::move(mark));
        return;
    }
    LegendEntry& entry = legend[std::size_t(known - drawn_kinds_.begin())];
    if (std::ranges::find(entry.names, mark.names[0]) == entry.names.end()) entry.names.push_back(mark.names[0]);
    if (mark.strokes.size() > entry.strokes.size()) entry.cell = mark.cell, entry.strokes.swap(mark.strokes);
}

// Whether one of the cell's edges has this point in its middle.
bool Reader::has_edge(Cell c, Point middle) const {
    const auto& corners = rules_->geometry->outline(c);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Point a = corners[i], b = corners[(i + 1) % corners.size()];
        if (std::hypot(a.x + b.x - 2 * middle.x, a.y + b.y - 2 * middle.y) < 1e-3) return true;
    }
    return false;
}

// A direction, one unit long.
Point Reader::way_of(int d) const {
    const Geometry& g = *rules_->geometry;
    const auto& next = rules_->directions[std::size_t(d)].next;
    std::size_t c = 0;
    while (next[c] == nowhere) ++c;
    const Point a = g.centre(Cell(c)), b = g.centre(next[c]);
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    return {(b.x - a.x) / length, (b.y - a.y) / length};
}

}
