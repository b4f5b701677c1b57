// The value of a position as a program can show it.
#pragma once
#include "solve/describe.hpp"
#include "solve/solution.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere {

// What a position that falls apart is worth: each part in which there is a move, and all of them together. Left is x, Right o.
struct ValueView {
    struct Part {
        std::string position;           // with that part's pieces alone
        std::optional<ValueText> value; // nothing: the limits ended it before
    };
    std::vector<Part> parts;
    std::optional<ValueText> sum;
    Unsolved why = Unsolved::stopped; // where something is missing
    std::size_t known = 0;            // different parts met, up to symmetry and colour
    std::size_t values = 0;           // different values met
    double seconds = 0;
};

}
