#include "base/problem.hpp"

namespace tavoliere {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 60;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            out += c;
        else
            out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
    return out + (text.size() > most ? "…\"" : "\"");
}

}
