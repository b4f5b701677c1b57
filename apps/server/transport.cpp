#include "server/transport.hpp"
#include "base/text.hpp"
#include "server/connection.hpp"
#include "server/service.hpp"
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <list>
#include <spdlog/spdlog.h>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace tavoliere::server {

namespace net = boost::asio;
using boost::system::error_code;
using net::use_awaitable;
using net::ip::tcp;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t most_turned_away = 64; // at the same time: they are told why, others are closed at once
constexpr auto drain_deadline = 1s;          // ten thousand connections then end within two

}

std::string address(const std::string& host, unsigned short port) {
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

class Transport::Loop {
public:
    explicit Loop(Unsent& unsent) : unsent_(unsent) {}
    Expected<unsigned short> listen(const std::string& host, unsigned short port, Service& service);
    void post(std::function<void()> what) { net::post(io_, std::move(what)); }
    void on_hangup(std::function<void()> what);
    void run();

private:
    // A place at which it listens, and who came there.
    struct Listener {
        tcp::acceptor acceptor;
        Service& service;
        net::steady_timer pause;
        std::unordered_set<std::shared_ptr<Connection>> connections = {};
        std::size_t turned_away = 0; // that are among them
    };
    net::awaitable<void> accept(Listener& listener);
    void admit(Listener& listener, tcp::socket socket);
    // `from`: the address that a place is kept for; empty: it was turned away.
    void left(Listener& listener, const std::shared_ptr<Connection>& connection, const std::string& from,
              std::exception_ptr why);
    bool is_empty() const {
        return std::ranges::all_of(listeners_, [](const Listener& listener) { return listener.connections.empty(); });
    }
    void drain();

    net::io_context io_{1};
    void wait_for_hangup();

    net::signal_set signals_{io_, SIGINT, SIGTERM}, hangups_{io_};
    std::function<void()> hangup_;
    net::steady_timer patience_{io_};
    Unsent& unsent_;
    std::list<Listener> listeners_;
    bool draining_ = false;
};

Expected<unsigned short> Transport::Loop::listen(const std::string& host, unsigned short port, Service& service) {
    try {
        tcp::resolver resolver(io_);
        const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive);
        const tcp::endpoint endpoint = found.begin()->endpoint();
        tcp::acceptor acceptor(io_);
        acceptor.open(endpoint.protocol());
        acceptor.set_option(net::socket_base::reuse_address(true));
        acceptor.bind(endpoint);
        acceptor.listen();
        const unsigned short given = acceptor.local_endpoint().port();
        listeners_.push_back({std::move(acceptor), service, net::steady_timer(io_)});
        return given;
    } catch (const boost::system::system_error& error) {
        return problem("cannot listen at " + address(host, port) + ": " + error.code().message());
    }
}

void Transport::Loop::on_hangup(std::function<void()> what) {
    hangup_ = std::move(what);
    hangups_.add(SIGHUP);
    wait_for_hangup();
}

void Transport::Loop::wait_for_hangup() {
    hangups_.async_wait([this](const error_code& cancelled, int) {
        if (cancelled) return;
        hangup_();
        wait_for_hangup();
    });
}

void Transport::Loop::run() {
    signals_.async_wait([this](const error_code&, int) { drain(); });
    for (Listener& listener : listeners_) net::co_spawn(io_, accept(listener), [](const std::exception_ptr&) {});
    for (;;) {
        try {
            io_.run();
            return;
        } catch (const std::exception& error) { spdlog::error("server: {}", error.what()); }
    }
}

net::awaitable<void> Transport::Loop::accept(Listener& listener) {
    while (!draining_) {
        error_code error;
        tcp::socket socket = co_await listener.acceptor.async_accept(net::redirect_error(use_awaitable, error));
        if (!error) {
            admit(listener, std::move(socket));
            continue;
        }
        if (draining_) break;
        // Most likely there are no file descriptors left; soon there may be.
        spdlog::warn("accept: {}", error.message());
        listener.pause.expires_after(100ms);
        co_await listener.pause.async_wait(use_awaitable);
    }
}

void Transport::Loop::admit(Listener& listener, tcp::socket socket) {
    error_code ignored;
    const auto peer = socket.remote_endpoint(ignored);
    if (ignored) return; // it has gone
    const std::string from = peer.address().to_string();
    const bool is_let_in = listener.service.enter(from);
    if (!is_let_in && listener.turned_away >= most_turned_away) return;
    std::ignore = socket.set_option(tcp::no_delay(true), ignored);
    // Else the kernel keeps megabytes for whoever does not read.
    std::ignore = socket.set_option(net::socket_base::send_buffer_size(64 * 1024), ignored);
    const auto connection = make_connection(std::move(socket), from, listener.service, unsent_);
    listener.connections.insert(connection);
    listener.turned_away += !is_let_in;
    net::co_spawn(io_, is_let_in ? connection->serve() : connection->turn_away(),
                  [this, &listener, connection, place = is_let_in ? from : ""](std::exception_ptr why) {
                      left(listener, connection, place, std::move(why));
                  });
}

void Transport::Loop::left(Listener& listener, const std::shared_ptr<Connection>& connection, const std::string& from,
                           std::exception_ptr why) {
    try {
        if (why) std::rethrow_exception(std::move(why));
    } catch (const boost::system::system_error& error) {
        spdlog::debug("connection: {}", error.what()); // the other side has gone, or was too slow
    } catch (const std::exception& error) { spdlog::error("connection: {}", error.what()); }
    listener.service.end(*connection);
    if (from.empty())
        --listener.turned_away;
    else
        listener.service.leave(from);
    connection->drop();
    listener.connections.erase(connection);
    if (draining_ && is_empty()) patience_.cancel();
}

void Transport::Loop::drain() {
    spdlog::info("ending");
    draining_ = true;
    hangups_.cancel(); // or the loop would not end; until the process has, the signal is caught and does nothing
    for (Listener& listener : listeners_) {
        listener.acceptor.close();
        listener.pause.cancel();
        for (const auto& connection : listener.connections) connection->say_goodbye();
    }
    if (is_empty()) return;
    patience_.expires_after(drain_deadline);
    patience_.async_wait([this](const error_code& cancelled) {
        if (cancelled) return;
        for (Listener& listener : listeners_)
            for (const auto& connection : listener.connections) connection->drop();
    });
}

Expected<ListeningPlace> read_place(std::string_view text) {
    const auto end = text.rfind(':');
    std::string_view host = text.substr(0, end == text.npos ? 0 : end);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    const auto port = parse_number<unsigned short>(end == text.npos ? "" : text.substr(end + 1), 0, 65535);
    if (host.empty() || !port)
        return problem(fmt::format("{} is no place to listen at; an address and a port are wanted: 127.0.0.1:9100",
                                   in_quotes(text)));
    return ListeningPlace{std::string(host), *port};
}

Transport::Transport(Unsent& unsent) : loop_(std::make_unique<Loop>(unsent)) {}
Transport::~Transport() = default;

Expected<unsigned short> Transport::listen(const std::string& host, unsigned short port, Service& service) {
    return loop_->listen(host, port, service);
}

void Transport::post(std::function<void()> what) { loop_->post(std::move(what)); }

void Transport::on_hangup(std::function<void()> what) { loop_->on_hangup(std::move(what)); }

void Transport::run() { loop_->run(); }

}
