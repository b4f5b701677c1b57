// What checking a proof or a table found.
#pragma once
#include <cstdint>
#include <string>

namespace tavoliere {

struct Checked {
    std::string failure;         // empty: the claim is proved. Else which position lacks what.
    std::uint64_t positions = 0; // looked at
    std::uint64_t of = 0;        // a table: that many are stored; of those that are images of each other at least one
};

}
