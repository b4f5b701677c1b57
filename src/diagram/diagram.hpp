// Pictures of any position on any board: SVG as a newsletter prints it, and text for a terminal.
#pragma once
#include "board/geometry.hpp"
#include "diagram/marks.hpp"
#include "game/info.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// In colours; in black, white and greys that a printer and a photocopier keep apart; or as the page has its board, of wood, which is
// darker where the reader's screen is.
enum class Style : std::uint8_t { screen, print, wood };

struct Diagram {
    const Geometry& geometry;
    std::array<std::string_view, 2> colours;       // what people call x and o
    std::string cells;                             // a letter a cell, as PositionView has them
    std::vector<Cell> marked = {};                 // cells of the last move
    std::vector<Stroke> strokes = {};              // lines drawn on the board itself
    std::vector<std::array<Point, 2>> guides = {}; // lines along which the player to move must play
    std::vector<Cell> figures = {};                // cells of figures that decide the game
    std::vector<Mark> marks = {};                  // drawn over everything
    std::string caption = {};                      // a line beneath, broken where it is too long
    Style style = Style::screen;
    bool coordinates = true;
    bool turned = false;     // seen from the other side
    double scale = 48;       // SVG user units a cell
    Sign sign = Sign::crown; // of pieces with capital letters
};

std::string svg(const Diagram& diagram);

// How long an animation shows each of its pictures, and the last, in seconds; then it begins again.
struct Pace {
    double each = 1, last = 3;
};
// Pictures of one board, of one size, shown one after the other: an SVG that needs no script (SMIL). What several of them have is in
// it once. A reader that shows no animations shows the last picture. `pictures` is not empty.
std::string animated_svg(std::span<const Diagram> pictures, Pace pace);

// Lines of text, each ending in a newline. With `ansi` coloured discs on a coloured board; without, the position's letters.
std::string terminal_picture(const Diagram& diagram, bool ansi);

}
