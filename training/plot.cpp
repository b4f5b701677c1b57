#include "training/trainer.hpp"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tavoliere::training {
namespace {

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

}

std::string loss_svg(const std::vector<Epoch>& epochs, const std::string& title) {
    constexpr double width = 640, height = 360, left = 70, right = 20, top = 40, bottom = 40;
    double low = 1e9, high = 0;
    for (const Epoch& e : epochs) {
        low = std::min({low, e.loss, e.held_out_loss});
        high = std::max({high, e.loss, e.held_out_loss});
    }
    if (high <= low) high = low + 1e-6;
    const double last = double(std::max<std::size_t>(2, epochs.size()));
    const auto x = [&](double epoch) { return left + (epoch - 1) / (last - 1) * (width - left - right); };
    const auto y = [&](double loss) { return top + (high - loss) / (high - low) * (height - top - bottom); };
    const auto text = [](double at_x, double at_y, const char* anchor, const std::string& words) {
        return "<text x=\"" + number(at_x) + "\" y=\"" + number(at_y) + "\" text-anchor=\"" + anchor + "\">" + words +
               "</text>\n";
    };
    const auto curve = [&](const char* colour, auto loss) {
        std::string points;
        for (const Epoch& e : epochs) points += number(x(e.number)) + "," + number(y(loss(e))) + " ";
        return "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + std::string(colour) + "\" points=\"" + points +
               "\"/>\n";
    };
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" font-family=\"DejaVu Sans, "
                      "sans-serif\" font-size=\"12\">\n<rect width=\"640\" height=\"360\" fill=\"white\"/>\n";
    out += text(left, 22, "start", title);
    for (int i = 0; i <= 4; ++i) {
        const double loss = low + (high - low) * i / 4;
        out += "<line x1=\"" + number(left) + "\" x2=\"" + number(width - right) + "\" y1=\"" + number(y(loss)) +
               "\" y2=\"" + number(y(loss)) + "\" stroke=\"#ddd\"/>\n" +
               text(left - 6, y(loss) + 4, "end", number(loss));
    }
    for (const double epoch : {1.0, std::round((1 + last) / 2), last})
        out += text(x(epoch), height - bottom + 18, "middle", number(epoch));
    out += curve("#0072b2", [](const Epoch& e) { return e.loss; });
    out += curve("#d55e00", [](const Epoch& e) { return e.held_out_loss; });
    out += "<g fill=\"#0072b2\">" + text(width - right, top - 6, "end", "trained on") + "</g>\n";
    out += "<g fill=\"#d55e00\">" + text(width - right - 90, top - 6, "end", "held out") + "</g>\n";
    return out + "</svg>\n";
}

}
