// The sockets that are listened at, the signals and the time, on the one thread that talks to everybody. Boost.Asio is in
// transport.cpp and connection.cpp alone.
#pragma once
#include "base/problem.hpp"
#include "play/clock.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tavoliere::server {

class Service;

std::string address(const std::string& host, unsigned short port); // "127.0.0.1:8080", "[::1]:8080"

class Transport {
public:
    Transport();
    ~Transport();

    // Gives the port. The service must outlive run().
    Expected<unsigned short> listen(const std::string& host, unsigned short port, Service& service);
    // Has it done by the thread of run(); from any thread.
    void post(std::function<void()> what);
    // In place of any that was set before.
    void ring_at(std::optional<Instant> when, std::function<void()> ring);
    // What SIGHUP does, which else ends the process.
    void on_hangup(std::function<void()> what);
    void run(); // until SIGINT or SIGTERM

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}
