#include "base/file.hpp"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tavoliere {
namespace {

std::unexpected<Problem> cannot(const char* what, const std::string& path, int error) {
    return problem(std::string("cannot ") + what + " " + in_quotes(path) + ": " + std::strerror(error));
}

// The folder's entry, too, is to outlive a power cut.
void sync_folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (const int fd = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC); fd >= 0) {
        ::fsync(fd);
        ::close(fd);
    }
}

}

Expected<WholeFile> WholeFile::create(const std::string& path) {
    struct stat there{};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) return cannot("write", path, EISDIR);
    if (exists && ::access(path.c_str(), W_OK) != 0) return cannot("write", path, errno);
    if (exists && !S_ISREG(there.st_mode)) {
        std::FILE* file = std::fopen(path.c_str(), "wbe");
        if (!file) return cannot("write", path, errno);
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
    const mode_t mask = ::umask(0);
    ::umask(mask);
    std::FILE* file = ::fchmod(fd, exists ? there.st_mode & 07777 : 0666 & ~mask) == 0 ? ::fdopen(fd, "wb") : nullptr;
    if (!file) {
        const int error = errno;
        ::close(fd);
        ::unlink(beside.c_str());
        return cannot("write", path, error);
    }
    return WholeFile(target, beside, file);
}

Expected<void> WholeFile::try_path(const std::string& path) {
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

Expected<void> WholeFile::finish() {
    const auto check = [&](bool done) {
        if (!done && !error_) error_ = errno ? errno : EIO;
    };
    check(std::fflush(file_.get()) == 0);
    if (!beside_.empty()) check(::fsync(::fileno(file_.get())) == 0);
    if (!beside_.empty() && !error_) check(std::rename(beside_.c_str(), path_.c_str()) == 0);
    if (error_) return cannot("write", path_, error_);
    if (!beside_.empty()) sync_folder_of(path_);
    beside_.clear();
    return {};
}

Expected<SummedReader> SummedReader::open(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rbe");
    if (!file) return cannot("read", path, errno);
    return SummedReader(file);
}

bool SummedReader::read(void* bytes, std::size_t count) {
    const std::size_t n = std::fread(bytes, 1, count, file_.get());
    sum_.add(bytes, n);
    return n == count;
}

bool SummedReader::read_line(std::string& line) {
    line.clear();
    for (char c; line.size() < 10000 && read(&c, 1); line += c)
        if (c == '\n') return true;
    return false;
}

bool SummedReader::at_end() {
    const int c = std::fgetc(file_.get());
    if (c != EOF) std::ungetc(c, file_.get());
    return c == EOF;
}

Expected<std::string> read_whole(const std::string& path) {
    struct stat there{};
    if (::stat(path.c_str(), &there) != 0) return cannot("read", path, errno);
    if (S_ISDIR(there.st_mode)) return cannot("read", path, EISDIR);
    std::string text, part(1 << 20, 0);
    std::FILE* file = std::fopen(path.c_str(), "rbe");
    if (!file) return cannot("read", path, errno);
    for (std::size_t n; (n = std::fread(part.data(), 1, part.size(), file)) > 0;) text.append(part, 0, n);
    const int error = std::ferror(file) ? errno : 0;
    std::fclose(file);
    if (error) return cannot("read", path, error);
    return text;
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::string file_version(const std::string& path) {
    struct stat there{};
    if (::stat(path.c_str(), &there) != 0) return {};
    std::string version;
    for (const auto part : {std::int64_t(there.st_ino), std::int64_t(there.st_size), std::int64_t(there.st_mtim.tv_sec),
                            std::int64_t(there.st_mtim.tv_nsec)})
        version += std::to_string(part) + " ";
    return version;
}

}
