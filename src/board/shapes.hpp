// The boards there are: each a list of polygons.
#pragma once
#include "board/geometry.hpp"
#include <memory>

namespace tavoliere {

// Squares. a1 is the bottom left cell; written row by row from the top.
std::shared_ptr<const Geometry> rectangle(int columns, int rows);

// Flat-topped hexagons, `side` cells a side, in columns of side … 2 side - 1 … side cells, each numbered from its bottom
// cell; written column by column from `a`, each from its top cell down.
std::shared_ptr<const Geometry> hexagon(int side);

// The Cairo tiling: `columns` x `rows` blocks, each split into two congruent pentagons. In block (i, j), counted from 0 at
// the bottom left, i + j even: left `l` and right `r`; odd: top `t` and bottom `b`. Written row by row from the top, block
// by block, l before r and t before b.
//
//   Corners of the blocks stay. The middle of each block side shifts by sqrt(3)/6 into the block whose split line ends
//   there, which makes the five sides of every cell meet at 90 and 120 degrees:
//
//       +-----+-----+            +--.__+__.--+
//       |  |  |_____|            |   |  \____/
//       +-----+-----+    ->      +--'  '+'--.+
std::shared_ptr<const Geometry> cairo(int columns, int rows);

}
