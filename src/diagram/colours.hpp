// What the colours that games name look like, on screen and on paper.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace tavoliere {

using ColourNames = std::array<std::string_view, 2>; // of x and of o, as GameInfo::colour_names()

struct PieceStyle {
    std::string_view fill, line, detail; // SVG colours; the detail is what stands on the fill
    int terminal;                        // of the 256 a terminal has
};

// Of the newsletter's words; web/src/board/board.css has the same.
constexpr std::optional<PieceStyle> style_of_word(std::string_view colour) {
    if (colour == "Black") return PieceStyle{"#23262a", "#0c0d0f", "#d9d4c8", 16};
    if (colour == "White") return PieceStyle{"#fbf9f4", "#57503f", "#57503f", 231};
    if (colour == "Blue") return PieceStyle{"#1c4585", "#0d2349", "#e6eefb", 25};
    if (colour == "Red") return PieceStyle{"#f0806c", "#8d2a1b", "#6f1c10", 209};
    if (colour == "Orange") return PieceStyle{"#f5a742", "#7c4a06", "#5d3704", 208};
    if (colour == "Grey") return PieceStyle{"#50565d", "#25292d", "#eef0f2", 240};
    return {};
}

// The word by which a player's pieces are drawn: his own, or for players who are called otherwise ("Cross", "Nought") Black and
// White, whichever the other player is not; as on the page (web/src/board/draw.ts).
constexpr std::string_view drawn_colour(const ColourNames& colours, bool of_x) {
    const std::string_view own = colours[of_x ? 0 : 1], others = colours[of_x ? 1 : 0];
    if (style_of_word(own)) return own;
    return of_x ? (others == "Black" ? "White" : "Black") : (others == "White" ? "Black" : "White");
}

constexpr PieceStyle piece_style(const ColourNames& colours, bool of_x) {
    return *style_of_word(drawn_colour(colours, of_x));
}

// In print there is ink and paper: of the newsletter's pairs one colour is dark and one light; of others White is light, or x is dark.
constexpr PieceStyle printed_piece_style(const ColourNames& colours, bool of_x) {
    const auto is_dark = [](std::string_view colour) {
        return colour == "Black" || colour == "Blue" || colour == "Grey";
    };
    const std::string_view x = drawn_colour(colours, true), o = drawn_colour(colours, false);
    const bool x_is_dark = is_dark(x) == is_dark(o) ? x != "White" && o != "Black" : is_dark(x);
    const bool dark = x_is_dark == of_x;
    return {dark ? "#1a1a1a" : "#ffffff", "#1a1a1a", dark ? "#ffffff" : "#1a1a1a", 0};
}

}
