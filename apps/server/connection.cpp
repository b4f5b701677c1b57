#include "server/connection.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include "server/outbox.hpp"
#include "server/service.hpp"
#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
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

constexpr std::size_t most_unsent_bytes = 64 * 1024; // while more wait to be sent, nothing more is read
constexpr int most_unhandled = 16;                   // messages; the same
constexpr auto request_deadline = 10s;               // from its first byte to its last
constexpr auto idle_deadline = 30s;                  // between requests
constexpr auto send_deadline = 30s;
constexpr auto longest_silence =
    20s; // of a stream: then it has an empty line, so that whoever stands between does not take it for dead
constexpr auto silence_deadline = 60s; // of a WebSocket that does not even answer pings

using BeastRequest = http::request<http::string_body>;
using BeastResponse = http::response<http::span_body<const char>>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

std::uint64_t requests = 0;

// One that could not be read, or that nobody waited for.
HttpRequest unread(const std::string& from) { return {.method = {}, .target = {}, .from = from, .number = ++requests}; }

HttpRequest plain(BeastRequest& request, const std::string& from) {
    HttpRequest out{.method = std::string(view(request.method_string())),
                    .target = std::string(view(request.target())),
                    .from = from,
                    .version = request.version(),
                    .is_upgrade = websocket::is_upgrade(request),
                    .body = std::move(request.body()),
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
    if (answer.stream && version >= 11) response.chunked(true);
    if (!answer.body) return response;
    response.content_length(answer.body->size());
    if (!answer.is_head) response.body() = {answer.body->data(), answer.body->size()};
    return response;
}

class Conversation final : public Connection {
public:
    Conversation(tcp::socket socket, std::string from, Service& service, Unsent& unsent)
        : stream_(std::move(socket)), from_(std::move(from)), service_(service), all_unsent_(unsent) {}
    ~Conversation() override { forget_unsent(); }
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    net::awaitable<void> serve() override;
    net::awaitable<void> turn_away() override;
    void say_goodbye() override;
    void drop() override;

    void answer(Text message) override;
    void tell(Text state, int from) override;

private:
    net::awaitable<void> wait_for_request();
    net::awaitable<void> send(const HttpRequest& asked, const HttpResponse& answer, bool keep_alive);
    net::awaitable<void> end_after_error();
    net::awaitable<std::optional<HttpResponse>> stream(const HttpRequest& asked, const HttpResponse& head);
    net::awaitable<void> send_lines(const HttpRequest& asked, const HttpResponse& head);
    net::awaitable<void> send_part(std::string_view text);
    net::awaitable<void> watch_for_end();
    void hear_line(const Message& message);
    net::awaitable<void> play(const BeastRequest& upgrade);
    using Given = std::optional<std::optional<HttpResponse>>; // an answer, or that there is to be none
    net::awaitable<std::optional<HttpResponse>> answer_to(const HttpRequest& asked);
    void watch_for_leaving(const std::shared_ptr<const Given>& given);
    net::awaitable<void> wait_for_room();
    net::awaitable<void> wait_until(auto is_so,
                                    net::steady_timer::time_point end = net::steady_timer::time_point::max());
    void look_again() {
        if (waits_) waits_->cancel();
    }
    std::shared_ptr<void> note_until_handled();
    bool has_too_much_unsent() const { return unsent_.size() > 1 && unsent_bytes_ > most_unsent_bytes; }
    void enqueue(Text text);
    net::awaitable<void> send_unsent();
    void forget_unsent();
    net::awaitable<void> close(websocket::close_code code);
    template <class Task> void spawn(Task task);

    beast::tcp_stream stream_;
    const std::string from_;
    beast::flat_buffer buffer_{most_header_bytes + most_body_bytes};
    std::optional<websocket::stream<beast::tcp_stream&>> websocket_;
    Service& service_;
    Unsent& all_unsent_;
    std::deque<Text> unsent_; // the first is being sent
    std::size_t unsent_bytes_ = 0;
    std::uint64_t sender_ = 0;                               // its number among all that send
    std::optional<int> untold_;                              // a state was left out: what came from that ply on
    bool catches_up_ = false;                                // that was asked for, and is on its way
    int unhandled_ = 0;                                      // messages
    net::steady_timer* waits_ = nullptr;                     // for an answer, or for room: ended when there may be some
    std::shared_ptr<const HttpStream> lines_;                // while it is told these
    std::optional<HttpResponse> refusal_;                    // in their place
    std::size_t line_bytes_ = 0;                             // sent
    bool is_chunked_ = false, begun_ = false, over_ = false; // of the lines
    bool sending_ = false, idle_ = false, ending_ = false, closing_ = false, dropped_ = false;
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
        BeastRequest request = parser.release();
        const HttpRequest asked = plain(request, from_);
        const auto answer = co_await answer_to(asked);
        if (dropped_) co_return;
        if (!answer) {
            service_.begin(*this, asked);
            co_return co_await play(request);
        }
        if (answer->stream) {
            const auto refused = co_await stream(asked, *answer);
            if (dropped_) co_return;
            if (refused) co_await send(asked, *refused, false);
            break;
        }
        // Who is refused a WebSocket has no use for the connection.
        const bool keep_alive = request.keep_alive() && !asked.is_upgrade && !ending_;
        co_await send(asked, *answer, keep_alive);
        if (!keep_alive) break;
    }
    beast::error_code ignored;
    (void)stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
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

// Gives what is to be answered in its place.
net::awaitable<std::optional<HttpResponse>> Conversation::stream(const HttpRequest& asked, const HttpResponse& head) {
    stream_.expires_never();
    spawn(watch_for_end());
    lines_ = head.stream;
    is_chunked_ = asked.version >= 11;
    lines_->begin(*this);
    co_await wait_until([this] { return begun_ || refusal_; });
    if (dropped_ || refusal_) co_return std::exchange(refusal_, {});
    struct Told {
        Conversation& self;
        const HttpRequest& asked;
        ~Told() { self.service_.sent(asked, 200, self.line_bytes_); }
    };
    const Told told{*this, asked};
    co_await send_lines(asked, head);
    co_return std::nullopt;
}

// One line after the other until the last; an empty one where there is none for long.
net::awaitable<void> Conversation::send_lines(const HttpRequest& asked, const HttpResponse& head) {
    stream_.expires_after(send_deadline);
    const BeastResponse response = to_beast(head, asked.version, false);
    http::response_serializer<http::span_body<const char>> serializer(response);
    line_bytes_ += co_await http::async_write_header(stream_, serializer, use_awaitable);
    for (;;) {
        if (sending_) co_await send_unsent();
        if (dropped_) co_return;
        if (over_) break;
        co_await wait_until([this] { return sending_ || over_; },
                            net::steady_timer::clock_type::now() + longest_silence);
        if (!dropped_ && !sending_ && !over_) co_await send_part("\n");
    }
    if (is_chunked_) line_bytes_ += co_await net::async_write(stream_, http::make_chunk_last(), use_awaitable);
}

net::awaitable<void> Conversation::send_part(std::string_view text) {
    stream_.expires_after(send_deadline); // of this: the one that reads has begun, and has none
    const net::const_buffer part = net::buffer(text);
    if (is_chunked_)
        line_bytes_ += co_await net::async_write(stream_, http::make_chunk(part), use_awaitable);
    else
        line_bytes_ += co_await net::async_write(stream_, part, use_awaitable);
}

// Who closes a stream wants no more of it. What else he sends is not heard.
net::awaitable<void> Conversation::watch_for_end() {
    beast::error_code error;
    while (!error && !dropped_) {
        buffer_.clear();
        co_await stream_.async_read_some(buffer_.prepare(most_header_bytes), net::redirect_error(use_awaitable, error));
    }
    drop();
}

// What the first one is decides how the request is answered.
void Conversation::hear_line(const Message& message) {
    const std::string text = message.whole();
    if (!begun_ && !refusal_) {
        refusal_ = lines_->refusal(text);
        begun_ = !refusal_;
        look_again();
    }
    if (lines_->is_last(text)) over_ = true;
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
        const std::string_view text(static_cast<const char*>(message.data()), message.size());
        if (!service_.receive(*this, text, note_until_handled()))
            co_return co_await close(websocket::close_code::policy_error);
        co_await wait_for_room();
        if (dropped_) co_return;
    }
}

