#include "client.hpp"
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <stdexcept>

namespace tavoliere {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http_ = beast::http;
namespace websocket = beast::websocket;
namespace json = boost::json;
using boost::system::error_code;
using net::ip::tcp;

namespace {

// A guard against a server that hangs, not a measure of its speed: a disk that is busy may hold up a commit for half a minute.
constexpr std::chrono::seconds patience(120);

// Begins what `start` begins, with a handler for its end, and waits for it.
template <class Start> error_code finish(net::io_context& io, Start start) {
    error_code result = net::error::timed_out;
    bool done = false;
    start([&](error_code error, auto&&...) {
        result = error;
        done = true;
    });
    io.restart();
    io.run_for(patience);
    if (!done) throw std::runtime_error("the server did nothing in time");
    return result;
}

void must(error_code error) {
    if (error) throw std::runtime_error(error.message());
}

void connect(tcp::socket& socket, unsigned short port, const std::string& from = "127.0.0.1") {
    socket.open(tcp::v4());
    socket.bind({net::ip::make_address_v4(from), 0});
    socket.connect({net::ip::address_v4::loopback(), port});
}

std::string lowered(std::string_view text) {
    std::string out;
    for (char c : text) out += char(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

}

HttpAnswer http(unsigned short port, const std::string& target, const Headers& headers, const std::string& method,
                const std::string& body) {
    net::io_context io;
    tcp::socket socket(io);
    connect(socket, port);
    http_::request<http_::string_body> request;
    request.method_string(method);
    request.target(target);
    request.set(http_::field::host, "127.0.0.1:" + std::to_string(port));
    request.keep_alive(false);
    for (const auto& [name, value] : headers) request.set(name, value);
    if (!body.empty()) request.body() = body;
    request.prepare_payload();
    must(finish(io, [&](auto done) { http_::async_write(socket, request, done); }));

    beast::flat_buffer buffer;
    http_::response_parser<http_::string_body> parser;
    parser.skip(method == "HEAD");
    must(finish(io, [&](auto done) { http_::async_read(socket, buffer, parser, done); }));
    HttpAnswer answer{int(parser.get().result_int()), {}, parser.get().body()};
    for (const auto& field : parser.get())
        answer.headers[lowered({field.name_string().data(), field.name_string().size()})] = std::string(field.value());
    return answer;
}

struct Stream::Socket {
    net::io_context io;
    tcp::socket stream{io};
    beast::flat_buffer buffer;
    http_::response_parser<http_::string_body> parser;
    std::size_t read = 0; // of the body
};

Stream::Stream(unsigned short port, const std::string& target, const Headers& headers, const std::string& method,
               const std::string& body)
    : socket_(std::make_unique<Socket>()) {
    connect(socket_->stream, port);
    http_::request<http_::string_body> request;
    request.method_string(method);
    request.target(target);
    request.set(http_::field::host, "127.0.0.1:" + std::to_string(port));
    for (const auto& [name, value] : headers) request.set(name, value);
    request.body() = body;
    request.prepare_payload();
    auto& [io, stream, buffer, parser, read] = *socket_;
    must(finish(io, [&](auto done) { http_::async_write(stream, request, done); }));
    must(finish(io, [&](auto done) { http_::async_read_header(stream, buffer, parser, done); }));
}

Stream::~Stream() = default;
int Stream::status() const { return int(socket_->parser.get().result_int()); }

std::string Stream::line() {
    auto& [io, stream, buffer, parser, read] = *socket_;
    for (;;) {
        const std::string& body = parser.get().body();
        if (const auto end = body.find('\n', read); end != body.npos) {
            std::string line = body.substr(read, end - read);
            read = end + 1;
            return line;
        }
        if (parser.is_done()) throw std::runtime_error("the stream is at its end");
        must(finish(io, [&](auto done) { http_::async_read_some(stream, buffer, parser, done); }));
    }
}

json::object Stream::next() {
    for (;;)
        if (const std::string text = line(); !text.empty()) return json::parse(text).as_object();
}

bool Stream::is_at_end() {
    auto& [io, stream, buffer, parser, read] = *socket_;
    while (!parser.is_done() && parser.get().body().find('\n', read) == std::string::npos)
        must(finish(io, [&](auto done) { http_::async_read_some(stream, buffer, parser, done); }));
    return parser.get().body().find('\n', read) == std::string::npos;
}

std::string raw(unsigned short port, const std::string& bytes) {
    net::io_context io;
    tcp::socket socket(io);
    connect(socket, port);
    must(finish(io, [&](auto done) { net::async_write(socket, net::buffer(bytes), done); }));
    std::string answer;
    const error_code end = finish(io, [&](auto done) { net::async_read(socket, net::dynamic_buffer(answer), done); });
    if (end != net::error::eof) must(end);
    return answer;
}

int upgrade_status(unsigned short port, const std::string& target, const std::string& origin, const std::string& host) {
    Headers headers = {{"Connection", "Upgrade"},
                       {"Upgrade", "websocket"},
                       {"Sec-WebSocket-Version", "13"},
                       {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
    if (!origin.empty()) headers["Origin"] = origin;
    if (!host.empty()) headers["Host"] = host;
    return http(port, target, headers).status;
}

struct Silent::Socket {
    net::io_context io;
    tcp::socket stream{io};
};

Silent::Silent(unsigned short port, const std::string& bytes) : socket_(std::make_unique<Socket>()) {
    connect(socket_->stream, port);
    must(finish(socket_->io, [&](auto done) { net::async_write(socket_->stream, net::buffer(bytes), done); }));
}
Silent::~Silent() = default;

std::string Silent::heard() {
    std::string bytes(12, '\0');
    must(finish(socket_->io, [&](auto done) { net::async_read(socket_->stream, net::buffer(bytes), done); }));
    return bytes;
}

struct Client::Socket {
    net::io_context io;
    websocket::stream<tcp::socket> stream{io};
    beast::flat_buffer buffer;
};

Client::Client(unsigned short port, const std::string& from, const std::string& target)
    : socket_(std::make_unique<Socket>()) {
    connect(socket_->stream.next_layer(), port, from);
    const std::string host = "127.0.0.1:" + std::to_string(port);
    must(finish(socket_->io, [&](auto done) { socket_->stream.async_handshake(host, target, done); }));
}

Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

void Client::send(std::string_view text) {
    socket_->stream.text(true);
    must(finish(socket_->io, [&](auto done) { socket_->stream.async_write(net::buffer(text), done); }));
}

void Client::send_binary(std::string_view bytes) {
    socket_->stream.binary(true);
    must(finish(socket_->io, [&](auto done) { socket_->stream.async_write(net::buffer(bytes), done); }));
}

json::object Client::receive() {
    socket_->buffer.clear();
    must(finish(socket_->io, [&](auto done) { socket_->stream.async_read(socket_->buffer, done); }));
    return json::parse(beast::buffers_to_string(socket_->buffer.data())).as_object();
}

json::object Client::answer(int id) {
    for (;;) {
        json::object message = receive();
        if (const auto* theirs = message.if_contains("id")) {
            if (*theirs != id) throw std::runtime_error("an answer to another request");
            return message;
        }
        news_.push_back(std::move(message.at("d").as_object()));
    }
}

json::object Client::ask(std::string_view type, const json::object& d) {
    const int id = ++last_id_;
    send(json::serialize(json::object{{"t", type}, {"id", id}, {"d", d}}));
    return answer(id);
}

json::object Client::state(std::string_view type, const json::object& d) {
    json::object message = ask(type, d);
    if (message.at("t") != "state") throw std::runtime_error(json::serialize(message));
    return std::move(message.at("d").as_object());
}

std::string Client::error(std::string_view type, const json::object& d) {
    const json::object message = ask(type, d);
    if (message.at("t") != "error") throw std::runtime_error("this was no error: " + json::serialize(message));
    return std::string(message.at("d").at("error").as_string());
}

json::object Client::news() {
    if (news_.empty()) return std::move(receive().at("d").as_object());
    json::object first = std::move(news_.front());
    news_.pop_front();
    return first;
}

int Client::close_code() {
    for (;;) {
        socket_->buffer.clear();
        if (finish(socket_->io, [&](auto done) { socket_->stream.async_read(socket_->buffer, done); })) break;
    }
    return socket_->stream.reason().code;
}

}
