// The openings of a variant, as its games in a database have them.
#pragma once
#include "ask/openings.hpp"
#include "database/database.hpp"
#include <functional>

namespace tavoliere::database {

struct OpeningsPlan {
    std::string variant, made;
    int plies = 20;              // positions after so many moves at most
    std::uint64_t times = 5;     // that a position came, at least
    std::size_t bytes = 180'000; // of the file, which compressed is a quarter to a third of it
};

// The positions that are led to most often, and for the most frequent of them one game each, the newest. Ended by `stop` it has what was found until then.
Expected<Openings> gather_openings(Database& database, const OpeningsPlan& plan,
                                   const std::function<void(std::size_t positions)>& progress, const IsOver& stop);

}