// Ends the conversation where the other side does before `given` has a value. Whoever sends another request meanwhile is here still, and
// is looked after no more. What it sent stays to be read.
void Conversation::watch_for_leaving(const std::shared_ptr<const Given>& given) {
    const auto self = std::static_pointer_cast<Conversation>(shared_from_this());
    stream_.socket().async_wait(tcp::socket::wait_read, [self, given](beast::error_code error) {
        if (error || given->has_value() || self->dropped_) return;
        std::array<char, 1> next;
        self->stream_.socket().receive(net::buffer(next), tcp::socket::message_peek, error);
        if (error) self->drop();
    });
}

// The service may give it at once, or later from another thread.
net::awaitable<std::optional<HttpResponse>> Conversation::answer_to(const HttpRequest& asked) {
    const auto given = std::make_shared<Given>();
    const auto self = std::static_pointer_cast<Conversation>(shared_from_this());
    const auto give_up = service_.answer(
        asked, [given, self = self, executor = stream_.get_executor()](std::optional<HttpResponse> answer) mutable {
            net::dispatch(executor, [given, self = std::move(self), answer = std::move(answer)]() mutable {
                *given = std::move(answer);
                self->look_again();
            });
        });
    stream_.expires_never();
    if (give_up && buffer_.size() == 0 && !given->has_value()) watch_for_leaving(given);
    co_await wait_until([&] { return given->has_value(); });
    if (give_up && !given->has_value()) give_up();
    co_return given->has_value() ? std::move(**given) : std::nullopt;
}

