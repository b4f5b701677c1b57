#include "diagram/colours.hpp"
#include "diagram/diagram.hpp"
#include "diagram/drawing.hpp"

namespace tavoliere {
namespace {

constexpr std::string_view hole_fill = "#8d8575", mark_fill = "#ffe08a", guide_line = "#7fa87a",
                           figure_line = "#c8402f";
constexpr double piece_radius = 0.36, figure_radius = 0.44, margin = 0.15, label_margin = 0.75;

class Svg {
public:
    explicit Svg(const Diagram& diagram) : d(diagram) {}

    std::string text() {
        const double around = d.coordinates ? label_margin : margin;
        const Point low = d.geometry.low(), high = d.geometry.high();
        const double width = (high.x - low.x + 2 * around) * d.scale, height = (high.y - low.y + 2 * around) * d.scale;
        origin_ = {low.x - around, low.y - around};
        far_ = {high.x + around, high.y + around};
        out_ = svg_head(width, height);
        for (int c = 0; c < d.geometry.size(); ++c) cell(Cell(c));
        for (const auto& ends : d.guides) line(ends, guide_line, 0.5, " stroke-opacity=\"0.35\"");
        for (const auto& ends : d.strokes) line(ends, board_line, 1.0 / 16);
        for (int c = 0; c < d.geometry.size(); ++c) piece(Cell(c));
        for (Cell c : d.figures) disc(c, figure_radius, "none", figure_line, 1.0 / 14);
        if (d.coordinates)
            for (const Label& label : d.geometry.labels()) write(label);
        return out_ + "</svg>\n";
    }

private:
    Point at(Point p) const {
        if (d.turned) return {(far_.x - p.x) * d.scale, (far_.y - p.y) * d.scale};
        return {(p.x - origin_.x) * d.scale, (p.y - origin_.y) * d.scale};
    }

    void cell(Cell c) {
        bool is_marked = false;
        for (Cell m : d.marked) is_marked |= m == c;
        const std::string_view fill = d.cells[c] == '-' ? hole_fill : is_marked ? mark_fill : board_fill;
        out_ += "<polygon points=\"";
        bool first = true;
        for (Point corner : d.geometry.outline(c)) {
            const Point p = at(corner);
            out_ += (first ? "" : " ") + svg_number(p.x) + "," + svg_number(p.y);
            first = false;
        }
        out_ += "\" fill=\"" + std::string(fill) + "\" stroke=\"" + std::string(board_line) + "\" stroke-width=\"" +
                svg_number(d.scale / 40) + "\"><title>" + d.geometry.name(c) + "</title></polygon>\n";
    }

    // `width` in cells.
    void line(const std::array<Point, 2>& ends, std::string_view colour, double width, std::string_view more = "") {
        const Point a = at(ends[0]), b = at(ends[1]);
        out_ += "<line x1=\"" + svg_number(a.x) + "\" y1=\"" + svg_number(a.y) + "\" x2=\"" + svg_number(b.x) +
                "\" y2=\"" + svg_number(b.y) + "\" stroke=\"" + std::string(colour) + "\" stroke-width=\"" +
                svg_number(width * d.scale) + "\" stroke-linecap=\"round\"" + std::string(more) + "/>\n";
    }

    // Small letters are plain discs, capitals have a ring inside.
    void piece(Cell c) {
        const char letter = d.cells[c];
        if (letter == '.' || letter == '-') return;
        const bool of_x = letter == 'x' || letter == 'X', special = letter == 'X' || letter == 'O';
        const PieceStyle style = piece_style(d.colours[of_x ? 0 : 1]);
        disc(c, piece_radius, style.fill, style.line, 1.0 / 24);
        if (special) disc(c, piece_radius * 0.55, "none", style.fill == style.line ? "#ffffff" : style.line, 1.0 / 12);
    }

    void disc(Cell c, double radius, std::string_view fill, std::string_view line, double width) {
        const Point p = at(d.geometry.centre(c));
        out_ += "<circle cx=\"" + svg_number(p.x) + "\" cy=\"" + svg_number(p.y) + "\" r=\"" +
                svg_number(radius * d.scale) + "\" fill=\"" + std::string(fill) + "\" stroke=\"" + std::string(line) +
                "\" stroke-width=\"" + svg_number(width * d.scale) + "\"/>\n";
    }

    void write(const Label& label) {
        const Point p = at(label.at);
        out_ += "<text x=\"" + svg_number(p.x) + "\" y=\"" + svg_number(p.y) + "\" font-size=\"" +
                svg_number(d.scale * 0.32) + "\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"" +
                std::string(text_fill) + "\">" + label.text + "</text>\n";
    }

    const Diagram& d;
    Point origin_, far_;
    std::string out_;
};

}

std::string svg(const Diagram& diagram) { return Svg(diagram).text(); }

}
