#include "lab/process.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace tavoliere {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_line = 64 << 10, most_bytes = 16 << 20;

// Milliseconds for poll, at most 50, so that a stop is soon seen; rounded up, lest the last millisecond is spent spinning.
int wait_ms(Moment until) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now()).count();
    return int(std::clamp<std::int64_t>(left, 0, 50));
}

// In the child, between fork and exec, where only async-signal-safe calls are allowed. Says by `report` why it failed.
[[noreturn]] void become(char* const* words, int in, int out, int log, int report, pid_t parent) {
    setpgid(0, 0);
#ifdef __linux__
    // If we are killed it is too: some engines do not notice the end of their input and spin for ever.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
#else
    (void)parent;
#endif
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int s : {SIGINT, SIGTERM, SIGPIPE}) signal(s, SIG_DFL);
    if (log < 0) log = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (log >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(log, 2) >= 0) execvp(words[0], words);
    const int error = errno;
    [[maybe_unused]] const auto n = write(report, &error, sizeof error);
    _exit(127);
}

std::unexpected<NotStarted> not_started(const std::string& program, int error) {
    constexpr std::array lacks{EMFILE, ENFILE, ENOMEM, EAGAIN, ENOBUFS};
    return std::unexpected(NotStarted{{"cannot start " + in_quotes(program) + ": " + std::strerror(error)},
                                      std::ranges::find(lacks, error) != lacks.end()});
}

}

Moment in_seconds(double seconds) {
    constexpr double year = 3e7;
    if (seconds > year) return Moment::max();
    return now() + std::chrono::duration_cast<Moment::duration>(std::chrono::duration<double>(seconds));
}

// Every descriptor is made close-on-exec in the call that makes it, so that none slips into a child that another thread
// starts. A socket, not a pipe, leads to the child: writing to one can be told not to raise SIGPIPE.
std::expected<Process, NotStarted> Process::start(const std::vector<std::string>& words, int log) {
    int to[2], from[2], report[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to) != 0) return not_started(words[0], errno);
    Descriptor to_ours(to[0]), to_its(to[1]);
    if (pipe2(from, O_CLOEXEC) != 0) return not_started(words[0], errno);
    Descriptor from_ours(from[0]), from_its(from[1]);
    if (pipe2(report, O_CLOEXEC) != 0) return not_started(words[0], errno);
    Descriptor report_ours(report[0]), report_its(report[1]);
    if (fcntl(from[0], F_SETFL, O_NONBLOCK) != 0) return not_started(words[0], errno);

    std::vector<char*> arguments;
    for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
    arguments.push_back(nullptr);
    const pid_t parent = getpid(), id = fork();
    if (id < 0) return not_started(words[0], errno);
    if (id == 0) become(arguments.data(), to[1], from[1], log, report[1], parent);

    // The report ends without a word once the program runs.
    report_its.close();
    int error = 0;
    ssize_t n;
    do n = read(report[0], &error, sizeof error);
    while (n < 0 && errno == EINTR);
    if (n == sizeof error) {
        waitpid(id, nullptr, 0);
        return not_started(words[0], error);
    }
    return Process(id, std::move(to_ours), std::move(from_ours));
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, 0)), status_(other.status_), to_(std::move(other.to_)),
      from_(std::move(other.from_)), unread_(std::move(other.unread_)), searched_(other.searched_),
      heard_(other.heard_), has_spoken_(other.has_spoken_) {}

Process::~Process() {
    if (!id_) return;
    write_line("quit", now());
    to_.close();
    // Whatever it still has to say must not keep it from ending.
    from_.close();
    wait_for_end(0.5);
    kill();
}

bool Process::write_line(std::string_view line, Moment until) {
    std::string text(line);
    text += '\n';
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = send(to_.get(), text.data() + done, text.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            done += std::size_t(n);
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (now() >= until) return false;
            pollfd p{to_.get(), POLLOUT, 0};
            poll(&p, 1, wait_ms(until));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// The first `size` bytes of what is unread are a line.
void Process::take_line(std::string& line, std::size_t size) {
    line.assign(unread_, 0, size);
    unread_.erase(0, size + 1);
    searched_ = 0;
    if (line.ends_with('\r')) line.pop_back();
    if (!std::exchange(has_spoken_, true) && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
}

Process::Heard Process::read_line(std::string& line, Moment until, const std::atomic<bool>& stop) {
    const auto last = [&] { // what it said last may have no end
        if (unread_.empty()) return Heard::end;
        take_line(line, unread_.size());
        return Heard::line;
    };
    for (bool ended = false;;) {
        if (const auto end = unread_.find('\n', searched_); end != std::string::npos) {
            take_line(line, end);
            return Heard::line;
        }
        searched_ = unread_.size();
        if (unread_.size() > longest_line || heard_ > most_bytes) return Heard::flood;
        if (stop || now() >= until) return Heard::nothing;
        char buffer[16 << 10];
        const ssize_t n = read(from_.get(), buffer, sizeof buffer);
        if (n == 0) return last();
        if (n > 0) {
            unread_.append(buffer, std::size_t(n));
            heard_ += std::size_t(n);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // Nothing more will come from a program that has ended, even where a child of its own holds the pipe open.
            if (ended) return last();
            pollfd p{from_.get(), POLLIN, 0};
            if (poll(&p, 1, wait_ms(until)) == 0) ended = reap(WNOHANG);
        } else if (errno != EINTR) {
            return last();
        }
    }
}

bool Process::reap(int options) {
    if (!id_) return true;
    pid_t ended;
    do ended = waitpid(id_, &status_, options);
    while (ended < 0 && errno == EINTR);
    if (ended == 0) return false;
    // Its children, if it left any, are of its group.
    ::kill(-id_, SIGKILL);
    id_ = 0;
    return true;
}

bool Process::wait_for_end(double seconds) {
    for (const Moment until = in_seconds(seconds); !reap(WNOHANG); std::this_thread::sleep_for(2ms))
        if (now() >= until) return false;
    return true;
}

void Process::kill() {
    if (!id_) return;
    ::kill(-id_, SIGKILL);
    reap(0);
}

std::string Process::ending(double seconds) {
    if (!wait_for_end(seconds)) return "";
    return WIFSIGNALED(status_) ? "signal " + std::to_string(WTERMSIG(status_))
                                : "exit status " + std::to_string(WEXITSTATUS(status_));
}

}
