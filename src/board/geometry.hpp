// A board is a set of polygons in the plane, each with a name. Which cells touch, how far apart they lie, what lies
// beyond a cell seen from another, rows, symmetries and where the coordinates are written: all is derived from that.
//
// This is the part that does not depend on the width of a word; board.hpp lays it out in words for the rules.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

using Cell = std::uint8_t; // a cell's number, from 0, in the order in which positions are written
inline constexpr Cell nowhere = 255;

struct Point {
    double x = 0, y = 0; // x to the right, y down, as screens have it; cells are about one unit wide
};

// One cell as a board's maker gives it.
struct Shape {
    std::string name;           // "a1"; "a1l" where a column and row have two cells
    std::vector<Point> outline; // corners in order, shared exactly with the neighbours
};

// A line drawn on the board itself. `of`: whose it is, 'x' or 'o', or '-' for nobody's.
struct Stroke {
    Point from, to;
    char of = '-';
};

// A letter or number beside the board.
struct Label {
    std::string text;
    Point at;
};

using Renaming = std::vector<Cell>; // to[c]: where a symmetry takes cell c

class Geometry {
public:
    static constexpr int most_cells = 250; // the numbers above are hands and `nowhere`

    // Cells in the order in which positions are written, and how many of them each written row has.
    Geometry(std::vector<Shape> shapes, std::vector<int> row_lengths);

    int size() const { return int(shapes_.size()); }
    const std::string& name(Cell c) const { return shapes_[c].name; }
    const std::vector<Point>& outline(Cell c) const { return shapes_[c].outline; }
    Point centre(Cell c) const { return centres_[c]; }
    const std::vector<int>& row_lengths() const { return row_lengths_; }

    std::optional<Cell> find(std::string_view name) const;
    // Cells by column, then row, then the rest of their names: the order in which lists of cells are written.
    bool before(Cell a, Cell b) const;

    const std::vector<Cell>& over_edge(Cell c) const { return over_edge_[c]; }     // neighbours sharing an edge
    const std::vector<std::vector<Cell>>& edges() const { return over_edge_; }     // those of every cell
    const std::vector<Cell>& over_corner(Cell c) const { return over_corner_[c]; } // neighbours sharing a corner only
    // The cells that meet in each corner of the polygons, ascending.
    const std::vector<std::vector<Cell>>& corners() const { return corners_; }
    // The cell that lies as far behind b as a lies before it, where a and b touch; or nowhere.
    Cell beyond(Cell a, Cell b) const;
    // Every turn and mirror image that lays the board onto itself; the first is the identity.
    const std::vector<Renaming>& symmetries() const { return symmetries_; }
    // Column letters and row numbers, outside the board.
    const std::vector<Label>& labels() const { return labels_; }
    // The smallest box around all outlines: two corners.
    Point low() const { return low_; }
    Point high() const { return high_; }

private:
    void find_neighbours();
    void find_symmetries();
    void place_labels();

    std::vector<Shape> shapes_;
    std::vector<int> row_lengths_;
    std::vector<Point> centres_;
    std::vector<std::vector<Cell>> over_edge_, over_corner_, corners_;
    std::vector<Renaming> symmetries_;
    std::vector<Label> labels_;
    Point low_, high_;
};

// A cell's name taken apart: column 0 for "a", row 1 for "1", and what follows ("l"). Empty when it is not such a name.
struct NameParts {
    int column, row;
    std::string_view rest;
};
std::optional<NameParts> parse_name(std::string_view name);
std::string column_letters(int column); // 0 -> "a", 25 -> "z", 26 -> "aa"

}
