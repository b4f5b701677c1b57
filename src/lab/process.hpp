// A program that runs beside us and is spoken to in lines. It may do anything: crash, hang, close its ends, say megabytes;
// nothing it does blocks us past a deadline, and nothing of it is left when its Process is gone.
#pragma once
#include "base/file.hpp"
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tavoliere {

using Moment = std::chrono::steady_clock::time_point;
inline Moment now() { return std::chrono::steady_clock::now(); }
// A moment so many seconds from now; one that never comes where that is too far.
Moment in_seconds(double seconds);

// Why a program did not start.
struct NotStarted : Problem {
    bool is_ours; // we lack something: descriptors, memory, processes
};

class Process {
public:
    // Starts words[0], found as a shell finds it, with the other words as its arguments. Its standard error goes to `log`, or
    // nowhere where that is negative. It is the head of a process group of its own, so that Ctrl-C is not meant for it.
    static std::expected<Process, NotStarted> start(const std::vector<std::string>& words, int log);
    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process(); // asks it to quit, waits half a second, and kills it and its group

    // False where it no longer reads, or does not until the moment has come.
    bool write_line(std::string_view line, Moment until);

    enum class Heard : unsigned char { line, nothing, end, flood };
    // The next line it says, without its end, and without a byte order mark before the first. Nothing: the moment came, or stop.
    // Flood: a line of more than 64 KiB, or more than 16 MiB since count_from_here().
    Heard read_line(std::string& line, Moment until, const std::atomic<bool>& stop);
    void count_from_here() { heard_ = 0; }
    void kill();
    // How it ended: "exit status 3", "signal 11", where it has within the time given.
    std::string ending(double seconds);

private:
    Process(pid_t id, Descriptor to, Descriptor from) : id_(id), to_(std::move(to)), from_(std::move(from)) {}
    void take_line(std::string& line, std::size_t size);
    bool reap(int options);
    bool wait_for_end(double seconds);

    pid_t id_; // also its group's; 0: it has ended and was waited for
    int status_ = 0;
    Descriptor to_, from_;
    std::string unread_;
    std::size_t searched_ = 0; // of unread_: no line ends before
    std::size_t heard_ = 0;    // bytes since count_from_here()
    bool has_spoken_ = false;  // a line at least
};

}
