// A connection to NATS by its own library, libnats, which is loaded when an address asks for it, so that nothing needs it to be installed.
#pragma once
#include "base/problem.hpp"
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere::nats {

// What becomes of a connection; called by a thread of the library's.
struct Events {
    std::function<void()> came_back, went_away;
    std::function<void(const std::string& why)> was_closed; // for good
};

struct Message {
    std::string data;
    std::string reply; // the subject on which its sender waits for an answer; empty: on none
};

// Whether somebody answered.
enum class Answered : std::uint8_t {
    yes,
    nobody_listens, // to that subject
    no              // in time, or the server is away
};

// May be used from several threads.
class Connection {
public:
    struct Opening {
        int kept_bytes; // of what is published while the server is away
        Events events = {};
    };
    // By "nats://HOST:PORT", or several with commas between them. It is no problem that nobody answers there: it is tried again and again.
    static Expected<std::unique_ptr<Connection>> open(const std::string& urls, Opening how);
    virtual ~Connection() = default; // nothing is called any more when it returns

    virtual bool is_connected() const = 0;
    // Does not wait. Whether it is on its way.
    virtual bool publish(const std::string& subject, std::string_view data) = 0;
    // What comes on that subject, but for what this connection publishes itself. Once.
    virtual Expected<void> subscribe(const std::string& subject, std::function<void(std::string_view)> heard) = 0;
    // `id`: where it is not empty, a JetStream takes one message of that id, and those after it for doubles.
    virtual Answered request(const std::string& subject, std::string_view data, Message& answer,
                             const std::string& id = {},
                             std::chrono::milliseconds patience = std::chrono::seconds(2)) = 0;
};

}
