// Games over the WebSocket, as docs/protocol.md has them.
#include "client.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <random>
#include <set>
#include <thread>

namespace tavoliere {
namespace {

namespace json = boost::json;

class PlayTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder};
    Client client{server.port()};

    json::object new_game(const json::object& x = person, const json::object& o = person,
                          std::string_view variant = "ataxx") {
        return client.state("new", {{"game", variant}, {"x", x}, {"o", o}});
    }
    json::object move(const json::object& state, std::string_view text) {
        return client.state("move", request(state, text));
    }
    json::object request(const json::object& state, std::string_view text) {
        return {{"key", state.at("key")}, {"ply", state.at("history").as_array().size()}, {"move", text}};
    }
};

std::string move_text(const json::value& move) { return text_of(move.at("text")); }
std::string first_move(const json::object& state) { return move_text(state.at("moves").at(0)); }

TEST_F(PlayTest, NewGameIsTheSessionsStart) {
    const auto state = new_game(person, engine(0.5));
    const auto session = opened("ataxx");
    EXPECT_EQ(state.at("key").as_string().size(), 22u);
    EXPECT_EQ(state.at("version"), 1);
    EXPECT_EQ(state.at("game"), "ataxx");
    EXPECT_EQ(state.at("x"), person);
    EXPECT_EQ(state.at("o"), engine(0.5));
    EXPECT_EQ(text_of(state.at("position")), session->position());
    EXPECT_EQ(text_of(state.at("start").at("cells")), session->view().cells);
    EXPECT_EQ(state.at("start").at("position"), state.at("position"));
    EXPECT_EQ(state.at("moves").as_array().size(), session->moves().size());
    EXPECT_TRUE(state.at("history").as_array().empty());
    EXPECT_TRUE(state.at("result").is_null());
    EXPECT_EQ(state.at("thinking"), false);
}

TEST_F(PlayTest, NewGameFromAPosition) {
    const auto session = opened("ataxx");
    const std::string move = session->moves()[0].text;
    ASSERT_TRUE(session->play(move));
    const auto state =
        client.state("new", {{"game", "ataxx"}, {"position", session->position()}, {"x", person}, {"o", person}});
    EXPECT_EQ(text_of(state.at("start").at("position")), session->position());
    EXPECT_EQ(state.at("turn"), "o");
}

// Two persons on one connection, by moves taken at random from what the server offers.
TEST_F(PlayTest, WholeGames) {
    std::mt19937 random(1);
    int networks = 1; // each has a credit of 100 messages
    const auto other_network = [&] { return "127.0.0." + std::to_string(++networks); };
    for (const GameInfo* info : games()) {
        client = Client(server.port(), other_network());
        auto state = new_game(person, person, info->name);
        const auto session = opened(info->name);
        while (state.at("result").is_null() && ply_of(state) < 60) {
            const auto& moves = state.at("moves").as_array();
            ASSERT_FALSE(moves.empty());
            const std::string text = move_text(moves[random() % moves.size()]);
            state = move(state, text);
            ASSERT_TRUE(session->play(text));
            ASSERT_EQ(text_of(state.at("position")), session->position());
            ASSERT_EQ(text_of(state.at("history").as_array().back().at("text")), text);
            ASSERT_EQ(state.at("history").as_array().back().at("next"), state.at("turn"));
            ASSERT_EQ(state.at("version").as_int64(), std::int64_t(ply_of(state)) + 1);
            if (ply_of(state) % 20 == 0) client = Client(server.port(), other_network());
        }
        EXPECT_EQ(state.at("result").is_null(), !session->result().has_value());
    }
}

TEST_F(PlayTest, TheEngineAnswersUntilTheGameIsOver) {
    auto state = new_game(person, engine(), "ataxx:size=4");
    while (state.at("result").is_null()) {
        if (state.at("thinking") == true) {
            EXPECT_TRUE(state.at("moves").as_array().empty());
            state = client.news();
        } else {
            state = move(state, first_move(state));
        }
    }
    EXPECT_EQ(state.at("thinking"), false);
    EXPECT_TRUE(state.at("moves").as_array().empty());
    EXPECT_TRUE(state.at("result").at("winner").is_string());
}

TEST_F(PlayTest, TheEngineBegins) {
    const auto state = new_game(engine(), person);
    EXPECT_EQ(state.at("thinking"), true);
    EXPECT_EQ(ply_of(client.news()), 1u);
}

TEST_F(PlayTest, TwoEnginesPlayByThemselves) {
    auto state = new_game(engine(), engine(), "ataxx:size=4");
    while (state.at("result").is_null()) state = client.news();
    EXPECT_GT(ply_of(state), 1u);
}

