// What was answered is kept, whatever happens to the process.
#include "client.hpp"
#include "server/store.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <cstdlib>
#include <random>
#include <sys/stat.h>
#include <thread>

namespace tavoliere {
namespace {

namespace json = boost::json;

json::object request(const json::object& state) {
    return {{"key", state.at("key")},
            {"ply", state.at("history").as_array().size()},
            {"move", state.at("moves").at(0).at("text")}};
}
json::object two_persons(std::string_view game) { return {{"game", game}, {"x", person}, {"o", person}}; }

TEST(Store, AGameOutlivesTheServer) {
    TemporaryFolder folder;
    json::object state, over;
    {
        ServerProcess server(folder);
        Client client(server.port());
        over = client.state("new", two_persons("clobber"));
        over = client.state("resign", {{"key", over.at("key")}, {"player", "o"}});
        state = client.state("new", two_persons("ataxx:size=5"));
        for (int i = 0; i < 4; ++i) state = client.state("move", request(state));
        state = client.state("undo", key_of(state));
        EXPECT_EQ(server.stop(), 0);
    }
    ServerProcess server(folder);
    Client client(server.port());
    EXPECT_EQ(client.state("open", key_of(state)), state);
    EXPECT_EQ(client.state("open", key_of(over)), over);
}

TEST(Store, AnEngineThatWasThinkingThinksAgain) {
    TemporaryFolder folder;
    json::object state;
    {
        ServerProcess server(folder);
        Client client(server.port());
        state = client.state("new", {{"game", "ataxx"}, {"x", engine(0.5)}, {"o", person}});
    }
    ServerProcess server(folder);
    Client client(server.port());
    EXPECT_EQ(client.state("open", key_of(state)).at("thinking"), true);
    EXPECT_EQ(client.news().at("history").as_array().size(), 1u);
}

TEST(Store, TwoServersDoNotUndoEachOthersMoves) {
    TemporaryFolder folder;
    ServerProcess one(folder), other(folder);
    Client here(one.port()), there(other.port());
    const auto start = here.state("new", two_persons("ataxx"));
    there.state("open", key_of(start));
    const auto moved = here.state("move", request(start));
    EXPECT_NE(there.error("resign", {{"key", start.at("key")}, {"player", "x"}}).find("another server"),
              std::string::npos);
    EXPECT_EQ(there.state("open", key_of(start)), moved);
}

// A person plays on as fast as the answers come; at a random moment the server is killed.
TEST(Store, NoAnsweredMoveIsLostWhenTheServerIsKilled) {
    TemporaryFolder folder;
    std::mt19937 random(2026);
    json::object last;
    for (int round = 0; round < 200; ++round) {
        ServerProcess server(folder);
        Client client(server.port());
        json::object state;
        if (last.empty() || !last.at("result").is_null()) {
            state = client.state("new", two_persons("ataxx"));
        } else {
            state = client.state("open", key_of(last));
            // The last move sent may have been kept although its answer was lost.
            const auto lost = state.at("version").as_int64() - last.at("version").as_int64();
            ASSERT_TRUE(lost == 0 || lost == 1) << lost;
            const auto& before = last.at("history").as_array();
            const auto& after = state.at("history").as_array();
            ASSERT_LE(before.size(), after.size());
            for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(before[i], after[i]);
        }
        std::jthread killer([&server, wait = random() % 40'000] {
            usleep(wait);
            server.kill();
        });
        try {
            for (int i = 0; i < 95 && state.at("result").is_null(); ++i) state = client.state("move", request(state));
        } catch (const std::exception&) {} // killed
        last = state;
    }
    SQLite::Database database((folder / "games.db").string());
    EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

TEST(Store, ARecordThatCannotBePlayedIsAnError) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    Client client(server.port());
    SQLite::Database database((folder / "games.db").string(), SQLite::OPEN_READWRITE, 1000);
    for (const std::string spoil : {"variant = 'checkers'", "start = 'x'", "players = '[]'", "players = '{\"x\":1}'",
                                    "moves = 'z9'", "moves = 'a7 a7 a7'", "result = '{'", "result = '{}'"}) {
        client = Client(server.port());
        const auto state = client.state("new", two_persons("ataxx"));
        client.state("new", two_persons("ataxx")); // lets go of the first
        database.exec("UPDATE games SET " + spoil + " WHERE key = '" + text_of(state.at("key")) + "'");
        EXPECT_NE(client.error("open", key_of(state)).find("can no longer be played"), std::string::npos) << spoil;
    }
}

TEST(Store, VersionsOfTheSchema) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    ASSERT_TRUE(server::Store::open("sqlite:" + path));
    ASSERT_TRUE(server::Store::open("sqlite:" + path));
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    const auto newer = server::Store::open("sqlite:" + path);
    ASSERT_FALSE(newer);
    EXPECT_NE(newer.error().text.find("newer Tavoliere"), std::string::npos);

    const std::string foreign = (folder / "foreign.db").string();
    SQLite::Database(foreign, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE recipes (name TEXT)");
    const auto other = server::Store::open("sqlite:" + foreign);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().text.find("another program"), std::string::npos);
}

// Keys of games are in it.
TEST(Store, IsItsOwnersAlone) {
    TemporaryFolder folder;
    const mode_t before = ::umask(0);
    const auto mode = [&](const std::string& name) {
        struct stat there{};
        EXPECT_EQ(::stat((folder / name).c_str(), &there), 0) << name;
        return there.st_mode & 0777;
    };
    {
        const auto store = server::Store::open("sqlite:" + (folder / "games.db").string());
        ASSERT_TRUE(store);
        for (const char* name : {"games.db", "games.db-wal", "games.db-shm"}) EXPECT_EQ(mode(name), 0600u) << name;
    }
    ::chmod((folder / "games.db").c_str(), 0640);
    ASSERT_TRUE(server::Store::open("sqlite:" + (folder / "games.db").string()));
    EXPECT_EQ(mode("games.db"), 0640u) << "whose mode is another is left so";
    ::umask(before);
}

TEST(Store, TheStandardPlaceIsMade) {
    TemporaryFolder folder;
    setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
    ASSERT_TRUE(server::Store::open(""));
    unsetenv("XDG_DATA_HOME");
    EXPECT_TRUE(std::filesystem::exists(folder / "data" / "tavoliere" / "games.db"));
}

}
}
