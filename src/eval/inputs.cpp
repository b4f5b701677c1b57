#include "eval/inputs.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <cmath>
#include <set>

namespace tavoliere {
namespace {

// As numbers, because g++ 12 warns of comparisons of vectors of bytes that are not there.
using Cells = std::set<int>;
using Sets = std::set<std::vector<int>>;

Sets without_parts(const Sets& sets) {
    Sets whole;
    for (const auto& s : sets)
        if (std::none_of(sets.begin(), sets.end(), [&](const auto& t) {
                return t.size() > s.size() && std::includes(t.begin(), t.end(), s.begin(), s.end());
            }))
            whole.insert(s);
    return whole;
}

Sets corners(const Geometry& g) {
    Sets sets;
    for (const auto& cells : g.corners()) sets.emplace(cells.begin(), cells.end());
    return without_parts(sets);
}

Sets edges(const Geometry& g) {
    Sets sets;
    for (int a = 0; a < g.size(); ++a)
        for (Cell b : g.over_edge(Cell(a))) {
            Cells both;
            for (const auto& cells : g.corners()) {
                const auto holds = [&](int c) { return std::find(cells.begin(), cells.end(), c) != cells.end(); };
                if (holds(a) && holds(b)) both.insert(cells.begin(), cells.end());
            }
            sets.emplace(both.begin(), both.end());
        }
    return without_parts(sets);
}

// Each cell and its neighbours of one kind: Geometry::over_edge or over_corner.
template <class Neighbours> Sets crosses(const Geometry& g, Neighbours of) {
    Sets sets;
    for (int a = 0; a < g.size(); ++a) {
        Cells cells{a};
        for (Cell b : (g.*of)(Cell(a))) cells.insert(b);
        sets.emplace(cells.begin(), cells.end());
    }
    return sets;
}

Sets rows(const Geometry& g, int length) {
    Sets sets;
    for (int a = 0; a < g.size(); ++a)
        for (const auto& neighbours : {g.over_edge(Cell(a)), g.over_corner(Cell(a))})
            for (Cell b : neighbours) {
                std::vector<int> row{a, b};
                while (int(row.size()) < length) {
                    const Cell next = g.beyond(Cell(row[row.size() - 2]), Cell(row.back()));
                    if (next == nowhere) break;
                    row.push_back(next);
                }
                if (int(row.size()) == length && row.front() < row.back()) sets.insert(row);
            }
    return sets;
}

Sets single_cells(const Geometry& g) {
    Sets sets;
    for (int c = 0; c < g.size(); ++c) sets.insert({c});
    return sets;
}

std::optional<Sets> sets_named(const Geometry& g, std::string_view name) {
    if (name == "cells") return single_cells(g);
    if (name == "corners") return corners(g);
    if (name == "edges") return edges(g);
    if (name == "crosses") return crosses(g, &Geometry::over_edge);
    if (name == "saltires") return crosses(g, &Geometry::over_corner);
    if (name.size() == 5 && name.starts_with("rows") && name[4] >= '2' && name[4] <= '8') return rows(g, name[4] - '0');
    return {};
}

// What two windows have alike that differ only by where they lie, on whatever board and whatever machine: no distance of two cells
// comes nearer than 0.01 to what would be rounded either way.
std::string pattern_of(const Geometry& g, const std::vector<Cell>& cells) {
    const Point first = g.centre(cells[0]);
    const auto rounded = [](double d) { return std::to_string(std::lround(64 * d)); }; // cells are about one unit wide
    std::string pattern;
    for (Cell c : cells)
        pattern += '(' + rounded(g.centre(c).x - first.x) + ',' + rounded(g.centre(c).y - first.y) + ')';
    return pattern;
}

}

int codes_of(const Window& window, const PositionShape& shape) {
    if (window.cells.empty()) return 256;
    std::int64_t codes = 1;
    for (std::size_t i = 0; i < window.cells.size() && codes <= 65536; ++i) codes *= shape.states();
    return int(std::min<std::int64_t>(codes, 65537));
}

Expected<std::vector<Window>> windows_of(const Geometry& geometry, const PositionShape& shape,
                                         std::string_view inputs) {
    std::vector<Window> windows;
    std::set<std::string_view> named;
    for (std::string_view name : split(inputs, '+')) {
        if (!named.insert(name).second) return problem("inputs: " + in_quotes(name) + " is named twice");
        const bool shared = take(name, "shared-");
        const auto sets = sets_named(geometry, name);
        if (!sets)
            return problem("inputs: " + in_quotes(name) +
                           " is not a kind of window; there are cells, corners, edges, crosses, saltires and rows2 to "
                           "rows8, and any "
                           "with shared- before it");
        for (const auto& set : *sets) {
            Window window;
            for (int c : set) window.cells.push_back(Cell(c));
            if (codes_of(window, shape) > 65536)
                return problem("inputs: a window of " + in_quotes(name) + " has more than 65536 codes");
            if (shared) window.pattern = pattern_of(geometry, window.cells);
            windows.push_back(std::move(window));
        }
    }
    for (int b = 0; b < shape.bytes(); ++b) windows.push_back({{}, b, {}});
    return windows;
}

}
