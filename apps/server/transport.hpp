// The sockets that are listened at and the signals, on the one thread that talks to everybody. Boost.Asio is in
// transport.cpp and connection.cpp alone.
#pragma once
#include "base/problem.hpp"
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere::server {

class Service;
class Unsent;

std::string address(const std::string& host, unsigned short port); // "127.0.0.1:8080", "[::1]:8080"

struct ListeningPlace {
    std::string host;
    unsigned short port;
};
Expected<ListeningPlace> read_place(std::string_view text); // as address() writes it

class Transport {
public:
    // `unsent` counts what all connections have to send, and must outlive it.
    explicit Transport(Unsent& unsent);
    ~Transport();

    // Gives the port. The service must outlive run().
    Expected<unsigned short> listen(const std::string& host, unsigned short port, Service& service);
    // Has it done by the thread of run(); from any thread.
    void post(std::function<void()> what);
    // What SIGHUP does, which else ends the process.
    void on_hangup(std::function<void()> what);
    void run(); // until SIGINT or SIGTERM

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}
