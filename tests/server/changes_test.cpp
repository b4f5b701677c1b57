// States that tell what has changed, for who keeps the rest.
#include "client.hpp"
#include "server_process.hpp"
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

namespace json = boost::json;

// A connection that keeps a game's history, as the page does.
class Keeper {
public:
    explicit Keeper(unsigned short port) : client_(port, "127.0.0.1", "/api/play?states=changes") {}

    json::object state(std::string_view type, const json::object& d) { return complete(client_.state(type, d)); }
    json::object news() { return complete(client_.news()); }
    int told() const { return told_; } // so many moves were in the last state

private:
    json::object complete(json::object state) {
        const auto from = std::size_t(state.at("from").as_int64());
        const json::array more = state.at("history").as_array();
        told_ = int(more.size());
        EXPECT_LE(from, history_.size());
        history_.resize(from);
        for (const auto& each : more) history_.push_back(each);
        state["history"] = history_;
        state["from"] = 0;
        return state;
    }
    Client client_;
    json::array history_;
    int told_ = 0;
};

json::object next_move(const json::object& state) {
    return {{"key", state.at("key")}, {"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}};
}
json::object two_persons(const std::string& game) { return {{"game", game}, {"x", person}, {"o", person}}; }

class ChangesTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder};
};

TEST_F(ChangesTest, NoMoveIsToldTwice) {
    Keeper one(server.port()), other(server.port());
    Client whole(server.port());
    auto state = one.state("new", two_persons("ataxx"));
    const json::object key = key_of(state);
    other.state("open", key);
    whole.state("open", key);
    for (int i = 0; i < 6; ++i) {
        state = one.state("move", next_move(state));
        EXPECT_EQ(one.told(), 1);
        EXPECT_EQ(other.news(), state);
        EXPECT_EQ(other.told(), 1);
        EXPECT_EQ(whole.news(), state);
    }
    state = one.state("undo", key);
    EXPECT_EQ(one.told(), 0);
    EXPECT_EQ(ply_of(state), 5u);
    EXPECT_EQ(other.news(), state);
    state = other.state("undo", key);
    EXPECT_EQ(one.news(), state);
    state = other.state("move", next_move(state));
    EXPECT_EQ(one.news(), state);
    EXPECT_EQ(one.told(), 1);

    Keeper late(server.port());
    EXPECT_EQ(late.state("open", key), state);
    EXPECT_EQ(late.told(), 5);
    EXPECT_EQ(late.state("open", key), state) << "it has been told all of it";
    EXPECT_EQ(late.told(), 0);
    // Another game begins with a whole one, and so does this when it is come back to.
    late.state("new", two_persons("boop"));
    EXPECT_EQ(late.state("open", key), state);
    EXPECT_EQ(late.told(), 5);
}

// It is told nothing while megabytes wait to be sent to it, and then what it has missed.
TEST_F(ChangesTest, WhoReadsSlowlyMissesNothing) {
    Keeper slow(server.port());
    auto state = Client(server.port()).state("new", two_persons("ataxx:size=11"));
    const json::object key = key_of(state);
    slow.state("open", key);
    const auto play = [&](int plies) {
        for (int i = 0; i < plies; ++i) state = Client(server.port()).state("move", next_move(state));
    };
    play(60);
    for (int i = 0; i < 30; ++i) state = Client(server.port()).state("undo", key);
    play(50);
    const std::int64_t last = state.at("version").as_int64();
    json::object seen;
    do seen = slow.news();
    while (seen.at("version").as_int64() < last);
    EXPECT_EQ(seen, state);
}

}
}
