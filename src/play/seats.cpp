#include "play/seats.hpp"
#include "ask/limits.hpp"
#include <algorithm>
#include <cctype>

namespace tavoliere {

std::string to_text(const Opens& opens) { return opens.invites_to ? std::string{opens.invites_to, '?'} : opens.seats; }

Opens opens_of(std::string_view text) {
    if (text.ends_with('?')) return {"", text[0]};
    return {std::string(text), 0};
}

Expected<void> check_made_key(std::string_view key) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) && c < 128; };
    if (key.size() == key_length && std::ranges::all_of(key, fits)) return {};
    return problem("d.seat: " + std::to_string(key_length) + " letters and digits, chosen at random, are wanted here");
}

}
