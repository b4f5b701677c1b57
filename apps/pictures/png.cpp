#include "base/json.hpp"
#include "pictures/pictures.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tavoliere {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view converter = "rsvg-convert";
constexpr auto patience = std::chrono::seconds(10);
constexpr int glance = 20; // milliseconds until it is asked again whether it is over
constexpr std::size_t most_bytes = 64 << 20;

thread_local std::chrono::duration<double> painted{};

std::chrono::duration<double> seconds_of(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

class Descriptor {
public:
    explicit Descriptor(int is) : is_(is) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return is_; }
    void close() {
        if (is_ >= 0) ::close(is_);
        is_ = -1;
    }

private:
    int is_;
};

std::unexpected<Problem> failed(std::string_view what, int error) {
    return problem("picture: " + std::string(what) + ": " + std::strerror(error));
}

bool write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = write(to, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(std::size_t(n));
    }
    return lseek(to, 0, SEEK_SET) == 0;
}

// All that comes until the end; nothing where that does not come in time, or is too long.
std::optional<std::string> read_all(int from, const IsOver& is_over) {
    const auto end = Clock::now() + patience;
    std::string out;
    std::array<char, 1 << 16> some;
    while (out.size() <= most_bytes) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0 || is_over()) return {};
        pollfd ready{from, POLLIN, 0};
        if (poll(&ready, 1, int(std::min<long>(left, glance))) <= 0) continue;
        const ssize_t n = read(from, some.data(), some.size());
        if (n == 0) return out;
        if (n > 0) out.append(some.data(), std::size_t(n));
        if (n < 0 && errno != EINTR) return {};
    }
    return {};
}

// posix_spawn does not copy this process's memory, which a server has much of.
int spawn(pid_t& id, int in, int out, const std::string& zoom) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t traits;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&traits);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&traits, &none);
    posix_spawnattr_setsigdefault(&traits, &all);
    posix_spawnattr_setflags(&traits, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::array<std::string, 4> words{std::string(converter), "--zoom", zoom, "--unlimited"};
    std::array<char*, 5> arguments{};
    std::ranges::transform(words, arguments.begin(), [](std::string& word) { return word.data(); });
    const int error = posix_spawnp(&id, words[0].c_str(), &files, &traits, arguments.data(), environ);
    posix_spawnattr_destroy(&traits);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

}

Expected<std::string> png(const std::string& svg, double zoom, const IsOver& is_over) {
    if (is_over()) return problem("picture: it was stopped");
    const Descriptor in(memfd_create("picture", MFD_CLOEXEC));
    if (in.get() < 0 || !write_all(in.get(), svg)) return failed("cannot keep it in memory", errno);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return failed("cannot open a pipe", errno);
    const Descriptor from(ends[0]);
    Descriptor to(ends[1]);
    pid_t id = 0;
    if (const int error = spawn(id, in.get(), to.get(), json_number(zoom)); error == ENOENT)
        return problem("picture: " + std::string(converter) +
                       ", which makes PNG out of SVG, is not here; it is in Debian's package librsvg2-bin");
    else if (error != 0)
        return failed("cannot start " + std::string(converter), error);
    to.close();
    const auto made = read_all(from.get(), is_over);
    if (!made) kill(id, SIGKILL);
    int status = 0;
    rusage used{};
    while (wait4(id, &status, 0, &used) < 0 && errno == EINTR) {}
    painted += seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    if (!made && is_over()) return problem("picture: it was stopped");
    if (!made || !WIFEXITED(status) || WEXITSTATUS(status) != 0 || !made->starts_with("\x89PNG"))
        return problem("picture: " + std::string(converter) + " failed, or took too long");
    return *made;
}

std::chrono::duration<double> painting_time() { return painted; }

}
