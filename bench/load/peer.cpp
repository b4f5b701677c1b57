#include "peer.hpp"
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <cstdlib>
#include <stdexcept>

namespace tavoliere::load {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

std::string text_in(std::string_view message, std::string_view name) {
    const std::string wanted = "\"" + std::string(name) + "\":\"";
    const auto begin = message.find(wanted);
    if (begin == message.npos) return {};
    const auto text = message.substr(begin + wanted.size());
    return std::string(text.substr(0, text.find('"')));
}

int answered_by(std::string_view message) {
    constexpr std::string_view id = "\"id\":";
    // It stands before all that the game has: {"t":"state","id":7,…
    const auto begin = message.substr(0, 60).find(id);
    return begin == message.npos ? 0 : std::atoi(message.data() + begin + id.size());
}

Peer::Peer(net::io_context& io, unsigned short port, unsigned network) : stream_(io) {
    tcp::socket& socket = stream_.next_layer();
    socket.open(tcp::v4());
    socket.bind({net::ip::address_v4(0x7f010001U + network), 0}); // 127.1.0.1 and so on
    socket.connect({net::ip::address_v4::loopback(), port});
    socket.set_option(tcp::no_delay(true));
    stream_.handshake("127.0.0.1:" + std::to_string(port), "/api/play");
}

std::string Peer::ask(std::string_view type, std::string_view d) {
    const int id = send(type, d);
    stream_.write(net::buffer(out_.front()));
    out_.clear();
    for (;;) {
        buffer_.clear();
        stream_.read(buffer_);
        const auto data = buffer_.data();
        std::string message(static_cast<const char*>(data.data()), data.size());
        if (answered_by(message) != id) continue;
        if (text_in(message, "t") == "error") throw std::runtime_error(message);
        return message;
    }
}

void Peer::send_unheard(std::string_view type, std::string_view d) {
    send(type, d);
    error_code ignored; // it may have been closed meanwhile
    stream_.write(net::buffer(out_.front()), ignored);
    out_.clear();
}

void Peer::listen(std::function<void(std::string_view)> heard) {
    heard_ = std::move(heard);
    read();
}

int Peer::send(std::string_view type, std::string_view d) {
    const int id = ++last_id_;
    std::string text = "{\"t\":\"";
    text.append(type).append("\",\"id\":").append(std::to_string(id)).append(",\"d\":").append(d).append("}");
    out_.push_back(std::move(text));
    if (heard_ && out_.size() == 1) write();
    return id;
}

void Peer::write() {
    stream_.async_write(net::buffer(out_.front()), [this](error_code error, std::size_t) {
        if (error) return;
        out_.pop_front();
        if (!out_.empty()) write();
    });
}

void Peer::read() {
    buffer_.clear();
    stream_.async_read(buffer_, [this](error_code error, std::size_t) {
        if (error) {
            is_open_ = false;
            heard_({});
            return;
        }
        const auto data = buffer_.data();
        heard_({static_cast<const char*>(data.data()), data.size()});
        read();
    });
}

}
