// Many want the engine, and it has one thread: nobody waits for all of the others. What came first is told by the order of messages,
// not by clocks.
#include "client.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <vector>

namespace tavoliere {
namespace {

namespace json = boost::json;

class FairTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder, {.port = 0, .engine_threads = 1}};
    Client stranger{server.port()};

    static json::object game(const json::object& x, const json::object& o) {
        return {{"game", "ataxx"}, {"x", x}, {"o", o}};
    }
    // What came before the answer to a ping.
    static std::vector<json::object> all_until_now(Client& client) {
        std::vector<json::object> heard;
        client.send(R"({"t":"ping","id":1000,"d":{}})");
        while (heard.empty() || heard.back().at("t") != "pong") heard.push_back(client.receive());
        heard.pop_back();
        return heard;
    }
};

TEST_F(FairTest, WhoPlaysDoesNotWaitForEnginesAgainstThemselves) {
    std::vector<Client> others;
    for (int i = 0; i < 5; ++i) {
        others.emplace_back(server.port());
        others.back().state("new", game(engine(10), engine(10)));
    }
    for (int i = 0; i < 3; ++i) {
        stranger.state("new", game(engine(0.05), person));
        EXPECT_EQ(ply_of(stranger.news()), 1u);
    }
    for (Client& other : others) {
        other.ask("ping", {});
        EXPECT_FALSE(other.has_news()); // still at its first move
    }
}

TEST_F(FairTest, AShortMoveDoesNotWaitForLongOnes) {
    std::vector<Client> others;
    for (int i = 0; i < 5; ++i) {
        others.emplace_back(server.port());
        others.back().state("new", game(engine(10), person));
    }
    stranger.state("new", game(engine(0.05), person));
    EXPECT_EQ(ply_of(stranger.news()), 1u);
    for (Client& other : others) {
        other.ask("ping", {});
        EXPECT_FALSE(other.has_news());
    }
}

TEST_F(FairTest, AnAnalysisEndsThoughOthersHaveMore) {
    std::vector<Client> others;
    for (int i = 0; i < 3; ++i) {
        others.emplace_back(server.port());
        others.back().send(R"({"t":"analyse","id":1,"d":{"game":"ataxx","seconds":10,"lines":1}})");
    }
    auto said = stranger.ask("analyse", {{"game", "ataxx"}, {"seconds", 0.1}, {"lines", 1}});
    while (said.at("d").at("done") == false) said = stranger.receive();
    EXPECT_EQ(said.at("id"), 1);
    EXPECT_GE(said.at("d").at("lines").as_array().size(), 1u);
    for (Client& other : others)
        for (const auto& heard : all_until_now(other)) EXPECT_EQ(heard.at("d").at("done"), false);
}

TEST_F(FairTest, WhoAsksForTooMuchIsToldWhenToComeAgain) {
    std::vector<Client> others;
    for (int i = 0; i < 80; ++i) {
        others.emplace_back(server.port());
        others.back().send(R"({"t":"analyse","id":1,"d":{"game":"ataxx","seconds":10,"lines":1}})");
        all_until_now(others.back());
    }
    const auto refused = stranger.ask("analyse", {{"game", "ataxx"}, {"seconds", 0.1}, {"lines", 1}});
    ASSERT_EQ(refused.at("t"), "error");
    const auto again = refused.at("d").at("again").as_int64();
    EXPECT_GE(again, 1);
    EXPECT_LE(again, 60);
    EXPECT_EQ(text_of(refused.at("d").at("error")),
              "analyse: the engine is too busy; ask again in " + std::to_string(again) + " s");
    // What is not wanted any more makes room, as soon as the server has heard that its asker is gone.
    others.clear();
    int asked_again = 0;
    json::object said;
    do said = stranger.ask("analyse", {{"game", "ataxx"}, {"seconds", 0.1}, {"lines", 1}});
    while (said.at("t") == "error" && ++asked_again < 50);
    while (said.at("t") == "lines" && said.at("d").at("done") == false) said = stranger.receive();
    EXPECT_EQ(said.at("t"), "lines");
}

}
}
