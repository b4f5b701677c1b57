#include "board/geometry.hpp"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace tavoliere {
namespace {

// Points closer than this are the same: far above rounding errors, far below any cell.
constexpr double grain = 1e-4;

// Values by place: two points closer than the grain are one place, however their coordinates were rounded.
template <class T> class Places {
public:
    T* find(Point p) {
        const long x = std::lround(p.x / grain), y = std::lround(p.y / grain);
        for (long dx : {0, -1, 1})
            for (long dy : {0, -1, 1})
                if (auto it = at_.find({x + dx, y + dy}); it != at_.end()) return &it->second;
        return nullptr;
    }
    T& operator[](Point p) {
        if (T* found = find(p)) return *found;
        return at_[{std::lround(p.x / grain), std::lround(p.y / grain)}];
    }

private:
    std::map<std::pair<long, long>, T> at_;
};

bool same(Point p, Point q) { return std::abs(p.x - q.x) < grain && std::abs(p.y - q.y) < grain; }

// The middle of a polygon's area: where a piece looks at home.
Point area_centre(const std::vector<Point>& outline) {
    double area = 0;
    Point sum;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const double part = outline[j].x * outline[i].y - outline[i].x * outline[j].y;
        area += part;
        sum.x += (outline[j].x + outline[i].x) * part;
        sum.y += (outline[j].y + outline[i].y) * part;
    }
    return {sum.x / (3 * area), sum.y / (3 * area)};
}

Point mean(const std::vector<Point>& points) {
    Point m;
    for (Point p : points) m.x += p.x / double(points.size()), m.y += p.y / double(points.size());
    return m;
}

}

std::string column_letters(int column) {
    std::string letters;
    for (++column; column > 0; column = (column - 1) / 26)
        letters.insert(letters.begin(), char('a' + (column - 1) % 26));
    return letters;
}

std::optional<NameParts> parse_name(std::string_view name) {
    std::size_t i = 0;
    int column = 0, row = 0;
    for (; i < name.size() && i < 3 && name[i] >= 'a' && name[i] <= 'z'; ++i)
        column = 26 * column + (name[i] - 'a' + 1);
    if (i == 0 || i > 2) return {};
    const std::size_t digits = i;
    for (; i < name.size() && name[i] >= '0' && name[i] <= '9' && i < digits + 3; ++i) row = 10 * row + (name[i] - '0');
    if (i == digits || name[digits] == '0') return {};
    return NameParts{column - 1, row - 1, name.substr(i)};
}

Geometry::Geometry(std::vector<Shape> shapes, std::vector<int> row_lengths)
    : shapes_(std::move(shapes)), row_lengths_(std::move(row_lengths)) {
    assert(!shapes_.empty());
    for (const Shape& s : shapes_) centres_.push_back(area_centre(s.outline));
    low_ = high_ = shapes_[0].outline[0];
    for (const Shape& s : shapes_)
        for (Point p : s.outline) {
            low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
            high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
        }
    find_neighbours();
    find_symmetries();
    place_labels();
}

std::optional<Cell> Geometry::find(std::string_view name) const {
    for (int c = 0; c < size(); ++c)
        if (shapes_[std::size_t(c)].name == name) return Cell(c);
    return {};
}

bool Geometry::before(Cell a, Cell b) const {
    const auto key = [&](Cell c) {
        const NameParts parts = *parse_name(name(c));
        return std::tuple(parts.column, parts.row, parts.rest);
    };
    return key(a) < key(b);
}

// Cells that share one corner touch over it; those that share two share the edge between them.
void Geometry::find_neighbours() {
    Places<std::vector<Cell>> at;
    for (int c = 0; c < size(); ++c)
        for (Point p : outline(Cell(c))) at[p].push_back(Cell(c));
    over_edge_.resize(shapes_.size());
    over_corner_.resize(shapes_.size());
    for (int c = 0; c < size(); ++c) {
        std::map<Cell, int> shared;
        for (Point p : outline(Cell(c)))
            for (Cell d : at[p])
                if (d != c) ++shared[d];
        for (auto [d, corners] : shared) (corners >= 2 ? over_edge_ : over_corner_)[std::size_t(c)].push_back(d);
        for (Point p : outline(Cell(c)))
            if (at[p].front() == c) corners_.push_back(at[p]); // once, by its lowest cell
    }
}

