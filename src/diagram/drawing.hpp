// What our pictures share: how numbers are written in them, and their colours.
#pragma once
#include <cmath>
#include <string>
#include <string_view>

namespace tavoliere {

inline constexpr std::string_view board_fill = "#f4efe4", board_line = "#6f675a", text_fill = "#4a443a",
                                  picture_font = "DejaVu Sans, sans-serif";

// At most two decimals, no trailing zeros: small files that do not change with the compiler.
inline std::string svg_number(double v) {
    const long hundredths = std::lround(v * 100);
    std::string out = (hundredths < 0 ? "-" : "") + std::to_string(std::labs(hundredths) / 100);
    if (const long rest = std::labs(hundredths) % 100) {
        out += '.';
        out += char('0' + rest / 10);
        if (rest % 10) out += char('0' + rest % 10);
    }
    return out;
}

// The first tag of a picture of this size, in user units.
inline std::string svg_head(double width, double height) {
    const std::string w = svg_number(width), h = svg_number(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + w + " " + h + "\" width=\"" + w +
           "\" height=\"" + h + "\" font-family=\"" + std::string(picture_font) + "\">\n";
}

}
