// Loaded before the C library (LD_PRELOAD), it writes down what a program does to the files of one folder, so that a test can tell what
// a disk would hold had the power failed at some moment. It can also make the disk full.
//
//   DISK_LAYER_FOLDER   the folder; what lies elsewhere is passed through
//   DISK_LAYER_LOG      the file written to, a record for each thing done, in the order in which they were done:
//                       kind (1 byte: w write, t truncate, s sync, u unlink), 3 bytes free, length of the path (4), of the data (4), 4 free,
//                       time (8, CLOCK_MONOTONIC in ns), offset or new size (8; of a sync, how many records it covers), path, data
//   DISK_LAYER_NO_SYNC  set: nothing is ever synced, though the program is told so; what a test must find
//   DISK_LAYER_FULL     while this file exists, no file of the folder can grow
//
// Files mapped into memory are not seen: SQLite maps only its -shm file, which no recovery reads.
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

struct Header {
    char kind;
    char free_1[3];
    std::uint32_t path_size, data_size, free_2;
    std::uint64_t time;
    std::int64_t place;
};
static_assert(sizeof(Header) == 32);

template <class F> F real(const char* name) { return reinterpret_cast<F>(dlsym(RTLD_NEXT, name)); }

std::mutex& mutex() {
    static std::mutex one;
    return one;
}
std::uint64_t records = 0; // written so far

const std::string& folder() {
    static const std::string name = [] {
        const char* text = std::getenv("DISK_LAYER_FOLDER");
        return text ? std::string(text) : std::string();
    }();
    return name;
}
int log_file() {
    static const int file = [] {
        const char* name = std::getenv("DISK_LAYER_LOG");
        return name ? int(syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) : -1;
    }();
    return file;
}
bool is_never_synced() {
    static const bool is = std::getenv("DISK_LAYER_NO_SYNC") != nullptr;
    return is;
}
bool is_full() {
    static const char* const name = std::getenv("DISK_LAYER_FULL");
    return name && syscall(SYS_faccessat, AT_FDCWD, name, F_OK) == 0;
}

bool is_ours(const std::string& path) { return !folder().empty() && path.starts_with(folder()); }

// Of an open file; empty where it has none that is ours.
std::string path_of(int file) {
    char name[PATH_MAX];
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const auto size = syscall(SYS_readlinkat, AT_FDCWD, link.c_str(), name, sizeof name);
    std::string path(name, size > 0 ? std::size_t(size) : 0);
    return is_ours(path) ? path : std::string();
}

void note(char kind, const std::string& path, std::int64_t place, const void* data, std::size_t size) {
    if (log_file() < 0) return;
    const int before = errno;
    const std::lock_guard lock(mutex());
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    Header header{kind,
                  {},
                  std::uint32_t(path.size()),
                  std::uint32_t(size),
                  0,
                  std::uint64_t(now.tv_sec) * 1'000'000'000 + std::uint64_t(now.tv_nsec),
                  place};
    const iovec parts[] = {
        {&header, sizeof header}, {const_cast<char*>(path.data()), path.size()}, {const_cast<void*>(data), size}};
    // A record that is there in part is the last one, for whoever died while it was written.
    if (syscall(SYS_writev, log_file(), parts, 3) < 0) _exit(99);
    ++records;
    errno = before;
}

bool would_grow(int file, std::int64_t end) {
    struct stat now{};
    return fstat(file, &now) == 0 && end > now.st_size;
}

ssize_t write_at(const char* name, int file, const void* data, size_t size, off64_t offset) {
    const std::string path = path_of(file);
    if (!path.empty() && is_full() && would_grow(file, offset + std::int64_t(size))) {
        errno = ENOSPC;
        return -1;
    }
    const auto done = real<ssize_t (*)(int, const void*, size_t, off64_t)>(name)(file, data, size, offset);
    if (done > 0 && !path.empty()) note('w', path, offset, data, std::size_t(done));
    return done;
}

int sync(const char* name, int file) {
    const std::string path = path_of(file);
    if (path.empty()) return real<int (*)(int)>(name)(file);
    if (is_never_synced()) return 0;
    std::uint64_t before = 0;
    {
        const std::lock_guard lock(mutex());
        before = records;
    }
    const int done = real<int (*)(int)>(name)(file);
    if (done == 0) note('s', path, std::int64_t(before), nullptr, 0);
    return done;
}

int truncate_to(const char* name, int file, off64_t size) {
    const std::string path = path_of(file);
    const int done = real<int (*)(int, off64_t)>(name)(file, size);
    if (done == 0 && !path.empty()) note('t', path, size, nullptr, 0);
    return done;
}

}

extern "C" {

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
    return write_at("pwrite64", file, data, size, offset);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
    return write_at("pwrite", file, data, size, offset);
}

ssize_t write(int file, const void* data, size_t size) {
    static const auto really = real<ssize_t (*)(int, const void*, size_t)>("write");
    const std::string path = path_of(file);
    if (path.empty()) return really(file, data, size);
    const auto at = lseek(file, 0, SEEK_CUR);
    if (is_full() && would_grow(file, at + std::int64_t(size))) {
        errno = ENOSPC;
        return -1;
    }
    const auto done = really(file, data, size);
    if (done > 0) note('w', path, lseek(file, 0, SEEK_CUR) - done, data, std::size_t(done));
    return done;
}

int ftruncate64(int file, off64_t size) noexcept { return truncate_to("ftruncate64", file, size); }
int ftruncate(int file, off_t size) noexcept { return truncate_to("ftruncate", file, size); }
int fsync(int file) { return sync("fsync", file); }
int fdatasync(int file) { return sync("fdatasync", file); }

int unlink(const char* name) noexcept {
    const int done = real<int (*)(const char*)>("unlink")(name);
    if (done == 0 && is_ours(name)) note('u', name, 0, nullptr, 0);
    return done;
}
}
