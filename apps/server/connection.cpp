#include "server/connection.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <exception>
#include <fmt/format.h>
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

constexpr std::size_t most_header_bytes = 8 * 1024;
constexpr std::size_t most_body_bytes = 64 * 1024;
constexpr std::size_t most_unsent_bytes = 64 * 1024;
constexpr auto request_deadline = 10s; // from its first byte to its last
constexpr auto idle_deadline = 30s;    // between requests
constexpr auto send_deadline = 30s;
constexpr auto silence_deadline = 60s; // of a WebSocket that does not even answer pings

constexpr const char* security_policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::span_body<const char>>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

bool is_for_play(const HttpRequest& request) {
    const std::string_view target = view(request.target());
    return target.substr(0, target.find('?')) == "/api/play";
}

// Why a page of that origin may not open a WebSocket; nothing where it may.
std::optional<Reply> refusal_of(Origins& origins, std::string_view origin, const HttpRequest& request) {
    const auto refused = origins.refusal(origin, view(request[http::field::host]));
    return refused ? std::optional(error_reply(403, refused->text)) : std::nullopt;
}

// A client that asks as a proxy is asked, "GET http://host/path", means the path, and its host counts: RFC 9112, 3.2.2.
void take_absolute_form(HttpRequest& request) {
    const std::string target(view(request.target()));
    constexpr std::string_view scheme = "http://";
    if (lower(target.substr(0, scheme.size())) != scheme) return;
    const auto end = std::min(target.find_first_of("/?", scheme.size()), target.size());
    const std::string path = target.substr(end);
    request.set(http::field::host, target.substr(scheme.size(), end - scheme.size()));
    request.target(path.starts_with('/') ? path : "/" + path);
}

// What is wrong with a request that could be read: RFC 9112, 3.2. Nothing where it may be answered.
std::optional<Reply> fault_of(const HttpRequest& request) {
    const auto hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() >= 11))
        return error_reply(400, "Host: a request of HTTP/1.1 has one such header");
    return {};
}

// 16 bytes in base64, whose last digit has bits to spare.
bool is_websocket_key(std::string_view key) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key.size() == 24 && key.ends_with("==") && key.find_first_not_of(digits) == 22;
}

// Why a WebSocket may not be opened; nothing where it may. A browser says which page opens it, other programs say nothing.
std::optional<Reply> refusal(Origins& origins, const HttpRequest& request) {
    if (!is_for_play(request)) return error_reply(404, "WebSockets are at /api/play");
    if (!is_websocket_key(view(request[http::field::sec_websocket_key])))
        return error_reply(400, "Sec-WebSocket-Key: 16 bytes in base64 are wanted");
    if (!request.count(http::field::origin)) return {};
    return refusal_of(origins, view(request[http::field::origin]), request);
}

// To a request that opens none. A page is not told by its browser why its WebSocket was refused, and asks here.
Reply reply_for_play(Origins& origins, const HttpRequest& request) {
    const auto origin = query_text(view(request.target()), "origin");
    const auto refused = origin ? refusal_of(origins, *origin, request) : std::nullopt;
    return refused ? *refused : error_reply(426, "/api/play is for WebSockets");
}

bool is_read(const HttpRequest& request) {
    return request.method() == http::verb::get || request.method() == http::verb::head;
}

// Whether a list of tags, as If-None-Match has it, names this one: RFC 9110, 8.8.3.2 and 13.1.2. For what is asked here it is
// the same whether a tag is weak ("W/" before it). A list that cannot be read names none.
bool names_tag(std::string_view list, std::string_view tag) {
    const auto skip = [&](std::string_view letters) {
        list.remove_prefix(std::min(list.find_first_not_of(letters), list.size()));
    };
    skip(" \t");
    if (list.substr(0, list.find_last_not_of(" \t") + 1) == "*") return true;
    while (skip(" \t,"), !list.empty()) {
        take(list, "W/");
        const auto end = list.starts_with('"') ? list.find('"', 1) : list.npos;
        if (end == list.npos) return false;
        if (list.substr(0, end + 1) == tag) return true;
        list.remove_prefix(end + 1);
    }
    return false;
}

// Where a request has the header several times, its values are one list.
bool has_already(const HttpRequest& request, std::string_view tag) {
    const auto [begin, end] = request.equal_range(http::field::if_none_match);
    return std::any_of(begin, end, [&](const auto& field) { return names_tag(view(field.value()), tag); });
}

Reply reply_to(const Site& site, Origins& origins, const HttpRequest& request) {
    if (!is_read(request)) return error_reply(405, "method: GET and HEAD are answered here");
    if (is_for_play(request)) return reply_for_play(origins, request);
    Reply reply = site.get(view(request.target()));
    if (!reply.etag.empty() && has_already(request, reply.etag)) reply.status = 304;
    return reply;
}

