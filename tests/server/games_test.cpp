// What the server does where its store fails for a while, without a server around it.
#include "server/games.hpp"
#include "server/keys.hpp"
#include "server_process.hpp"
#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;

class GamesTest : public testing::Test {
protected:
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    Expected<Store> store = Store::open("sqlite:" + path);
    SQLite::Database database{path, SQLite::OPEN_READWRITE, 1000};
    Engine engine{1, [](const std::function<void()>&) {}};
    Analyses analyses{engine};
    std::optional<Instant> alarm;
    Games games{*store, engine, analyses, [this](std::optional<Instant> when) { alarm = when; }};
    const std::string name = new_key();

    // Two persons, and x's time was up long ago.
    void SetUp() override {
        const std::string person = R"({"kind":"person"})";
        Record record{"ataxx", "startpos", R"({"x":)" + person + R"(,"o":)" + person + "}", "a2 a6", "null"};
        Clock clock({.begin = 60s});
        clock.moved('x', 1, now() - 1h);
        clock.moved('o', 2, now() - 1h);
        record.clock = clock.stored();
        record.deadline = clock.deadline('x');
        record.turn = "x";
        ASSERT_TRUE(store->insert(name, record, {{name, {"xo", 0}}}));
    }
    std::string result() { return database.execAndGet("SELECT result FROM games").getString(); }
    bool rings_soon() const { return alarm && *alarm > now() && *alarm < now() + 5s; }
};

TEST_F(GamesTest, AFlagFallsOnceTheStoreWorksAgain) {
    database.exec("ALTER TABLE keys RENAME TO away"); // the game can be found, and not woken
    games.look_at_clocks();
    EXPECT_TRUE(rings_soon());
    EXPECT_FALSE(database.execAndGet("SELECT deadline FROM games").isNull());
    database.exec("ALTER TABLE away RENAME TO keys");
    games.look_at_clocks();
    EXPECT_NE(result().find(R"("reason":"time")"), std::string::npos);
    EXPECT_FALSE(alarm);
}

TEST_F(GamesTest, AFlagFallsOnceTheStoreTellsWhoseItIs) {
    database.exec("ALTER TABLE games RENAME TO away");
    games.begin();
    EXPECT_TRUE(rings_soon());
    alarm = {};
    games.look_at_clocks();
    EXPECT_TRUE(rings_soon());
    database.exec("ALTER TABLE away RENAME TO games");
    games.look_at_clocks();
    EXPECT_NE(result().find(R"("reason":"time")"), std::string::npos);
}

TEST_F(GamesTest, AFlagFallsOnceItCanBeKept) {
    database.exec("CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT raise(ABORT, 'full'); END");
    games.look_at_clocks();
    EXPECT_TRUE(rings_soon()); // and not fifty times a second
    EXPECT_EQ(result(), "null");
    database.exec("DROP TRIGGER full");
    games.look_at_clocks();
    EXPECT_NE(result().find(R"("reason":"time")"), std::string::npos);
}

TEST_F(GamesTest, ARecordThatCannotBePlayedRingsNoMore) {
    database.exec("UPDATE games SET moves = 'z9'");
    games.look_at_clocks();
    EXPECT_FALSE(alarm);
    EXPECT_TRUE(database.execAndGet("SELECT deadline FROM games").isNull());
}

}
}
