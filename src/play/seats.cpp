#include "play/seats.hpp"
#include "ask/limits.hpp"
#include <algorithm>
#include <cctype>

namespace tavoliere {

std::string to_text(const Opens& opens) { return opens.invites_to ? std::string{opens.invites_to, '?'} : opens.seats; }

Expected<Opens> read_opens(std::string_view text) {
    for (const char seat : {'x', 'o'})
        if (text == std::string{seat, '?'}) return Opens{"", seat};
    for (const std::string_view each : {"xo", "x", "o", ""})
        if (text == each) return Opens{std::string(each), 0};
    return problem("key: " + in_quotes(text) + " is nothing that it could open");
}

Expected<void> check_made_key(std::string_view key) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) && c < 128; };
    if (key.size() == key_length && std::ranges::all_of(key, fits)) return {};
    return problem("seat: " + std::to_string(key_length) + " letters and digits, chosen at random, are wanted here");
}

}
