// A WebSocket at /api/play of the server that is measured: all on one thread, so that the server has the rest of the machine.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere::load {

using Instant = std::chrono::steady_clock::time_point;

// What stands in a message after `"name":"`, to the next quotation mark; empty where there is none. Keys and types have no escapes.
std::string text_in(std::string_view message, std::string_view name);

class Peer {
public:
    // Connects and waits until the server has opened the socket. `network`: which address of the loopback it comes from, each of which
    // is another network to the server. Throws where it is refused.
    Peer(boost::asio::io_context& io, unsigned short port, unsigned network);

    // Sends a request and waits for its answer; what comes before that is thrown away. Only before listen(). Throws where the answer is
    // an error.
    std::string ask(std::string_view type, std::string_view d);
    // From now on everything that comes goes to `heard`, and the connection's end as an empty text.
    void listen(std::function<void(std::string_view message)> heard);
    // Sends a request, and nobody will read what answers it. In place of listen().
    void send_unheard(std::string_view type, std::string_view d);
    // After listen(). Gives the id that the answer will have.
    int send(std::string_view type, std::string_view d);
    bool is_open() const { return is_open_; }

private:
    void read();
    void write();

    boost::beast::websocket::stream<boost::asio::ip::tcp::socket> stream_;
    boost::beast::flat_buffer buffer_;
    std::deque<std::string> out_;
    std::function<void(std::string_view)> heard_;
    int last_id_ = 0;
    bool is_open_ = true;
};

// The id of the request that a message answers; 0 where it is news.
int answered_by(std::string_view message);

}
