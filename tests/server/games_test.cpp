// What the server does where its store fails for a while, without a server around it.
#include "around_games.hpp"
#include "server/games.hpp"
#include "server/keys.hpp"
#include <SQLiteCpp/Database.h>
#include <csignal>
#include <deque>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <thread>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;

// What the engine's threads post, done by who asks for it.
class Posted {
public:
    void add(std::function<void()> task) {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    // False where none comes.
    bool do_next() {
        for (int tries = 0; tries < 3000; ++tries, std::this_thread::sleep_for(10ms))
            if (const auto task = take()) {
                task();
                return true;
            }
        return false;
    }

private:
    std::function<void()> take() {
        const std::lock_guard lock(mutex_);
        if (tasks_.empty()) return {};
        const auto task = tasks_.front();
        tasks_.pop_front();
        return task;
    }
    std::mutex mutex_;
    std::deque<std::function<void()>> tasks_;
};

struct Listener : Follower {
    void answer(Text message) override { last = message->whole(); }
    void tell(Text state, int) override { last = state ? state->whole() : "nothing"; }
    std::string last;
};

// While it is there no file of this process can grow.
class FullDisk {
public:
    FullDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{1, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_;
};

class GamesTest : public testing::Test, protected AroundGames {
protected:
    SQLite::Database database{path, SQLite::OPEN_READWRITE, 1000};
    GamesTest() : AroundGames([this](std::function<void()> task) { posted.add(std::move(task)); }) {}
    Posted posted;
    std::optional<Instant> alarm;
    Instant set_at; // the alarm
    Games games{**store, engine, analyses, *visitors, outbox, bus, [this](std::optional<Instant> when) {
                    alarm = when;
                    set_at = now();
                }};
    const std::string name = new_key();

