// What Clobber and Blocco are played on: a rectangle of 2 to 144 cells. It stands apart so that a change to Clobber compiles
// nothing of Blocco.
#pragma once
#include "board/shapes.hpp"
#include "game/options.hpp"

namespace tavoliere {

struct ClobberSetup {
    std::shared_ptr<const Geometry> geometry;
};

inline constexpr int most_cells_of_clobber = 144;

inline constexpr OptionInfo clobber_options[] = {
    {"size",
     {"Size", "Dimensioni"},
     OptionInfo::Kind::size,
     "6x7",
     {"columns x rows, 2 to 144 cells", "colonne x righe, da 2 a 144 caselle"},
     1,
     64},
};

inline Expected<ClobberSetup> clobber_setup(Options& options) {
    const auto [columns, rows] = options.size("size");
    if (columns * rows < 2 || columns * rows > most_cells_of_clobber)
        return options.wrong("size", std::to_string(columns) + "x" + std::to_string(rows) + " has " +
                                         std::to_string(columns * rows) + " cells; a board has 2 to " +
                                         std::to_string(most_cells_of_clobber));
    return ClobberSetup{rectangle(columns, rows)};
}

}
