#include "board/shapes.hpp"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace tavoliere {
namespace {

std::string cell_name(int column, int row, std::string_view half = {}) {
    return column_letters(column) + std::to_string(row + 1) + std::string(half);
}

}

std::shared_ptr<const Geometry> rectangle(int columns, int rows) {
    std::vector<Shape> shapes;
    for (int j = rows - 1; j >= 0; --j)
        for (int i = 0; i < columns; ++i) {
            const double left = i, top = rows - 1 - j;
            shapes.push_back({cell_name(i, j), {{left, top}, {left + 1, top}, {left + 1, top + 1}, {left, top + 1}}});
        }
    return std::make_shared<Geometry>(std::move(shapes), std::vector<int>(std::size_t(rows), columns));
}

std::shared_ptr<const Geometry> hexagon(int side) {
    // Cells one unit apart: corners lie 1/sqrt(3) from the centre, at 0, 60, … degrees.
    const double radius = 1 / std::numbers::sqrt3;
    std::vector<Shape> shapes;
    std::vector<int> lengths;
    for (int column = 0; column < 2 * side - 1; ++column) {
        const int off_centre = std::abs(column - (side - 1)), height = 2 * side - 1 - off_centre;
        lengths.push_back(height);
        for (int row = height - 1; row >= 0; --row) {
            const double x = 1.5 * radius * column, y = (2 * side - 2 - row) - off_centre * 0.5;
            std::vector<Point> outline;
            for (int k = 0; k < 6; ++k) {
                const double angle = k * std::numbers::pi / 3;
                outline.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
            }
            shapes.push_back({cell_name(column, row), std::move(outline)});
        }
    }
    return std::make_shared<Geometry>(std::move(shapes), std::move(lengths));
}

std::shared_ptr<const Geometry> cairo(int columns, int rows) {
    // A block is drawn 1.4 units wide, so that its two cells are about a unit each. Here x and y count blocks, y upwards.
    const double scale = 1.4, shift = std::numbers::sqrt3 / 6;
    const auto upright = [](int i, int j) { return (i + j) % 2 == 0; }; // split into left and right
    const auto point = [&](double x, double y) { return Point{scale * x, scale * (rows - y)}; };
    // The split line of an upright block ends on its bottom and top sides, that of a flat one on its left and right: so
    // the middle of a horizontal side moves into the upright one of the two blocks it parts, of a vertical into the flat.
    const auto level = [&](int i, int j) { return point(i + 0.5, j + (upright(i, j) ? shift : -shift)); };
    const auto plumb = [&](int i, int j) { return point(i + (upright(i, j) ? -shift : shift), j + 0.5); };

    std::vector<Shape> shapes;
    for (int j = rows - 1; j >= 0; --j)
        for (int i = 0; i < columns; ++i) {
            const Point sw = point(i, j), se = point(i + 1, j), nw = point(i, j + 1), ne = point(i + 1, j + 1);
            const Point south = level(i, j), north = level(i, j + 1), west = plumb(i, j), east = plumb(i + 1, j);
            if (upright(i, j)) {
                shapes.push_back({cell_name(i, j, "l"), {nw, north, south, sw, west}});
                shapes.push_back({cell_name(i, j, "r"), {ne, east, se, south, north}});
            } else {
                shapes.push_back({cell_name(i, j, "t"), {nw, north, ne, east, west}});
                shapes.push_back({cell_name(i, j, "b"), {sw, west, east, se, south}});
            }
        }
    return std::make_shared<Geometry>(std::move(shapes), std::vector<int>(std::size_t(rows), 2 * columns));
}

}
