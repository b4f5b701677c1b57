// A connection, seen from those who answer it.
#pragma once
#include "ask/limits.hpp"
#include "server/thinking_pool.hpp"
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace tavoliere::server {

using Text = std::shared_ptr<const std::string>; // a message on its way to one or many
inline Text shared(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

// A task of the engine that somebody waits for: it is told to stop when another takes its place or nobody waits any more.
class Awaited {
public:
    Awaited() = default;
    ~Awaited() { replace({}); }
    Awaited(const Awaited&) = delete;
    Awaited& operator=(const Awaited&) = delete;
    void replace(Flag stop) {
        if (stop_) *stop_ = true;
        stop_ = std::move(stop);
    }

private:
    Flag stop_;
};

// So many messages at once, and some more each second, never more than those saved.
class Credit {
public:
    bool take() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
        left_ = std::min<double>(message_burst, left_ + seconds * messages_per_second) - 1;
        return left_ >= 0;
    }

private:
    double left_ = message_burst;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// It follows one game at a time: the one it named last. It has one analysis at a time: the one it asked for last.
class Follower : public std::enable_shared_from_this<Follower> {
public:
    Credit credit; // for its messages

    virtual ~Follower() = default;
    virtual void answer(Text message) = 0; // or tell what may not be left out
    virtual void tell(Text state) = 0; // a state nobody asked for: one that is still on its way may be left out for it

private:
    friend class Games;
    friend class Analyses;
    std::string follows_; // the game's name
    std::string key_;     // by which it came to it
    bool awaits_hint_ = false;
    Awaited analysis_;
};

}
