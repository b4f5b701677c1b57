#include "base/file.hpp"
#include "base/mapped_file.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tavoliere {
namespace {

// Which permissions new files are not given. To ask for it is to set it, so it is asked before there are threads.
const mode_t file_mask = [] {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
}();

using Status = struct ::stat;

std::unexpected<Problem> cannot(const char* what, const std::string& path, const std::string& why) {
    return problem(std::string("cannot ") + what + " " + in_quotes(path) + ": " + why);
}
std::unexpected<Problem> cannot(const char* what, const std::string& path, int error) {
    return cannot(what, path, std::strerror(error));
}
std::unexpected<Problem> not_plain(const char* what, const std::string& path) {
    return cannot(what, path, "it is no plain file");
}
std::string too_large(const FileKind& kind) {
    return "it is larger than " + most_text(kind) + ", the most " + std::string(kind.name) + " has";
}

// A plain file, opened for reading. It is looked at before it is opened, since to open some devices does something, and
// once more afterwards, since it may be another one by then.
struct Opened {
    Descriptor file;
    std::uint64_t size;
};
Expected<Opened> open_to_read(const std::string& path, const FileKind& kind) {
    Status there{};
    if (::stat(path.c_str(), &there) != 0) return cannot("read", path, errno);
    if (!S_ISREG(there.st_mode)) return not_plain("read", path);
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file || ::fstat(file.get(), &there) != 0) return cannot("read", path, errno);
    if (!S_ISREG(there.st_mode)) return not_plain("read", path);
    if (std::uint64_t(there.st_size) > kind.most_bytes) return cannot("read", path, too_large(kind));
    return Opened{std::move(file), std::uint64_t(there.st_size)};
}

// All from where the descriptor stands, which may be more than the size that the file had.
Expected<std::string> read_rest(int fd, std::uint64_t size, const std::string& path, const FileKind& kind) {
    std::string text;
    for (std::size_t done = 0;;) {
        const std::uint64_t room = std::max<std::uint64_t>(size + 1, done + (64 << 10));
        text.resize(std::min(room, kind.most_bytes + 1));
        const ssize_t n = ::read(fd, text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cannot("read", path, errno);
        done += std::size_t(n);
        if (done > kind.most_bytes) return cannot("read", path, too_large(kind));
        if (n > 0) continue;
        text.resize(done);
        return text;
    }
}

// The descriptor by which the program prints to this already; -1 where it does not.
int own_stream(const Status& there) {
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO})
        if (Status own{}; ::fstat(fd, &own) == 0 && own.st_dev == there.st_dev && own.st_ino == there.st_ino) return fd;
    return -1;
}

// 0, or what went wrong.
int write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno != EINTR) return errno;
        if (n > 0) bytes.remove_prefix(std::size_t(n));
    }
    return 0;
}

// The folder's entry, too, is to outlive a power cut.
void sync_folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (const Descriptor file(::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)); file) ::fsync(file.get());
}

}

std::string most_text(const FileKind& kind) {
    const bool is_large = kind.most_bytes >= file_kind::gb;
    return std::to_string(kind.most_bytes / (is_large ? file_kind::gb : file_kind::mb)) + (is_large ? " GB" : " MB");
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool is_folder(const std::string& path) {
    Status there{};
    return ::stat(path.c_str(), &there) == 0 && S_ISDIR(there.st_mode);
}

std::string file_version(const std::string& path) {
    Status there{};
    if (::stat(path.c_str(), &there) != 0) return {};
    std::string version;
    for (const auto part : {std::int64_t(there.st_ino), std::int64_t(there.st_size), std::int64_t(there.st_mtim.tv_sec),
                            std::int64_t(there.st_mtim.tv_nsec)})
        version += std::to_string(part) + " ";
    return version;
}

Expected<void> need_plain_if_there(const std::string& path, const FileKind& kind) {
    Status there{};
    if (::stat(path.c_str(), &there) != 0) return {};
    if (!S_ISREG(there.st_mode)) return not_plain("read", path);
    if (std::uint64_t(there.st_size) > kind.most_bytes) return cannot("read", path, too_large(kind));
    return {};
}

Expected<std::string> read_whole(const std::string& path, const FileKind& kind) {
    const auto opened = open_to_read(path, kind);
    if (!opened) return std::unexpected(opened.error());
    return read_rest(opened->file.get(), opened->size, path, kind);
}

Expected<std::string> read_text_file(const std::string& path, const FileKind& kind) {
    auto bytes = read_whole(path, kind);
    if (bytes) *bytes = plain_text(std::move(*bytes));
    return bytes;
}

Expected<MappedFile> MappedFile::open(const std::string& path, const FileKind& kind) {
    const auto opened = open_to_read(path, kind);
    if (!opened) return std::unexpected(opened.error());
    if (opened->size == 0) return MappedFile({}); // which cannot be mapped
    void* const bytes = ::mmap(nullptr, std::size_t(opened->size), PROT_READ, MAP_SHARED, opened->file.get(), 0);
    if (bytes == MAP_FAILED) return cannot("read", path, errno);
    MappedFile file({static_cast<const char*>(bytes), std::size_t(opened->size)});
    file.expect(Reading::here_and_there);
    return file;
}
void MappedFile::expect(Reading reading) const {
    // Where that fails it is slower, and nothing else.
    if (!bytes_.empty())
        ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(),
                  reading == Reading::in_order ? MADV_SEQUENTIAL : MADV_RANDOM);
}
MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void Descriptor::close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Expected<FileReader> FileReader::open(const std::string& path, const FileKind& kind) {
    auto opened = open_to_read(path, kind);
    if (!opened) return std::unexpected(opened.error());
    std::FILE* file = ::fdopen(opened->file.get(), "rb");
    if (!file) return cannot("read", path, errno);
    opened->file.release();
    return FileReader(file, opened->size);
}

