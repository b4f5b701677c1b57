#include "base/text.hpp"

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

std::optional<long> parse_number(std::string_view text, long least, long most) {
    if (text.empty() || text.size() > 9 || (text.size() > 1 && text[0] == '0')) return {};
    long n = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return {};
        n = 10 * n + (c - '0');
    }
    if (n < least || n > most) return {};
    return n;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return out;
}

}
