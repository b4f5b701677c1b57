// What nobody may do: the server goes on for everybody else.
#include "base/file.hpp"
#include "client.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace tavoliere {
namespace {

namespace json = boost::json;
using namespace std::string_literals;

class LimitsTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder};

    void TearDown() override {
        ASSERT_TRUE(server.is_alive());
        Client(server.port()).state("new", two_persons("ataxx"));
        EXPECT_EQ(server.stop(), 0);
    }

    static json::object two_persons(std::string_view game) { return {{"game", game}, {"x", person}, {"o", person}}; }
};

TEST_F(LimitsTest, LongHeader) {
    EXPECT_EQ(http(server.port(), "/", {{"X-Long", std::string(9000, 'a')}}).status, 431);
    EXPECT_EQ(http(server.port(), "/" + std::string(9000, 'a')).status, 431);
}

TEST_F(LimitsTest, LongBody) {
    EXPECT_EQ(http(server.port(), "/", {}, "GET", std::string(60'000, 'a')).status, 200);
    EXPECT_EQ(http(server.port(), "/", {}, "GET", std::string(70'000, 'a')).status, 413);
    EXPECT_EQ(raw(server.port(), "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n").substr(9, 3), "400");
}

TEST_F(LimitsTest, NoHttpAtAll) {
    EXPECT_EQ(raw(server.port(), "hello\r\n\r\n").substr(9, 3), "400");
    EXPECT_EQ(raw(server.port(), std::string(100, '\0')).substr(9, 3), "400");
    EXPECT_EQ(raw(server.port(), "\x16\x03\x01\x02\x00\x01 a TLS greeting"s).substr(9, 3), "400");
}

TEST_F(LimitsTest, SlowHeaderIsCutOff) {
    const auto begun = std::chrono::steady_clock::now();
    raw(server.port(), "GET / HTTP/1.1\r\nHost: localhost\r\n"); // and no more
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    EXPECT_GT(taken.count(), 8);
    EXPECT_LT(taken.count(), 30);
}

TEST_F(LimitsTest, ManyRequestsInOneGo) {
    std::string requests;
    for (int i = 0; i < 50; ++i) requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const std::string answers = raw(server.port(), requests);
    std::size_t count = 0;
    for (auto at = answers.find("HTTP/1.1 200"); at != answers.npos; at = answers.find("HTTP/1.1 200", at + 1)) ++count;
    EXPECT_EQ(count, 51u);
}

TEST_F(LimitsTest, LongMessage) {
    Client client(server.port());
    client.send(std::string(5000, ' '));
    EXPECT_EQ(client.close_code(), 1009);
}

TEST_F(LimitsTest, LongestMessage) {
    Client client(server.port());
    client.send(std::string(4096, ' '));
    EXPECT_EQ(client.receive().at("t"), "error");
}

TEST_F(LimitsTest, NoText) {
    Client binary(server.port());
    binary.send_binary("{}");
    EXPECT_EQ(binary.close_code(), 1003);
    Client broken(server.port());
    broken.send("\xff\xfe");
    EXPECT_EQ(broken.close_code(), 1007);
}

TEST_F(LimitsTest, FloodOfMessages) {
    Client client(server.port());
    for (int i = 0; i < 150; ++i) client.send("{}");
    EXPECT_EQ(client.close_code(), 1008);
    // Who connects again goes on with what was left, and a few more; others have their own.
    Client again(server.port()), other(server.port(), "127.0.0.2");
    for (int i = 0; i < 70; ++i) again.send("{}");
    EXPECT_EQ(again.close_code(), 1008);
    for (int i = 0; i < 70; ++i) other.error("open", {});
}

// They hold two thirds of the places at most, and who comes from elsewhere is served.
TEST(Limits, SilentSocketsOfOneAddressLeaveRoomForOthers) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .most_connections = 60});
    std::vector<std::unique_ptr<Silent>> silent;
    for (int i = 0; i < 90; ++i) silent.push_back(std::make_unique<Silent>(server.port()));
    // Those for whom there was no place are told so.
    EXPECT_EQ(silent.back()->heard().substr(9, 3), "503");
    Client other(server.port(), "127.0.0.2");
    other.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    EXPECT_EQ(raw(server.port(), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").substr(9, 3), "503");
}

// Five thousand, where so many files may be open; the others are served as if nobody were there.
TEST(Limits, FiveThousandSilentSocketsLeaveEverybodyElseServed) {
    rlimit limit;
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    const auto count = std::min<rlim_t>(5000, (limit.rlim_max - 200) / 2);
    TemporaryFolder folder;
    ServerProcess server(folder);
    std::vector<Descriptor> silent;
    sockaddr_in there{
        .sin_family = AF_INET, .sin_port = htons(server.port()), .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    while (silent.size() < count) {
        silent.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        ASSERT_TRUE(silent.back()) << silent.size();
        ASSERT_EQ(::connect(silent.back().get(), reinterpret_cast<const sockaddr*>(&there), sizeof there), 0)
            << silent.size();
    }
    for (int i = 1; i <= 20; ++i) {
        Client other(server.port(), "127.0.0." + std::to_string(i));
        const auto state = other.state("new", {{"game", "ataxx"}, {"x", person}, {"o", engine(0.05)}});
        other.state("move", {{"key", state.at("key")}, {"ply", 0}, {"move", state.at("moves").at(0).at("text")}});
        EXPECT_EQ(ply_of(other.news()), 2u);
    }
    EXPECT_EQ(server.stop(), 0);
}

TEST(Limits, RequestsOfANetworkAreBounded) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
    std::string requests;
    for (int i = 0; i < 99; ++i) requests += request + "\r\n";
    requests += request + "Connection: close\r\n\r\n";
    std::string answers;
    for (int i = 0; i < 20; ++i) {
        answers = raw(server.port(), requests);
        ASSERT_EQ(answers.find("HTTP/1.1 429"), answers.npos) << i;
    }
    for (int i = 0; i < 200 && answers.find("HTTP/1.1 429") == answers.npos; ++i) // some more come each second
        answers = raw(server.port(), requests);
    const auto refused = answers.find("HTTP/1.1 429");
    ASSERT_NE(refused, answers.npos);
    EXPECT_NE(answers.find("Retry-After: 1", refused), answers.npos);
    EXPECT_NE(answers.find("try again in 1 s", refused), answers.npos);
    // What is heard over a WebSocket has its own credit.
    EXPECT_NE(Client(server.port()).error("open", {}), "");
}

// The processor's time that a server takes to end, which is the same on a busy machine.
std::chrono::duration<double> time_to_stop(ServerProcess& server) {
    const auto of_those_who_ended = [] {
        rusage used{};
        getrusage(RUSAGE_CHILDREN, &used);
        return std::chrono::seconds(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               std::chrono::microseconds(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    };
    const auto before = of_those_who_ended();
    const auto when_told = server.processor_time();
    EXPECT_EQ(server.stop(), 0);
    return of_those_who_ended() - before - when_told;
}

// Whatever is computed: a minute and more is asked for, ten seconds at a time.
TEST(Limits, EndsWhenAskedWhateverIsComputed) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .engine_threads = 2});
    std::vector<std::unique_ptr<Client>> clients;
    const auto ask = [&](std::string_view type, const json::object& d) {
        clients.push_back(std::make_unique<Client>(server.port()));
        clients.back()->send(json::serialize(json::object{{"t", type}, {"id", 1}, {"d", d}}));
    };
    for (const std::string game : {"ataxx:size=11", "attract:size=12x12", "insert", "blocco:size=12x12"})
        ask("analyse", {{"game", game}, {"seconds", 10}, {"lines", 5}});
    for (const std::string game : {"blocco:size=12x12", "clobber:size=12x12", "boop:size=8x8"})
        ask("solve", {{"game", game}, {"seconds", 10}});
    for (int i = 0; i < 3; ++i) ask("new", {{"game", "blocco:size=12x12"}, {"x", engine(10)}, {"o", engine(10)}});
    Client(server.port()).error("open", {}); // all of them have been heard
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const double taken = time_to_stop(server).count();
    EXPECT_LT(taken, 4); // of two threads that had some nine seconds left each
    RecordProperty("seconds", std::to_string(taken));
}

// Each has a twentieth of a second, on the board with the most moves: nobody waits for the only analyst, nor does SIGTERM. Where the clock
// was not looked at within a position, each took three seconds.
TEST(Limits, AShortTimeIsShortOnTheLargestBoard) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .engine_threads = 1});
    Client client(server.port());
    const auto asked = server.processor_time();
    for (int i = 0; i < 5; ++i) client.ask("solve", {{"game", "blocco:size=12x12"}, {"seconds", 0.05}});
    EXPECT_LT((server.processor_time() - asked).count(), 8); // a quarter of a second
    client.send(R"({"t":"solve","id":9,"d":{"game":"blocco:size=12x12","seconds":10}})");
    client.error("open", {}); // it has been heard
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_LT(time_to_stop(server).count(), 2);
}

// The reader of its output has gone, and so have those who asked and did not wait.
TEST(Limits, NoBrokenPipeEndsIt) {
    TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .access_log = "-"}); // which is read to its first line
    for (int i = 0; i < 20; ++i) EXPECT_EQ(http(server.port(), "/healthz").status, 200);
    for (int i = 0; i < 20; ++i) {
        Client gone(server.port());
        gone.send(R"({"t":"open","id":1,"d":{}})");
        gone.send(R"({"t":"analyse","id":2,"d":{"game":"ataxx","seconds":0.05}})");
    }
    server.send(SIGPIPE);
    EXPECT_EQ(http(server.port(), "/healthz").status, 200);
    EXPECT_EQ(server.stop(), 0);
}

