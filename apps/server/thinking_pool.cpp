#include "server/thinking_pool.hpp"
#include <algorithm>
#include <exception>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr int low_niceness = 10;

ThoughtView think(const ThinkingPool& engine, Question& question) {
    if (*question.stop) return {};
    try {
        engine.lend_tables(*question.session);
        return question.session->think(question.limits, [](const ThoughtView&) {}, *question.stop);
    } catch (const std::exception& error) {
        spdlog::error("engine: {}", error.what());
        return {};
    }
}

// On Linux each thread has a priority of its own. One that cannot be lowered works all the same.
void take(Priority priority) {
    if (priority == Priority::low) setpriority(PRIO_PROCESS, id_t(gettid()), low_niceness);
}

}

ThinkingPool::ThinkingPool(int threads, Post post, std::string tables, Priority priority)
    : post_(std::move(post)), tables_(std::move(tables)) {
    for (int i = 0; i < std::max(threads, 1); ++i)
        threads_.emplace_back([this, priority] {
            take(priority);
            work();
        });
}

ThinkingPool::~ThinkingPool() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const Flag& stop : thinking_) *stop = true;
    changed_.notify_all();
}

bool ThinkingPool::ask(Question question) {
    const Flag stop = question.stop;
    return ask(
        Task{stop, [this, question = std::make_shared<Question>(std::move(question))] {
                 post_([answer = std::move(question->answer), thought = think(*this, *question)] { answer(thought); });
             }});
}

bool ThinkingPool::ask(Task task) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting) return false;
    waiting_.push_back(std::move(task));
    changed_.notify_one();
    return true;
}

void ThinkingPool::lend_tables(GameSession& session) const {
    if (const auto lent = session.use_tables(tables_); !lent) spdlog::warn("tables: {}", lent.error().text);
}

void ThinkingPool::work() {
    while (auto task = next()) {
        try {
            task->work();
        } catch (const std::exception& error) { spdlog::error("engine: {}", error.what()); }
        const std::lock_guard lock(mutex_);
        thinking_.erase(thinking_.find(task->stop));
    }
}

std::optional<Task> ThinkingPool::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return {};
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    thinking_.insert(task.stop);
    return task;
}

}
