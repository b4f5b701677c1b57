#include "server/connection.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include "server/service.hpp"
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

namespace tavoliere::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using net::use_awaitable;
using net::ip::tcp;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t most_unsent_bytes = 64 * 1024;
constexpr auto request_deadline = 10s; // from its first byte to its last
constexpr auto idle_deadline = 30s;    // between requests
constexpr auto send_deadline = 30s;
constexpr auto silence_deadline = 60s; // of a WebSocket that does not even answer pings

using BeastRequest = http::request<http::string_body>;
using BeastResponse = http::response<http::span_body<const char>>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

std::uint64_t requests = 0;

// One that could not be read, or that nobody waited for.
HttpRequest unread(const std::string& from) { return {.method = {}, .target = {}, .from = from, .number = ++requests}; }

HttpRequest plain(const BeastRequest& request, const std::string& from) {
    HttpRequest out{.method = std::string(view(request.method_string())),
                    .target = std::string(view(request.target())),
                    .from = from,
                    .version = request.version(),
                    .is_upgrade = websocket::is_upgrade(request),
                    .number = ++requests};
    for (const auto& field : request) out.headers.emplace_back(lower(view(field.name_string())), view(field.value()));
    return out;
}

// What is wrong with what could not be read; nothing where its sender has gone or been too slow.
std::optional<Unreadable> fault_in(const beast::error_code& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) return Unreadable::long_header;
    if (error == http::error::body_limit) return Unreadable::long_body;
    if (error.category() != beast::error_code(http::error::bad_method).category()) return {};
    if (error == http::error::end_of_stream || error == http::error::partial_message) return {};
    return Unreadable::no_http;
}

// The answer must outlive it.
BeastResponse to_beast(const HttpResponse& answer, unsigned version, bool keep_alive) {
    BeastResponse response{http::status(answer.status), version};
    for (const auto& [name, value] : answer.headers) response.set(beast::string_view(name.data(), name.size()), value);
    response.keep_alive(keep_alive);
    if (!answer.body) return response;
    response.content_length(answer.body->size());
    if (!answer.is_head) response.body() = {answer.body->data(), answer.body->size()};
    return response;
}

class Conversation final : public Connection {
public:
    Conversation(tcp::socket socket, std::string from, Service& service)
        : stream_(std::move(socket)), from_(std::move(from)), service_(service) {}

    net::awaitable<void> serve() override;
    net::awaitable<void> turn_away() override;
    void say_goodbye() override;
    void drop() override { stream_.close(); }

    void answer(Text message) override { enqueue(std::move(message), false); }
    void tell(Text state) override { enqueue(std::move(state), true); }

private:
    struct Unsent {
        Text text;
        bool replaceable; // by a newer one
    };

    net::awaitable<void> wait_for_request();
    net::awaitable<void> send(const HttpRequest& asked, const HttpResponse& answer, bool keep_alive);
    net::awaitable<void> end_after_error();
    net::awaitable<void> play(const BeastRequest& upgrade);
    net::awaitable<void> send_unsent();
    net::awaitable<void> close(websocket::close_code code);
    void enqueue(Text text, bool replaceable);
    template <class Task> void spawn(Task task);

    beast::tcp_stream stream_;
    const std::string from_;
    beast::flat_buffer buffer_{most_header_bytes + most_body_bytes};
    std::optional<websocket::stream<beast::tcp_stream&>> websocket_;
    Service& service_;
    std::deque<Unsent> unsent_;
    std::size_t unsent_bytes_ = 0;
    bool sending_ = false, idle_ = false, ending_ = false, closing_ = false;
};

