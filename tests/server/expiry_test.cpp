// Games are kept for a time, and so many that are not over: told by a clock that is given, without a server around it.
#include "around_games.hpp"
#include "client.hpp"
#include "server/games.hpp"
#include "server/kept_moves.hpp"
#include "server/keys.hpp"
#include "support.hpp"
#include <SQLiteCpp/Database.h>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <thread>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;
using std::chrono::days;

struct Listener : Follower {
    void answer(Text message) override { last = message->whole(); }
    void tell(Text state, int) override { last = state->whole(); }
    std::string last;
};
// Held as connections are, by what sends to them.
class Held {
public:
    Listener& operator*() const { return *listener_; }
    Listener* operator->() const { return listener_.get(); }

private:
    std::shared_ptr<Listener> listener_ = std::make_shared<Listener>();
};

// Games without a move, which were last changed then.
void add_many(const std::string& path, int games, Instant changed) {
    SQLite::Database fast(path, SQLite::OPEN_READWRITE, 1000);
    fast.exec("BEGIN");
    fast.exec(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(games) +
        ") INSERT INTO games (key, variant, start, players, plies, moves_mark, result, version, changed, clock, offers,"
        " turn, rematch, network, by_link) SELECT 'g' || i, 'ataxx', 'startpos', '{}', 0, '" +
        mark_of_moves("") + "', 'null', 1, " + std::to_string(changed.time_since_epoch().count() / 1000) +
        ", '', '[]', '', '', 0, 0 FROM n");
    fast.exec("INSERT INTO keys (hash, rematch, game, opens) SELECT randomblob(32), 0, key, 'xo' FROM games");
    fast.exec("COMMIT");
}

class ExpiryTest : public testing::Test, protected AroundGames {
protected:
    SQLite::Database database{path, SQLite::OPEN_READWRITE, 1000};
    std::optional<Instant> alarm;
    std::optional<Games> games;
    const Instant begun = std::chrono::floor<std::chrono::seconds>(now()); // when all games were last changed

