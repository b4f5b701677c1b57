#include "diagram/colours.hpp"
#include "diagram/diagram.hpp"
#include <algorithm>
#include <cmath>

namespace tavoliere {
namespace {

// Cells stand on a grid of characters: every distinct x among their centres is a column, every distinct y a line. On
// squares that is the board itself; hexagons come out half a line lower in every second column, as they should.
class Scale {
public:
    explicit Scale(std::vector<double> values) : values_(std::move(values)) {
        std::sort(values_.begin(), values_.end());
        values_.erase(std::unique(values_.begin(), values_.end(), [](double a, double b) { return b - a < 0.05; }),
                      values_.end());
    }
    int size() const { return int(values_.size()); }

    // Which column or line a coordinate falls on; -1 before the first and size() behind the last.
    int place(double v) const {
        if (v < values_.front() - 0.25) return -1;
        if (v > values_.back() + 0.25) return size();
        const auto nearest = std::min_element(values_.begin(), values_.end(),
                                              [&](double a, double b) { return std::abs(a - v) < std::abs(b - v); });
        return int(nearest - values_.begin());
    }

private:
    std::vector<double> values_;
};

// One cell of a terminal's screen: two columns wide.
struct Spot {
    std::string text = "  ";
    enum class Kind { outside, cell, marked, label, edge } kind = Kind::outside;
    int colour = 0;
};

constexpr int board_colour = 180, marked_colour = 222, empty_colour = 101, hole_colour = 95;

Spot spot_of(char letter, const Diagram& d, bool marked, bool ansi) {
    Spot s;
    s.kind = marked ? Spot::Kind::marked : Spot::Kind::cell;
    if (!ansi) {
        s.text = {letter, marked ? '<' : ' '};
        return s;
    }
    const bool of_x = letter == 'x' || letter == 'X';
    if (letter == '.') {
        s.text = "· ", s.colour = empty_colour;
    } else if (letter == '-') {
        s.text = "▒▒", s.colour = hole_colour;
    } else {
        const bool special = letter == 'X' || letter == 'O';
        s.text = !special ? "● " : d.sign == Sign::counter ? "◉ " : "★ ";
        s.colour = piece_style(d.colours, of_x).terminal;
    }
    return s;
}

std::string line_text(const std::vector<Spot>& line, bool ansi) {
    std::string out;
    for (const Spot& s : line) {
        if (ansi && (s.kind == Spot::Kind::cell || s.kind == Spot::Kind::marked))
            out += "\x1b[48;5;" + std::to_string(s.kind == Spot::Kind::marked ? marked_colour : board_colour) +
                   ";38;5;" + std::to_string(s.colour) + "m" + s.text + "\x1b[0m";
        else if (ansi && s.kind == Spot::Kind::edge)
            out += "\x1b[38;5;" + std::to_string(s.colour) + "m" + s.text + "\x1b[0m";
        else
            out += s.text;
    }
    while (out.ends_with(' ')) out.pop_back();
    return out + "\n";
}

}

std::string terminal_picture(const Diagram& d, bool ansi) {
    const Geometry& g = d.geometry;
    const double sign = d.turned ? -1 : 1;
    std::vector<double> xs, ys;
    for (int c = 0; c < g.size(); ++c) {
        xs.push_back(sign * g.centre(Cell(c)).x);
        ys.push_back(sign * g.centre(Cell(c)).y);
    }
    const Scale columns(std::move(xs)), lines(std::move(ys));
    std::vector<std::vector<Spot>> screen(std::size_t(lines.size() + 2),
                                          std::vector<Spot>(std::size_t(columns.size() + 2)));
    const auto spot_at = [&](Point p) -> Spot& {
        return screen[std::size_t(lines.place(sign * p.y) + 1)][std::size_t(columns.place(sign * p.x) + 1)];
    };
    for (int c = 0; c < g.size(); ++c) {
        const bool marked = std::find(d.marked.begin(), d.marked.end(), Cell(c)) != d.marked.end();
        spot_at(g.centre(Cell(c))) = spot_of(d.cells[std::size_t(c)], d, marked, ansi);
    }
    if (d.coordinates)
        for (const Label& label : g.labels()) {
            Spot& s = spot_at(label.at);
            if (s.kind != Spot::Kind::outside) continue;
            s.kind = Spot::Kind::label;
            s.text = label.text + (label.text.size() < 2 ? " " : "");
        }
    // Of a player's strokes along the board's edge, what lies outside; his letter, or his colour.
    for (const Stroke& stroke : d.strokes) {
        if (stroke.of == '-') continue;
        const Point middle{(stroke.from.x + stroke.to.x) / 2, (stroke.from.y + stroke.to.y) / 2};
        const auto from_middle = [&](Cell c) { return std::hypot(g.centre(c).x - middle.x, g.centre(c).y - middle.y); };
        Cell nearest = 0;
        for (int c = 1; c < g.size(); ++c)
            if (from_middle(Cell(c)) < from_middle(nearest)) nearest = Cell(c);
        const Point inside = g.centre(nearest);
        Spot& s = spot_at({2 * middle.x - inside.x, 2 * middle.y - inside.y});
        if (s.kind != Spot::Kind::outside) continue;
        s.kind = Spot::Kind::edge;
        s.text = ansi ? "● " : std::string{stroke.of, ' '};
        s.colour = piece_style(d.colours, stroke.of == 'x').terminal;
    }
    std::string out;
    for (const auto& line : screen) {
        const std::string text = line_text(line, ansi);
        if (text != "\n") out += text;
    }
    return out;
}

}
