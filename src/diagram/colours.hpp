// What the colours that games name look like, on screen and on paper.
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace tavoliere {

using ColourNames = std::array<std::string_view, 2>; // of x and of o, as GameInfo::colour_names()

struct PieceStyle {
    std::string_view fill, line; // SVG colours
    int terminal;                // of the 256 a terminal has
};

// Of the newsletter's words.
constexpr std::optional<PieceStyle> style_of_word(std::string_view colour) {
    if (colour == "Black") return PieceStyle{"#1f1f1f", "#1f1f1f", 16};
    if (colour == "White") return PieceStyle{"#ffffff", "#1f1f1f", 231};
    if (colour == "Blue") return PieceStyle{"#0072b2", "#003a5c", 25};
    if (colour == "Red") return PieceStyle{"#d55e00", "#6b2f00", 166};
    if (colour == "Orange") return PieceStyle{"#e69f00", "#6b4a00", 208};
    if (colour == "Grey") return PieceStyle{"#9a9a9a", "#3a3a3a", 246};
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
    return {x_is_dark == of_x ? "#1a1a1a" : "#ffffff", "#1a1a1a", 0};
}

}
