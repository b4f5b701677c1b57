// Files: the one reader of all that the program reads, one way to write a file whole, and one to let it grow.
//
// What is read is a plain file of a known kind, no larger than such files are. Nothing here waits for ever: a pipe, a device or
// a folder is refused before anything is read from it, and no pipe is opened that nobody reads.
#pragma once
#include "base/checksum.hpp"
#include "base/problem.hpp"
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace tavoliere {

// What a file is read as.
struct FileKind {
    std::string_view name;    // as a problem says it: "it is larger than 4 MB, the most a record has"
    std::uint64_t most_bytes; // that one may have
};
namespace file_kind {
inline constexpr std::uint64_t mb = 1 << 20, gb = 1 << 30;
inline constexpr FileKind record{"a record", 4 * mb}, match_records{"a file of a match's records", 2 * gb},
    openings{"a file of openings", 64 * mb}, network{"a network", 64 * mb}, proof{"a proof", 4 * gb},
    proof_state{"a proof's state", 64 * mb}, table{"a table", 256 * gb}, checkpoint{"a checkpoint", 256 * gb},
    puzzles{"a file of puzzles", 64 * mb}, selfplay{"a file of self-play games", 2 * gb}, tuning{"a tune file", 1 * mb},
    page{"a file of the page", 64 * mb}, store{"a store", 1024 * gb}, input_line{"a line of input", 1 * mb};
}
// "4 MB", "2 GB": the most that the kind allows.
std::string most_text(const FileKind& kind);

// Whether a path leads to something; whether that is a folder.
bool file_exists(const std::string& path);
bool is_folder(const std::string& path);
// Another text once the file has been written again; empty where there is none.
std::string file_version(const std::string& path);
// A problem where the path leads to what is no plain file, or to one that is too large. A file that is not there is none.
Expected<void> need_plain_if_there(const std::string& path, const FileKind& kind);

// All of a file, byte for byte.
Expected<std::string> read_whole(const std::string& path, const FileKind& kind);
// The same as text: see plain_text() in base/text.hpp.
Expected<std::string> read_text_file(const std::string& path, const FileKind& kind);

// A file descriptor that closes itself.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) close(), fd_ = other.release();
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    int release() { return std::exchange(fd_, -1); }
    void close();

private:
    int fd_ = -1;
};

struct CloseFile {
    void operator()(std::FILE* f) const { std::fclose(f); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

// Reads a file piece by piece, with a running checksum (streamed) of what was read.
class FileReader {
public:
    static Expected<FileReader> open(const std::string& path, const FileKind& kind);
    bool read(void* bytes, std::size_t count); // false: the file has no more
    bool read_line(std::string& line); // without its end; false where there is none, or it has more than 10,000 bytes
    std::uint64_t checksum() const { return sum_.value(); }
    std::uint64_t left() const { return left_; } // bytes that are still to come, by the file's size when it was opened
    bool at_end();

private:
    FileReader(std::FILE* file, std::uint64_t size) : file_(file), left_(size) {}
    OpenFile file_;
    std::uint64_t left_;
    Checksum sum_;
};

// The lines of a stream that may be a pipe or a terminal: standard input. A byte order mark before the first is skipped.
class LineReader {
public:
    // `wait` is called before each read: false is taken for the end of the stream.
    explicit LineReader(int fd, std::function<bool()> wait = {}) : fd_(fd), wait_(std::move(wait)) {}
    // The next line, without its end "\n" or "\r\n"; false where the stream has no more. The last line needs no end. A problem:
    // a line of more bytes than file_kind::input_line allows, which is left out; the next call goes on behind it,
    // unless gave_up(): the line went on for 64 times as many bytes, as a device's does, and nothing more is read.
    Expected<bool> next(std::string& line);
    bool gave_up() const { return left_out_ > 64 * file_kind::input_line.most_bytes; }

private:
    int fd_;
    std::function<bool()> wait_;
    std::string unread_;
    bool leaves_out_ = false; // the rest of the line
    std::uint64_t left_out_ = 0;
    std::size_t searched_ = 0; // of unread_: no line ends before
    std::uint64_t lines_ = 0;
    bool has_ended_ = false;
};

// Where lines are added that nobody here reads again, a log perhaps: a plain file, which is made where there is none; a
// device, a terminal, or a pipe that somebody reads; or what this program prints to already, as /dev/stdout is.
Expected<Descriptor> open_stream(const std::string& path);

// Written beside `path`, and put in its place by finish(), synced: until then, or where it is dropped, nothing is there. What
// open_stream() takes and is no plain file of its own is written to as it is. What goes wrong on the way is said by finish().
class WholeFile {
public:
    static Expected<WholeFile> create(const std::string& path);
    // Could it be created? So that nobody computes for a day what then cannot be written.
    static Expected<void> try_path(const std::string& path);
    WholeFile(WholeFile&&) = default;
    ~WholeFile();

    void write(const void* bytes, std::size_t count);
    void write(std::string_view text) { write(text.data(), text.size()); }
    std::uint64_t checksum() const { return sum_.value(); } // of all so far, streamed
    std::uint64_t size() const { return size_; }
    // Of what is written already: puts other bytes there, which checksum() knows nothing of, and reads it.
    void rewrite(std::uint64_t at, const void* bytes, std::size_t count);
    void read_back(std::uint64_t at, void* bytes, std::size_t count);
    Expected<void> finish();

private:
    WholeFile(std::string path, std::string beside, std::FILE* file)
        : path_(std::move(path)), beside_(std::move(beside)), file_(file) {}

    std::string path_, beside_; // beside_ is empty where the file is written to in place
    OpenFile file_;
    Checksum sum_;
    std::uint64_t size_ = 0;
    int error_ = 0;
};
// Puts a file that is whole in the place of another one, or where none was: on the disk when it returns.
Expected<void> move_into_place(const std::string& made, const std::string& path);
// A whole file at once.
Expected<void> write_whole(const std::string& path, std::string_view content);

// A plain file that grows, and to which nobody else who goes by this class writes meanwhile.
class AppendedFile {
public:
    // Makes it where there is none. A problem: it is no plain file, it is what this program prints to, or another program has
    // it open like this.
    static Expected<AppendedFile> open(const std::string& path);
    // All that it holds.
    Expected<std::string> read(const FileKind& kind) const;
    std::uint64_t size() const { return size_; }
    // Drops what follows the first `size` bytes: a program was ended while it wrote that.
    Expected<void> cut(std::uint64_t size);
    // On the disk when this returns; where that fails nothing of it is left.
    Expected<void> append(std::string_view bytes);

private:
    AppendedFile(Descriptor file, std::string path, std::uint64_t size)
        : file_(std::move(file)), path_(std::move(path)), size_(size) {}
    Descriptor file_;
    std::string path_;
    std::uint64_t size_;
};

}
