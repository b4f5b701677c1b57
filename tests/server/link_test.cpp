// Games by link: each seat its own key, clocks, offers, and what happens when people or the server go away.
#include "client.hpp"
#include "server/keys.hpp"
#include "server/store.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace tavoliere {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

json::object move_of(const json::object& state) {
    return {{"key", state.at("key")}, {"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}};
}
json::object deal(const json::object& state, std::string_view what) {
    return {{"key", state.at("key")}, {"what", what}};
}

// Two persons, each with a connection and a seat of their own; x has made the game.
class LinkTest : public testing::Test {
protected:
    TemporaryFolder folder;
    std::optional<ServerProcess> server;
    std::optional<Client> x, o;
    json::object of_x, of_o; // what each saw last

    void SetUp() override { server.emplace(folder); }

    void begin(json::value clock = nullptr, std::string_view game = "ataxx") {
        x.emplace(server->port());
        o.emplace(server->port());
        of_x = x->state("new", {{"game", game}, {"x", person}, {"o", person}, {"seat", "x"}, {"clock", clock}});
        of_o = o->state("sit", {{"key", of_x.at("invite")}, {"seat", server::new_key()}});
        of_x = next_state(*x);
    }
    // News are states, and of who is there.
    static json::object next_state(Client& client) {
        for (;;)
            if (auto d = client.news(); d.contains("version")) return d;
    }
    void play_x() {
        of_x = x->state("move", move_of(of_x));
        of_o = next_state(*o);
    }
    void play_o() {
        of_o = o->state("move", move_of(of_o));
        of_x = next_state(*x);
    }
    void restart() {
        server->kill();
        server.reset();
        server.emplace(folder);
        x.emplace(server->port());
        o.emplace(server->port());
        of_x = x->state("open", key_of(of_x));
        of_o = o->state("open", key_of(of_o));
    }
    // Whether what an SQL expression says of the games comes true in the store; it may take the server a while.
    bool comes_true(const std::string& expression) {
        for (int tries = 0; tries < 1000; ++tries, std::this_thread::sleep_for(10ms))
            if (database().execAndGet("SELECT " + expression + " FROM games").getInt()) return true;
        return false;
    }
    SQLite::Database database() { return {(folder / "games.db").string(), SQLite::OPEN_READWRITE, 1000}; }
};

TEST_F(LinkTest, EachSeatHasAKeyThatTheOtherNeverSees) {
    begin();
    EXPECT_EQ(of_x.at("seats"), "x");
    EXPECT_EQ(of_o.at("seats"), "o");
    EXPECT_NE(of_x.at("key"), of_o.at("key"));
    EXPECT_FALSE(of_x.contains("invite"));
    play_x();
    play_o();
    const std::string seen_by_x = json::serialize(of_x), seen_by_o = json::serialize(of_o);
    EXPECT_EQ(seen_by_x.find(text_of(of_o.at("key"))), std::string::npos);
    EXPECT_EQ(seen_by_o.find(text_of(of_x.at("key"))), std::string::npos);
    Client watcher(server->port());
    const std::string watched = json::serialize(watcher.state("open", {{"key", of_x.at("watch")}}));
    EXPECT_EQ(watched.find(text_of(of_x.at("key"))), std::string::npos);
    EXPECT_EQ(watched.find(text_of(of_o.at("key"))), std::string::npos);
    // The game's own name in the store opens nothing.
    const std::string name = database().execAndGet("SELECT key FROM games").getString();
    EXPECT_EQ(seen_by_x.find(name), std::string::npos);
    EXPECT_NE(watcher.error("open", {{"key", name}}).find("no game here"), std::string::npos);
}

TEST_F(LinkTest, TheMakersColourIsChosenOrByChance) {
    begin();
    const auto seat_of = [&](std::string_view wish) {
        Client client(server->port());
        return text_of(
            client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", wish}}).at("seats"));
    };
    EXPECT_EQ(seat_of("o"), "o");
    std::set<std::string> given;
    for (int i = 0; i < 60; ++i) given.insert(seat_of("either"));
    EXPECT_EQ(given, (std::set<std::string>{"o", "x"}));
}

TEST_F(LinkTest, AnInvitationSeatsOneAndThenIsForLookingOn) {
    Client maker(server->port()), friend_(server->port()), late(server->port());
    const auto made = maker.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
    const json::object invitation = {{"key", made.at("invite")}};
    const auto invited = friend_.state("open", invitation);
    EXPECT_EQ(invited.at("seats"), "");
    EXPECT_EQ(invited.at("invited"), "o");
    EXPECT_EQ(invited.at("invite_days"), 15); // a day, and two weeks more by link
    EXPECT_EQ(invited.at("present"), "x");
    const json::object sit = {{"key", made.at("invite")}, {"seat", server::new_key()}};
    const auto seated = friend_.state("sit", sit);
    EXPECT_EQ(seated.at("seats"), "o");
    EXPECT_EQ(seated.at("key"), sit.at("seat"));
    EXPECT_EQ(seated.at("present"), "xo");
    // The answer may have been lost: who asks again by the same key is seated, and nobody else.
    EXPECT_EQ(friend_.state("sit", sit), seated);
    EXPECT_NE(late.error("sit", {{"key", made.at("invite")}, {"seat", server::new_key()}}).find("taken"),
              std::string::npos);
    const auto watching = late.state("open", invitation);
    EXPECT_EQ(watching.at("seats"), "");
    EXPECT_FALSE(watching.contains("invited"));
}

// It is said of the key, not of the store, which refuses to have one twice; and the invitation is as good as before.
TEST_F(LinkTest, AKeyToAnotherGameTakesNoSeat) {
    begin();
    const auto other = x->state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
    EXPECT_EQ(o->error("sit", {{"key", other.at("invite")}, {"seat", of_o.at("key")}}),
              "seat: it is the key to another game; one that is new is wanted here");
    EXPECT_EQ(o->state("sit", {{"key", other.at("invite")}, {"seat", server::new_key()}}).at("seats"), "o");
}

TEST_F(LinkTest, AKeyPlaysItsOwnColourOnly) {
    begin();
    EXPECT_FALSE(of_x.at("moves").as_array().empty());
    EXPECT_TRUE(of_o.at("moves").as_array().empty()); // it is not o's turn
    auto stolen = move_of(of_x);
    stolen["key"] = of_o.at("key");
    EXPECT_NE(o->error("move", stolen).find("plays o, not x"), std::string::npos);
    EXPECT_NE(o->error("resign", {{"key", of_o.at("key")}, {"player", "x"}}).find("plays o, not x"), std::string::npos);
    play_x();
    // Not even a move that was made already is answered to the other seat as if it were theirs.
    EXPECT_NE(o->error("move", stolen).find("plays o, not x"), std::string::npos);
    for (const char* what : {"undo", "hint"}) EXPECT_FALSE(o->error(what, key_of(of_o)).empty()) << what;
    EXPECT_FALSE(o->error("players", {{"key", of_o.at("key")}, {"x", engine()}, {"o", person}}).empty());
    EXPECT_EQ(o->state("open", key_of(of_o)).at("version"), of_o.at("version"));
}

TEST_F(LinkTest, WhoWatchesOnlyLooks) {
    begin();
    Client watcher(server->port());
    const auto watched = watcher.state("open", {{"key", of_x.at("watch")}});
    EXPECT_TRUE(watched.at("moves").as_array().empty());
    auto stolen = move_of(of_x);
    stolen["key"] = watched.at("key");
    EXPECT_NE(watcher.error("move", stolen).find("only for watching"), std::string::npos);
    EXPECT_NE(watcher.error("resign", {{"key", watched.at("key")}, {"player", "x"}}).find("only for watching"),
              std::string::npos);
    for (const char* verb : {"offer", "accept", "decline"})
        EXPECT_NE(watcher.error(verb, deal(watched, "draw")).find("only for watching"), std::string::npos);
    EXPECT_NE(watcher.error("sit", {{"key", watched.at("key")}, {"seat", server::new_key()}}).find("taken"),
              std::string::npos);
    for (const char* what : {"undo", "hint"}) EXPECT_FALSE(watcher.error(what, key_of(watched)).empty());
    play_x();
    EXPECT_EQ(ply_of(next_state(watcher)), 1u);
}

TEST_F(LinkTest, AMoveSentAgainIsAnsweredAgain) {
    begin();
    const auto request = move_of(of_x);
    play_x();
    x.emplace(server->port()); // the answer was lost with the connection
    EXPECT_EQ(x->state("move", request), of_x);
    play_o();
    EXPECT_EQ(x->state("move", request).at("version"), of_o.at("version"));
}

TEST_F(LinkTest, ResigningTwiceDoesNoHarm) {
    begin();
    const json::object request = {{"key", of_x.at("key")}, {"player", "x"}};
    of_x = x->state("resign", request);
    EXPECT_EQ(x->state("resign", request), of_x);
    EXPECT_EQ(of_x.at("result").at("winner"), "o");
}

TEST_F(LinkTest, SaysWhoIsThere) {
    begin();
    EXPECT_EQ(of_x.at("present"), "xo");
    o.reset();
    EXPECT_EQ(x->news().at("present"), "x");
    o.emplace(server->port());
    o->state("open", key_of(of_o));
    EXPECT_EQ(x->news().at("present"), "xo");
}

TEST_F(LinkTest, ADrawIsAgreedOn) {
    begin();
    of_x = x->state("offer", deal(of_x, "draw"));
    EXPECT_EQ(x->state("offer", deal(of_x, "draw")), of_x);
    of_o = next_state(*o);
    const json::array open = {{{"what", "draw"}, {"by", "x"}, {"declined", false}}};
    EXPECT_EQ(of_o.at("offers"), open);
    EXPECT_FALSE(x->error("accept", deal(of_x, "draw")).empty()); // one's own
    of_o = o->state("accept", deal(of_o, "draw"));
    const json::object agreed = {{"winner", "draw"}, {"reason", "agreed"}};
    EXPECT_EQ(of_o.at("result"), agreed);
    EXPECT_EQ(next_state(*x).at("result"), agreed);
    restart();
    EXPECT_EQ(of_x.at("result"), agreed);
}

TEST_F(LinkTest, AnOfferIsDeclinedWithdrawnOrOverByAMove) {
    begin();
    of_x = x->state("offer", deal(of_x, "draw"));
    of_o = next_state(*o);
    of_o = o->state("decline", deal(of_o, "draw"));
    EXPECT_EQ(of_o.at("offers").at(0).at("declined"), true);
    of_x = next_state(*x);
    EXPECT_NE(x->error("offer", deal(of_x, "draw")).find("after a move"), std::string::npos);
    restart();
    EXPECT_FALSE(x->error("offer", deal(of_x, "draw")).empty());
    play_x();
    EXPECT_TRUE(of_o.at("offers").as_array().empty());
    of_x = x->state("offer", deal(of_x, "draw"));
    of_x = x->state("decline", deal(of_x, "draw"));
    EXPECT_TRUE(of_x.at("offers").as_array().empty());
    EXPECT_NE(o->error("accept", deal(of_o, "draw")).find("any more"), std::string::npos);
}

TEST_F(LinkTest, TwoOffersOfTheSameAreAnAgreement) {
    begin();
    x->state("offer", deal(of_x, "draw"));
    EXPECT_EQ(o->state("offer", deal(of_o, "draw")).at("result").at("reason"), "agreed");
}

TEST_F(LinkTest, MovesAreTakenBackToTheirOwnTurn) {
    begin();
    EXPECT_NE(x->error("offer", deal(of_x, "takeback")).find("no move"), std::string::npos);
    const auto start = of_x.at("position");
    play_x();
    const auto after_x = of_x.at("position");
    play_o();
    // o's own move alone, then x's and whatever came after.
    o->state("offer", deal(of_o, "takeback"));
    of_x = next_state(*x);
    of_x = x->state("accept", deal(of_x, "takeback"));
    EXPECT_EQ(of_x.at("position"), after_x);
    of_o = next_state(*o);
    play_o();
    x->state("offer", deal(of_x, "takeback"));
    of_o = next_state(*o);
    of_o = o->state("accept", deal(of_o, "takeback"));
    EXPECT_EQ(of_o.at("position"), start);
    EXPECT_EQ(of_o.at("turn"), "x");
}

TEST_F(LinkTest, ARematchExchangesTheColoursAndTheKeys) {
    begin({{"seconds", 300}, {"increment", 2}}, "ataxx:size=5");
    EXPECT_NE(x->error("offer", deal(of_x, "rematch")).find("over"), std::string::npos);
    of_x = x->state("resign", {{"key", of_x.at("key")}, {"player", "x"}});
    of_o = next_state(*o);
    Client watcher(server->port());
    watcher.state("open", {{"key", of_x.at("watch")}});
    of_o = o->state("offer", deal(of_o, "rematch"));
    of_x = next_state(*x);
    of_x = x->state("accept", deal(of_x, "rematch"));
    of_o = next_state(*o);
    next_state(watcher);
    const auto watched = next_state(watcher);
    EXPECT_EQ(
        (std::set{text_of(of_x.at("rematch")), text_of(of_o.at("rematch")), text_of(watched.at("rematch"))}.size()),
        3u);
    restart(); // the way on is kept
    const auto again_x = x->state("open", {{"key", of_x.at("rematch")}});
    const auto again_o = o->state("open", {{"key", of_o.at("rematch")}});
    EXPECT_EQ(again_x.at("seats"), "o");
    EXPECT_EQ(again_o.at("seats"), "x");
    EXPECT_EQ(again_o.at("game"), "ataxx:size=5x5");
    EXPECT_EQ(again_o.at("clock").at("increment"), 2);
    EXPECT_FALSE(again_o.at("moves").as_array().empty());
    EXPECT_EQ(Client(server->port()).state("open", {{"key", watched.at("rematch")}}).at("seats"), "");
    EXPECT_FALSE(x->error("offer", deal(of_x, "rematch")).empty()); // there is one
}

// Two servers on one store: each has what the other did as soon as it is asked, and goes on from there.
TEST_F(LinkTest, WhoComesByAnotherServerIsSeen) {
    ServerProcess second(folder);
    Client maker(server->port()), friend_(second.port());
    auto made = maker.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
    friend_.state("sit", {{"key", made.at("invite")}, {"seat", server::new_key()}});
    made = maker.state("move", move_of(made));
    EXPECT_FALSE(made.contains("invite"));
    Client other(second.port());
    const auto seen = other.state("open", key_of(made));
    EXPECT_EQ(seen.at("version"), made.at("version"));
    EXPECT_EQ(ply_of(seen), 1u);
}

TEST_F(LinkTest, AnInvitationThatWasTakenElsewhereIsGoneWhenTheGameIsOpened) {
    ServerProcess second(folder);
    Client maker(server->port()), friend_(second.port());
    const auto made = maker.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
    friend_.state("sit", {{"key", made.at("invite")}, {"seat", server::new_key()}});
    EXPECT_FALSE(maker.state("open", key_of(made)).contains("invite"));
}

TEST_F(LinkTest, ARematchThatCouldNotBeKeptLeadsNowhere) {
    begin();
    of_x = x->state("resign", {{"key", of_x.at("key")}, {"player", "x"}});
    x->state("offer", deal(of_x, "rematch"));
    ServerProcess second(folder);
    Client o_elsewhere(second.port());
    o_elsewhere.state("open", key_of(of_o));
    x->state("decline", deal(of_x, "rematch")); // withdrawn, which the second server does not know
    EXPECT_NE(o_elsewhere.error("accept", deal(of_o, "rematch")).find("any more"), std::string::npos);
    const auto seen = o_elsewhere.state("open", key_of(of_o));
    EXPECT_FALSE(seen.contains("rematch"));
    EXPECT_TRUE(seen.at("offers").as_array().empty());
}

// What nobody looks at is not kept in memory: who comes back sees the store's word for it.
TEST_F(LinkTest, AGameThatNobodyLooksAtIsForgotten) {
    begin();
    play_x();
    const auto edit = [&] { database().exec(moves_become("")); };
    edit();
    o.reset();
    EXPECT_EQ(ply_of(x->state("open", key_of(of_x))), 1u);
    x.reset();
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(ply_of(Client(server->port()).state("open", key_of(of_x))), 0u);
}

TEST_F(LinkTest, AFlagFallsWhoeverIsThere) {
    begin({{"seconds", 1}});
    play_x();
    EXPECT_EQ(of_x.at("clock").at("running"), nullptr);
    play_o();
    EXPECT_EQ(of_x.at("clock").at("running"), "x");
    const json::object lost = {{"winner", "o"}, {"reason", "time"}};
    of_o = next_state(*o); // nobody did anything
    EXPECT_EQ(of_o.at("result"), lost);
    EXPECT_EQ(of_o.at("clock").at("x"), 0);
    EXPECT_EQ(of_o.at("clock").at("running"), nullptr);
    EXPECT_FALSE(x->error("move", move_of(of_x)).empty());
}

TEST_F(LinkTest, AFlagFallsInAnEmptyRoom) {
    begin({{"seconds", 1}});
    play_x();
    play_o();
    x.reset();
    o.reset();
    // It is in the store before anybody comes back.
    EXPECT_TRUE(comes_true(R"(result LIKE '%"reason":"time"%')"));
    EXPECT_TRUE(database().execAndGet("SELECT deadline FROM games").isNull());
}

// For a restart. What a longer outage took is given back.
TEST_F(LinkTest, AClockRunsOnWhileTheServerStartsAgain) {
    begin({{"seconds", 100}, {"increment", 1}});
    play_x();
    play_o();
    std::this_thread::sleep_for(300ms);
    restart();
    EXPECT_LT(of_x.at("clock").at("x").as_int64(), 99'750);
    EXPECT_GT(of_x.at("clock").at("x").as_int64(), 90'000);
    EXPECT_EQ(of_x.at("clock").at("o"), 100'000);
    server->kill();
    server.reset();
    database().exec("UPDATE games SET clock = replace(clock, '\"x\":100000', '\"x\":50'), deadline = 1");
    server.emplace(folder);
    EXPECT_TRUE(comes_true(R"(result LIKE '%"reason":"time"%')")); // nobody opens it
}

TEST_F(LinkTest, AClockDoesNotRunWhileTheServerIsDown) {
    begin({{"seconds", 100}, {"increment", 1}});
    play_x();
    play_o();
    ASSERT_TRUE(comes_true("(SELECT at FROM alive) > 0"));
    server->kill();
    server.reset();
    // As if all of this had been a day ago.
    database().exec("UPDATE alive SET at = at - 86400000");
    database().exec("UPDATE games SET changed = changed - 86400, deadline = deadline - 86400000,"
                    " clock = json_set(clock, '$.since', json_extract(clock, '$.since') - 86400000)");
    server.emplace(folder);
    x.emplace(server->port());
    of_x = x->state("open", key_of(of_x));
    EXPECT_TRUE(of_x.at("result").is_null());
    EXPECT_LE(of_x.at("clock").at("x").as_int64(), 100'000);
    EXPECT_GT(of_x.at("clock").at("x").as_int64(), 80'000);
}

TEST_F(LinkTest, ARecordThatCannotBeReadDoesNotRingForEver) {
    begin({{"seconds", 100}});
    play_x();
    play_o();
    server->kill();
    server.reset();
    database().exec("UPDATE games SET clock = '{', deadline = 1");
    server.emplace(folder);
    EXPECT_TRUE(comes_true("deadline IS NULL"));
    begin();
}

TEST_F(LinkTest, NoMoveIsInTimeAfterTheFlag) {
    begin({{"seconds", 1000}, {"increment", 180}});
    play_x();
    play_o();
    play_x(); // x has 1180 s now
    EXPECT_GT(of_x.at("clock").at("x").as_int64(), 1'000'000);
    EXPECT_EQ(of_x.at("clock").at("running"), "o");
    server->kill();
    server.reset();
    database().exec(
        "UPDATE games SET deadline = json_extract(clock, '$.since') + 1000, clock = json_set(clock, '$.o', 1000)");
    server.emplace(folder);
    x.emplace(server->port());
    o.emplace(server->port());
    of_x = x->state("open", key_of(of_x));
    while (of_x.at("result").is_null()) of_x = next_state(*x);
    EXPECT_EQ(of_x.at("result").at("winner"), "x");
    EXPECT_EQ(of_x.at("result").at("reason"), "time");
    EXPECT_EQ(o->error("move", move_of(of_o)), "move: the game is over: time");
}

TEST_F(LinkTest, TheEngineKeepsItsTime) {
    Client client(server->port());
    auto state = client.state("new", {{"game", "ataxx:size=5"},
                                      {"x", engine(10)},
                                      {"o", {{"kind", "engine"}, {"level", 8}}},
                                      {"clock", {{"seconds", 6}}}});
    while (state.at("result").is_null()) state = next_state(client);
    EXPECT_NE(state.at("result").at("reason"), "time");
    EXPECT_GT(state.at("clock").at("x").as_int64(), 0);
    EXPECT_LT(state.at("clock").at("x").as_int64(), 6000);
}

TEST_F(LinkTest, TheEngineWhoseClockRunsDoesNotWaitForPeople) {
    std::string key;
    {
        Client client(server->port());
        auto state =
            client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", engine(10)}, {"clock", {{"seconds", 20}}}});
        key = text_of(state.at("key"));
        client.state("move", move_of(state));
        state = next_state(client);
        client.state("move", move_of(state));
    } // gone while it thinks
    server->kill();
    server.reset();
    server.emplace(folder);
    EXPECT_TRUE(comes_true("plies = 4"));
    Client client(server->port());
    const auto state = client.state("open", {{"key", key}});
    EXPECT_EQ(ply_of(state), 4u);
    EXPECT_EQ(state.at("clock").at("running"), "x");
}

TEST_F(LinkTest, TwoEnginesDoNotPlayForNobody) {
    Client client(server->port());
    auto state =
        client.state("new", {{"game", "ataxx"}, {"x", engine(0.2)}, {"o", engine(0.2)}, {"clock", {{"seconds", 600}}}});
    while (ply_of(state) < 3) state = next_state(client);
    client = Client(server->port());
    // Whenever the server notices that nobody is there.
    const auto moves = [&] { return database().execAndGet("SELECT " + moves_of_games + " FROM games").getString(); };
    for (std::string before; before != moves(); std::this_thread::sleep_for(1200ms)) before = moves();
    EXPECT_EQ(database().execAndGet("SELECT result FROM games").getString(), "null");
}

TEST_F(LinkTest, TheEngineAnswersAnOfferByItsScore) {
    Client client(server->port());
    auto state = client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", engine()}});
    state = client.state("offer", deal(state, "draw"));
    EXPECT_EQ(state.at("offers").at(0).at("by"), "x");
    state = next_state(client);
    EXPECT_EQ(state.at("offers").at(0).at("declined"), true); // too early
    EXPECT_FALSE(client.error("offer", deal(state, "draw")).empty());
    for (const char* what : {"takeback", "rematch"}) EXPECT_FALSE(client.error("offer", deal(state, what)).empty());

    // After twenty turns, where one side has a row of pieces for each of the other's.
    const auto answer_where = [&](std::string_view position) {
        client = Client(server->port());
        state = client.state("new", {{"game", "ataxx:size=11"}, {"position", position}, {"x", person}, {"o", person}});
        while (ply_of(state) < 20) state = client.state("move", move_of(state));
        state = client.state("players", {{"key", state.at("key")}, {"x", person}, {"o", engine()}});
        state = client.state("offer", deal(state, "draw"));
        state = next_state(client);
        return state.at("result").is_null() ? "declined" : text_of(state.at("result").at("reason"));
    };
    const std::string three_rows = "xxxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxxx/11/11/11/11/11/11/11/o10 x 0 1";
    EXPECT_EQ(answer_where(three_rows), "agreed");
    EXPECT_EQ(answer_where("ooooooooooo/ooooooooooo/ooooooooooo/11/11/11/11/11/11/11/x10 x 0 1"), "declined");
}

TEST_F(LinkTest, PeopleAtOneBoardAgreeAtOnceAndMayThinkBetterOfIt) {
    Client client(server->port());
    auto state = client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
    EXPECT_EQ(state.at("seats"), "xo");
    EXPECT_FALSE(state.contains("watch"));
    state = client.state("offer", deal(state, "draw"));
    EXPECT_EQ(state.at("result").at("reason"), "agreed");
    EXPECT_TRUE(client.state("undo", key_of(state)).at("result").is_null());
}

TEST_F(LinkTest, TimeThatIsLostIsNotTakenBack) {
    Client client(server->port());
    auto state = client.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"clock", {{"seconds", 1}}}});
    state = client.state("move", move_of(state));
    state = client.state("move", move_of(state));
    state = next_state(client);
    EXPECT_EQ(state.at("result").at("reason"), "time");
    EXPECT_NE(client.error("undo", key_of(state)).find("time"), std::string::npos);
}

TEST_F(LinkTest, AGlanceAtManyGames) {
    begin({{"days", 3}});
    play_x();
    const auto glance = o->ask("glance", {{"keys", {of_o.at("key"), "nonsense", of_o.at("watch")}}});
    ASSERT_EQ(glance.at("t"), "glance");
    EXPECT_FALSE(glance.at("d").at("games").at(0).at("start").as_string().empty());
    EXPECT_GT(glance.at("d").at("games").at(0).at("changed").as_int64(), 1'700'000'000);
    const auto& games = glance.at("d").at("games").as_array();
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].at("key"), of_o.at("key"));
    EXPECT_EQ(games[0].at("turn"), "o");
    EXPECT_EQ(games[0].at("seats"), "o");
    EXPECT_EQ(games[1].at("seats"), "");
    EXPECT_TRUE(games[0].at("result").is_null());
    EXPECT_FALSE(o->error("glance", {{"keys", "all"}}).empty());
    EXPECT_FALSE(o->error("glance", {{"keys", json::array(51, "k")}}).empty());
    EXPECT_FALSE(o->error("glance", {{"keys", {1}}}).empty());
    EXPECT_EQ(o->ask("ping", {}).at("t"), "pong");
}

TEST_F(LinkTest, HostileMessagesAreRefusedInOneLine) {
    begin();
    const json::object good = {{"game", "ataxx"}, {"x", person}, {"o", person}};
    const auto with = [&](std::string_view name, json::value value) {
        json::object d = good;
        d[name] = std::move(value);
        return d;
    };
    const json::value key = of_x.at("key");
    const std::vector<std::pair<std::string, json::object>> rows = {
        {"new", with("seat", "z")},
        {"new", with("seat", 1)},
        {"new", with("clock", "fast")},
        {"new", with("clock", {{"seconds", -5}})},
        {"new", {{"game", "ataxx"}, {"x", person}, {"o", engine()}, {"seat", "x"}}},
        {"sit", {{"key", of_x.at("watch")}, {"seat", "short"}}},
        {"sit", {{"key", of_x.at("watch")}, {"seat", std::string(22, '\'')}}},
        {"sit", {{"key", of_x.at("watch")}}},
        {"sit", {{"key", "nonsense"}, {"seat", server::new_key()}}},
        {"offer", {{"key", key}, {"what", "money"}}},
        {"offer", {{"key", key}}},
        {"accept", {{"key", key}, {"what", "draw"}}},
        {"accept", {{"key", key}, {"what", "rematch"}}},
        {"decline", {{"key", key}, {"what", "takeback"}}},
        {"open", {{"key", "' OR 1=1 --"}}},
    };
    for (const auto& [type, d] : rows) {
        const std::string said = x->error(type, d);
        EXPECT_FALSE(said.empty()) << type << json::serialize(d);
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    // A key that is another game's cannot be made one's own.
    Client thief(server->port());
    const auto other = thief.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
    EXPECT_FALSE(thief.error("sit", {{"key", other.at("invite")}, {"seat", key}}).empty());
    EXPECT_EQ(x->state("open", key_of(of_x)).at("version"), of_x.at("version"));
    play_x();
}

TEST_F(LinkTest, AGameLastsForMonths) {
    begin({{"days", 14}});
    play_x();
    server->kill();
    server.reset();
    database().exec("UPDATE games SET created = created - 90 * 86400, changed = changed - 90 * 86400");
    server.emplace(folder);
    std::this_thread::sleep_for(100ms);
    x.emplace(server->port());
    o.emplace(server->port());
    of_o = o->state("open", key_of(of_o));
    of_x = x->state("open", key_of(of_x));
    play_o();
    play_x();
    EXPECT_EQ(ply_of(of_o), 3u);
}

// A store as the first version left it.
TEST(Migration, OldGamesGoOnUnderTheirKey) {
    TemporaryFolder folder;
    {
        SQLite::Database old((folder / "games.db").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        old.exec(
            R"(CREATE TABLE games (key TEXT PRIMARY KEY, variant TEXT NOT NULL, start TEXT NOT NULL, players TEXT NOT NULL,
            moves TEXT NOT NULL, result TEXT NOT NULL, version INTEGER NOT NULL,
            created INTEGER NOT NULL DEFAULT (unixepoch()), changed INTEGER NOT NULL DEFAULT (unixepoch())) STRICT;
            PRAGMA user_version = 1;
            INSERT INTO games (key, variant, start, players, moves, result, version) VALUES
            ('going', 'ataxx', 'startpos', '{"x":{"kind":"person"},"o":{"kind":"engine","seconds":0.5}}', 'a2 a7-a5', 'null', 3),
            ('over', 'ataxx', 'startpos', '{"x":{"kind":"person"},"o":{"kind":"person"}}', 'a2', '{"winner":"x","reason":"resigned"}', 3))");
    }
    ServerProcess server(folder);
    Client client(server.port());
    auto state = client.state("open", {{"key", "going"}});
    EXPECT_EQ(state.at("seats"), "xo");
    EXPECT_EQ(state.at("version"), 3);
    EXPECT_EQ(state.at("clock"), nullptr);
    EXPECT_EQ(ply_of(client.state("move", move_of(state))), 3u);
    const auto over = client.state("open", {{"key", "over"}});
    EXPECT_EQ(over.at("result").at("reason"), "resigned");
    EXPECT_TRUE(client.state("undo", key_of(over)).at("result").is_null());
}

}
}
