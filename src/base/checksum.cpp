#include "base/checksum.hpp"
#include "base/hash.hpp"
#include <cstring>

namespace tavoliere {

Checksum Checksum::sized(std::uint64_t whole) {
    Checksum sum;
    sum.sum_ = whole;
    sum.is_sized_ = true;
    return sum;
}

// What is added after each word, beside the word itself, is all in which the two variants differ up to the end.
std::uint64_t Checksum::folded() const {
    return mix(sum_ ^ word_) + (is_sized_ ? std::uint64_t{0x9e3779b97f4a7c15} : bytes_);
}

void Checksum::add(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    for (const auto* end = at + count; at != end; ++bytes_) {
        if (bytes_ % 8 == 0 && end - at >= 8) { // a whole word at once
            std::memcpy(&word_, at, 8);
            at += 8, bytes_ += 7;
        } else {
            const auto shift = 8 * (bytes_ % 8);
            word_ = (shift ? word_ : 0) | std::uint64_t(*at++) << shift;
        }
        if (bytes_ % 8 == 7) sum_ = folded();
    }
}

std::uint64_t Checksum::value() const {
    const bool is_begun = bytes_ % 8 != 0; // a word that has not all its bytes
    if (is_sized_) return is_begun ? folded() : sum_;
    return mix(is_begun ? folded() : sum_ + bytes_);
}

std::uint64_t checksum(std::string_view bytes) {
    Checksum sum = Checksum::sized(bytes.size());
    sum.add(bytes.data(), bytes.size());
    return sum.value();
}

std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

}
