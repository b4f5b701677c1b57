// Threads that think, so that the one that talks to people never waits. More can be begun than think at the same time: those that
// wait for their turn, in the middle of their work, are held at their clocks (base/own_time.hpp), and turns.hpp says whose it is.
#pragma once
#include "server/turns.hpp"
#include "session/session.hpp"
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tavoliere::server {

using Flag = std::shared_ptr<std::atomic<bool>>;

// Something to do on a thread of the engine. It is done unless the pool ends first, and ends soon once `stop` is set, at once where it was so before it
// began; what it has to say it posts itself.
struct Task {
    Errand errand;
    Visitor asker;
    Flag stop;
    std::function<void()> work;
    std::function<void()> end = {}; // posted when its place is free for another
};

// A position to think about. It is answered unless the pool ends first: with an empty thought where `stop` was set before its turn came.
struct Question {
    Errand errand;
    Visitor asker;
    std::unique_ptr<GameSession> session;
    Limits limits;
    Flag stop;
    std::function<void(const ThoughtView&)> answer;
};

class ThinkingPool {
public:
    using Post = std::function<void(std::function<void()>)>;

    // `threads`: how many think at the same time. `post` carries each answer to the thread that asked. `tables`: a directory, or none.
    ThinkingPool(int threads, Post post, std::string tables = {});
    ~ThinkingPool() { stop(); }
    ThinkingPool(const ThinkingPool&) = delete;
    ThinkingPool& operator=(const ThinkingPool&) = delete;

    // Fails, and nothing happens, when too many wait already, of the same asker or in all; the problem says when to ask again. `what` is
    // how it names what was asked.
    Expected<void> ask(std::string_view what, Question question);
    Expected<void> ask(std::string_view what, Task task);
    // Ends what was told to stop before it began: at once, on this thread, so it may do no more then than say so.
    void end_stopped();
    void post(std::function<void()> what) const { post_(std::move(what)); }
    // Tells all that has begun to stop, and waits for its end; what has not begun is forgotten. From then on no task is running.
    void stop();
    bool is_full() const;
    struct Figures {
        std::array<std::size_t, errands> waiting{}, thinking{};
        std::array<std::uint64_t, errands> answered{}; // since it began
    };
    Figures figures() const;
    // Has a session answer by the tables. A file that can't be used is logged, and done without. One that is read for the first time
    // is waited for, for half of `seconds` at most: for the engine's own threads. Gives how many seconds are left.
    double lend_tables(GameSession& session, double seconds, const std::atomic<bool>& stop) const;

private:
    using Clock = std::chrono::steady_clock;
    class Job;
    using Jobs = std::list<std::shared_ptr<Job>>;
    // Those who do one errand: each begun job has a thread of its own, and keeps as much memory as its search takes.
    struct Crew {
        std::condition_variable wanted;
        Jobs called = {}; // to begin
        int idle = 0;
    };

    void work(Errand errand);
    std::shared_ptr<Job> next(Crew& crew);
    Clock::duration pass(Job& job);
    Expected<void> find_room(std::string_view what, const Visitor& asker) const;
    // What follows is called with the mutex held.
    void give_turns();
    Jobs::iterator first_of_ready();
    bool can_go_on(const Job& job) const;
    void charge(Job& job, Clock::time_point now);
    int seconds_until_room() const;
    Crew& crew_for(Errand errand) { return crews_[std::size_t(errand)]; }
    const Crew& crew_for(Errand errand) const { return crews_[std::size_t(errand)]; }

    static constexpr std::size_t most_waiting = 256, most_of_address = 64, most_of_connection = 16;

    Post post_;
    const std::string tables_;
    const int threads_;
    mutable std::mutex mutex_; // guards what follows, but the threads
    Turns turns_;
    Jobs ready_;   // waiting for a turn: to begin, or to go on
    Jobs running_; // `threads_` at most, beside those that were told to stop
    std::array<Crew, errands> crews_;
    std::array<std::uint64_t, errands> answered_{};
    double usual_seconds_ = 0.5; // of own time that a job takes, lately
    bool ending_ = false;
    std::atomic<bool> contended_{false}; // whether ready_ has any: looked at without the mutex
    std::vector<std::jthread> workers_;  // they use all the others
};

}
