// One TCP connection: HTTP requests one after the other, and perhaps a WebSocket after them. What the other side may do,
// and how slowly, is limited: nothing that comes from outside may harm the others. What is answered is a Service's business:
// Boost.Beast, which is slow to compile, is in connection.cpp alone.
#pragma once
#include "server/follower.hpp"
#include "server/http.hpp"
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>

namespace tavoliere::server {

class Service;
class Unsent;

class Connection : public Follower {
public:
    virtual boost::asio::awaitable<void> serve() = 0;     // until the connection is at its end
    virtual boost::asio::awaitable<void> turn_away() = 0; // in its place: there is no room for it
    virtual void say_goodbye() = 0;                       // finish what is under way, then end
    virtual void drop() = 0;                              // end
};

// `from`: the address on its other side.
std::shared_ptr<Connection> make_connection(boost::asio::ip::tcp::socket socket, std::string from, Service& service,
                                            Unsent& unsent);

}
