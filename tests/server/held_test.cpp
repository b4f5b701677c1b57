// While another program holds the store: who needs it waits, nobody else does, and no player pays for it.
#include "client.hpp"
#include "server_process.hpp"
#include <SQLiteCpp/Database.h>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace tavoliere {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

class HeldTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder};
    SQLite::Database database{(folder / "games.db").string(), SQLite::OPEN_READWRITE, 1000};

    static json::object next_move(const json::object& state) {
        return {{"key", state.at("key")}, {"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}};
    }
    static std::string message(std::string_view type, const json::object& d) {
        return json::serialize(json::object{{"t", type}, {"id", 77}, {"d", d}});
    }
};

TEST_F(HeldTest, OthersAreServedAndNoClockRuns) {
    Client player(server.port()), other(server.port());
    auto state = player.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"clock", {{"seconds", 60}}}});
    std::chrono::steady_clock::time_point begun; // before o's turn
    for (int i = 0; i < 3; ++i) {
        begun = std::chrono::steady_clock::now();
        state = player.state("move", next_move(state));
    }
    const auto left = [&](const char* who) { return state.at("clock").at(who).as_int64(); };
    const auto before = left("o"), full = left("x"); // it is o's turn

    database.exec("BEGIN IMMEDIATE");
    player.send(message("move", next_move(state)));
    EXPECT_EQ(player.ask("ping", {}).at("t"), "pong");
    const auto come = std::chrono::steady_clock::now(); // it came before that
    const auto is_long = [&] { return std::chrono::steady_clock::now() - come > 500ms; };
    for (int i = 0; i < 20 && !is_long(); ++i) {
        EXPECT_EQ(other.ask("ping", {}).at("t"), "pong");
        EXPECT_EQ(other.ask("study", {{"game", "ataxx"}, {"position", "startpos"}}).at("t"), "study");
    }
    EXPECT_EQ(http(server.port(), "/api/diagram?game=ataxx").status, 200);
    while (!is_long()) std::this_thread::sleep_for(10ms);
    const auto let_go = std::chrono::steady_clock::now();
    database.exec("COMMIT");
    const json::object answer = player.receive();
    const auto answered = std::chrono::steady_clock::now();
    ASSERT_EQ(answer.at("t"), "state") << json::serialize(answer);
    state = answer.at("d").as_object();
    EXPECT_EQ(ply_of(state), 4u);
    // However slow the machine is: nothing of what lies between these.
    const auto at_most = [](auto from, auto to) {
        return std::chrono::ceil<std::chrono::milliseconds>(to - from).count() + 2;
    };
    EXPECT_LE(before - left("o"), at_most(begun, come)) << "the move came before it could be kept";
    EXPECT_LE(full - left("x"), at_most(let_go, answered)) << "its time begins when it is told";
}

TEST_F(HeldTest, WhoWaitsInVainIsTold) {
    Client player(server.port());
    auto state = player.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    database.exec("BEGIN IMMEDIATE");
    EXPECT_NE(player.error("move", next_move(state)).find("another program holds it; ask again"), std::string::npos);
    database.exec("COMMIT");
    EXPECT_EQ(ply_of(player.state("move", next_move(state))), 1u);
}

// It waits for nobody then.
TEST_F(HeldTest, TheServerEndsWhenAsked) {
    Client player(server.port());
    const auto state = player.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    database.exec("BEGIN IMMEDIATE");
    player.send(message("move", next_move(state)));
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(server.stop(), 0);
    database.exec("COMMIT");
}

}
}
