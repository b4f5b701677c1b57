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

std::string plain_text(std::string text) {
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') text[kept++] = text[i];
    text.resize(kept);
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

namespace {

bool steers(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
           c == 0xfeff || c == 0xfffe || c == 0xffff;
}

}

Letter first_letter(std::string_view text) {
    if (text.empty()) return {0, 0, false, false};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const Letter invalid{0, 1, false, false};
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || bytes > text.size()) return invalid;
    char32_t code = bytes == 1 ? first : first & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return invalid;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool is_too_long = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    if (is_too_long || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return invalid;
    return {code, bytes, true, !steers(code)};
}

std::optional<std::size_t> letters_in(std::string_view text) {
    std::size_t letters = 0;
    for (; !text.empty(); ++letters) {
        const Letter letter = first_letter(text);
        if (!letter.is_plain) return {};
        text.remove_prefix(letter.bytes);
    }
    return letters;
}

Expected<void> need_one_line(std::string_view what, std::string_view text) {
    for (std::string_view rest = text; !rest.empty();) {
        const Letter letter = first_letter(rest);
        if (!letter.is_plain)
            return problem(
                std::string(what) + ": " + in_quotes(text) +
                (letter.is_valid ? " has control characters; it must be one line of plain text" : " is not UTF-8"));
        rest.remove_prefix(letter.bytes);
    }
    return {};
}

std::string as_one_line(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        out += letter.is_plain ? text.substr(0, letter.bytes) : letter.is_valid ? " " : "\xef\xbf\xbd";
        text.remove_prefix(letter.bytes);
    }
    return out;
}

std::string html_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

}
