// A connection, seen from those who answer it.
#pragma once
#include "ask/limits.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tavoliere::server {

// A message on its way to one or many. A state's ends with its history, which may be long and is the same for many: then it is `begin`,
// the history, and `end_of_state`.
struct Message {
    std::string begin;
    std::shared_ptr<const std::string> history = {};

    static constexpr std::string_view end_of_state = "}}";
    std::string whole() const { return history ? begin + *history + std::string(end_of_state) : begin; }
};
using Text = std::shared_ptr<const Message>;
inline Text plain(std::string text) { return std::make_shared<const Message>(Message{std::move(text)}); }

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
    Visitor asker;                                     // who it is, for all that is shared out
    Credit credit{message_burst, messages_per_second}; // for its messages
    std::uint64_t messages = 0;                        // that came
    std::chrono::steady_clock::time_point since = {};  // when its WebSocket was opened; never: it has none

    bool takes_changes = false; // it keeps a game's history, and is told no move of it twice

    virtual ~Follower() = default;
    // These two are called by the thread of the sockets.
    virtual void answer(Text message) = 0; // or tell what may not be left out
    // A state nobody asked for, with the history from the ply `from` on. Where it is left out, because too much waits to be sent, the
    // follower asks for all that has changed once there is room (Service::catch_up). It is told nothing, a text that is none, where it asked
    // and follows no game any more.
    virtual void tell(Text state, int from) = 0;

private:
    friend class Games;
    friend class Analyses;
    // What follows is for the thread of the games.
    std::string follows_; // the game's name
    std::string key_;     // by which it came to it
    char seat_ = 0;       // the colour that this key plays, alone
    int knows_ = 0;       // so many first moves of it are told, or on their way
    bool awaits_hint_ = false;
    Awaited analysis_;
};

}
