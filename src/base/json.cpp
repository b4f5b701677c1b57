#include "base/json.hpp"
#include "base/text.hpp"

namespace tavoliere {

std::string json_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        if (letter.code == '"' || letter.code == '\\')
            out += {'\\', char(letter.code)};
        else if (letter.code == '\n')
            out += "\\n";
        else if (letter.is_plain)
            out += text.substr(0, letter.bytes);
        else { // what steers a terminal is below U+10000
            const unsigned code = letter.is_valid ? letter.code : 0xfffd;
            out += {'\\', 'u', digits[code >> 12], digits[code >> 8 & 15], digits[code >> 4 & 15], digits[code & 15]};
        }
        text.remove_prefix(letter.bytes);
    }
    return out + "\"";
}

}
