#include "server/server.hpp"
#include "server/connection.hpp"
#include "server/games.hpp"
#include "server/origins.hpp"
#include "server/site.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
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

constexpr std::size_t most_connections = 5000;
constexpr auto drain_deadline = 2s;

std::string address(const std::string& host, unsigned short port) {
    const bool ipv6 = host.find(':') != std::string::npos;
    return ipv6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

// Rings when a clock runs out, to look whose it is.
class Alarm {
public:
    explicit Alarm(net::io_context& io) : timer_(io) {}

    void set(std::optional<Instant> when, std::function<void()> ring);
    void end(); // or the server would not

private:
    net::steady_timer timer_;
    bool ended_ = false;
};

void Alarm::set(std::optional<Instant> when, std::function<void()> ring) {
    timer_.cancel();
    if (ended_ || !when) return;
    // At least once a minute, for the world's clock may be set meanwhile; and with a pause, should the store be at fault.
    timer_.expires_after(std::clamp<Milliseconds>(*when - now(), 20ms, 1min));
    timer_.async_wait([ring = std::move(ring)](const error_code& cancelled) {
        if (!cancelled) ring();
    });
}

void Alarm::end() {
    ended_ = true;
    timer_.cancel();
}

class Server {
public:
    Server(net::io_context& io, const Site& site, Origins& origins, Games& games, Alarm& alarm)
        : io_(io), site_(site), origins_(origins), games_(games), alarm_(alarm) {}

    std::string listen(const std::string& host, unsigned short port); // gives what is wrong, or nothing
    unsigned short port() const { return acceptor_.local_endpoint().port(); }
    void run();

private:
    net::awaitable<void> accept();
    void admit(tcp::socket socket);
    void left(const std::shared_ptr<Connection>& connection, std::exception_ptr why);
    void drain();

    net::io_context& io_;
    const Site& site_;
    Origins& origins_;
    Games& games_;
    Alarm& alarm_;
    tcp::acceptor acceptor_{io_};
    net::signal_set signals_{io_, SIGINT, SIGTERM};
    net::steady_timer timer_{io_};
    std::unordered_set<std::shared_ptr<Connection>> connections_;
    bool draining_ = false;
};

std::string Server::listen(const std::string& host, unsigned short port) {
    try {
        tcp::resolver resolver(io_);
        const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive);
        const tcp::endpoint endpoint = found.begin()->endpoint();
        acceptor_.open(endpoint.protocol());
        acceptor_.set_option(net::socket_base::reuse_address(true));
        acceptor_.bind(endpoint);
        acceptor_.listen();
        return {};
    } catch (const boost::system::system_error& error) {
        return fmt::format("cannot listen at {}: {}; choose another place with --host and --port", address(host, port),
                           error.code().message());
    }
}

void Server::run() {
    signals_.async_wait([this](const error_code&, int) { drain(); });
    net::co_spawn(io_, accept(), [](const std::exception_ptr&) {});
    for (;;) {
        try {
            io_.run();
            return;
        } catch (const std::exception& error) { spdlog::error("server: {}", error.what()); }
    }
}

net::awaitable<void> Server::accept() {
    while (!draining_) {
        error_code error;
        tcp::socket socket = co_await acceptor_.async_accept(net::redirect_error(use_awaitable, error));
        if (!error) {
            admit(std::move(socket));
            continue;
        }
        if (draining_) break;
        // Most likely there are no file descriptors left; soon there may be.
        spdlog::warn("accept: {}", error.message());
        timer_.expires_after(100ms);
        co_await timer_.async_wait(use_awaitable);
    }
}

void Server::admit(tcp::socket socket) {
    if (connections_.size() >= most_connections) return;
    error_code ignored;
    std::ignore = socket.set_option(tcp::no_delay(true), ignored);
    // Else the kernel keeps megabytes for whoever does not read.
    std::ignore = socket.set_option(net::socket_base::send_buffer_size(64 * 1024), ignored);
    const auto connection = make_connection(std::move(socket), site_, origins_, games_);
    connections_.insert(connection);
    net::co_spawn(io_, connection->serve(),
                  [this, connection](std::exception_ptr why) { left(connection, std::move(why)); });
}

void Server::left(const std::shared_ptr<Connection>& connection, std::exception_ptr why) {
    try {
        if (why) std::rethrow_exception(std::move(why));
    } catch (const boost::system::system_error& error) {
        spdlog::debug("connection: {}", error.what()); // the other side has gone, or was too slow
    } catch (const std::exception& error) { spdlog::error("connection: {}", error.what()); }
    games_.leave(*connection);
    connection->drop();
    connections_.erase(connection);
    if (draining_ && connections_.empty()) timer_.cancel();
}

void Server::drain() {
    spdlog::info("ending");
    draining_ = true;
    alarm_.end();
    acceptor_.close();
    for (const auto& connection : connections_) connection->say_goodbye();
    if (connections_.empty()) return;
    timer_.expires_after(drain_deadline);
    timer_.async_wait([this](const error_code& cancelled) {
        if (cancelled) return;
        for (const auto& connection : connections_) connection->drop();
    });
}

void log_to_standard_error() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("tavoliere", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
}

// Each connection is a file descriptor, and the usual limit of 1024 is lower than ours.
void allow_many_connections() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int cannot_begin(std::string_view why) {
    fmt::print(stderr, "tavoliere serve: {}\n", printable(why));
    return 2;
}

}

}

namespace tavoliere {

int serve(const ServeOptions& options) {
    using namespace server;
    log_to_standard_error();
    allow_many_connections();
    try {
        auto origins = Origins::named(options.origins);
        if (!origins) return cannot_begin(origins.error().text);
        auto store = Store::open(options.store);
        if (!store) return cannot_begin(store.error().text);
        const Site site(options.page);
        net::io_context io(1);
        const auto post = [&io](std::function<void()> task) { net::post(io, std::move(task)); };
        ThinkingPool engine(options.engine_threads, post, options.tables);
        ThinkingPool analyst(options.engine_threads, post, options.tables, Priority::low);
        Analyses analyses(analyst);
        Alarm alarm(io);
        Games* all = nullptr;
        Games games(*store, engine, analyses,
                    [&](std::optional<Instant> when) { alarm.set(when, [&all] { all->look_at_clocks(); }); });
        all = &games;
        Server server(io, site, *origins, games, alarm);
        if (const std::string wrong = server.listen(options.host, options.port); !wrong.empty())
            return cannot_begin(wrong);
        games.begin();
        fmt::print("Tavoliere is at http://{}/\n", address(options.host, server.port()));
        std::fflush(stdout);
        server.run();
        return 0;
    } catch (const std::exception& error) { return cannot_begin(error.what()); }
}

}
