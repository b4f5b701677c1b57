// Text taken apart, and numbers read.
#pragma once
#include <concepts>
#include <cstdint>
#include <expected>
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

}
