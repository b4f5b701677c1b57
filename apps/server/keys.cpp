#include "server/keys.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <cerrno>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <sys/random.h>
#include <system_error>

namespace tavoliere::server {

namespace {

constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr int most_rematches = 1'000'000;

using Hash = decltype(KeyMark::hash);
static_assert(Hash().size() == SHA256_DIGEST_SIZE);

const std::uint8_t* bytes_of(std::string_view text) { return reinterpret_cast<const std::uint8_t*>(text.data()); }

// "SECRET", "SECRET-1": a secret and a game's number, which is 0 where there is none.
struct Parts {
    std::string_view secret;
    int rematch = 0;

    std::string with(const std::string& other) const { return rematch ? other + '-' + std::to_string(rematch) : other; }
};
Parts parts_of(std::string_view key) {
    const auto dash = key.rfind('-');
    if (dash == key.npos || key.substr(dash + 1).starts_with('0')) return {key};
    const auto rematch = parse_number<int>(key.substr(dash + 1), 1, most_rematches);
    return rematch ? Parts{key.substr(0, dash), *rematch} : Parts{key};
}

// A secret made of another one. `purpose` tells apart what is made of the same.
std::string made_of(std::string_view secret, std::string_view purpose) {
    hmac_sha256_ctx hmac;
    hmac_sha256_set_key(&hmac, secret.size(), bytes_of(secret));
    hmac_sha256_update(&hmac, purpose.size(), bytes_of(purpose));
    Hash number; // of 256 bits, the highest first
    hmac_sha256_digest(&hmac, number.size(), number.data());
    std::string made;
    while (made.size() < key_length) {
        unsigned rest = 0;
        for (std::uint8_t& byte : number) {
            rest = 256 * rest + byte;
            byte = std::uint8_t(rest / letters.size());
            rest %= unsigned(letters.size());
        }
        made += letters[rest];
    }
    return made;
}

}

std::string new_key() {
    // Bytes from the last multiple of 62 on are thrown away: every letter is as likely as every other.
    constexpr std::size_t fair = 256 / letters.size() * letters.size();
    std::string key;
    while (key.size() < key_length) {
        unsigned char byte;
        if (getrandom(&byte, 1, 0) != 1) throw std::system_error(errno, std::generic_category(), "getrandom");
        if (byte < fair) key += letters[byte % letters.size()];
    }
    return key;
}

bool KeyMark::operator==(const KeyMark& other) const {
    return memeql_sec(hash.data(), other.hash.data(), hash.size()) && rematch == other.rematch;
}

KeyMark mark_of(std::string_view key) {
    const Parts parts = parts_of(key);
    return {sha256_of(parts.secret), parts.rematch};
}

Hash sha256_of(std::string_view text) {
    sha256_ctx sha256;
    sha256_init(&sha256);
    sha256_update(&sha256, text.size(), bytes_of(text));
    Hash hash;
    sha256_digest(&sha256, hash.size(), hash.data());
    return hash;
}

std::string invitation_of(std::string_view key) {
    const Parts parts = parts_of(key);
    return parts.with(made_of(parts.secret, "invitation"));
}

std::string watching_key_of(std::string_view key) {
    const Parts parts = parts_of(key);
    return parts.with(made_of(parts.secret, "watching"));
}

std::string rematch_key_of(std::string_view key) {
    const Parts parts = parts_of(key);
    return Parts{{}, parts.rematch + 1}.with(std::string(parts.secret));
}

std::vector<KnownKey> known_keys(const std::vector<GameKey>& keys) {
    std::vector<KnownKey> known;
    for (const GameKey& key : keys) {
        known.push_back({mark_of(key.key), key.opens});
        if (key.opens.is_seat() || key.opens.invites_to) known.push_back({mark_of(watching_key_of(key.key)), {"", 0}});
    }
    return known;
}

}
