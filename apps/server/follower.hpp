// A connection, seen from those who answer it.
#pragma once
#include "ask/limits.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
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

// It follows one game at a time: the one it named last. It has one analysis at a time: the one it asked for last.
class Follower : public std::enable_shared_from_this<Follower> {
public:
    Asker asker;                                       // who it is, for all that is shared out
    Credit credit{message_burst, messages_per_second}; // for its messages
    std::uint64_t messages = 0;                        // that came
    std::chrono::steady_clock::time_point since = {};  // when its WebSocket was opened

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