Cell Geometry::beyond(Cell a, Cell b) const {
    const Point wanted{2 * centre(b).x - centre(a).x, 2 * centre(b).y - centre(a).y};
    for (const auto* neighbours : {&over_edge_[b], &over_corner_[b]})
        for (Cell c : *neighbours)
            if (same(centre(c), wanted)) return c;
    return nowhere;
}

// Every tiling we know turns by multiples of 90 or 60 degrees: all multiples of 30, and their mirror images, are tried.
void Geometry::find_symmetries() {
    const Point middle = mean(centres_);
    Places<Cell> at;
    for (int c = 0; c < size(); ++c) at[centre(Cell(c))] = Cell(c);
    const auto cell_at = [&](Point p) {
        const Cell* found = at.find(p);
        return found ? *found : nowhere;
    };
    for (int mirror : {1, -1})
        for (int degrees = 0; degrees < 360; degrees += 30) {
            const double angle = degrees * std::numbers::pi / 180, cos = std::cos(angle), sin = std::sin(angle);
            Renaming to;
            for (Point p : centres_) {
                const double x = mirror * (p.x - middle.x), y = p.y - middle.y;
                to.push_back(cell_at({middle.x + x * cos - y * sin, middle.y + x * sin + y * cos}));
                if (to.back() == nowhere) break;
            }
            const bool whole = to.back() != nowhere;
            if (whole && std::find(symmetries_.begin(), symmetries_.end(), to) == symmetries_.end())
                symmetries_.push_back(std::move(to));
        }
}

// A column's letter goes below its lowest cells, where the column comes down to, also on a slanted board; a row's number to the
// left of its first column's. Where another cell is in the way, the number goes up to the left of that, as on hexagons, and the
// letter on as the column goes.
void Geometry::place_labels() {
    struct Box {
        Point low{1e9, 1e9}, high{-1e9, -1e9};
        void add(Point p) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        Point middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
    };
    constexpr double gap = 0.35, clearance = 0.72;
    std::map<int, std::map<int, Box>> columns; // each column's boxes by row
    std::map<int, std::map<int, Box>> rows;    // each row's boxes by column
    for (int c = 0; c < size(); ++c) {
        const NameParts parts = *parse_name(name(Cell(c)));
        for (Point p : outline(Cell(c))) {
            columns[parts.column][parts.row].add(p);
            rows[parts.row][parts.column].add(p);
        }
    }
    const auto clear = [&](Point p) {
        return std::none_of(centres_.begin(), centres_.end(),
                            [&](Point c) { return std::hypot(c.x - p.x, c.y - p.y) < clearance; });
    };
    for (const auto& [column, by_row] : columns) {
        const auto lower = [](const auto& a, const auto& b) { return a.second.high.y < b.second.high.y; };
        const auto lowest = std::max_element(by_row.begin(), by_row.end(), lower);
        const Point end = lowest->second.middle();
        Point at{end.x, lowest->second.high.y + gap};
        if (!clear(at) && by_row.size() > 1) {
            const Point before = (lowest == by_row.begin() ? std::next(lowest) : std::prev(lowest))->second.middle();
            at = {2 * end.x - before.x, 2 * end.y - before.y};
        }
        labels_.push_back({column_letters(column), at});
    }
    for (const auto& [row, by_column] : rows) {
        const Box& box = by_column.begin()->second;
        Point at{box.low.x - gap, box.middle().y};
        if (!clear(at)) at = {box.middle().x - 0.75, box.middle().y - 0.43};
        labels_.push_back({std::to_string(row + 1), at});
    }
}

}
