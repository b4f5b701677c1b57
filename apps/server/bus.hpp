// What wakes the other servers on the same store: in some game there is something new. Nothing is true because it was heard here, for
// the store is the truth; and what is not heard is found there a moment later (Games::look_around). This one is the bus in the process:
// a server that is alone tells its own followers, and nobody else is there. Another is in bus_nats.cpp.
#pragma once
#include "base/problem.hpp"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tavoliere::server {

// What a server tells the others of a game.
struct GameEvent {
    std::string game;
    std::int64_t version; // which the store has; 0 where nothing in it is new
    std::string server;   // who tells it
    std::string present;  // the colours whose players are connected there
};

class Bus {
public:
    // Called by any thread.
    struct Listener {
        std::function<void(const GameEvent&)> heard;
        std::function<void()> came_back; // something may have been missed
    };
    struct Figures {
        bool is_connected;
        std::uint64_t sent, heard; // events
    };

    // By "nats://HOST:PORT", or several with commas between them; empty: in the process. Whoever has the same `store` is heard, a text of
    // letters and digits. It is no problem that nobody answers there: it is tried again and again.
    static Expected<std::unique_ptr<Bus>> open(const std::string& url, const std::string& store);
    virtual ~Bus() = default;

    // Once. What this one publishes itself it does not hear.
    virtual Expected<void> subscribe(const Listener&) { return {}; }
    virtual void publish(const GameEvent&) {}                     // does not wait
    virtual std::optional<Figures> figures() const { return {}; } // none in the process; from any thread
};

}