    void serve(const GameLimits& limits = {}) {
        games.emplace(
            **store, engine, analyses, *visitors, outbox, bus, [this](std::optional<Instant> when) { alarm = when; },
            limits);
    }
    // A game of two persons at one screen, which the key of that name opens.
    void add(const std::string& name, const std::string& moves = {}, const std::string& clock = {},
             const std::string& result = "null", const std::string& network = {}) {
        GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", moves, result};
        row.clock = clock;
        ASSERT_TRUE((*store)->insert("game of " + name, row, {{name, {"xo", 0}}}, network));
        database.exec("UPDATE games SET changed = " + std::to_string(begun.time_since_epoch().count() / 1000) +
                      " WHERE key = 'game of " + name + "'");
    }
    std::string left() {
        return database
            .execAndGet(
                "SELECT ifnull(group_concat(substr(key, 9), ' '), '') FROM (SELECT key FROM games ORDER BY key)")
            .getString();
    }
    // And again, where the slice of removals took as long as it may before it was done.
    void look(Instant at) {
        games->look_at_clocks(at);
        if (alarm == at + 100ms) look(*alarm);
    }
    // What is left when that much time has gone by.
    std::string after(Milliseconds time) {
        look(begun + time);
        return left();
    }
    std::string ask(const Held& who, const std::string& type, const std::string& d) {
        games->receive(*who, read_request(R"({"t":")" + type + R"(","id":1,"d":{)" + d + "}}"));
        return who->last;
    }
    // A game of two persons at one screen.
    std::string begin(const Held& who) {
        return ask(who, "new", R"("game":"ataxx","x":{"kind":"person"},"o":{"kind":"person"})");
    }
    std::string open(const Held& who, const std::string& key) { return ask(who, "open", R"("key":")" + key + '"'); }

    void add_one_of_each() {
        const std::string over = R"({"winner":"x","reason":"resigned"})";
        add("begun", "a2");
        add("begun-with-clock", "a2", R"({"seconds":60,"increment":0,"x":60000,"o":60000})");
        add("over", "a2", {}, over);
        add("unbegun");
        add("unbegun-by-link");
        add("unbegun-by-letter", {}, R"({"days":3,"x":259200000,"o":259200000})");
        add("unbegun-over", {}, {}, over);
        add("unbegun-with-clock", {}, R"({"seconds":60,"increment":0,"x":60000,"o":60000})");
        database.exec("UPDATE games SET by_link = 1 WHERE key = 'game of unbegun-by-link'");
    }
};

TEST_F(ExpiryTest, EachKindIsKeptForItsTime) {
    add_one_of_each();
    serve();
    const std::string all = left();
    EXPECT_EQ(all,
              "begun begun-with-clock over unbegun unbegun-by-letter unbegun-by-link unbegun-over unbegun-with-clock");
    EXPECT_EQ(after(24h), all);
    EXPECT_EQ(after(24h + 1s), all) << "once a day it is looked";
    EXPECT_TRUE(alarm >= begun + 48h && alarm < begun + 48h + 1s) << "a slice later where one was full";
    EXPECT_EQ(after(48h + 1s), "begun begun-with-clock over unbegun-by-letter unbegun-by-link unbegun-over");
    EXPECT_EQ(after(days(15)), "begun begun-with-clock over unbegun-by-letter unbegun-by-link unbegun-over");
    EXPECT_EQ(after(days(16)), "begun begun-with-clock over unbegun-over");
    EXPECT_EQ(after(days(365)), "begun begun-with-clock over unbegun-over");
    EXPECT_EQ(after(days(366)), "over unbegun-over");
    EXPECT_EQ(after(days(9999)), "over unbegun-over");
    EXPECT_EQ(games->figures().expired, 6u);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM keys").getInt(), 2);
}

// A game by link, and one at one screen, as they are made.
TEST_F(ExpiryTest, AnInvitationWaitsForTwoWeeksMore) {
    serve();
    const Held one, other;
    const std::string two = R"("game":"ataxx","x":{"kind":"person"},"o":{"kind":"person"})";
    ask(one, "new", two + R"(,"seat":"x")");
    ask(other, "new", two);
    const auto left_on = [&](int day) {
        look(now() + days(day));
        return database.execAndGet("SELECT count(*) FROM games").getInt();
    };
    EXPECT_EQ(left_on(0), 2);
    EXPECT_EQ(left_on(2), 1);
    EXPECT_NE(other->last.find("no game here"), std::string::npos);
    EXPECT_EQ(left_on(14), 1);
    EXPECT_EQ(left_on(16), 0);
}

// Nobody could come meanwhile: a day is left to them.
TEST_F(ExpiryTest, NoneIsRemovedAtOnceWhenNoServerRanForLong) {
    add("unbegun");
    database.exec("UPDATE games SET changed = changed - 3600 * 48");
    ASSERT_TRUE((*store)->note_alive(begun - 30h));
    serve();
    games->begin();
    EXPECT_EQ(left(), "unbegun");
    EXPECT_EQ(after(23h), "unbegun");
    EXPECT_EQ(after(25h), "");
    add("later");
    database.exec("UPDATE games SET changed = changed - 3600 * 48");
    ASSERT_TRUE((*store)->note_alive(begun - 10min));
    serve();
    games->begin();
    EXPECT_EQ(left(), "") << "but where it was a short time";
}

TEST_F(ExpiryTest, TheHostSaysForHowLong) {
    add_one_of_each();
    serve({.keeping = {.unbegun = {}, .untouched = days(2), .finished = days(4)}});
    const std::string never = "unbegun unbegun-by-letter unbegun-by-link unbegun-with-clock";
    EXPECT_EQ(after(days(3)), "over unbegun unbegun-by-letter unbegun-by-link unbegun-over unbegun-with-clock");
    EXPECT_EQ(after(days(5)), never);
    EXPECT_EQ(after(days(9999)), never);
}

// A move is made, a seat taken: from then on it is counted again. Where a clock runs, that ends the game.
TEST_F(ExpiryTest, WhatIsChangedIsKept) {
    add("kept");
    add("lost");
    serve();
    const Held player;
    EXPECT_NE(ask(player, "move", R"("key":"kept","ply":0,"move":"a2")").find(R"("version":2)"), std::string::npos);
    database.exec("UPDATE games SET changed = changed + 3600 * 24 * 100 WHERE key = 'game of lost'");
    EXPECT_EQ(after(days(100)), "kept lost") << "both were changed";
    Clock clock({.begin = 60s});
    clock.moved('x', 1, begun);
    clock.moved('o', 2, begun);
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", "a2 a6", "null"};
    row.clock = clock.stored();
    row.deadline = clock.deadline('x');
    row.turn = "x";
    ASSERT_TRUE((*store)->insert("game of flag", row, {{"flag", {"xo", 0}}}));
    after(days(9999));
    EXPECT_NE(database.execAndGet("SELECT result FROM games WHERE key = 'game of flag'").getString().find("time"),
              std::string::npos);
    games->leave(*player);
}

TEST_F(ExpiryTest, WhoFollowsAGameThatIsRemovedIsTold) {
    add("here");
    add("there", "a2");
    serve();
    const Held here, there;
    EXPECT_NE(open(here, "here").find(R"("t":"state")"), std::string::npos);
    EXPECT_NE(open(there, "there").find(R"("t":"state")"), std::string::npos);
    games->begin_batch();
    EXPECT_EQ(after(days(2)), "here there");
    EXPECT_NE(here->last.find(R"("t":"state")"), std::string::npos) << "nothing is said before it is on the disk";
    games->end_batch();
    EXPECT_EQ(left(), "there");
    EXPECT_EQ(
        here->last,
        R"({"t":"error","d":{"error":"key: nobody went on with it for as long as such a game is kept, and so this is )"
        R"(no game here"}})");
    EXPECT_NE(there->last.find(R"("t":"state")"), std::string::npos);
    EXPECT_EQ(games->figures().followers, 1u);
    EXPECT_EQ(games->figures().live, 1u);
    EXPECT_NE(open(here, "here").find("no game here"), std::string::npos);
    EXPECT_NE(ask(here, "move", R"("key":"here","ply":0,"move":"a2")").find("no game here"), std::string::npos);
    games->leave(*here);
    games->leave(*there);
}

