#include "base/text.hpp"
#include "diagram/colours.hpp"
#include "diagram/diagram.hpp"
#include "diagram/drawing.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>

namespace tavoliere {
namespace {

struct Palette {
    std::string_view board, line, hole, last, guide, figure, text, mark, halo;
};
constexpr Palette on_screen{board_fill, board_line, "#8d8575", "#ffe08a", "#7fa87a",
                            "#c8402f",  text_fill,  "#a3125b", "#ffffff"};
constexpr Palette in_print{"#ffffff", "#555555", "#777777", "#d9d9d9", "#999999",
                           "#000000", "#000000", "#000000", "#ffffff"};
// The page's board (web/src/board/board.css): the slab, the tiles let into it, holes, the last move's cells, shadows of pieces.
constexpr std::string_view wood_style =
    "<style>.s{fill:#a58a63;stroke:#a58a63;stroke-linejoin:round}.t{fill:#d8c19a}.h{fill:#8a704c}.l{fill:#e9cf82}"
    ".e{fill:#000;fill-opacity:.28}@media(prefers-color-scheme:dark){.s{fill:#5d4e39;stroke:#5d4e39}.t{fill:#a8926e}"
    ".h{fill:#463a29}.l{fill:#c7a955}}</style>\n";
constexpr Palette in_wood{"", "#6a5a43", "", "", "#0b7f74", "#a3124f", text_fill, "#a3125b", "#ffffff"};
constexpr double tile_size = 0.94, slab_edge = 0.2; // of a cell's outline; in cells
constexpr double piece_radius = 0.36, figure_radius = 0.44, margin = 0.15, label_margin = 0.75;
constexpr double caption_size = 0.36, caption_line = 0.5, letter_width = 0.56; // in cells; of the size of a letter

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : as_one_line(text)) { // XML has no control characters, and is UTF-8
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>') // which XML has not after two brackets
            out += "&gt;";
        else
            out += c;
    }
    return out;
}

// The caption's lines, each of at most so many letters unless one word is longer.
std::vector<std::string> broken(std::string_view text, std::size_t most) {
    std::vector<std::string> lines;
    for (std::string_view word : split(text, ' ')) {
        if (word.empty()) continue;
        const std::size_t now = lines.empty() ? most : letters_in(lines.back()).value_or(most);
        if (now + 1 + letters_in(word).value_or(0) > most)
            lines.emplace_back(word);
        else
            (lines.back() += ' ') += word;
    }
    return lines;
}

class Svg {
public:
    explicit Svg(const Diagram& diagram) : d(diagram) {}

    // Elements in the order in which they are drawn.
    struct Drawn {
        std::string head;
        std::vector<std::vector<std::string>> layers;
    };

