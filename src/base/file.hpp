// Files that are written whole or not at all, and with a checksum, so that none that was cut or changed is ever believed.
#pragma once
#include "base/checksum.hpp"
#include "base/problem.hpp"
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace tavoliere {

// Written beside `path`, and put in its place by finish(): until then, or where it is dropped, nothing is there. A pipe or a
// device is written to as it is. What goes wrong on the way is said by finish().
class WholeFile {
public:
    static Expected<WholeFile> create(const std::string& path);
    // Could it be created? So that nobody computes for a day what then cannot be written.
    static Expected<void> try_path(const std::string& path);
    WholeFile(WholeFile&&) = default;
    ~WholeFile();

    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }
    std::uint64_t checksum() const { return sum_.value(); } // of all so far
    std::uint64_t size() const { return size_; }
    Expected<void> finish();

private:
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    WholeFile(std::string path, std::string beside, std::FILE* file)
        : path_(std::move(path)), beside_(std::move(beside)), file_(file) {}

    std::string path_, beside_; // beside_ is empty where the file is written to in place
    std::unique_ptr<std::FILE, Close> file_;
    Checksum sum_;
    std::uint64_t size_ = 0;
    int error_ = 0;
};

// Reads with a running checksum.
class SummedReader {
public:
    static Expected<SummedReader> open(const std::string& path);
    bool read(void* bytes, std::size_t count); // false: the file has no more
    bool read_line(std::string& line);         // without its end; false where there is none, or it is absurdly long
    std::uint64_t checksum() const { return sum_.value(); }
    bool at_end();

private:
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    explicit SummedReader(std::FILE* file) : file_(file) {}
    std::unique_ptr<std::FILE, Close> file_;
    Checksum sum_;
};

Expected<std::string> read_whole(const std::string& path);
bool file_exists(const std::string& path);
// Another text once the file has been written again; empty where there is none.
std::string file_version(const std::string& path);

}
