// What is wrong with something that came from outside, as a value.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace tavoliere {

// One line for a person: what was read, where in it the trouble lies, what would be right.
// "position: row 2 is too long: 8 cells where the board has 7 (at \"8\")"
struct Problem {
    std::string text;
};

template <class T> using Expected = std::expected<T, Problem>;

inline std::unexpected<Problem> problem(std::string text) { return std::unexpected(Problem{std::move(text)}); }

// "text" in quotes, cut where it is long and with control characters shown as \xNN, so that any input can be shown on
// one line of a terminal.
std::string in_quotes(std::string_view text);

}