    Drawn drawn() {
        const double around = d.coordinates ? label_margin : margin;
        const Point low = d.geometry.low(), high = d.geometry.high();
        const double across = high.x - low.x + 2 * around, down = high.y - low.y + 2 * around;
        const auto caption = broken(d.caption, std::size_t(std::max(8.0, across / (caption_size * letter_width))));
        origin_ = {low.x - around, low.y - around};
        far_ = {high.x + around, high.y + around};
        Drawn all{svg_head(across * d.scale, (down + caption_line * double(caption.size())) * d.scale), {}};
        const auto layer = [&](const auto& draw) {
            draw();
            all.layers.push_back(std::exchange(elements_, {}));
        };
        const auto each_cell = [&](auto draw) {
            for (int c = 0; c < d.geometry.size(); ++c) (this->*draw)(Cell(c));
        };
        layer([&] {
            if (d.style == Style::print) add("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        });
        layer([&] { d.style == Style::wood ? wood() : each_cell(&Svg::cell); });
        layer([&] {
            for (const auto& ends : d.guides) line(ends, ink.guide, 0.5, " stroke-opacity=\"0.35\"");
        });
        layer([&] {
            for (const Stroke& s : d.strokes) stroke(s);
        });
        layer([&] { each_cell(&Svg::piece); });
        layer([&] {
            for (Cell c : d.figures) disc(c, figure_radius, "none", ink.figure, 1.0 / 14);
        });
        layer([&] {
            for (const Mark& m : d.marks) mark(m);
        });
        layer([&] {
            if (d.coordinates)
                for (const Label& label : d.geometry.labels()) write(at(label.at), label.text, 0.32);
            for (std::size_t i = 0; i < caption.size(); ++i)
                write({across / 2 * d.scale, (down + caption_line * (double(i) + 0.25)) * d.scale}, caption[i],
                      caption_size);
        });
        return all;
    }

private:
    void add(std::string element) { elements_.push_back(std::move(element)); }

    Point at(Point p) const {
        if (d.turned) return {(far_.x - p.x) * d.scale, (far_.y - p.y) * d.scale};
        return {(p.x - origin_.x) * d.scale, (p.y - origin_.y) * d.scale};
    }

    void cell(Cell c) {
        bool is_marked = false;
        for (Cell m : d.marked) is_marked |= m == c;
        const std::string_view fill = d.cells[c] == '-' ? ink.hole : is_marked ? ink.last : ink.board;
        std::string out = "<polygon points=\"";
        bool first = true;
        for (Point corner : d.geometry.outline(c)) {
            const Point p = at(corner);
            out += (first ? "" : " ") + svg_number(p.x) + "," + svg_number(p.y);
            first = false;
        }
        add(std::move(out) + "\" fill=\"" + std::string(fill) + "\" stroke=\"" + std::string(ink.line) +
            "\" stroke-width=\"" + svg_number(d.scale / 40) + "\"><title>" + d.geometry.name(c) +
            "</title></polygon>\n");
    }

    // The slab is one shape, and so are the tiles of each kind: such pictures stand on the page by the dozen.
    void wood() {
        add(std::string(wood_style));
        std::string slab, tiles, holes, last;
        for (int c = 0; c < d.geometry.size(); ++c) {
            const bool is_marked = std::ranges::find(d.marked, Cell(c)) != d.marked.end();
            outline(slab, Cell(c), 1);
            outline(d.cells[std::size_t(c)] == '-' ? holes : is_marked ? last : tiles, Cell(c), tile_size);
        }
        add("<path class=\"s\" stroke-width=\"" + svg_number(slab_edge * d.scale) + "\" d=\"" + slab + "\"/>\n");
        for (const auto& [name, path] : {std::pair{'t', &tiles}, std::pair{'h', &holes}, std::pair{'l', &last}})
            if (!path->empty()) add(std::string("<path class=\"") + name + "\" d=\"" + *path + "\"/>\n");
    }

    // Adds a cell's outline, drawn in towards its centre.
    void outline(std::string& path, Cell c, double size) const {
        const Point centre = d.geometry.centre(c);
        bool first = true;
        for (Point corner : d.geometry.outline(c)) {
            const Point p = at({centre.x + (corner.x - centre.x) * size, centre.y + (corner.y - centre.y) * size});
            path += (first ? "M" : "L") + svg_number(p.x) + " " + svg_number(p.y);
            first = false;
        }
        path += 'Z';
    }

    // How large pieces may be: the least distance from a cell's centre to an edge of it.
    static double room_on(const Geometry& board) {
        double least = 1;
        for (int c = 0; c < board.size(); ++c) {
            const Point centre = board.centre(Cell(c));
            const auto& corners = board.outline(Cell(c));
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const Point a = corners[i], b = corners[(i + 1) % corners.size()];
                const double cross = (b.x - a.x) * (a.y - centre.y) - (a.x - centre.x) * (b.y - a.y);
                least = std::min(least, std::abs(cross) / std::hypot(b.x - a.x, b.y - a.y));
            }
        }
        return least;
    }

    // `width` in cells.
    void line(const std::array<Point, 2>& ends, std::string_view colour, double width, std::string_view more = "") {
        const Point a = at(ends[0]), b = at(ends[1]);
        add("<line x1=\"" + svg_number(a.x) + "\" y1=\"" + svg_number(a.y) + "\" x2=\"" + svg_number(b.x) + "\" y2=\"" +
            svg_number(b.y) + "\" stroke=\"" + std::string(colour) + "\" stroke-width=\"" +
            svg_number(width * d.scale) + "\" stroke-linecap=\"round\"" + std::string(more) + "/>\n");
    }

    PieceStyle style_of(bool x) const {
        return d.style == Style::print ? printed_piece_style(d.colours, x) : piece_style(d.colours, x);
    }

    // A player's is drawn like his pieces, their line on either side.
    void stroke(const Stroke& s) {
        constexpr double width = 1.0 / 16, own_width = 1.0 / 9, outline = 1.0 / 24;
        if (s.of == '-') return line({s.from, s.to}, ink.line, width);
        const PieceStyle style = style_of(s.of == 'x');
        line({s.from, s.to}, style.line, own_width + outline);
        line({s.from, s.to}, style.fill, own_width);
    }

    // Small letters are plain discs, capitals bear the game's sign; or they are kittens and cats. As on the page (web/src/board/draw.ts).
    void piece(Cell c) {
        const char letter = d.cells[c];
        if (letter == '.' || letter == '-') return;
        const bool of_x = letter == 'x' || letter == 'X', special = letter == 'X' || letter == 'O';
        const PieceStyle style = style_of(of_x);
        const double edge = d.style == Style::wood ? 1.0 / 40 : 1.0 / 24;
        if (d.sign == Sign::cat) return cat(at(d.geometry.centre(c)), special, style, edge);
        double radius = piece_radius;
        if (d.style == Style::wood) {
            radius = room_ * (special ? 0.88 : 0.78);
            const Point p = at(d.geometry.centre(c));
            add("<circle class=\"e\" cx=\"" + svg_number(p.x) + "\" cy=\"" + svg_number(p.y + radius * 0.09 * d.scale) +
                "\" r=\"" + svg_number(radius * d.scale) + "\"/>\n");
        }
        disc(c, radius, style.fill, style.line, edge);
        if (!special) return;
        if (d.sign == Sign::crown)
            crown(c, radius * 0.45, style);
        else
            disc(c, radius * 0.42, style.detail, style.detail, 0);
    }

    // The head of a kitten, or the larger one of a cat, which has a face. It looks at the reader however the board is turned.
    void cat(Point p, bool is_grown, const PieceStyle& style, double edge) {
        const double radius = room_ * (is_grown ? 0.8 : 0.6) * d.scale;
        const Point centre{p.x, p.y + radius * 0.1};
        if (d.style == Style::wood)
            add("<path class=\"e\" d=\"" + cat_head({centre.x, centre.y + radius * 0.09}, radius) + "\"/>\n");
        add("<path d=\"" + cat_head(centre, radius) + "\" fill=\"" + std::string(style.fill) + "\" stroke=\"" +
            std::string(style.line) + "\" stroke-width=\"" + svg_number(edge * d.scale) +
            "\" stroke-linejoin=\"round\"/>\n");
        if (is_grown)
            add("<path d=\"" + cat_face(centre, radius) + "\" fill=\"" + std::string(style.detail) + "\"/>\n");
    }

    // A corner of a path, in radii of the head.
    static std::string corner(char what, Point p, double radius, double x, double y) {
        return what + svg_number(p.x + x * radius) + " " + svg_number(p.y + y * radius);
    }

    // A disc with two ears.
    static std::string cat_head(Point p, double radius) {
        const std::string r = svg_number(radius), arc = "A" + r + " " + r + " 0 ";
        return corner('M', p, radius, 0.342, -0.94) + corner('L', p, radius, 0.8, -1.2) +
               corner('L', p, radius, 0.848, -0.53) + arc + "1 1" + corner(' ', p, radius, -0.848, -0.53) +
               corner('L', p, radius, -0.8, -1.2) + corner('L', p, radius, -0.342, -0.94) + arc + "0 1" +
               corner(' ', p, radius, 0.342, -0.94) + "Z";
    }

    // Eyes, whiskers and a nose.
    static std::string cat_face(Point p, double radius) {
        const std::string round = "A" + svg_number(0.14 * radius) + " " + svg_number(0.18 * radius) + " 0 1 1";
        const auto polygon = [&](std::initializer_list<Point> corners) {
            std::string out;
            for (const Point& c : corners) out += corner(out.empty() ? 'M' : 'L', p, radius, c.x, c.y);
            return out + "Z";
        };
        std::string out = polygon({{-0.14, 0.22}, {0.14, 0.22}, {0, 0.4}});
        for (const double side : {-1.0, 1.0})
            out += corner('M', p, radius, side * 0.38 - 0.14, -0.08) + round +
                   corner(' ', p, radius, side * 0.38 + 0.14, -0.08) + round +
                   corner(' ', p, radius, side * 0.38 - 0.14, -0.08) + "Z" +
                   polygon({{side * 0.3, 0.28}, {side * 0.88, 0.14}, {side * 0.88, 0.22}, {side * 0.3, 0.36}}) +
                   polygon({{side * 0.3, 0.42}, {side * 0.84, 0.5}, {side * 0.82, 0.58}, {side * 0.3, 0.5}});
        return out;
    }

    // `size` is half its width, in cells.
    void crown(Cell c, double size, const PieceStyle& style) {
        constexpr Point corners[] = {{-1, 0.8}, {-1, -0.6}, {-0.45, 0}, {0, -0.9}, {0.45, 0}, {1, -0.6}, {1, 0.8}};
        const Point p = at(d.geometry.centre(c));
        std::string out = "<path d=\"";
        for (const Point& corner : corners)
            out += (&corner == corners ? "M" : "L") + svg_number(p.x + corner.x * size * d.scale) + " " +
                   svg_number(p.y + corner.y * size * d.scale);
        add(std::move(out) + "Z\" fill=\"" + std::string(style.detail) + "\"/>\n");
    }

    void disc(Cell c, double radius, std::string_view fill, std::string_view line, double width) {
        const Point p = at(d.geometry.centre(c));
        add("<circle cx=\"" + svg_number(p.x) + "\" cy=\"" + svg_number(p.y) + "\" r=\"" +
            svg_number(radius * d.scale) + "\" fill=\"" + std::string(fill) + "\" stroke=\"" + std::string(line) +
            "\" stroke-width=\"" + svg_number(width * d.scale) + "\"/>\n");
    }

    // `size` in cells; the text's middle stands at p.
    void write(Point p, std::string_view text, double size, std::string_view more = "") {
        add("<text x=\"" + svg_number(p.x) + "\" y=\"" + svg_number(p.y) + "\" font-size=\"" +
            svg_number(d.scale * size) + "\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"" +
            std::string(more.empty() ? ink.text : ink.mark) + "\"" + std::string(more) + ">" + escaped(text) +
            "</text>\n");
    }

    // Each mark has a halo, so that it is seen on any piece and any cell.
    void mark(const Mark& m) {
        const Point p = d.geometry.centre(m.at);
        constexpr double arm = 0.24, thick = 0.1, halo = 0.18;
        switch (m.kind) {
        case Mark::Kind::arrow: return arrow(at(p), at(d.geometry.centre(m.to)));
        case Mark::Kind::cross:
            for (const auto& [colour, width] : {std::pair{ink.halo, halo}, std::pair{ink.mark, thick}}) {
                line({Point{p.x - arm, p.y - arm}, Point{p.x + arm, p.y + arm}}, colour, width);
                line({Point{p.x - arm, p.y + arm}, Point{p.x + arm, p.y - arm}}, colour, width);
            }
            return;
        case Mark::Kind::dot: return disc(m.at, 0.15, ink.mark, ink.halo, 0.05);
        case Mark::Kind::circle:
            disc(m.at, figure_radius, "none", ink.halo, halo);
            return disc(m.at, figure_radius, "none", ink.mark, thick);
        case Mark::Kind::label:
            write(at(p), m.text, 0.44,
                  " font-weight=\"bold\" stroke=\"" + std::string(ink.halo) + "\" stroke-width=\"" +
                      svg_number(0.12 * d.scale) + "\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
        }
    }

    // From the first cell's middle to just before the second's.
    void arrow(Point from, Point to) {
        const double whole = std::hypot(to.x - from.x, to.y - from.y), length = whole - 0.1 * d.scale;
        const Point u{(to.x - from.x) / whole, (to.y - from.y) / whole};
        const double half = 0.055 * d.scale, head = 0.32 * d.scale, neck = std::max(0.0, length - head);
        const std::pair<double, double> corners[] = {
            {0, half}, {neck, half}, {neck, head * 0.5}, {length, 0}, {neck, -head * 0.5}, {neck, -half}, {0, -half}};
        std::string out = "<polygon class=\"arrow\" points=\"";
        for (const auto& [forward, side] : corners)
            out += (out.back() == '"' ? "" : " ") + svg_number(from.x + u.x * forward - u.y * side) + "," +
                   svg_number(from.y + u.y * forward + u.x * side);
        add(std::move(out) + "\" fill=\"" + std::string(ink.mark) + "\" stroke=\"" + std::string(ink.halo) +
            "\" stroke-width=\"" + svg_number(0.05 * d.scale) + "\" stroke-linejoin=\"round\"/>\n");
    }

    const Diagram& d;
    const Palette& ink = d.style == Style::print ? in_print : d.style == Style::wood ? in_wood : on_screen;
    const double room_ = room_on(d.geometry);
    Point origin_, far_;
    std::vector<std::string> elements_;
};

// An element of an animation, as it stands in its layer of the first picture that has it.
struct Shown {
    std::string element;
    std::size_t order;
    std::vector<bool> in; // for each picture
};

class Times {
public:
    Times(std::size_t pictures, Pace pace)
        : pace_(pace), whole_(pace.each * double(pictures - 1) + pace.last), last_(pictures - 1) {}

    // The element, shown while pictures that have it are.
    std::string text(const Shown& shown) const {
        if (std::ranges::find(shown.in, false) == shown.in.end()) return shown.element;
        std::string values, times;
        for (std::size_t i = 0; i < shown.in.size(); ++i) {
            if (i > 0 && shown.in[i] == shown.in[i - 1]) continue;
            values += std::string(i ? ";" : "") + (shown.in[i] ? "visible" : "hidden");
            times += (i ? ";" : "") + share(pace_.each * double(i) / whole_);
        }
        return std::string("<g") + (shown.in[last_] ? "" : " visibility=\"hidden\"") + ">" + shown.element +
               "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"" + values + "\" keyTimes=\"" +
               times + "\" dur=\"" + svg_number(whole_) + "s\" repeatCount=\"indefinite\"/></g>\n";
    }

private:
    // From 0 to 1, fine enough for two times of 20,000 plies.
    static std::string share(double of_whole) {
        const std::string millionths = std::to_string(std::lround(of_whole * 1e6));
        return of_whole == 0 ? "0"
                             : "." + std::string(6 - std::min<std::size_t>(6, millionths.size()), '0') + millionths;
    }

    Pace pace_;
    double whole_;
    std::size_t last_;
};

}

std::string svg(const Diagram& diagram) {
    const auto drawn = Svg(diagram).drawn();
    std::string out = drawn.head;
    for (const auto& layer : drawn.layers)
        for (const std::string& element : layer) out += element;
    return out + "</svg>\n";
}

// Each element is there once, with the pictures that have it: what stands on a board stays there for most of a game.
std::string animated_svg(std::span<const Diagram> pictures, Pace pace) {
    std::string out;
    std::vector<std::vector<Shown>> layers;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const auto drawn = Svg(pictures[i]).drawn();
        out = drawn.head;
        layers.resize(drawn.layers.size());
        for (std::size_t k = 0; k < layers.size(); ++k)
            for (std::size_t order = 0; order < drawn.layers[k].size(); ++order) {
                const std::string& element = drawn.layers[k][order];
                auto known = std::ranges::find(layers[k], element, &Shown::element);
                if (known == layers[k].end())
                    known = layers[k].insert(known, {element, order, std::vector<bool>(pictures.size())});
                known->in[i] = true;
            }
    }
    const Times times(pictures.size(), pace);
    for (std::vector<Shown>& layer : layers) {
        std::ranges::sort(layer, {}, [](const Shown& s) { return std::tie(s.order, s.element); });
        for (const Shown& each : layer) out += times.text(each);
    }
    return out + "</svg>\n";
}

}
