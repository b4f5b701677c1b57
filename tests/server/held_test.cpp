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
    for (int i = 0; i < 3; ++i) state = player.state("move", next_move(state));
    const auto left = [&](const char* who) { return state.at("clock").at(who).as_int64(); };
    const auto before = left("o"), full = left("x"); // it is o's turn

    database.exec("BEGIN IMMEDIATE");
    player.send(message("move", next_move(state)));
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(other.ask("ping", {}).at("t"), "pong");
        EXPECT_EQ(other.ask("study", {{"game", "ataxx"}, {"position", "startpos"}}).at("t"), "study");
    }
    EXPECT_EQ(http(server.port(), "/api/diagram?game=ataxx").status, 200);
    const auto served = std::chrono::steady_clock::now() - begin;
    std::this_thread::sleep_for(std::max(0ns, 1s - served));
    database.exec("COMMIT");
    const json::object answer = player.receive();
    ASSERT_EQ(answer.at("t"), "state") << json::serialize(answer);
    state = answer.at("d").as_object();
    const auto held = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(held, 1s);
    EXPECT_EQ(ply_of(state), 4u);
    EXPECT_LT(before - left("o"), 500) << "the move came a second before it could be kept";
    EXPECT_LT(full - left("x"), 500) << "its time begins when it is told";
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
