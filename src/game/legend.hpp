// What is drawn on a board itself means something: its legend says what.
#pragma once
#include "board/geometry.hpp"
#include "game/info.hpp"
#include <vector>

namespace tavoliere {

// One kind of mark, and what bears it.
struct LegendEntry {
    std::vector<Words> names;    // of the sets of cells that bear it
    Cell cell = nowhere;         // one of these cells
    std::vector<Stroke> strokes; // what is drawn there
};

}
