// A thread that does what is posted to it, one thing after the other, so that whoever posts never waits.
#pragma once
#include "play/clock.hpp"
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace tavoliere::server {

class Worker {
public:
    using Task = std::function<void()>;
    // Called before the first and after the last of some tasks that are done together.
    struct Batches {
        Task begin, end;
    };

    // No task is offered in vain while fewer than `most` wait.
    explicit Worker(std::size_t most, Batches batches = {});
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // From any thread. Nothing happens when it has been stopped.
    void post(Task task) { take(std::move(task), std::numeric_limits<std::size_t>::max()); }
    // The same; false, and nothing happens, where too many tasks wait already, or it has been stopped.
    bool offer(Task task) { return take(std::move(task), most_); }
    // From its own thread alone: in place of any alarm that was set before. `ring` is given the time at which it was found to be due: all
    // that was posted before that has been done.
    void ring_at(std::optional<Instant> when, std::function<void(Instant)> ring);
    // Ends the thread after the task that it does. What waits is forgotten.
    void stop();
    // From any thread; a task that takes long asks it, and ends.
    bool is_stopping() const;
    std::size_t waiting() const;

private:
    bool take(Task task, std::size_t most);
    void run();
    void do_some(std::deque<Task>& tasks);

    const std::size_t most_;
    const Batches batches_;
    mutable std::mutex mutex_; // guards the next three
    std::condition_variable wanted_;
    std::deque<Task> tasks_;
    bool stopping_ = false;
    std::optional<Instant> alarm_; // these two are the thread's own
    std::function<void(Instant)> ring_;
    std::thread thread_; // last: it uses all the others
};

}
