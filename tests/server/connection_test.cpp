// What a connection sends to who reads slowly, without a server around it.
#include "server/connection.hpp"
#include "server/outbox.hpp"
#include "server/service.hpp"
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <future>
#include <gtest/gtest.h>
#include <string>
#include <thread>

namespace tavoliere {
namespace {

using namespace server;
namespace net = boost::asio;
using net::ip::tcp;

// Its followers have no game: who catches up is told nothing.
class GameOver final : public Service {
public:
    bool enter(const std::string&) override { return true; }
    HttpResponse no_place() override { return {}; }
    void leave(const std::string&) override {}
    GiveUp answer(const HttpRequest&, Answer answer) override {
        answer({});
        return {};
    }
    HttpResponse answer(Unreadable, std::string_view) override { return {}; }
    void sent(const HttpRequest&, unsigned, std::size_t) override {}
    void begin(Follower&, const HttpRequest&) override {}
    bool receive(Follower&, std::string_view, std::shared_ptr<void>) override { return true; }
    void catch_up(Follower& follower, int from) override {
        asked_from = from;
        follower.tell({}, 0);
    }
    void end(Follower&) override {}

    std::atomic<int> asked_from = -1;
};

TEST(Connection, HearsOfTheNextGameWhereItMissedTheEndOfOne) {
    GameOver service;
    Unsent unsent;
    net::io_context sockets;
    tcp::acceptor acceptor(sockets, {net::ip::address_v4::loopback(), 0});
    tcp::socket reader(sockets);
    reader.connect(acceptor.local_endpoint());
    const auto connection = make_connection(acceptor.accept(), "127.0.0.1", service, unsent);
    net::co_spawn(sockets, connection->serve(), [&](const std::exception_ptr&) { sockets.stop(); });
    std::thread thread([&] { sockets.run(); });

    net::write(reader, net::buffer(std::string("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")));
    std::string heard;
    net::read_until(reader, net::dynamic_buffer(heard), "\r\n\r\n");
    const auto tell = [&](const std::string& text, int from) {
        std::promise<void> told;
        net::post(sockets, [&] {
            connection->tell(plain(text), from);
            told.set_value();
        });
        told.get_future().wait();
    };
    // Whether it comes before the end.
    const auto hear = [&](std::string_view text) {
        std::array<char, 65536> some;
        while (heard.find(text) == heard.npos) {
            if (heard.find("the end") != heard.npos) return false;
            heard.erase(0, heard.size() - std::min<std::size_t>(heard.size(), 20));
            heard.append(some.data(), reader.read_some(net::buffer(some)));
        }
        return true;
    };
    tell(std::string(16 << 20, '.'), 0); // more than the system takes from it
    tell(std::string(1 << 20, '.') + "last", 4);
    tell("left out", 5);
    EXPECT_TRUE(hear("last"));
    tell("another game", 9);
    net::post(sockets, [&] { connection->answer(plain("the end")); });
    EXPECT_TRUE(hear("another game"));
    EXPECT_EQ(service.asked_from, 5);

    net::post(sockets, [&] { connection->drop(); });
    thread.join();
}

}
}