TEST_F(PlayTest, AMoveSentTwiceIsPlayedOnce) {
    const auto before = new_game();
    const std::string text = first_move(before);
    const auto once = move(before, text);
    EXPECT_EQ(client.state("move", request(before, text)), once);

    const auto on = move(once, first_move(once));
    EXPECT_EQ(client.state("move", request(before, text)), on);
}

TEST_F(PlayTest, MovesThatDoNotFitAreRefused) {
    const auto before = new_game();
    const auto after = move(before, first_move(before));
    const std::string other = move_text(before.at("moves").at(1));
    EXPECT_NE(client.error("move", request(before, other)).find("another move"), std::string::npos);
    auto early = request(after, first_move(after));
    early["ply"] = 5;
    EXPECT_NE(client.error("move", early).find("ply is 5"), std::string::npos);

    const auto thinking = new_game(engine(1), person);
    EXPECT_NE(client.error("move", request(thinking, first_move(before))).find("engine is to move"), std::string::npos);
}

TEST_F(PlayTest, UndoBetweenPersonsTakesBackOnePly) {
    const auto start = new_game();
    const auto one = move(start, first_move(start));
    const auto two = move(one, first_move(one));
    const auto back = client.state("undo", key_of(two));
    EXPECT_EQ(back.at("position"), one.at("position"));
    EXPECT_EQ(back.at("moves"), one.at("moves"));
    EXPECT_EQ(back.at("history"), one.at("history"));
    EXPECT_EQ(back.at("version"), 4);
    client.state("undo", key_of(two));
    EXPECT_NE(client.error("undo", key_of(two)).find("no earlier position"), std::string::npos);
}

TEST_F(PlayTest, UndoAgainstTheEngineGoesBackToThePerson) {
    const auto start = new_game(person, engine());
    move(start, first_move(start));
    ASSERT_EQ(ply_of(client.news()), 2u);
    EXPECT_EQ(client.state("undo", key_of(start)).at("position"), start.at("position"));

    const auto slow = client.state("players", {{"key", start.at("key")}, {"x", person}, {"o", engine(10)}});
    EXPECT_EQ(move(slow, first_move(slow)).at("thinking"), true);
    const auto back = client.state("undo", key_of(start));
    EXPECT_EQ(back.at("thinking"), false);
    EXPECT_EQ(back.at("position"), start.at("position"));
}

TEST_F(PlayTest, NothingIsTakenBackFromEngines) {
    const auto first = new_game(engine(), person);
    client.news();
    EXPECT_NE(client.error("undo", key_of(first)).find("no earlier position"), std::string::npos);
}

TEST_F(PlayTest, ResignAndTakeItBack) {
    const auto start = new_game(person, engine());
    EXPECT_NE(client.error("resign", {{"key", start.at("key")}, {"player", "o"}}).find("not played by a person"),
              std::string::npos);
    const auto over = client.state("resign", {{"key", start.at("key")}, {"player", "x"}});
    const json::object lost = {{"winner", "o"}, {"reason", "resigned"}};
    EXPECT_EQ(over.at("result"), lost);
    EXPECT_TRUE(over.at("moves").as_array().empty());
    EXPECT_NE(client.error("move", request(over, first_move(start))).find("over"), std::string::npos);
    // The answer may have been lost: who has resigned has.
    EXPECT_EQ(client.state("resign", {{"key", start.at("key")}, {"player", "x"}}), over);
    EXPECT_NE(client.error("hint", key_of(start)).find("over"), std::string::npos);
    EXPECT_TRUE(client.state("undo", key_of(start)).at("result").is_null());
}

TEST_F(PlayTest, PlayersChange) {
    const auto start = new_game();
    const auto changed = client.state("players", {{"key", start.at("key")}, {"x", engine()}, {"o", person}});
    EXPECT_EQ(changed.at("x"), engine());
    EXPECT_EQ(changed.at("thinking"), true);
    EXPECT_EQ(ply_of(client.news()), 1u);
}

TEST_F(PlayTest, AHintIsALegalMove) {
    const auto start = new_game();
    const auto answer = client.ask("hint", key_of(start));
    ASSERT_EQ(answer.at("t"), "hint");
    const auto& hint = answer.at("d");
    EXPECT_EQ(hint.at("ply"), 0);
    std::set<std::string> legal;
    for (const auto& move : start.at("moves").as_array()) legal.insert(move_text(move));
    EXPECT_TRUE(legal.contains(move_text(hint.at("move"))));
    EXPECT_TRUE(hint.at("move").at("path").is_array());
    EXPECT_EQ(hint.at("score").as_object().size(), 1u);
}

TEST_F(PlayTest, FollowersSeeEveryMove) {
    const auto start = new_game();
    Client other(server.port());
    EXPECT_EQ(other.state("open", key_of(start)), start);
    const auto one = move(start, first_move(start));
    EXPECT_EQ(other.news(), one);
    const auto two = other.state("move", request(one, first_move(one)));
    EXPECT_EQ(client.news(), two);
    EXPECT_FALSE(other.has_news()); // whoever asks is answered, and not told again
}

