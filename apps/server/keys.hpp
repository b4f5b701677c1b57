// The secret keys by which games are reached: made, made of each other, and told again without being kept.
#pragma once
#include "ask/limits.hpp"
#include "play/seats.hpp"
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// A name that nobody can guess: key_length letters and digits, 131 bits from the kernel.
std::string new_key();

// All that is kept of a key: the SHA-256 of its secret, by which who has it is known again, and nobody else. It needs no salt and no slow
// hash: a secret is one of 2^131 and no word that somebody thought of, so that there is nothing to try, now or beforehand.
struct KeyMark {
    std::array<std::uint8_t, 32> hash{};
    int rematch = 0; // which game of those in which each is the rematch of the one before, from 0

    bool operator==(const KeyMark& other) const; // takes as long wherever the hashes differ
};
KeyMark mark_of(std::string_view key);
decltype(KeyMark::hash) sha256_of(std::string_view text);

// The keys that go with one are made of it, each by a function that none can turn round. So the server can tell them to who shows
// his own, and keeps none.
std::string invitation_of(std::string_view key);   // to the other seat
std::string watching_key_of(std::string_view key); // to show others the same game
// To the next game: the same secret, and the game's number after it, "SECRET-1".
std::string rematch_key_of(std::string_view key);

// What a mark opens.
struct KnownKey {
    KeyMark mark;
    Opens opens;
};
// With the keys to watch that go with those of a game by link.
std::vector<KnownKey> known_keys(const std::vector<GameKey>& keys);

}
