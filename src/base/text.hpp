// Text taken apart, numbers read, and what may stand in a text at all: UTF-8 on one line.
#pragma once
#include "base/problem.hpp"
#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tavoliere {

// Why a text is not the number that was asked for. A number of any length that is written well is too small or too large,
// and never unreadable.
enum class NumberFault : std::uint8_t { unreadable, too_small, too_large };
template <class T> using Number = std::expected<T, NumberFault>;

Number<std::int64_t> parse_signed(std::string_view text, std::int64_t least, std::int64_t most);
Number<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t least, std::uint64_t most);
// A whole number from least to most, in decimal digits that are the whole text: no plus sign, no leading zeros, no "-0".
template <std::integral T = std::int64_t>
Number<T> parse_number(std::string_view text, std::type_identity_t<T> least, std::type_identity_t<T> most) {
    const auto as_asked = [](const auto& n) -> Number<T> {
        if (!n) return std::unexpected(n.error());
        return T(*n);
    };
    if constexpr (std::signed_integral<T>)
        return as_asked(parse_signed(text, least, most));
    else
        return as_asked(parse_unsigned(text, least, most));
}
// "\"1e3\" is not a whole number from 1 to 100": what is wrong, and what would be right.
std::string not_a_number(std::string_view text, std::int64_t least, std::int64_t most);
// A finite number from least to most, with or without a fraction or an exponent: 0.5, 60, 1e-3.
Number<double> parse_decimal(std::string_view text, double least, double most);

std::vector<std::string_view> split(std::string_view text, char separator);
// Drops `part` from the beginning of a text, where it is there.
inline bool take(std::string_view& text, std::string_view part) {
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
    return true;
}
// Capitals A to Z as small letters; all other bytes as they are.
std::string lower(std::string_view text);

// The mark that some editors write before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
// What a file holds as a text: without one byte order mark before it, and with "\n" at the end of each line, where "\r\n" may
// have stood, or nothing after the last.
std::string plain_text(std::string text);

// The character at the beginning of a text.
struct Letter {
    char32_t code;     // 0 where `is_valid` is false
    std::size_t bytes; // that it takes: 1 to 4; 1 where those bytes are no UTF-8, and 0 at the end of the text
    bool is_valid;     // UTF-8 as RFC 3629 has it: nothing longer than it need be, no surrogates, at most U+10FFFF
    // Valid, and none that steers what shows the text: the controls of C0 and C1, DEL, the separators of lines and
    // paragraphs, what turns the direction of writing round (U+202A to U+202E, U+2066 to U+2069), the byte order mark, and
    // U+FFFE and U+FFFF, which XML has not.
    bool is_plain;
};
Letter first_letter(std::string_view text);

// How many characters a line of text has; nothing where it is not UTF-8, or one of its characters is not plain. This decides
// what may be a name, a caption, a label, a comment, a tag, or a key.
std::optional<std::size_t> letters_in(std::string_view text);
inline bool is_one_line(std::string_view text) { return letters_in(text).has_value(); }
// A problem where a text is not one line of UTF-8: "--first-name: "J\xf6rg" is not UTF-8".
Expected<void> need_one_line(std::string_view what, std::string_view text);

// What somebody else wrote, another program perhaps, as one line of UTF-8: characters that are not plain become blanks, and
// bytes that are no UTF-8 become U+FFFD.
std::string as_one_line(std::string_view text);

// A text as it may stand in HTML, in an attribute's value within quotes and between tags.
std::string html_escaped(std::string_view text);

}