bool FileReader::read(void* bytes, std::size_t count) {
    const std::size_t n = std::fread(bytes, 1, count, file_.get());
    sum_.add(bytes, n);
    left_ -= std::min<std::uint64_t>(left_, n);
    return n == count;
}

bool FileReader::read_line(std::string& line) {
    line.clear();
    for (char c; line.size() < 10000 && read(&c, 1); line += c)
        if (c == '\n') return true;
    return false;
}

bool FileReader::at_end() {
    const int c = std::fgetc(file_.get());
    if (c != EOF) std::ungetc(c, file_.get());
    return c == EOF;
}

Expected<bool> LineReader::next(std::string& line) {
    const auto too_long = [&] {
        return problem("standard input: line " + std::to_string(lines_ + 1) + " is longer than " +
                       most_text(file_kind::input_line) + ", the most that is read");
    };
    for (;;) {
        const std::size_t end = unread_.find('\n', searched_);
        const bool is_whole = end != std::string::npos;
        if (leaves_out_) {
            left_out_ += unread_.size();
            if (gave_up()) return too_long();
            unread_.erase(0, is_whole ? end + 1 : unread_.size());
            searched_ = 0;
            leaves_out_ = !is_whole && !has_ended_;
            if (is_whole) {
                left_out_ = 0;
                ++lines_;
                continue;
            }
        }
        if (!is_whole && has_ended_ && unread_.empty()) return false;
        if ((is_whole ? end : unread_.size()) > file_kind::input_line.most_bytes) {
            leaves_out_ = true;
            return too_long();
        }
        if (is_whole || has_ended_) {
            line.assign(unread_, 0, end);
            unread_.erase(0, is_whole ? end + 1 : end);
            searched_ = 0;
            if (line.ends_with('\r')) line.pop_back();
            if (++lines_ == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
            return true;
        }
        searched_ = unread_.size();
        if (wait_ && !wait_()) {
            has_ended_ = true;
            unread_.clear();
            continue;
        }
        char buffer[16 << 10];
        const ssize_t n = ::read(fd_, buffer, sizeof buffer);
        if (n > 0) {
            unread_.append(buffer, std::size_t(n));
        } else if (n < 0 && errno == EAGAIN) { // somebody made it so before this program began
            pollfd wanted{fd_, POLLIN, 0};
            ::poll(&wanted, 1, -1);
        } else if (n == 0 || errno != EINTR) {
            has_ended_ = true;
        }
    }
}

Expected<Descriptor> open_stream(const std::string& path) {
    Status there{};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists)
        if (const int own = own_stream(there); own >= 0) {
            Descriptor file(::fcntl(own, F_DUPFD_CLOEXEC, 3));
            if (!file) return cannot("write", path, errno);
            return file;
        }
    if (exists && !S_ISREG(there.st_mode) && !S_ISCHR(there.st_mode) && !S_ISFIFO(there.st_mode))
        return not_plain("write", path);
    // To open a pipe that nobody reads would wait for a reader.
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
    if (!file && errno == ENXIO) return cannot("write", path, "nobody reads from it");
    const int flags = file ? ::fcntl(file.get(), F_GETFL) : -1;
    if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) return cannot("write", path, errno);
    return file;
}