// It asks for megabytes and reads nothing. What the kernel takes off the server's hands is lost with the connection.
TEST_F(LimitsTest, AReaderThatDoesNotReadIsDropped) {
    auto state = Client(server.port()).state("new", two_persons("ataxx:size=11"));
    for (int i = 0; i < 80; ++i)
        state =
            Client(server.port())
                .state("move", {{"key", state.at("key")}, {"ply", i}, {"move", state.at("moves").at(0).at("text")}});
    EXPECT_GT(json::serialize(state).size(), 20'000u);
    const std::string open = json::serialize(json::object{{"t", "open"}, {"id", 1}, {"d", {{"key", state.at("key")}}}});
    Client client(server.port()), other(server.port());
    int asked = 0, answered = 0;
    try {
        for (; asked < 95; ++asked) client.send(open);
        // When as many of another's requests are answered, these have been heard too.
        for (int i = 0; i < 95; ++i) other.error("open", {});
        for (; answered < asked; ++answered) client.receive();
    } catch (const std::exception&) {} // dropped
    EXPECT_LT(answered, 95);
}

// More thoughts than the engine's queue holds: hints are refused, moves come late, none is lost.
TEST_F(LimitsTest, MoreThoughtsThanTheEngineCanHold) {
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 300; ++i) {
        clients.push_back(std::make_unique<Client>(server.port()));
        clients.back()->state("new", {{"game", "ataxx"}, {"x", engine(0.3)}, {"o", person}});
    }
    Client late(server.port());
    const auto state = late.state("new", two_persons("ataxx"));
    EXPECT_NE(late.error("hint", {{"key", state.at("key")}}).find("too busy"), std::string::npos);
    clients.erase(clients.begin(), clients.begin() + 295);
    for (const auto& client : clients) EXPECT_EQ(client->news().at("history").as_array().size(), 1u);
}

}
}
