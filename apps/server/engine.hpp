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
#include <thread>
#include <vector>

namespace tavoliere::server {

using Flag = std::shared_ptr<std::atomic<bool>>;

// A position to think about. It is always answered: with an empty thought where `stop` was set before its turn came.
struct Question {
    std::unique_ptr<Session> session;
    Limits limits;
    Flag stop;
    std::function<void(const ThoughtView&)> answer;
};

class Engine {
public:
    using Post = std::function<void(std::function<void()>)>;

    // `post` carries each answer to the thread that asked.
    Engine(int threads, Post post);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // False, and nothing happens, when too many questions wait already.
    bool ask(Question question);

private:
    void work();
    std::optional<Question> next();

    static constexpr std::size_t most_waiting = 256;

    Post post_;
    std::mutex mutex_; // guards what follows, but the threads
    std::condition_variable changed_;
    std::deque<Question> waiting_;
    std::multiset<Flag> thinking_; // the same one twice where two want hints for one position
    bool ending_ = false;
    std::vector<std::jthread> threads_; // last: they are joined while all they use still lives
};

}
