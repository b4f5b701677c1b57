// A file that lies in memory without being read: its pages come when they are looked at, and go when memory is wanted elsewhere.
#pragma once
#include "base/file.hpp"
#include <string_view>

namespace tavoliere {

// For files that nobody changes once they are in place. One that is cut off while it is mapped ends the program that looks behind
// its end.
class MappedFile {
public:
    static Expected<MappedFile> open(const std::string& path, const FileKind& kind);
    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~MappedFile();

    // They stay where they are until it ends, though the file be removed meanwhile.
    std::string_view bytes() const { return bytes_; }
    // What is looked at here and there comes page by page, as it is when a file is opened; what is read from end to end comes in larger
    // pieces, ahead of who reads it.
    enum class Reading : std::uint8_t { here_and_there, in_order };
    void expect(Reading reading) const;

private:
    explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
    std::string_view bytes_;
};

}