// Where it cannot be kept that games were removed they are there, for those too who follow them, and it is tried again.
TEST_F(ExpiryTest, WhatCouldNotBeRemovedIsThere) {
    add("here");
    serve({.keeping = {.finished = days(1)}});
    const Held player;
    const std::string seen = open(player, "here");
    games->begin_batch();
    look(begun + days(2));
    {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit none{1, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &none);
        games->end_batch();
        setrlimit(RLIMIT_FSIZE, &before);
    }
    EXPECT_EQ(left(), "here");
    EXPECT_EQ(games->figures().expired, 0u);
    EXPECT_EQ(player->last, seen);
    EXPECT_NE(ask(player, "resign", R"("key":"here","player":"x")").find(R"("version":2)"), std::string::npos);
    games->leave(*player);
    ASSERT_TRUE(alarm);
    EXPECT_EQ(after(days(3)), "");
}

// Many at once: a few of them, then whoever came meanwhile has his turn.
TEST_F(ExpiryTest, ManyAreRemovedInSlices) {
    add_many(path, 500, begun);
    serve();
    testing::internal::CaptureStdout();
    int slices = 0;
    for (int before = 500, now_left = 0; before > 0; before = now_left, ++slices) {
        games->look_at_clocks(begun + days(2) + slices * 100ms);
        now_left = database.execAndGet("SELECT count(*) FROM games").getInt();
        ASSERT_LT(now_left, before);
        EXPECT_LE(before - now_left, 16);
        if (now_left) { EXPECT_EQ(alarm, begun + days(2) + (slices + 1) * 100ms); }
    }
    look(begun + days(2) + slices * 100ms); // the last slice may not know that it was the last
    const std::string said = testing::internal::GetCapturedStdout();
    EXPECT_NE(said.find("nobody went on with: 500"), std::string::npos) << said;
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM keys").getInt(), 0);
    EXPECT_EQ((*store)->unfinished("")->in_all, 0);
}

