// What the colours that games name look like, on screen and on paper.
#pragma once
#include <string_view>

namespace tavoliere {

struct PieceStyle {
    std::string_view fill, line; // SVG colours
    int terminal;                // of the 256 a terminal has
};

// The newsletter's colours; any other word is drawn as Grey.
constexpr PieceStyle piece_style(std::string_view colour) {
    if (colour == "Black") return {"#1f1f1f", "#1f1f1f", 16};
    if (colour == "White") return {"#ffffff", "#1f1f1f", 231};
    if (colour == "Blue") return {"#0072b2", "#003a5c", 25};
    if (colour == "Red") return {"#d55e00", "#6b2f00", 166};
    if (colour == "Orange") return {"#e69f00", "#6b4a00", 208};
    return {"#9a9a9a", "#3a3a3a", 246};
}

// In print there is ink and paper: of the newsletter's pairs one colour is dark and one light.
constexpr PieceStyle printed_piece_style(std::string_view colour) {
    const bool dark = colour == "Black" || colour == "Blue" || colour == "Grey";
    return {dark ? "#1a1a1a" : "#ffffff", "#1a1a1a", 0};
}

}
