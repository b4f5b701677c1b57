#include "base/json.hpp"

namespace tavoliere {

std::string json_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (c == '\n')
            out += "\\n";
        else if (byte < 0x20)
            out += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
        else
            out += c;
    }
    return out + "\"";
}

}