TEST_F(ExpiryTest, ANetworkMayHaveBegunSoManyThatAreNotOver) {
    serve({.of_network = 2, .in_all = 4});
    const Held one, other;
    one->asker.address = "192.0.2.7";
    other->asker.address = "2001:db8:0:1::/64";
    const auto key_in = [](const std::string& state) { return state.substr(state.find(R"("key":")") + 7, key_length); };
    const std::string first = begin(one), second = begin(one);
    EXPECT_EQ(
        begin(one),
        R"({"t":"error","id":1,"d":{"error":"new: as many games as may be, 2, were begun from this network and are )"
        R"(not over: play one to its end, or resign it, and try again"}})");
    EXPECT_NE(begin(other).find(R"("t":"state")"), std::string::npos) << "others may";

    // Who ends one may begin one, or take up again one that was over, and not both. The next server knows.
    ask(one, "resign", R"("player":"x","key":")" + key_in(first) + '"');
    EXPECT_NE(begin(one).find(R"("t":"state")"), std::string::npos);
    EXPECT_NE(ask(one, "undo", R"("key":")" + key_in(first) + '"').find("undo: as many games as may be, 2,"),
              std::string::npos)
        << one->last;
    ask(one, "resign", R"("player":"x","key":")" + key_in(second) + '"');
    EXPECT_NE(ask(one, "undo", R"("key":")" + key_in(first) + '"').find(R"("result":null)"), std::string::npos)
        << one->last;
    auto next = Store::open("sqlite:" + path);
    ASSERT_TRUE(next);
    const auto known = (*next)->unfinished("192.0.2.7");
    ASSERT_TRUE(known);
    EXPECT_EQ(std::pair(known->of_network, known->in_all), std::pair(std::int64_t{2}, std::int64_t{3}));

    EXPECT_NE(begin(other).find(R"("t":"state")"), std::string::npos) << "the last place";
    const Held third;
    third->asker.address = "192.0.2.9";
    EXPECT_EQ(
        begin(third),
        R"({"t":"error","id":1,"d":{"error":"new: this server has as many games that are not over as it may have; )"
        R"(try again in an hour","again":3600}})");
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM games WHERE network NOT BETWEEN 0 AND 65535").getInt(), 0);
    for (const Held* each : {&one, &other, &third}) games->leave(**each);
}

// Who takes a game up again that another network began has it counted as his.
TEST_F(ExpiryTest, AGameThatGoesOnAgainIsOfWhoTookItUp) {
    add("over", "a2", {}, R"({"winner":"x","reason":"resigned"})", "192.0.2.7");
    serve({.of_network = 1});
    const Held other;
    other->asker.address = "192.0.2.8";
    EXPECT_NE(ask(other, "undo", R"("key":"over")").find(R"("result":null)"), std::string::npos) << other->last;
    EXPECT_EQ((*store)->unfinished("192.0.2.7")->of_network, 0);
    EXPECT_EQ((*store)->unfinished("192.0.2.8")->of_network, 1);
    games->leave(*other);
}

TEST_F(ExpiryTest, WhoHasFewMayBeginOneLongAfterWhoHasMany) {
    serve({.of_network = 100, .in_all = 9});
    const Held many, few;
    many->asker.address = "192.0.2.7";
    few->asker.address = "192.0.2.8";
    for (int i = 0; i < 6; ++i) EXPECT_NE(begin(many).find(R"("t":"state")"), std::string::npos) << many->last;
    EXPECT_NE(begin(many).find("nearly as many games that are not over as it may have, and 6 of them"),
              std::string::npos)
        << many->last;
    for (int i = 0; i < 2; ++i) EXPECT_NE(begin(few).find(R"("t":"state")"), std::string::npos) << few->last;
    for (const Held* each : {&many, &few}) games->leave(**each);
}

// Two who follow a game that is over, of which x offers a rematch.
class RematchTest : public ExpiryTest {
protected:
    const Held x, o;
    std::string of_x, of_o, seat = new_key();

    void offer_rematch() {
        const std::string made =
            ask(x, "new", R"("game":"ataxx","x":{"kind":"person"},"o":{"kind":"person"},"seat":"x")");
        const auto after_name = [&](const std::string& name) {
            return made.substr(made.find('"' + name + R"(":")") + name.size() + 4, key_length);
        };
        of_x = R"("key":")" + after_name("key") + '"', of_o = R"("key":")" + seat + '"';
        ask(o, "sit", R"("key":")" + after_name("invite") + R"(","seat":")" + seat + '"');
        ask(x, "resign", R"("player":"x",)" + of_x);
        ask(x, "offer", R"("what":"rematch",)" + of_x);
    }
    std::string accept() { return ask(o, "accept", R"("what":"rematch",)" + of_o); }
    void TearDown() override {
        games->leave(*x);
        games->leave(*o);
    }
    const std::string is_there = R"("rematch":")" + seat + "-1\"";
};

