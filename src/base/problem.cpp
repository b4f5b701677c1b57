#include "base/problem.hpp"
#include "base/text.hpp"

namespace tavoliere {

std::string printable(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        for (const char c : text.substr(0, letter.bytes)) {
            const auto byte = static_cast<unsigned char>(c);
            if (letter.is_plain)
                out += c;
            else
                out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
        text.remove_prefix(letter.bytes);
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr int most = 60;
    std::size_t bytes = 0; // of the characters that are shown
    for (int i = 0; i < most && bytes < text.size(); ++i) bytes += first_letter(text.substr(bytes)).bytes;
    return "\"" + printable(text.substr(0, bytes)) + (bytes < text.size() ? "…\"" : "\"");
}

}
