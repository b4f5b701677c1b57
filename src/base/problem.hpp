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
    int again_after = 0; // seconds, after which the same may succeed; 0: not by waiting
};

template <class T> using Expected = std::expected<T, Problem>;

inline std::unexpected<Problem> problem(std::string text) { return std::unexpected(Problem{std::move(text)}); }

// The text with \xNN for each byte that is no UTF-8, or belongs to a character that steers what shows it (see first_letter()
// in base/text.hpp): whatever the text is, it can be shown on one line of a terminal.
std::string printable(std::string_view text);

// "text" in quotes and printable, cut after 60 characters, and never inside one.
std::string in_quotes(std::string_view text);

}
