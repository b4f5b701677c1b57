#include "base/text.hpp"
#include "base/problem.hpp"

namespace tavoliere {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

namespace {

struct Digits {
    bool negative;
    std::uint64_t size;
};
// A size that does not fit is a fault by its sign.
Number<Digits> digits_of(std::string_view text) {
    const bool negative = take(text, "-");
    if (text.empty() || (text[0] == '0' && (negative || text.size() > 1)))
        return std::unexpected(NumberFault::unreadable);
    bool fits = true;
    std::uint64_t size = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::unexpected(NumberFault::unreadable);
        const auto digit = std::uint64_t(c - '0');
        fits = fits && size <= (~std::uint64_t{0} - digit) / 10;
        size = 10 * size + digit;
    }
    if (!fits) return std::unexpected(negative ? NumberFault::too_small : NumberFault::too_large);
    return Digits{negative, size};
}

}

Number<std::int64_t> parse_signed(std::string_view text, std::int64_t least, std::int64_t most) {
    const auto digits = digits_of(text);
    if (!digits) return std::unexpected(digits.error());
    const std::uint64_t room = std::uint64_t(INT64_MAX) + digits->negative;
    if (digits->size > room) return std::unexpected(digits->negative ? NumberFault::too_small : NumberFault::too_large);
    const auto value = std::int64_t(digits->negative ? 0 - digits->size : digits->size);
    if (value < least) return std::unexpected(NumberFault::too_small);
    if (value > most) return std::unexpected(NumberFault::too_large);
    return value;
}

Number<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t least, std::uint64_t most) {
    const auto digits = digits_of(text);
    if (!digits) return std::unexpected(digits.error());
    if (digits->negative || digits->size < least) return std::unexpected(NumberFault::too_small);
    if (digits->size > most) return std::unexpected(NumberFault::too_large);
    return digits->size;
}

std::string not_a_number(std::string_view text, std::int64_t least, std::int64_t most) {
    return in_quotes(text) + " is not a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return out;
}

}
