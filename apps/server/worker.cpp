#include "server/worker.hpp"
#include <algorithm>
#include <chrono>
#include <exception>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

using namespace std::chrono_literals;

// What is done together is kept together: longer than that nobody's answer waits for those after it.
constexpr auto longest_batch = 5ms;
// The world's clock may be set meanwhile.
constexpr Milliseconds least_wait = 20ms, longest_wait = 1min;

Instant world_now() { return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()); }

void guarded(const auto& task) {
    try {
        task();
    } catch (const std::exception& error) { spdlog::error("server: {}", error.what()); }
}

}

Worker::Worker(std::size_t most, Batches batches)
    : most_(most), batches_(std::move(batches)), thread_([this] { run(); }) {}

bool Worker::take(Task task, std::size_t most) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_ || tasks_.size() >= most) return false;
        tasks_.push_back(std::move(task));
        if (tasks_.size() > 1) return true; // it has been called already
    }
    wanted_.notify_one();
    return true;
}

void Worker::ring_at(std::optional<Instant> when, std::function<void(Instant)> ring) {
    alarm_ = when;
    ring_ = std::move(ring);
    // With a pause, should the store be at fault.
    if (alarm_) alarm_ = std::max(*alarm_, world_now() + least_wait);
}

void Worker::stop() {
    std::deque<Task> forgotten; // ends after the mutex is free: what it holds may post
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        forgotten.swap(tasks_);
    }
    wanted_.notify_one();
    if (thread_.joinable()) thread_.join();
}

bool Worker::is_stopping() const {
    const std::lock_guard lock(mutex_);
    return stopping_;
}

std::size_t Worker::waiting() const {
    const std::lock_guard lock(mutex_);
    return tasks_.size();
}

void Worker::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        const auto is_called = [&] { return stopping_ || !tasks_.empty(); };
        if (alarm_)
            wanted_.wait_for(lock, std::clamp<Milliseconds>(*alarm_ - world_now(), 0ms, longest_wait), is_called);
        else
            wanted_.wait(lock, is_called);
        if (stopping_) return;
        const Instant found = world_now();
        std::deque<Task> tasks;
        tasks.swap(tasks_);
        lock.unlock();
        do_some(tasks);
        lock.lock();
        // Put back what was too much for one batch: it came before all that was posted since.
        tasks_.insert(tasks_.begin(), std::move_iterator(tasks.begin()), std::move_iterator(tasks.end()));
        if (!tasks.empty() || !alarm_ || *alarm_ > found) continue;
        lock.unlock();
        alarm_ = {};
        const auto ring = std::exchange(ring_, {});
        tasks.clear();
        tasks.emplace_back([&] { ring(found); });
        do_some(tasks);
        lock.lock();
    }
}

void Worker::do_some(std::deque<Task>& tasks) {
    if (tasks.empty()) return;
    if (batches_.begin) guarded(batches_.begin);
    const auto end = std::chrono::steady_clock::now() + longest_batch;
    do {
        guarded(std::exchange(tasks.front(), {}));
        tasks.pop_front();
    } while (!tasks.empty() && std::chrono::steady_clock::now() < end);
    if (batches_.end) guarded(batches_.end);
}

}
