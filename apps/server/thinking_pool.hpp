// Threads that think, so that the one that talks to people never waits.
#pragma once
#include "session/session.hpp"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tavoliere::server {

using Flag = std::shared_ptr<std::atomic<bool>>;

// A position to think about. It is always answered: with an empty thought where `stop` was set before its turn came.
struct Question {
    std::unique_ptr<GameSession> session;
    Limits limits;
    Flag stop;
    std::function<void(const ThoughtView&)> answer;
};

// Something to do on a thread of the engine. It is always done, and ends soon once `stop` is set; what it has to say it
// posts itself.
struct Task {
    Flag stop;
    std::function<void()> work;
};

// Who must not wait is before who can.
enum class Priority : std::uint8_t { normal, low };

class ThinkingPool {
public:
    using Post = std::function<void(std::function<void()>)>;

    // `post` carries each answer to the thread that asked. `tables`: a directory, or none.
    ThinkingPool(int threads, Post post, std::string tables = {}, Priority priority = Priority::normal);
    ~ThinkingPool();
    ThinkingPool(const ThinkingPool&) = delete;
    ThinkingPool& operator=(const ThinkingPool&) = delete;

    // False, and nothing happens, when too many questions wait already.
    bool ask(Question question);
    bool ask(Task task);
    void post(std::function<void()> what) const { post_(std::move(what)); }
    // Has a session answer by the tables. A file that can't be used is logged, and done without. Takes a moment where it is
    // read for the first time: for the engine's own threads.
    void lend_tables(GameSession& session) const;

private:
    void work();
    std::optional<Task> next();

    static constexpr std::size_t most_waiting = 256;

    Post post_;
    const std::string tables_;
    std::mutex mutex_; // guards what follows, but the threads
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    std::multiset<Flag> thinking_; // the same one twice where two want hints for one position
    bool ending_ = false;
    std::vector<std::jthread> threads_; // last: they are joined while all they use still lives
};

}