TEST_F(RematchTest, IsAGameToo) {
    serve({.of_network = 1});
    x->asker.address = o->asker.address = "192.0.2.7";
    offer_rematch();
    const Held third;
    third->asker.address = "192.0.2.7";
    ask(third, "new", R"("game":"ataxx","x":{"kind":"person"},"o":{"kind":"person"})");
    EXPECT_NE(accept().find("rematch: as many games as may be, 1,"), std::string::npos) << o->last;
    o->asker.address = "192.0.2.8";
    EXPECT_NE(accept().find(is_there), std::string::npos) << o->last;
    EXPECT_EQ((*store)->unfinished("192.0.2.8")->of_network, 1);
    games->leave(*third);
}

// Nobody plays it, and it is removed: then there can be another, also where the game before is in memory.
TEST_F(RematchTest, ThatIsRemovedMakesPlaceForAnother) {
    serve();
    offer_rematch();
    EXPECT_NE(accept().find(is_there), std::string::npos) << o->last;
    games->begin_batch();
    look(now() + days(20));
    games->end_batch();
    EXPECT_EQ(games->figures().expired, 1u);
    EXPECT_EQ(o->last.find(is_there), std::string::npos) << o->last;
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM games WHERE rematch <> ''").getInt(), 0);
    ask(x, "offer", R"("what":"rematch",)" + of_x);
    EXPECT_NE(accept().find(is_there), std::string::npos) << o->last;
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM games").getInt(), 2);
    EXPECT_NE(open(o, seat + "-1").find(R"("seats":"x")"), std::string::npos) << o->last;
}

// A server removes games for a dozen seconds. Who begins one meanwhile and plays it has all answers long before.
TEST(Expiry, RequestsAreAnsweredBetweenSlices) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    {
        auto store = Store::open("sqlite:" + path);
        ASSERT_TRUE(store);
        ASSERT_TRUE((*store)->note_alive(now()));
        add_many(path, 2000, now() - days(2));
    }
    ServerProcess server(folder);
    SQLite::Database database(path, SQLite::OPEN_READONLY, 1000);
    const auto old_ones = [&] {
        return database.execAndGet("SELECT count(*) FROM games WHERE key LIKE 'g%'").getInt();
    };
    for (int tries = 0; old_ones() == 2000 && tries < 1000; ++tries) std::this_thread::sleep_for(10ms);
    const int before = old_ones();
    Client client(server.port());
    auto state = client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    for (int i = 0; i < 10; ++i)
        state = client.state(
            "move", {{"key", state.at("key")}, {"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}});
    EXPECT_LT(before, 2000);
    EXPECT_GT(old_ones(), 0);
    for (int tries = 0; old_ones() >= before && tries < 1000; ++tries) std::this_thread::sleep_for(10ms);
    EXPECT_LT(old_ones(), before) << "it goes on";
}

// As it is told over a socket, and with the options as the command has them.
TEST(Expiry, AServerTellsWhoMeetsItsLimits) {
    TemporaryFolder folder;
    for (const std::string wrong : {"", "soon", "-1", "0", "1d", "1e9"}) {
        ServerProcess server(folder, {.port = 0, .expire_unbegun = wrong});
        EXPECT_EQ(server.port(), 0) << wrong;
        EXPECT_EQ(server.wait(), 2) << wrong;
    }
    ServerProcess server(folder,
                         {.port = 0, .most_games_of_network = 1, .expire_unbegun = "never", .expire_finished = "0.5"});
    Client client(server.port()), other(server.port(), "127.0.0.2");
    const boost::json::object wanted = {{"game", "ataxx"}, {"x", person}, {"o", person}};
    const auto state = client.state("new", wanted);
    EXPECT_TRUE(client.error("new", wanted).starts_with("new: as many games as may be, 1,"));
    other.state("new", wanted);
    client.state("resign", {{"key", state.at("key")}, {"player", "x"}});
    client.state("new", wanted);
}

}
}