Expected<WholeFile> WholeFile::create(const std::string& path) {
    Status there{};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) return not_plain("write", path);
    if (exists && ::access(path.c_str(), W_OK) != 0) return cannot("write", path, errno);
    if (exists && (!S_ISREG(there.st_mode) || own_stream(there) >= 0)) {
        auto stream = open_stream(path);
        if (!stream) return std::unexpected(stream.error());
        std::fflush(stdout); // what was printed before comes before
        std::FILE* file = ::fdopen(stream->get(), "wb");
        if (!file) return cannot("write", path, errno);
        stream->release();
        return WholeFile(path, "", file);
    }
    std::string target = path;
    if (char* real = exists ? ::realpath(path.c_str(), nullptr) : nullptr) { // a link stays a link
        target = real;
        std::free(real);
    }
    std::string beside = target + ".XXXXXX";
    const int fd = ::mkstemp(beside.data());
    if (fd < 0) return cannot("write", path, errno);
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    std::FILE* file =
        ::fchmod(fd, exists ? there.st_mode & 07777 : 0666 & ~file_mask) == 0 ? ::fdopen(fd, "wb") : nullptr;
    if (!file) {
        const int error = errno;
        ::close(fd);
        ::unlink(beside.c_str());
        return cannot("write", path, error);
    }
    return WholeFile(target, beside, file);
}

// A stream is not opened: its reader would take what is closed again for its end.
Expected<void> WholeFile::try_path(const std::string& path) {
    Status there{};
    if (::stat(path.c_str(), &there) == 0 && (S_ISFIFO(there.st_mode) || own_stream(there) >= 0)) {
        if (::access(path.c_str(), W_OK) != 0) return cannot("write", path, errno);
        return {};
    }
    if (auto file = create(path); !file) return std::unexpected(file.error());
    return {};
}

WholeFile::~WholeFile() {
    if (file_ && !beside_.empty()) ::unlink(beside_.c_str());
}

void WholeFile::write(const void* bytes, std::size_t count) {
    sum_.add(bytes, count);
    size_ += count;
    if (!error_ && std::fwrite(bytes, 1, count, file_.get()) != count) error_ = errno ? errno : EIO;
}

void WholeFile::rewrite(std::uint64_t at, const void* bytes, std::size_t count) {
    if (error_) return;
    if (std::fflush(file_.get()) != 0 || ::pwrite(fileno(file_.get()), bytes, count, off_t(at)) != ssize_t(count))
        error_ = errno ? errno : EIO;
}

void WholeFile::read_back(std::uint64_t at, void* bytes, std::size_t count) {
    if (error_) return;
    if (std::fflush(file_.get()) != 0 || ::pread(fileno(file_.get()), bytes, count, off_t(at)) != ssize_t(count))
        error_ = errno ? errno : EIO;
}

Expected<void> WholeFile::finish() {
    const auto check = [&](bool done) {
        if (!done && !error_) error_ = errno ? errno : EIO;
    };
    check(std::fflush(file_.get()) == 0);
    if (error_) return cannot("write", path_, error_);
    if (!beside_.empty())
        if (auto moved = move_into_place(beside_, path_); !moved) return moved;
    beside_.clear();
    return {};
}

Expected<void> move_into_place(const std::string& made, const std::string& path) {
    const Descriptor file(::open(made.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::fsync(file.get()) != 0 || std::rename(made.c_str(), path.c_str()) != 0)
        return cannot("write", path, errno);
    sync_folder_of(path);
    return {};
}

Expected<void> write_whole(const std::string& path, std::string_view content) {
    auto file = WholeFile::create(path);
    if (!file) return std::unexpected(file.error());
    file->write(content);
    return file->finish();
}

Expected<AppendedFile> AppendedFile::open(const std::string& path) {
    Status there{};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists && !S_ISREG(there.st_mode)) return not_plain("write", path);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
    if (!file || ::fstat(file.get(), &there) != 0) return cannot("write", path, errno);
    if (!S_ISREG(there.st_mode)) return not_plain("write", path);
    if (own_stream(there) >= 0) return cannot("write", path, "this program prints to it; name another file");
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? cannot("write", path, "another program is writing to it")
                                    : cannot("write", path, errno);
    if (::fstat(file.get(), &there) != 0) return cannot("write", path, errno); // it may have grown until now
    if (!exists) sync_folder_of(path);
    return AppendedFile(std::move(file), path, std::uint64_t(there.st_size));
}

Expected<std::string> AppendedFile::read(const FileKind& kind) const {
    if (size_ > kind.most_bytes) return cannot("read", path_, too_large(kind));
    if (::lseek(file_.get(), 0, SEEK_SET) != 0) return cannot("read", path_, errno);
    return read_rest(file_.get(), size_, path_, kind);
}

Expected<void> AppendedFile::cut(std::uint64_t size) {
    if (size >= size_) return {};
    if (::ftruncate(file_.get(), off_t(size)) != 0) return cannot("write", path_, errno);
    size_ = size;
    return {};
}

Expected<void> AppendedFile::append(std::string_view bytes) {
    int error = write_all(file_.get(), bytes);
    if (!error && ::fdatasync(file_.get()) != 0) error = errno;
    if (!error) return size_ += bytes.size(), Expected<void>{};
    // Whoever reads the file next finds only what is whole; where that fails too, he cuts it off.
    [[maybe_unused]] const int cut_back = ::ftruncate(file_.get(), off_t(size_));
    return cannot("write", path_, error);
}

}
