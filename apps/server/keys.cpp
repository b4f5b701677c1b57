#include "server/keys.hpp"
#include <cerrno>
#include <string_view>
#include <sys/random.h>
#include <system_error>

namespace tavoliere::server {

std::string new_key() {
    constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
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

}