// What a request that cannot be read deserves; nothing where its sender has gone or been too slow.
std::optional<Reply> reply_to_unreadable(const beast::error_code& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return error_reply(431, fmt::format("request: the header is longer than {} bytes", most_header_bytes));
    if (error == http::error::body_limit)
        return error_reply(413, fmt::format("request: the body is longer than {} bytes", most_body_bytes));
    if (error.category() != beast::error_code(http::error::bad_method).category()) return {};
    if (error == http::error::end_of_stream || error == http::error::partial_message) return {};
    return error_reply(400, fmt::format("request: this is not HTTP: {}", error.message()));
}

// The reply must outlive it. To a HEAD the body's length is told, and not the body.
HttpResponse response_for(const Reply& reply, http::verb method, unsigned version, bool keep_alive) {
    HttpResponse response{http::status(reply.status), version};
    response.set(http::field::content_type, reply.type);
    response.set(http::field::cache_control, reply.cache);
    response.set("Content-Security-Policy", security_policy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    if (!reply.etag.empty()) response.set(http::field::etag, reply.etag);
    if (reply.status == 405) response.set(http::field::allow, "GET, HEAD");
    if (reply.status == 426) response.set(http::field::upgrade, "websocket");
    response.keep_alive(keep_alive);
    if (reply.status == 304) return response;
    response.content_length(reply.body->size());
    if (method != http::verb::head) response.body() = {reply.body->data(), reply.body->size()};
    return response;
}

// So many messages at once, and some more each second, never more than those saved.
class Credit {
public:
    bool take() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
        left_ = std::min<double>(message_burst, left_ + seconds * messages_per_second) - 1;
        return left_ >= 0;
    }

private:
    double left_ = message_burst;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Conversation final : public Connection {
public:
    Conversation(tcp::socket socket, const Site& site, Origins& origins, Games& games)
        : stream_(std::move(socket)), site_(site), origins_(origins), games_(games) {}

    net::awaitable<void> serve() override;
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
    net::awaitable<void> send(const Reply& reply, http::verb method, unsigned version, bool keep_alive);
    net::awaitable<void> end_after_error();
    net::awaitable<void> play(const HttpRequest& upgrade);
    net::awaitable<void> send_unsent();
    net::awaitable<void> close(websocket::close_code code);
    void enqueue(Text text, bool replaceable);
    template <class Task> void spawn(Task task);

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_{most_header_bytes + most_body_bytes};
    std::optional<websocket::stream<beast::tcp_stream&>> websocket_;
    const Site& site_;
    Origins& origins_;
    Games& games_;
    Credit credit_;
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
            const auto reply = reply_to_unreadable(error);
            if (!reply) co_return;
            co_await send(*reply, http::verb::get, 11, false);
            co_return co_await end_after_error();
        }
        HttpRequest request = parser.release();
        std::optional<Reply> reply = fault_of(request);
        take_absolute_form(request);
        if (reply) {
            // it is told
        } else if (websocket::is_upgrade(request)) {
            reply = refusal(origins_, request);
            if (!reply) co_return co_await play(request);
        } else {
            reply = reply_to(site_, origins_, request);
        }
        // Who is refused a WebSocket has no use for the connection.
        const bool keep_alive = request.keep_alive() && !websocket::is_upgrade(request) && !ending_;
        co_await send(*reply, request.method(), request.version(), keep_alive);
        if (!keep_alive) break;
    }
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
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

net::awaitable<void> Conversation::send(const Reply& reply, http::verb method, unsigned version, bool keep_alive) {
    stream_.expires_after(send_deadline);
    const HttpResponse response = response_for(reply, method, version, keep_alive);
    http::response_serializer<http::span_body<const char>> serializer(response);
    if (method == http::verb::head)
        co_await http::async_write_header(stream_, serializer, use_awaitable);
    else
        co_await http::async_write(stream_, serializer, use_awaitable);
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

net::awaitable<void> Conversation::play(const HttpRequest& upgrade) {
    stream_.expires_never(); // the WebSocket keeps its own time
    websocket_.emplace(stream_);
    websocket_->set_option(websocket::stream_base::timeout{request_deadline, silence_deadline, true});
    websocket_->read_message_max(most_message_bytes);
    websocket_->auto_fragment(false);
    co_await websocket_->async_accept(upgrade, use_awaitable);
    for (;;) {
        buffer_.clear();
        co_await websocket_->async_read(buffer_, use_awaitable);
        if (!websocket_->got_text()) co_return co_await close(websocket::close_code::unknown_data);
        if (!credit_.take()) co_return co_await close(websocket::close_code::policy_error);
        const auto message = buffer_.cdata();
        games_.receive(*this, {static_cast<const char*>(message.data()), message.size()});
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

std::shared_ptr<Connection> make_connection(tcp::socket socket, const Site& site, Origins& origins, Games& games) {
    return std::make_shared<Conversation>(std::move(socket), site, origins, games);
}

}
