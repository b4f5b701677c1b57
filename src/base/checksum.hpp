// The checksum of our files: 64 bits, taken word by word, so that no file that was cut or changed is ever believed.
//
// There are two variants, because formats that are in use have either, and a file that somebody has must still be read.
// Networks, tables and puzzles' names have `sized`, which begins with the number of bytes; proofs and checkpoints have
// `streamed`, for they are written before anybody knows how long they become. A new format takes `streamed`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tavoliere {

// Of bytes that come piece by piece; however they were cut into pieces.
class Checksum {
public:
    Checksum() = default;                       // streamed
    static Checksum sized(std::uint64_t whole); // of as many bytes as `whole`, no more and no fewer
    void add(const void* bytes, std::size_t count);
    std::uint64_t value() const;

private:
    std::uint64_t folded() const; // the sum with the word that is being filled

    std::uint64_t sum_ = 0, word_ = 0, bytes_ = 0;
    bool is_sized_ = false;
};

// Of all bytes at once, sized.
std::uint64_t checksum(std::string_view bytes);

// FNV-1a, which matches' records have had for the text of their openings since there are records.
std::uint64_t fnv1a(std::string_view bytes);

}