    // Two persons, and x's time was up long ago.
    void SetUp() override {
        const std::string person = R"({"kind":"person"})";
        GameRow record{"ataxx", "startpos", R"({"x":)" + person + R"(,"o":)" + person + "}", "a2 a6", "null"};
        Clock clock({.begin = 60s});
        clock.moved('x', 1, now() - 1h);
        clock.moved('o', 2, now() - 1h);
        record.clock = clock.stored();
        record.deadline = clock.deadline('x');
        record.turn = "x";
        ASSERT_TRUE((*store)->insert(name, record, {{name, {"xo", 0}}}));
    }
    void TearDown() override { engine.stop(); }
    std::string result() { return database.execAndGet("SELECT result FROM games").getString(); }
    std::string moves() { return database.execAndGet("SELECT " + moves_of_games + " FROM games").getString(); }
    // The engine plays `side`, and x's clock has just begun to run.
    void seat_engine(char side) {
        const std::string person = R"({"kind":"person"})", level = R"({"kind":"engine","level":1})";
        Clock clock({.begin = 60s});
        clock.moved('x', 1, now());
        clock.moved('o', 2, now());
        GameRow record = **(*store)->find(name);
        record.players =
            R"({"x":)" + (side == 'x' ? level : person) + R"(,"o":)" + (side == 'o' ? level : person) + "}";
        record.clock = clock.stored();
        record.deadline = clock.deadline('x');
        ++record.version;
        ASSERT_TRUE((*store)->update(name, record));
    }
    // The store works again: it is asked to move at the next ring, and its move is kept.
    void expect_the_engine_moves_now() {
        const std::string before = moves();
        games.look_at_clocks();
        EXPECT_FALSE(rings_within(5s));
        ASSERT_TRUE(posted.do_next());
        EXPECT_TRUE(moves().starts_with(before + " "));
    }
    // In a second, and not at once: that would be over and over. A tenth of a second is a slice of removals, which goes on where the disk
    // is slow.
    bool rings_soon() const { return rings_within(1s); }
    bool rings_within(Milliseconds most) const { return alarm && *alarm > set_at + 200ms && *alarm <= set_at + most; }
};

TEST_F(GamesTest, AFlagFallsOnceTheStoreWorksAgain) {
    database.exec("ALTER TABLE keys RENAME TO away"); // the game can be found, and not woken
    games.look_at_clocks();
    EXPECT_TRUE(rings_soon());
    EXPECT_FALSE(database.execAndGet("SELECT deadline FROM games").isNull());
    database.exec("ALTER TABLE away RENAME TO keys");
    games.look_at_clocks();
    EXPECT_NE(result().find(R"("reason":"time")"), std::string::npos);
    EXPECT_FALSE(rings_within(5s));
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

TEST_F(GamesTest, TheEngineMovesOnceItsGameCanBeWoken) {
    seat_engine('x');
    const std::string before = moves();
    for (const std::string table : {"games", "keys"}) {
        alarm = {};
        database.exec("ALTER TABLE " + table + " RENAME TO away");
        games.begin();
        EXPECT_TRUE(rings_soon()) << table;
        database.exec("ALTER TABLE away RENAME TO " + table);
    }
    EXPECT_EQ(moves(), before);
    expect_the_engine_moves_now();
}

// Each minute, where so much is asked of it that its clock would be over: what it has thought so far counts.
TEST_F(GamesTest, TheEngineThinksOnWhereItsClockIsLookedAt) {
    seat_engine('x');
    const std::string before = moves();
    games.begin();
    for (int minute = 0; minute < 3; ++minute) {
        database.exec("UPDATE games SET deadline = 1");
        games.look_at_clocks();
        EXPECT_GT(database.execAndGet("SELECT deadline FROM games").getInt64(), 1);
    }
    ASSERT_TRUE(posted.do_next());
    EXPECT_TRUE(moves().starts_with(before + " ")) << "it was asked anew";
}

TEST_F(GamesTest, AGameThatCannotBePlayedIsNotWokenForEver) {
    seat_engine('x');
    database.exec(moves_become("z9"));
    games.begin();
    EXPECT_TRUE(alarm);
    EXPECT_FALSE(rings_within(5s));
}

TEST_F(GamesTest, TheEngineMovesOnceThatCanBeKept) {
    seat_engine('x');
    const std::string before = moves();
    games.begin();
    EXPECT_FALSE(rings_within(5s));
    database.exec("ALTER TABLE games RENAME TO away");
    ASSERT_TRUE(posted.do_next());
    EXPECT_TRUE(rings_soon());
    const auto rings = alarm;
    games.look_at_clocks(); // in vain
    EXPECT_TRUE(rings_soon());
    EXPECT_GE(alarm, rings);
    database.exec("ALTER TABLE away RENAME TO games");
    EXPECT_EQ(moves(), before);
    expect_the_engine_moves_now();
}

// The store is asked again when it was to be, though more has failed since.
TEST_F(GamesTest, WhatFailsMeanwhilePutsNothingOff) {
    seat_engine('x');
    const std::string second = new_key();
    ASSERT_TRUE((*store)->insert(second, **(*store)->find(name), {{second, {"xo", 0}}}));
    games.begin();
    database.exec("ALTER TABLE games RENAME TO away");
    ASSERT_TRUE(posted.do_next());
    ASSERT_TRUE(rings_soon());
    const auto rings = alarm;
    std::this_thread::sleep_for(2ms); // Instants are milliseconds
    ASSERT_TRUE(posted.do_next());
    EXPECT_EQ(alarm, rings);
    database.exec("ALTER TABLE away RENAME TO games");
}

TEST_F(GamesTest, TheEngineAnswersOnceThatCanBeKept) {
    seat_engine('o');
    const auto listener = std::make_shared<Listener>();
    games.receive(*listener, read_request(R"({"t":"offer","id":1,"d":{"key":")" + name + R"(","what":"draw"}})"));
    database.exec("ALTER TABLE games RENAME TO away");
    ASSERT_TRUE(posted.do_next());
    EXPECT_TRUE(rings_soon());
    database.exec("ALTER TABLE away RENAME TO games");
    games.look_at_clocks();
    ASSERT_TRUE(posted.do_next());
    EXPECT_NE(listener->last.find(R"("declined":true)"), std::string::npos) << listener->last;
    games.leave(*listener);
}

TEST_F(GamesTest, ARematchThatNothingLeadsToIsNotKept) {
    database.exec(R"(UPDATE games SET clock = '', deadline = NULL, result = '{"winner":"o","reason":"resigned"}',)"
                  R"( offers = '[{"what":"rematch","by":"x","declined":false}]')");
    const std::string key = new_key();
    database.exec("UPDATE keys SET opens = 'x'"); // a game by link
    database.exec(row_of_key(key, name, "o"));
    const auto listener = std::make_shared<Listener>();
    const auto accept = [&] {
        games.receive(*listener,
                      read_request(R"({"t":"accept","id":1,"d":{"key":")" + key + R"(","what":"rematch"}})"));
        return database.execAndGet("SELECT count(*) FROM games").getInt();
    };
    database.exec("CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT raise(ABORT, 'full'); END");
    EXPECT_EQ(accept(), 1);
    EXPECT_NE(listener->last.find("store: the change cannot be kept: "), std::string::npos) << listener->last;
    EXPECT_EQ(listener->last.find("full"), std::string::npos) << "what the database says is for the host";
    database.exec("DROP TRIGGER full");
    EXPECT_EQ(accept(), 2);
    EXPECT_NE(listener->last.find(R"("rematch":)"), std::string::npos) << listener->last;
    games.leave(*listener);
}

// The disk is full when a batch is to be kept: all that was asked in it did not happen, and is said to have failed.
TEST_F(GamesTest, ABatchThatCannotBeKeptDidNotHappen) {
    const std::string its = new_key(), before = "a2 a6";
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", before, "null"};
    ASSERT_TRUE((*store)->insert(its, row, {{its, {"xo", 0}}}));
    const auto ask = [&](const std::shared_ptr<Listener>& who, const std::string& type, const std::string& d) {
        games.receive(*who, read_request(R"({"t":")" + type + R"(","id":1,"d":{)" + d + "}}"));
    };
    const std::string key = R"("key":")" + its + '"', next = key + R"(,"ply":2,"move":"a3")";
    const auto player = std::make_shared<Listener>(), watcher = std::make_shared<Listener>(),
               maker = std::make_shared<Listener>();
    ask(watcher, "open", key);
    const std::string seen = watcher->last;
    const int games_before = database.execAndGet("SELECT count(*) FROM games").getInt();

    games.begin_batch();
    ask(player, "move", next);
    ask(maker, "new", R"("game":"boop","x":{"kind":"person"},"o":{"kind":"person"})");
    EXPECT_EQ(player->last, "") << "nothing is said before it is on the disk";
    EXPECT_EQ(watcher->last, seen);
    {
        const FullDisk full;
        games.end_batch();
    }
    EXPECT_NE(player->last.find(R"("error":"store: the change cannot be kept)"), std::string::npos) << player->last;
    EXPECT_NE(maker->last.find(R"("error":)"), std::string::npos) << maker->last;
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM games").getInt(), games_before);
    EXPECT_EQ(games.figures().live, 1u);

    games.begin_batch();
    ask(player, "move", next);
    games.end_batch();
    EXPECT_NE(player->last.find(R"("version":2)"), std::string::npos) << player->last;
    EXPECT_NE(watcher->last.find(R"("version":2)"), std::string::npos) << watcher->last;
    EXPECT_EQ(database.execAndGet("SELECT " + moves_of_games + " FROM games WHERE key = '" + its + "'").getString(),
              before + " a3");
    for (const auto& each : {player, watcher, maker}) games.leave(*each);
}

TEST_F(GamesTest, WhoOpensAGamePaysForIt) {
    const auto listener = std::make_shared<Listener>();
    listener->asker.address = "192.0.2.7";
    const auto open = [&] {
        games.receive(*listener, read_request(R"({"t":"open","id":1,"d":{"key":")" + name + R"("}})"));
        games.leave(*listener);
        return listener->last;
    };
    EXPECT_NE(open().find(R"("t":"state")"), std::string::npos) << listener->last;
    visitors->note_computing("192.0.2.7", 20s, Visitors::Clock::now());
    EXPECT_NE(open().find("key: as much was computed for this network as may be"), std::string::npos) << listener->last;
    EXPECT_NE(listener->last.find(R"("again":)"), std::string::npos);
    listener->asker.address = "198.51.100.7";
    EXPECT_NE(open().find(R"("t":"state")"), std::string::npos) << listener->last;
}

// A connection that waits for what it has missed hears nothing else until then.
TEST_F(GamesTest, WhoCatchesUpIsAlwaysTold) {
    const auto watcher = std::make_shared<Listener>(), player = std::make_shared<Listener>();
    games.catch_up(*watcher, 3);
    EXPECT_EQ(watcher->last, "nothing") << "it follows no game";

    const std::string its = new_key(), other = new_key();
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", "a2 a6", "null"};
    ASSERT_TRUE((*store)->insert(its, row, {{its, {"xo", 0}}}));
    ASSERT_TRUE((*store)->insert(other, row, {{other, {"xo", 0}}}));
    games.receive(*watcher, read_request(R"({"t":"open","id":1,"d":{"key":")" + its + R"("}})"));
    watcher->last.clear();
    games.begin_batch();
    games.catch_up(*watcher, 1);
    games.receive(*player, read_request(R"({"t":"move","id":1,"d":{"key":")" + other + R"(","ply":2,"move":"a3"}})"));
    {
        const FullDisk full;
        games.end_batch();
    }
    EXPECT_NE(player->last.find(R"("error":)"), std::string::npos) << player->last;
    EXPECT_NE(watcher->last.find(its), std::string::npos) << "nobody changed its game: " << watcher->last;
    for (const auto& each : {player, watcher}) games.leave(*each);
}

// His clock may run: he pays, and is not refused.
TEST_F(GamesTest, WhoPlaysAGameIsNeverRefusedIt) {
    const std::string its = new_key(), seat = new_key(), watch = new_key();
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", "a2 a6", "null"};
    ASSERT_TRUE((*store)->insert(its, row, {{seat, {"x", 0}}, {watch, {"", 0}}}));
    const auto listener = std::make_shared<Listener>();
    listener->asker.address = "192.0.2.7";
    const auto ask = [&](const std::string& type, const std::string& key, const std::string& more = {}) {
        games.receive(*listener,
                      read_request(R"({"t":")" + type + R"(","id":1,"d":{"key":")" + key + '"' + more + "}}"));
        games.leave(*listener);
        return listener->last;
    };
    visitors->note_computing("192.0.2.7", 20s, Visitors::Clock::now());
    EXPECT_NE(ask("open", watch).find("key: as much was computed"), std::string::npos) << listener->last;
    EXPECT_NE(ask("open", seat).find(R"("t":"state")"), std::string::npos) << listener->last;
    EXPECT_NE(ask("move", seat, R"(,"ply":2,"move":"a3")").find(R"("version":2)"), std::string::npos) << listener->last;
}

// Where a clock rings early because another server on the store has gone on with the game, whoever follows it here is told.
TEST_F(GamesTest, WhatAnotherServerDidIsToldWhereAClockRings) {
    GameRow row = **(*store)->find(name);
    Clock clock({.begin = 60s});
    clock.moved('x', 1, now());
    clock.moved('o', 2, now());
    row.clock = clock.stored();
    ++row.version;
    ASSERT_TRUE((*store)->update(name, row));
    const auto listener = std::make_shared<Listener>();
    games.receive(*listener, read_request(R"({"t":"open","id":1,"d":{"key":")" + name + R"("}})"));

    const auto other = server::Store::open("sqlite:" + path);
    ASSERT_TRUE(other);
    row.moves += " a3";
    clock.moved('x', 3, now());
    row.clock = clock.stored();
    row.turn = "o";
    ++row.version;
    ASSERT_TRUE((*other)->update(name, row));
    database.exec("UPDATE games SET deadline = 1");
    listener->last.clear();
    games.look_at_clocks();
    EXPECT_NE(listener->last.find(R"("version":)" + std::to_string(row.version)), std::string::npos) << listener->last;
    EXPECT_EQ((**(*store)->find(name)).deadline, clock.deadline('o'));
    EXPECT_FALSE(rings_within(5s));
    games.leave(*listener);
}

TEST_F(GamesTest, ADeadlineThatIsNotItsClocksRingsNoMore) {
    database.exec("UPDATE games SET clock = '', deadline = 1");
    games.look_at_clocks();
    EXPECT_TRUE(database.execAndGet("SELECT deadline FROM games").isNull());
    EXPECT_FALSE(rings_within(5s));
    EXPECT_EQ(result(), "null");
}

TEST_F(GamesTest, ARecordThatCannotBePlayedRingsNoMore) {
    for (const std::string& spoil : {moves_become("z9"), std::string("DELETE FROM moves WHERE ply = 0")}) {
        database.exec(spoil + "; UPDATE games SET deadline = 1");
        games.look_at_clocks();
        EXPECT_FALSE(rings_within(5s)) << spoil;
        EXPECT_TRUE(database.execAndGet("SELECT deadline FROM games").isNull()) << spoil;
    }
}

TEST_F(GamesTest, AFlagFallsBesideAKeyThatIsDamaged) {
    database.exec("UPDATE keys SET opens = 'z?'");
    games.look_at_clocks();
    EXPECT_NE(result().find(R"("reason":"time")"), std::string::npos);
    EXPECT_FALSE(rings_within(5s));
}

TEST(Keys, AreNeverTheSame) {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(new_key()).second);
    EXPECT_TRUE(check_made_key(*seen.begin()));
}

}
}
