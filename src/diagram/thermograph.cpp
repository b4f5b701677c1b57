#include "diagram/thermograph.hpp"
#include "diagram/drawing.hpp"
#include <algorithm>
#include <set>

namespace tavoliere {
namespace {

constexpr double across = 360, upwards = 220,
                 margin = 44; // user units: the field that walls take, and what is around it
constexpr std::string_view left_line = "#0072b2", right_line = "#d55e00";

class Drawing {
public:
    explicit Drawing(const Thermograph& thermograph) : t(thermograph) {
        low_ = high_ = t.mean;
        for (const auto* wall : {&t.left, &t.right})
            for (const auto& corner : *wall) {
                low_ = std::min(low_, corner.value);
                high_ = std::max(high_, corner.value);
            }
        if (low_ == high_) low_ = low_ - Dyadic(1), high_ = high_ + Dyadic(1);
        top_ = std::max(t.temperature, Dyadic(0));
        hottest_ = top_ > Dyadic(0) ? 1.3 * top_.approximate() : 1;
    }

    std::string text() {
        out_ = svg_head(across + 2 * margin, upwards + 2 * margin);
        out_ += "<rect width=\"100%\" height=\"100%\" fill=\"" + std::string(board_fill) + "\"/>\n";
        axis();
        lines_of_corners();
        wall(t.left, left_line, "left wall");
        wall(t.right, right_line, "right wall");
        line(t.mean.approximate(), top_.approximate(), t.mean.approximate(), hottest_, text_fill, 3, "");
        return out_ + "</svg>\n";
    }

private:
    double x(double value) const {
        const double low = low_.approximate(), high = high_.approximate();
        return margin + across * (high - value) / (high - low);
    }
    double y(double temperature) const { return margin + upwards * (1 - temperature / hottest_); }

    void line(double v1, double t1, double v2, double t2, std::string_view colour, double width,
              std::string_view more) {
        out_ += "<line x1=\"" + svg_number(x(v1)) + "\" y1=\"" + svg_number(y(t1)) + "\" x2=\"" + svg_number(x(v2)) +
                "\" y2=\"" + svg_number(y(t2)) + "\" stroke=\"" + std::string(colour) + "\" stroke-width=\"" +
                svg_number(width) + "\" stroke-linecap=\"round\"" + std::string(more) + "/>\n";
    }
    void write(double at_x, double at_y, const std::string& text, std::string_view anchor) {
        out_ += "<text x=\"" + svg_number(at_x) + "\" y=\"" + svg_number(at_y) + "\" font-size=\"13\" text-anchor=\"" +
                std::string(anchor) + "\" dominant-baseline=\"central\" fill=\"" + std::string(text_fill) + "\">" +
                text + "</text>\n";
    }

    void axis() {
        line(high_.approximate(), 0, low_.approximate(), 0, board_line, 1.5, "");
        write(margin + across / 2, margin + upwards + 36, "value", "middle");
        write(margin, 16, "temperature " + t.temperature.text() + ", mean " + t.mean.text(), "start");
    }

    // A dashed line and a label for the value and the temperature of each corner.
    void lines_of_corners() {
        std::set<Dyadic> values, temperatures;
        for (const auto* wall : {&t.left, &t.right})
            for (const auto& corner : *wall) {
                values.insert(corner.value);
                temperatures.insert(corner.temperature);
            }
        constexpr std::string_view dashed = " stroke-dasharray=\"2 4\"";
        for (Dyadic d : values) {
            line(d.approximate(), 0, d.approximate(), top_.approximate(), board_line, 0.75, dashed);
            write(x(d.approximate()), margin + upwards + 16, d.text(), "middle");
        }
        for (Dyadic d : temperatures) {
            line(high_.approximate(), d.approximate(), low_.approximate(), d.approximate(), board_line, 0.75, dashed);
            write(margin - 8, y(d.approximate()), d.text(), "end");
        }
    }

    void wall(const std::vector<Thermograph::Corner>& corners, std::string_view colour, std::string_view title) {
        out_ += "<polyline points=\"";
        for (const auto& corner : corners)
            out_ += (&corner == &corners.front() ? "" : " ") + svg_number(x(corner.value.approximate())) + "," +
                    svg_number(y(corner.temperature.approximate()));
        out_ += "\" fill=\"none\" stroke=\"" + std::string(colour) + "\" stroke-width=\"3\" stroke-linejoin=\"round\"" +
                " stroke-linecap=\"round\"><title>" + std::string(title) + "</title></polyline>\n";
    }

    const Thermograph& t;
    Dyadic low_, high_, top_;
    double hottest_; // the temperature at the top of the picture
    std::string out_;
};

}

std::string svg(const Thermograph& thermograph) { return Drawing(thermograph).text(); }

}