net::awaitable<void> Conversation::serve() {
    while (!ending_) {
        co_await wait_for_request();
        http::request_parser<http::string_body> parser;
        parser.header_limit(most_header_bytes);
        parser.body_limit(most_body_bytes);
        stream_.expires_after(request_deadline);
        beast::error_code error;
        co_await http::async_read(stream_, buffer_, parser, net::redirect_error(use_awaitable, error));
        if (error) {
            const auto fault = fault_in(error);
            if (!fault) co_return;
            co_await send(unread(from_), service_.answer(*fault, error.message()), false);
            co_return co_await end_after_error();
        }
        const BeastRequest request = parser.release();
        const HttpRequest asked = plain(request, from_);
        const auto answer = service_.answer(asked);
        if (!answer) {
            service_.begin(*this, asked);
            co_return co_await play(request);
        }
        // Who is refused a WebSocket has no use for the connection.
        const bool keep_alive = request.keep_alive() && !asked.is_upgrade && !ending_;
        co_await send(asked, *answer, keep_alive);
        if (!keep_alive) break;
    }
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

net::awaitable<void> Conversation::turn_away() {
    co_await send(unread(from_), service_.no_place(), false);
    co_await end_after_error();
}

// Until there is something to read. Being idle is not being slow: only then the request's own deadline begins.
net::awaitable<void> Conversation::wait_for_request() {
    if (buffer_.size() > 0) co_return;
    idle_ = true;
    stream_.expires_after(idle_deadline);
    const auto room = buffer_.prepare(most_header_bytes);
    const std::size_t got = co_await stream_.async_read_some(room, use_awaitable);
    buffer_.commit(got);
    idle_ = false;
}

net::awaitable<void> Conversation::send(const HttpRequest& asked, const HttpResponse& answer, bool keep_alive) {
    stream_.expires_after(send_deadline);
    const BeastResponse response = to_beast(answer, asked.version, keep_alive);
    http::response_serializer<http::span_body<const char>> serializer(response);
    beast::error_code error;
    std::size_t bytes = 0;
    if (answer.is_head)
        bytes = co_await http::async_write_header(stream_, serializer, net::redirect_error(use_awaitable, error));
    else
        bytes = co_await http::async_write(stream_, serializer, net::redirect_error(use_awaitable, error));
    service_.sent(asked, answer.status, bytes);
    if (error) throw beast::system_error(error);
}

// Closing while the other side still sends would make it lose the answer: first hear it out, but not for long.
net::awaitable<void> Conversation::end_after_error() {
    stream_.socket().shutdown(tcp::socket::shutdown_send);
    stream_.expires_after(2s);
    for (;;) {
        buffer_.clear();
        const auto room = buffer_.prepare(most_header_bytes);
        co_await stream_.async_read_some(room, use_awaitable);
    }
}

net::awaitable<void> Conversation::play(const BeastRequest& upgrade) {
    stream_.expires_never(); // the WebSocket keeps its own time
    buffer_.clear();
    buffer_.shrink_to_fit(); // of the room for a header: a message needs less, and most connections are idle
    websocket_.emplace(stream_);
    websocket_->set_option(websocket::stream_base::timeout{request_deadline, silence_deadline, true});
    websocket_->read_message_max(most_message_bytes);
    websocket_->auto_fragment(false);
    co_await websocket_->async_accept(upgrade, use_awaitable);
    for (;;) {
        buffer_.clear();
        co_await websocket_->async_read(buffer_, use_awaitable);
        if (!websocket_->got_text()) co_return co_await close(websocket::close_code::unknown_data);
        const auto message = buffer_.cdata();
        if (!service_.receive(*this, {static_cast<const char*>(message.data()), message.size()}))
            co_return co_await close(websocket::close_code::policy_error);
    }
}

void Conversation::enqueue(Text text, bool replaceable) {
    if (replaceable && !unsent_.empty() && unsent_.back().replaceable) {
        unsent_bytes_ -= unsent_.back().text->size();
        unsent_.pop_back();
    }
    // A single state may be longer than the limit, and it must be possible to send it.
    if (unsent_.size() > 1 && unsent_bytes_ > most_unsent_bytes) return drop();
    unsent_bytes_ += text->size();
    unsent_.push_back({std::move(text), replaceable});
    if (!std::exchange(sending_, true)) spawn(send_unsent());
}

net::awaitable<void> Conversation::send_unsent() {
    while (!unsent_.empty()) {
        const Text text = std::move(unsent_.front().text);
        unsent_.pop_front();
        unsent_bytes_ -= text->size();
        co_await websocket_->async_write(net::buffer(*text), use_awaitable);
    }
    sending_ = false;
}

net::awaitable<void> Conversation::close(websocket::close_code code) {
    if (std::exchange(closing_, true)) co_return;
    const websocket::close_reason reason(code);
    co_await websocket_->async_close(reason, use_awaitable);
}

void Conversation::say_goodbye() {
    ending_ = true;
    if (websocket_ && websocket_->is_open())
        spawn(close(websocket::close_code::going_away));
    else if (websocket_ || idle_)
        drop();
}

// Beside serve(), which hears of every failure.
template <class Task> void Conversation::spawn(Task task) {
    net::co_spawn(stream_.get_executor(), std::move(task), [self = shared_from_this()](const std::exception_ptr&) {});
}

}

std::shared_ptr<Connection> make_connection(tcp::socket socket, std::string from, Service& service) {
    return std::make_shared<Conversation>(std::move(socket), std::move(from), service);
}

}
