// What was played from a position, asked of a server that has a database of games.
#include "ask/explorer.hpp"
#include "client.hpp"
#include "database/database.hpp"
#include "server_process.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

namespace json = boost::json;

// Games of Ataxx that begin alike up to symmetry: a2, b1, f7 and g6 are one move.
database::NewGame game_of(const std::string& first, const std::string& rest, const std::string& result, int rating) {
    Record record;
    record.variant = "ataxx";
    record.moves = {first, rest};
    record.result = result;
    record.tags = {{"First", "Ada"}, {"Second", "Bea"}, {"Date", "2026-11-27"}};
    if (rating) record.tags.insert(record.tags.end(), {{"FirstElo", std::to_string(rating)}, {"SecondElo", "1500"}});
    auto played = (*open_replayer("ataxx"))->replay("startpos", record.moves);
    EXPECT_TRUE(played);
    return {record, std::move(*played), "test"};
}

void make_games(const std::string& folder) {
    const auto db = database::Database::open_to_write(folder);
    ASSERT_TRUE(db);
    ASSERT_TRUE((*db)->add({game_of("a2", "a6", "1-0", 2000), game_of("b1", "f1", "0-1", 0),
                            game_of("g6", "b7", "1/2-1/2", 1800), game_of("b2", "b6", "*", 0)}));
}

class ExplorerTest : public testing::Test {
protected:
    static std::string with_games(const TemporaryFolder& at) {
        make_games((at / "db").string());
        return (at / "db").string();
    }
    TemporaryFolder folder;
    ServerProcess server{folder, {.port = 0, .page = folder / "page", .database = with_games(folder)}};

    json::object asked(const std::string& query) {
        const auto answer = http(server.port(), "/api/v1/explorer?" + query);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return json::parse(answer.body).as_object();
    }
};

TEST_F(ExplorerTest, CountsMovesUpToSymmetryAndShowsTheBestGames) {
    const auto first = asked("game=ataxx");
    EXPECT_EQ(first.at("x").as_int64() + first.at("o").as_int64() + first.at("draws").as_int64(), 3);
    EXPECT_EQ(first.at("unknown"), 1);
    const auto& moves = first.at("moves").as_array();
    ASSERT_EQ(moves.size(), 2u);
    EXPECT_EQ(moves[0].at("alike").as_array().size(), 3u);
    EXPECT_EQ(moves[0].at("x"), 1);
    EXPECT_EQ(moves[0].at("draws"), 1);
    EXPECT_EQ(moves[0].at("o"), 1);
    const auto& games = first.at("top_games").as_array();
    ASSERT_EQ(games.size(), 4u); // the highest rated, then the newest
    EXPECT_EQ(games[0].at("x").at("rating"), 2000);
    EXPECT_EQ(games[0].at("winner"), "x");
    EXPECT_EQ(games[1].at("winner"), "draw");
    EXPECT_TRUE(games[2].at("winner").is_null());
    EXPECT_EQ(games[3].at("winner"), "o");
    EXPECT_EQ(games[3].at("ply"), 0);
    // A turned board is the same position, and it is asked for in other ways too.
    for (const char* move : {"a2", "b1", "f7", "g6"}) {
        const auto replies = asked("game=ataxx&moves=" + std::string(move)).at("moves").as_array();
        ASSERT_EQ(replies.size(), 2u);
        EXPECT_EQ(replies[0].at("x").as_int64() + replies[0].at("o").as_int64(), 2); // a2 a6 and b1 f1
        EXPECT_EQ(replies[1].at("draws"), 1);
    }
    const auto after = asked("game=ataxx&moves=a2&most_moves=1&top_games=1");
    EXPECT_EQ(after.at("moves").as_array().size(), 1u);
    EXPECT_EQ(after.at("top_games").as_array().size(), 1u);
    EXPECT_EQ(after.at("top_games").as_array()[0].at("ply"), 1);
    const auto unknown = asked("game=ataxx:misere");
    EXPECT_EQ(unknown.at("x"), 0);
    EXPECT_TRUE(unknown.at("moves").as_array().empty());
}

TEST_F(ExplorerTest, TheSameComesOverTheWebSocket) {
    Client client(server.port());
    const auto told = client.ask("explorer", {{"game", "ataxx"}, {"moves", "b1"}});
    EXPECT_EQ(told.at("t"), "explored");
    EXPECT_EQ(json::serialize(told.at("d")), json::serialize(asked("game=ataxx&moves=b1")));
    const auto refused = client.ask("explorer", {{"game", "ataxx"}, {"moves", "a2 zz"}});
    EXPECT_EQ(refused.at("t"), "error");
    EXPECT_TRUE(text_of(refused.at("d").at("error")).starts_with("moves, move 2: ")) << json::serialize(refused);
}

TEST_F(ExplorerTest, WhatIsWrongIsRefused) {
    for (const char* query : {"", "game=chess", "game=ataxx&moves=zz", "game=ataxx&position=zz",
                              "game=ataxx&top_games=99", "game=ataxx&most_moves=-1", "game=ataxx&speed=1"}) {
        const auto answer = http(server.port(), "/api/v1/explorer?" + std::string(query));
        EXPECT_EQ(answer.status, 400) << query << answer.body;
        EXPECT_EQ(answer.body.find(folder / "db"), std::string::npos); // of where it lies nobody is told
    }
}

TEST(Explorer, WithoutADatabaseTheOpeningsAnswer) {
    const TemporaryFolder folder;
    const ServerProcess server(folder, {.port = 0, .page = folder / "page"});
    const auto asked = [&](const std::string& query) { return http(server.port(), "/api/v1/explorer?" + query); };
    const auto first = json::parse(asked("game=ataxx").body).as_object();
    const auto& source = first.at("source").as_object();
    EXPECT_GT(source.at("games").as_int64(), 10'000);
    EXPECT_TRUE(text_of(source.at("made")).starts_with("tavoliere selfplay ataxx ")) << text_of(source.at("made"));
    EXPECT_GT(first.at("x").as_int64(), 1000);
    EXPECT_EQ(first.at("top_games").as_array().size(), 4u);
    // A turned board is the same position.
    const auto after = json::parse(asked("game=ataxx&moves=a2").body).as_object();
    EXPECT_EQ(after.at("x"), json::parse(asked("game=ataxx&moves=g6").body).as_object().at("x"));
    const auto none = asked("game=ataxx:misere");
    EXPECT_EQ(none.status, 404);
    EXPECT_NE(none.body.find("explorer: there are no openings of ataxx:misere here"), std::string::npos) << none.body;
    const auto wrong = asked("game=ataxx&moves=a2%20zz");
    EXPECT_EQ(wrong.status, 400);
    EXPECT_NE(wrong.body.find("moves, move 2: "), std::string::npos) << wrong.body;
    Client client(server.port());
    EXPECT_EQ(json::serialize(client.ask("explorer", {{"game", "ataxx"}}).at("d")), json::serialize(first));
    EXPECT_EQ(client.ask("explorer", {{"game", "ataxx:misere"}}).at("t"), "error");
}

TEST(Explorer, AFolderThatIsNoDatabaseIsRefusedAtOnce) {
    const TemporaryFolder folder;
    ServerProcess server(folder, {.port = 0, .page = folder / "page", .database = (folder / "none").string()});
    EXPECT_EQ(server.port(), 0);
    EXPECT_EQ(server.wait(), 2);
}

}
}
