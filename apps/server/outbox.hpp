// Messages on their way to connections, and how much memory all of them take.
#pragma once
#include "server/follower.hpp"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere::server {

// What waits to be sent, of all connections together, so that those who ask and never read cannot fill the memory.
class Unsent {
public:
    static constexpr std::size_t usual_bound = 128 << 20;
    explicit Unsent(std::size_t most = usual_bound) : most_(most) {}
    Unsent(const Unsent&) = delete;
    Unsent& operator=(const Unsent&) = delete;

    // From any thread: a text that goes to several, and is counted once, as long as any of them has it.
    std::shared_ptr<const std::string> share(std::string text);
    std::size_t bytes() const { return own_ + shared_; }

    // The next ones from the thread of the sockets alone.
    // A connection has something to send from now on; the number is for end(). `drop` gives up what it has to send.
    std::uint64_t begin(std::function<void()> drop);
    void end(std::uint64_t number) { senders_.erase(number); }
    // So many bytes more wait. Where they are too many, the connection that has tried to send for longest is dropped.
    void add(std::size_t bytes);
    void remove(std::size_t bytes) { own_ -= bytes; }

private:
    const std::size_t most_;
    std::atomic<std::size_t> own_ = 0, shared_ = 0;
    std::uint64_t numbers_ = 0;
    std::map<std::uint64_t, std::function<void()>> senders_; // in the order in which they began
};

// What the games have to say, held until all that it tells of is on the disk.
// Connections are held by the thread of the sockets alone, so that they end there.
class Outbox {
public:
    using Post = std::function<void(std::function<void()>)>;

    // `post` has something done by the thread of the sockets.
    Outbox(Post post, Unsent& unsent) : post_(std::move(post)), unsent_(unsent) {}

    // From any thread, and at once: what tells of nothing that is kept.
    void send(std::weak_ptr<Follower> to, std::string text);

    // The next ones from the thread of the games alone; at once, unless they are held.
    void answer(Follower& to, Text message);
    void tell(Follower& to, Text state, int from);
    void hold() { holds_ = true; }
    void release();
    // What is held is not sent; gives those to whom it was to go, each once.
    std::vector<std::shared_ptr<Follower>> forget();
    // To the thread of the sockets, which gives it up.
    void give_back(std::shared_ptr<Follower> gone) {
        post_([gone = std::move(gone)] {});
    }

    std::shared_ptr<const std::string> share(std::string text) { return unsent_.share(std::move(text)); }

private:
    struct Letter {
        std::weak_ptr<Follower> to;
        Text text;
        std::optional<int> from; // of a state that nobody asked for
    };
    void add(Letter letter);

    Post post_;
    Unsent& unsent_;
    std::vector<Letter> held_;
    bool holds_ = false;
};

}
