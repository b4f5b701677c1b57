#include "server/seats.hpp"
#include "server/keys.hpp"
#include <algorithm>
#include <cctype>

namespace tavoliere::server {

std::string to_text(const Opens& opens) { return opens.invites_to ? std::string{opens.invites_to, '?'} : opens.seats; }

Opens opens_of(std::string_view text) {
    if (text.ends_with('?')) return {"", text[0]};
    return {std::string(text), 0};
}

std::vector<Key> keys_of_new_game(char seat) {
    return {{new_key(), {std::string(1, seat), 0}}, {new_key(), {"", other(seat)}}, {new_key(), {"", 0}}};
}

std::vector<Key> keys_of_rematch() { return {{new_key(), {"x", 0}}, {new_key(), {"o", 0}}, {new_key(), {"", 0}}}; }

const Key* key_that_opens(const std::vector<Key>& keys, const Opens& opens) {
    const auto found = std::ranges::find(keys, opens, &Key::opens);
    return found == keys.end() ? nullptr : &*found;
}

Expected<void> check_made_key(std::string_view key) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) && c < 128; };
    if (key.size() == key_length && std::ranges::all_of(key, fits)) return {};
    return problem("d.seat: " + std::to_string(key_length) + " letters and digits, chosen at random, are wanted here");
}

}
