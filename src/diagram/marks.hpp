// What somebody draws on a position: arrows, crosses, dots, circles and labels, as pictures and as text.
//
//     arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A
#pragma once
#include "base/problem.hpp"
#include "board/geometry.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Mark {
    enum class Kind : std::uint8_t { arrow, cross, dot, circle, label };
    Kind kind;
    Cell at;
    Cell to = 0;           // of an arrow
    std::string text = {}; // of a label
    bool operator==(const Mark&) const = default;
};

inline constexpr std::size_t most_marks = 500, longest_label = 3; // letters

Expected<std::vector<Mark>> read_marks(std::string_view text, const Geometry& geometry);

}