TEST_F(PlayTest, AConnectionFollowsTheGameItNamedLast) {
    const auto first = new_game();
    new_game();
    Client other(server.port());
    other.state("open", key_of(first));
    other.state("move", request(first, first_move(first)));
    client.state("open", key_of(first));
    EXPECT_FALSE(client.has_news());
}

TEST_F(PlayTest, AnEngineWithoutFollowersWaits) {
    const auto start = new_game(engine(0.5), engine(0.5));
    client = Client(server.port());
    // Whenever the server notices that nobody is there.
    const SQLite::Database database((folder / "games.db").string(), SQLite::OPEN_READONLY, 1000);
    const auto moves = [&] {
        SQLite::Statement statement(database, "SELECT " + moves_of_games + ", result FROM games");
        EXPECT_TRUE(statement.executeStep());
        EXPECT_EQ(statement.getColumn(1).getString(), "null");
        return statement.getColumn(0).getString();
    };
    std::string before;
    do {
        before = moves();
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    } while (before != moves());
    const auto ply = ply_of(client.state("open", key_of(start)));
    EXPECT_EQ(ply, before.empty() ? 0u : std::size_t(std::ranges::count(before, ' ') + 1));
    EXPECT_EQ(ply_of(client.news()), ply + 1);
}

TEST_F(PlayTest, WhatIsWrongIsSaidInOneLine) {
    struct Row {
        std::string message, answer;
    };
    const std::string deep = std::string(40, '[') + std::string(40, ']');
    for (const auto& [message, answer] : {
             Row{"", "not JSON"},
             Row{"{", "not JSON"},
             Row{"\x01", "not JSON"},
             Row{"[1]", "not an object"},
             Row{deep, "not JSON"},
             Row{"{}", "message.id"},
             Row{R"({"id":"a"})", "message.id"},
             Row{R"({"id":1})", "message.t"},
             Row{R"({"id":1,"t":"new"})", "message.d"},
             Row{R"({"id":1,"t":"fly","d":{}})", "new, open, sit, move"},
             Row{R"({"id":1,"t":"new","d":{}})", "d.game"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx"}})", "d.x"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx","x":{"kind":"dog"},"o":{"kind":"person"}}})", "d.x.kind"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx","x":{"kind":"person"},"o":{"kind":"engine"}}})",
                 "d.o.seconds"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx","x":{"kind":"person"},"o":{"kind":"engine","seconds":99}}})",
                 "0.05 to 10"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx","x":{"kind":"person"},"o":{"kind":"engine","level":9}}})",
                 "d.o.level: a whole number from 1 to 8"},
             Row{R"({"id":1,"t":"new","d":{"game":"ataxx","x":{"kind":"engine","level":1.5},"o":{"kind":"person"}}})",
                 "d.x.level: a whole number from 1 to 8"},
             Row{R"({"id":1,"t":"open","d":{"key":"../../etc/passwd"}})", "no game here"},
             Row{R"({"id":1,"t":"open","d":{"key":5}})", "d.key"},
             Row{R"({"id":1,"t":"move","d":{"key":"k","ply":-1,"move":"a1"}})", "d.ply"},
             Row{R"({"id":1,"t":"move","d":{"key":"k","ply":99999999999,"move":"a1"}})", "d.ply"},
             Row{R"({"id":1,"t":"resign","d":{"key":"k","player":"z"}})", "neither x nor o"},
         }) {
        client.send(message);
        const auto error = client.receive();
        ASSERT_EQ(error.at("t"), "error") << message;
        const std::string text = text_of(error.at("d").at("error"));
        EXPECT_NE(text.find(answer), std::string::npos) << message << " -> " << text;
        EXPECT_EQ(text.find('\n'), std::string::npos);
        if (message.find(R"("id":1)") != message.npos) { EXPECT_EQ(error.at("id"), 1); }
    }
    new_game();
}

TEST_F(PlayTest, WrongVariantsPositionsAndMovesAreRefused) {
    for (const auto& row : test_data("bad.json")) {
        client = Client(server.port());
        const std::string kind = text_of(row.at("kind")), text = text_of(row.at("text"));
        const auto* game = row.as_object().if_contains("game");
        if (game && !open(text_of(*game))) continue; // not every game is there yet
        json::object d = {{"game", game ? text_of(*game) : text}, {"x", person}, {"o", person}};
        std::string error;
        if (kind == "variant") error = client.error("new", d);
        if (kind == "position") {
            d["position"] = text;
            error = client.error("new", d);
        }
        if (kind == "move") {
            d["position"] = row.at("position");
            error = client.error("move", request(client.state("new", d), text));
        }
        EXPECT_FALSE(error.empty()) << json::serialize(row);
        EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    }
    new_game();
}

}
}
