// Several servers on one store: what they hear of each other, and what they leave to each other. That all of it holds while any of them is
// killed, tests/reliability tries (scripts/test-reliability --only servers).
#include "client.hpp"
#include "nats.hpp"
#include "postgres.hpp"
#include "server/bus.hpp"
#include "server/store.hpp"
#include "server_process.hpp"
#include "sql/libpq.hpp"
#include <algorithm>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <optional>
#include <thread>

namespace tavoliere::server {
namespace {

namespace json = boost::json;

const json::object two_persons = {{"game", "ataxx"}, {"x", {{"kind", "person"}}}, {"o", {{"kind", "person"}}}};
json::object first_move(const json::object& at) {
    return {{"key", at.at("key")}, {"ply", ply_of(at)}, {"move", at.at("moves").at(0).at("text")}};
}

// What comes over a bus, for a test to wait for.
class Heard {
public:
    Bus::Listener listener() {
        return {[this](const GameEvent& event) { add(event.game + " " + event.server + " " + event.present); },
                [this] { add("came back"); }};
    }
    bool comes(const std::string& what) {
        std::unique_lock lock(mutex_);
        return wanted_.wait_for(lock, std::chrono::seconds(60),
                                [&] { return std::ranges::find(all_, what) != all_.end(); });
    }
    std::vector<std::string> all() const {
        const std::lock_guard lock(mutex_);
        return all_;
    }

private:
    void add(std::string what) {
        {
            const std::lock_guard lock(mutex_);
            all_.push_back(std::move(what));
        }
        wanted_.notify_all();
    }
    mutable std::mutex mutex_;
    std::condition_variable wanted_;
    std::vector<std::string> all_;
};

TEST(SeveralServers, HearOfGamesOfTheirStoreByTheBus) {
    NatsProcess nats;
    Heard here, there, elsewhere; // before the buses, which call them
    auto one = Bus::open(nats.url(), "a"), two = Bus::open("nats://127.0.0.1:1," + nats.url(), "a"),
         other = Bus::open(nats.url(), "b");
    ASSERT_TRUE(one && two && other);
    ASSERT_TRUE((*one)->subscribe(here.listener()));
    ASSERT_TRUE((*two)->subscribe(there.listener()));
    ASSERT_TRUE((*other)->subscribe(elsewhere.listener()));
    // A subscription is on its way for a moment.
    const auto reaches = [](Bus& from, Heard& to, const std::string& game) {
        for (int version = 1;; ++version) {
            from.publish({game, version, "server", "xo"});
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (const auto all = to.all(); !all.empty() && all.back() == game + " server xo") return true;
            if (version > 3000) return false;
        }
    };
    EXPECT_TRUE(reaches(**one, there, "first"));
    EXPECT_TRUE(reaches(**two, here, "second"));
    EXPECT_TRUE(std::ranges::none_of(here.all(), [](const auto& heard) { return heard.starts_with("first"); }))
        << "what it published itself";
    EXPECT_EQ(elsewhere.all(), std::vector<std::string>{});

    nats.kill();
    (*one)->publish({"lost", 7, "server", ""}); // does not wait, nor fail
    nats.start();
    EXPECT_TRUE(here.comes("came back"));
    EXPECT_TRUE(there.comes("came back"));
    EXPECT_TRUE(reaches(**one, there, "third"));
    EXPECT_TRUE((*one)->figures()->is_connected);
    EXPECT_GT((*one)->figures()->heard, 0u);
}

TEST(SeveralServers, ABusNeedsNobodyToBegin) {
    Heard heard;
    auto bus = Bus::open("nats://127.0.0.1:1", "a");
    ASSERT_TRUE(bus) << bus.error().text;
    EXPECT_TRUE((*bus)->subscribe(heard.listener()));
    (*bus)->publish({"game", 2, "server", ""});
    EXPECT_FALSE((*bus)->figures()->is_connected);
    EXPECT_FALSE((*Bus::open("", "a"))->figures()) << "in the process there is none";
}

TEST(SeveralServers, WhatIsNoAddressOfABusIsOneLine) {
    for (const std::string url : {"nats:/here", "nats://", "nats://:4222", "redis://here", "nats://here:0",
                                  "nats://here:65536", "nats://here:x", "nats://me:secret@", "nats://a b",
                                  "nats://here/games", "nats://here,", "nats://here:4222,there"}) {
        const auto bus = Bus::open(url, "a");
        ASSERT_FALSE(bus) << url;
        EXPECT_TRUE(bus.error().text.contains("is no address of a NATS; write nats://HOST:PORT")) << bus.error().text;
        EXPECT_FALSE(bus.error().text.contains("secret") || bus.error().text.contains('\n'));
    }
}

// Without a bus: each looks at the store now and then.
TEST(SeveralServers, GoOnWithWhatAnotherDid) {
    TemporaryFolder folder;
    const std::string store = new_database();
    ServerProcess one(folder, {.port = 0, .store = store}), two(folder, {.port = 0, .store = store});
    ASSERT_NE(one.port(), 0) << one.first_line();
    ASSERT_NE(two.port(), 0) << two.first_line();
    Client here(one.port()), there(two.port()), watching(two.port());
    json::object state = here.state("new", two_persons);
    EXPECT_EQ(watching.state("open", key_of(state)).at("version"), 1);
    state = here.state("move", first_move(state));
    EXPECT_EQ(ply_of(watching.news()), 1u);
    // Whether a server has looked yet or not: what is asked goes on from what the other did.
    for (int round = 0; round < 20; ++round) {
        Client& by = round % 2 ? here : there;
        const auto next = by.state("move", first_move(state));
        ASSERT_EQ(ply_of(next), ply_of(state) + 1);
        state = next;
    }
    state = here.state("resign", {{"key", state.at("key")}, {"player", "x"}});
    EXPECT_FALSE(there.state("open", key_of(state)).at("result").is_null());
}

TEST(SeveralServers, TellWhoIsThere) {
    TemporaryFolder folder;
    NatsProcess nats;
    const std::string store = new_database();
    ServerProcess one(folder, {.port = 0, .store = store, .bus = nats.url()}),
        two(folder, {.port = 0, .store = store, .bus = nats.url()});
    Client here(one.port()), watching(two.port());
    json::object game = two_persons;
    game["seat"] = "x";
    const auto x = here.state("new", game);
    watching.state("open", {{"key", x.at("watch")}});
    std::optional<Client> there(two.port());
    there->state("sit", {{"key", x.at("invite")}, {"seat", std::string(22, 'k')}});
    const auto is_told = [](Client& client, std::string_view present) {
        for (;;) {
            const auto message = client.receive();
            const auto* said = message.at("d").as_object().if_contains("present");
            if (said && said->as_string() == present) return true;
        }
    };
    EXPECT_TRUE(is_told(here, "xo"));
    EXPECT_TRUE(is_told(watching, "xo"));
    there.reset();
    EXPECT_TRUE(is_told(here, "x"));
    EXPECT_TRUE(is_told(watching, "x"));
}

// Two who ask at the same time, each by another server: neither is told that the other was faster.
TEST(SeveralServers, WhoMeetsAnothersRequestIsNotRefused) {
    TemporaryFolder folder;
    const std::string store = new_database();
    ServerProcess one(folder, {.port = 0, .store = store}), two(folder, {.port = 0, .store = store});
    Client here(one.port()), there(two.port());
    for (int round = 0; round < 20; ++round) {
        json::object game = two_persons;
        game["seat"] = "x";
        const auto x = here.state("new", game);
        const std::string seat = "seat" + std::string(18, char('a' + round));
        const auto o = there.state("sit", {{"key", x.at("invite")}, {"seat", seat}});
        const auto asked = [](const json::object& d, std::string_view type) {
            return json::serialize(json::object{{"t", type}, {"id", 1'000'000}, {"d", d}});
        };
        here.send(asked({{"key", x.at("key")}, {"what", "draw"}}, "offer"));
        there.send(asked({{"key", seat}, {"player", "o"}}, "resign"));
        for (Client* client : {&here, &there})
            for (json::object message;;) {
                message = client->receive();
                if (!message.contains("id")) continue;
                // The one that came second may be refused by the rules: the game is over.
                if (message.at("t") == "error") { EXPECT_TRUE(json::serialize(message).contains("over")) << message; }
                break;
            }
        EXPECT_FALSE(there.state("open", {{"key", seat}}).at("result").is_null());
    }
}

// However long the game is: by another server, too.
TEST(SeveralServers, NoMoveIsToldTwice) {
    TemporaryFolder folder;
    const std::string store = new_database();
    ServerProcess one(folder, {.port = 0, .store = store}), two(folder, {.port = 0, .store = store});
    Client here(one.port()), there(two.port(), "127.0.0.1", "/api/play?states=changes");
    json::object state = here.state("new", two_persons);
    there.state("open", key_of(state));
    const auto is_told = [&](int ply, int from) {
        json::object told = there.news();
        while (told.at("version") != state.at("version")) told = there.news();
        EXPECT_EQ(told.at("from"), from);
        EXPECT_EQ(told.at("history").as_array().size(), std::size_t(ply - from));
    };
    for (int ply = 1; ply <= 5; ++ply) {
        state = here.state("move", first_move(state));
        is_told(ply, ply - 1);
    }
    state = here.state("undo", key_of(state));
    is_told(4, 4);
}

// One whose clock is wrong takes no time for lost in which another served, and says so.
TEST(SeveralServers, WhatAWrongClockSaysIsNotGivenBack) {
    TemporaryFolder folder;
    const std::string store = new_database();
    auto sql = sql::PostgresConnection::open(store);
    ServerProcess one(folder, {.port = 0, .store = store});
    Client here(one.port());
    json::object game = two_persons;
    game["clock"] = {{"seconds", 900}};
    json::object state = here.state("new", game);
    for (int i = 0; i < 2; ++i) state = here.state("move", first_move(state)); // the clock runs
    const auto deadline = [&] { return sql->ask("SELECT deadline FROM tavoliere.games").text(0, 0); };
    const std::string before = deadline();
    testing::internal::CaptureStderr();
    ServerProcess two(folder, {.port = 0, .store = store}, std::chrono::seconds(100));
    Client(two.port()).ask("ping", {}); // is answered after all that it does first
    EXPECT_EQ(two.stop(), 0);
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_NE(log.find("clock and this server's differ by"), std::string::npos) << log;
    EXPECT_EQ(deadline(), before);
}

TEST(SeveralServers, TheEnginesTurnIsOneServers) {
    const std::string url = new_database();
    auto a = Store::open(url), b = Store::open(url);
    ASSERT_TRUE(a && b);
    Sharing& one = *(*a)->sharing();
    Sharing& two = *(*b)->sharing();
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"engine"}})", "a2", "null"};
    row.version = 2;
    ASSERT_TRUE((*a)->insert("game", row, {}));
    EXPECT_EQ(*one.versions({"game", "nobody"}), (std::map<std::string, std::int64_t>{{"game", 2}}));
    EXPECT_TRUE(*one.take_turn("game", 2, "one"));
    EXPECT_FALSE(*two.take_turn("game", 2, "two"));
    EXPECT_TRUE(*one.take_turn("game", 2, "one")) << "it has it";
    EXPECT_EQ(*two.keep_turns("two", {"game"}), std::vector<std::string>{});
    auto sql = sql::PostgresConnection::open(url);
    const auto let_it_run_out = [&] { sql->run("UPDATE tavoliere.turns SET until = now() - interval '1 second'"); };
    let_it_run_out();
    EXPECT_EQ(*one.keep_turns("one", {"game"}), std::vector<std::string>{}) << "nobody was faster";
    EXPECT_FALSE(*two.take_turn("game", 2, "two"));
    let_it_run_out();
    EXPECT_EQ(*two.keep_turns("two", {}), std::vector<std::string>{"game"});
    EXPECT_TRUE(*two.take_turn("game", 2, "two"));
    EXPECT_FALSE(*one.take_turn("game", 2, "one")) << "it was away for too long";
    ASSERT_TRUE(one.end_turn("game", 1, "one")) << "which was another turn";
    ASSERT_TRUE(one.end_turn("game", 2, "one")) << "which it has no longer";
    EXPECT_FALSE(*one.take_turn("game", 2, "one"));
    EXPECT_TRUE(*one.take_turn("game", 3, "one")) << "the turn after it";
    EXPECT_FALSE(*two.take_turn("game", 2, "two")) << "which is past";
    ASSERT_TRUE(one.end_turn("game", 3, "one"));
    EXPECT_TRUE(*two.take_turn("game", 3, "two"));
    let_it_run_out();
    ASSERT_TRUE(one.end_turn("game", 3, "one")) << "which nobody keeps";
    EXPECT_EQ(*one.keep_turns("one", {}), std::vector<std::string>{});

    // All servers take what one has left in the same order, or two would wait for each other.
    for (const char* name : {"c", "b", "d"}) {
        ASSERT_TRUE((*a)->insert(name, row, {}));
        ASSERT_TRUE(*one.take_turn(name, 2, "one"));
    }
    let_it_run_out();
    EXPECT_EQ(*two.keep_turns("two", {}), (std::vector<std::string>{"b", "c", "d"}));

    // In a group it is taken when that is kept.
    (*a)->begin_group();
    ASSERT_TRUE(*one.take_turn("other", 2, "one"));
    a->reset(); // as a server that dies
    EXPECT_TRUE(*two.take_turn("other", 2, "two"));
    EXPECT_EQ((*Store::open("sqlite::memory:"))->sharing(), nullptr) << "one server's own";
}

// One that died while it thought: another takes the turn when it has run out.
TEST(SeveralServers, GoOnWhereOneDiedThatThought) {
    TemporaryFolder folder;
    const std::string store = new_database();
    ServerProcess one(folder, {.port = 0, .store = store}), two(folder, {.port = 0, .store = store});
    Client here(one.port()), there(two.port());
    json::object game = two_persons;
    game["o"] = engine(2);
    json::object state = here.state("new", game);
    here.state("move", first_move(state));
    state = there.state("open", key_of(state));
    one.kill();
    while (ply_of(state) < 2) state = there.news();
    EXPECT_EQ(state.at("turn"), "x");
    EXPECT_EQ(http(two.port(), "/readyz").status, 200);
}

}
}
