// Text taken apart, and numbers read.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// A whole number without sign or leading zeros, from least to most; nothing where the text is none.
std::optional<long> parse_number(std::string_view text, long least, long most);
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