// Who asks for more than he takes, or faster than it can be done, is not heard meanwhile.
net::awaitable<void> Conversation::wait_for_room() {
    co_await wait_until([this] { return unhandled_ < most_unhandled && !has_too_much_unsent(); });
}

net::awaitable<void> Conversation::wait_until(auto is_so, net::steady_timer::time_point end) {
    if (is_so() || dropped_) co_return;
    net::steady_timer timer(stream_.get_executor(), end);
    waits_ = &timer;
    while (!is_so() && !dropped_ && net::steady_timer::clock_type::now() < end) {
        beast::error_code cancelled;
        co_await timer.async_wait(net::redirect_error(use_awaitable, cancelled));
    }
    waits_ = nullptr;
}

// What is given up, by whichever thread, once a message has been handled.
std::shared_ptr<void> Conversation::note_until_handled() {
    ++unhandled_;
    const auto note = [self = weak_from_this(), executor = stream_.get_executor()](void*) {
        net::dispatch(executor, [self] {
            const auto its = std::static_pointer_cast<Conversation>(self.lock());
            if (!its) return;
            --its->unhandled_;
            if (its->waits_) its->waits_->cancel();
        });
    };
    return {nullptr, note};
}

// A single state may be longer than the limit, and it must be possible to send it.
void Conversation::answer(Text message) {
    if (has_too_much_unsent()) return drop();
    if (lines_) hear_line(*message);
    if (!refusal_) enqueue(std::move(message));
}

// After one that was left out only one that tells as much may follow: others were on their way already when it was asked for.
void Conversation::tell(Text state, int from) {
    if (!state) {
        untold_.reset();
        catches_up_ = false;
        return;
    }
    const bool is_full = has_too_much_unsent();
    if (is_full) catches_up_ = false; // what it asked for may be this
    if (is_full || (untold_ && from > *untold_)) {
        untold_ = std::min(untold_.value_or(from), from);
        return;
    }
    untold_.reset();
    catches_up_ = false;
    enqueue(std::move(state));
}

void Conversation::enqueue(Text text) {
    if (dropped_) return;
    unsent_bytes_ += text->begin.size();
    const std::size_t more = text->begin.size();
    unsent_.push_back(std::move(text));
    if (!std::exchange(sending_, true)) {
        sender_ = all_unsent_.begin([this] { drop(); });
        if (lines_)
            look_again(); // send_lines() does it
        else
            spawn(send_unsent());
    }
    all_unsent_.add(more);
}

net::awaitable<void> Conversation::send_unsent() {
    while (!unsent_.empty()) {
        const Text text = unsent_.front();
        if (lines_) {
            co_await send_part(text->whole() + "\n");
        } else if (text->history) {
            const std::array<net::const_buffer, 3> parts = {net::buffer(text->begin), net::buffer(*text->history),
                                                            net::buffer(Message::end_of_state)};
            co_await websocket_->async_write(parts, use_awaitable);
        } else {
            co_await websocket_->async_write(net::buffer(text->begin), use_awaitable);
        }
        if (dropped_) co_return;
        unsent_bytes_ -= text->begin.size();
        all_unsent_.remove(text->begin.size());
        unsent_.pop_front();
        if (waits_) waits_->cancel();
        if (untold_ && !has_too_much_unsent() && !std::exchange(catches_up_, true)) service_.catch_up(*this, *untold_);
    }
    sending_ = false;
    all_unsent_.end(sender_);
}

void Conversation::forget_unsent() {
    if (std::exchange(sending_, false)) all_unsent_.end(sender_);
    all_unsent_.remove(std::exchange(unsent_bytes_, 0));
    unsent_.clear();
}

void Conversation::drop() {
    if (std::exchange(dropped_, true)) return;
    forget_unsent();
    if (waits_) waits_->cancel();
    stream_.close();
}

net::awaitable<void> Conversation::close(websocket::close_code code) {
    if (std::exchange(closing_, true)) co_return;
    const websocket::close_reason reason(code);
    co_await websocket_->async_close(reason, use_awaitable);
}

void Conversation::say_goodbye() {
    ending_ = true;
    if (lines_) {
        over_ = true;
        look_again();
    } else if (websocket_ && websocket_->is_open()) {
        spawn(close(websocket::close_code::going_away));
    } else if (websocket_ || idle_) {
        drop();
    }
}

// Beside serve(), which hears of every failure.
template <class Task> void Conversation::spawn(Task task) {
    net::co_spawn(stream_.get_executor(), std::move(task), [self = shared_from_this()](const std::exception_ptr&) {});
}

}

std::shared_ptr<Connection> make_connection(tcp::socket socket, std::string from, Service& service, Unsent& unsent) {
    return std::make_shared<Conversation>(std::move(socket), std::move(from), service, unsent);
}

}
