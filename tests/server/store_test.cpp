// What was answered is kept, whatever happens to the process.
#include "base/file.hpp"
#include "client.hpp"
#include "server/log.hpp"
#include "server/store.hpp"
#include "server/store_care.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
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
    // That server has not heard of the move: it goes on from there all the same.
    const auto resigned = there.state("resign", {{"key", start.at("key")}, {"player", "x"}});
    EXPECT_EQ(resigned.at("history"), moved.at("history"));
    EXPECT_EQ(resigned.at("version").as_int64(), moved.at("version").as_int64() + 1);
    EXPECT_EQ(here.state("open", key_of(start)), resigned);
}

// A person plays on as fast as the answers come; at a random moment the server is killed.
TEST(Store, NoAnsweredMoveIsLostWhenTheServerIsKilled) {
    TemporaryFolder folder;
    std::mt19937 random(2026);
    json::object last;
    for (int round = 0; round < (sanitized ? 30 : 200); ++round) {
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
    for (const std::string spoil :
         {"variant = 'checkers'", "start = 'x'", "players = '[]'", "players = '{\"x\":1}'", "result = '{'",
          "result = '{}'", "version = 0", "offers = '[{\"what\":\"takeback\",\"by\":\"x\",\"declined\":false}]'",
          "clock = '{\"days\":1,\"x\":9223372036854775807,\"o\":1,\"since\":1}'"}) {
        client = Client(server.port());
        const auto state = client.state("new", two_persons("ataxx"));
        client.state("new", two_persons("ataxx")); // lets go of the first
        database.exec("UPDATE games SET " + spoil + " WHERE key = " + game_of_key(text_of(state.at("key"))));
        EXPECT_NE(client.error("open", key_of(state)).find("can no longer be played"), std::string::npos) << spoil;
    }
    for (const std::string moves : {"z9", "a7 a7 a7"}) {
        client = Client(server.port());
        const auto state = client.state("new", two_persons("ataxx"));
        client.state("new", two_persons("ataxx"));
        database.exec(moves_become(moves, "key = " + game_of_key(text_of(state.at("key")))));
        EXPECT_NE(client.error("open", key_of(state)).find("can no longer be played"), std::string::npos) << moves;
    }
}

TEST(Store, WhatAKeyOpensIsCheckedWhenRead) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    Client client(server.port());
    const auto state = client.state("new", two_persons("ataxx"));
    SQLite::Database database((folder / "games.db").string(), SQLite::OPEN_READWRITE, 1000);
    database.exec("UPDATE keys SET opens = 'z?'");
    EXPECT_EQ(client.error("open", key_of(state)), "key: \"z?\" is nothing that it could open");
    EXPECT_EQ(client.error("sit", {{"key", state.at("key")}, {"seat", "0123456789abcdefghijAB"}}),
              "key: \"z?\" is nothing that it could open");
}

TEST(Store, AListLeavesOutWhatIsDamaged) {
    TemporaryFolder folder;
    ServerProcess server(folder);
    Client client(server.port());
    const auto good = client.state("new", two_persons("ataxx")), bad = client.state("new", two_persons("ataxx"));
    SQLite::Database database((folder / "games.db").string(), SQLite::OPEN_READWRITE, 1000);
    for (const std::string spoil : {"players = '1},{'", "players = '{}'", "result = 'x'", "turn = 'z'"}) {
        const std::string its = " WHERE key = " + game_of_key(text_of(bad.at("key")));
        database.exec("CREATE TEMP TABLE kept AS SELECT * FROM games" + its);
        database.exec("UPDATE games SET " + spoil + its);
        const auto list = client.ask("glance", {{"keys", json::array{bad.at("key"), good.at("key")}}});
        ASSERT_EQ(list.at("d").at("games").as_array().size(), 1u) << spoil;
        EXPECT_EQ(list.at("d").at("games").at(0).at("key"), good.at("key"));
        database.exec("UPDATE games SET (players, result, turn) = (SELECT players, result, turn FROM kept)" + its);
        database.exec("DROP TABLE kept");
    }
}

// One damaged row keeps no other game's clock from its time.
TEST(Store, TimeDownIsGivenBackBesideWhatIsDamaged) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    auto store = server::Store::open("sqlite:" + path);
    ASSERT_TRUE(store);
    const Instant noon{Milliseconds(1'800'000'000'000)};
    GameRow row{"ataxx", "startpos", R"({"x":{"kind":"person"},"o":{"kind":"person"}})", "", "null"};
    row.clock = R"({"days":1,"x":86400000,"o":86400000,"since":1800000000000})";
    row.deadline = noon + std::chrono::days(1);
    for (const std::string key : {"a", "b", "c", "d"}) ASSERT_TRUE((*store)->insert(key, row, {}));
    SQLite::Database database(path, SQLite::OPEN_READWRITE, 1000);
    database.exec("UPDATE games SET changed = 0");
    database.exec("UPDATE games SET deadline = 9223372036854775807 WHERE key = 'b'");
    database.exec("UPDATE games SET clock = json_set(clock, '$.since', 9223372036854775807) WHERE key = 'c'");
    database.exec("UPDATE games SET clock = '{' WHERE key = 'd'");
    ASSERT_TRUE((*store)->note_alive(noon));
    const auto down = (*store)->give_back_time_down(noon + std::chrono::hours(1));
    ASSERT_TRUE(down) << down.error().text;
    EXPECT_EQ(*down, std::chrono::hours(1));
    EXPECT_EQ((*(*store)->find("a"))->deadline, noon + std::chrono::hours(25));
}

std::string url_of(const std::filesystem::path& file) { return "sqlite:" + file.string(); }

TEST(Store, IsCopiedWhileAServerUsesItAndPutBack) {
    TemporaryFolder folder;
    const std::string store = url_of(folder / "games.db"), file = (folder / "backup").string();
    json::object state;
    {
        ServerProcess server(folder);
        Client client(server.port());
        state = client.state("new", two_persons("ataxx:size=5"));
        for (int i = 0; i < 4; ++i) state = client.state("move", request(state));
        const auto saved = server::back_up_store(store, file);
        ASSERT_TRUE(saved) << saved.error().text;
        client.state("move", request(state)); // is not in it
        client.state("new", two_persons("clobber"));
        EXPECT_TRUE(server::restore_store(file, store).error().text.ends_with("a server uses it; stop that first"));
        const auto now = server::check_store(store);
        ASSERT_TRUE(now) << now.error().text;
        EXPECT_EQ(now->faults, std::vector<std::string>());
        EXPECT_EQ(std::pair(now->games, now->plies), std::pair(std::uint64_t{2}, std::uint64_t{5}));
        EXPECT_EQ(server.stop(), 0);
    }
    const auto restored = server::restore_store(file, store);
    ASSERT_TRUE(restored) << restored.error().text;
    const auto before = server::check_store(url_of(folder / "games.db.before-restore"));
    ASSERT_TRUE(before) << before.error().text;
    EXPECT_EQ(before->games, 2u);
    struct stat mode;
    for (const std::string name : {"games.db", "games.db.before-restore", "backup"}) {
        ASSERT_EQ(::stat((folder / name).c_str(), &mode), 0) << name;
        EXPECT_EQ(mode.st_mode & 0777, 0600u) << name;
    }
    ServerProcess server(folder);
    Client client(server.port());
    EXPECT_EQ(client.state("open", key_of(state)), state);
}

TEST(Store, FaultsAreFoundAndNoneIsPutBack) {
    TemporaryFolder folder;
    const std::string store = url_of(folder / "games.db"), file = (folder / "backup").string();
    {
        ServerProcess server(folder);
        Client client(server.port());
        for (int i = 0; i < 40; ++i) client.state("new", two_persons("ataxx"));
        EXPECT_EQ(server.stop(), 0);
    }
    ASSERT_TRUE(server::back_up_store(store, file));
    {
        SQLite::Database database((folder / "games.db").string(), SQLite::OPEN_READWRITE);
        database.exec(moves_become("z9", "id = 3"));
        database.exec("UPDATE games SET start = CAST(x'78ff' AS TEXT) WHERE rowid = 5");
        database.exec("DELETE FROM keys WHERE rowid = 7");
        database.exec(row_of_key("k", "nobody", "xo"));
        database.exec("UPDATE keys SET opens = 'z' WHERE rowid = 9");
        database.exec("INSERT INTO moves VALUES (77, 0, 'a2')");
    }
    const auto report = server::check_store(store);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->games, 40u);
    ASSERT_EQ(report->faults.size(), 6u);
    EXPECT_NE(report->faults[0].find("\"z9\" is not a move"), std::string::npos) << report->faults[0];
    EXPECT_NE(report->faults[1].find("not UTF-8"), std::string::npos) << report->faults[1];
    EXPECT_EQ(report->faults[3], "key: \"z\" is nothing that it could open");
    EXPECT_EQ(report->faults[4], "1 keys open no game");
    EXPECT_EQ(report->faults[5], "1 moves are of no game");
    EXPECT_TRUE(server::restore_store((folder / "games.db").string(), url_of(folder / "other.db"))
                    .error()
                    .text.find("it has faults") != std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / "other.db"));
    // Bits that turned over, at the beginning of a page, which is never free room: neither put back nor served.
    constexpr std::uintmax_t page = 4096;
    const auto pages = std::filesystem::file_size(file) / page;
    for (const std::uintmax_t at : {pages / 2 * page, pages * 2 / 3 * page, (pages - 1) * page}) {
        std::filesystem::copy_file(file, folder / "bad", std::filesystem::copy_options::overwrite_existing);
        std::FILE* const bad = std::fopen((folder / "bad").c_str(), "r+b");
        std::fseek(bad, long(at), SEEK_SET);
        const std::string noise(500, '\x55');
        std::fwrite(noise.data(), 1, noise.size(), bad);
        std::fclose(bad);
        const auto checked = server::check_store(url_of(folder / "bad"));
        EXPECT_TRUE(!checked || !checked->faults.empty()) << at;
        EXPECT_FALSE(server::restore_store((folder / "bad").string(), url_of(folder / "other.db"))) << at;
    }
}

TEST(Store, WhatIsDamagedIsNotServed) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    {
        ServerProcess server(folder);
        Client client(server.port());
        for (int i = 0; i < 40; ++i) client.state("new", two_persons("ataxx"));
        EXPECT_EQ(server.stop(), 0);
    }
    std::FILE* const file = std::fopen(path.c_str(), "r+b");
    std::fseek(file, 4096, SEEK_SET); // its second page
    const std::string noise(4096, '\x55');
    std::fwrite(noise.data(), 1, noise.size(), file);
    std::fclose(file);
    const auto opened = server::Store::open("sqlite:" + path);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().text.find("is damaged"), std::string::npos) << opened.error().text;
    EXPECT_EQ(server::check_store("sqlite:" + (folder / "none.db").string()).error().text,
              "store: \"" + (folder / "none.db").string() + "\": there is no store here");
}

// Version 5 had a game's moves as one text. What it was for people, and for whoever looks after it, it is when it is taken over.
class StoreOfVersion5 : public testing::Test {
protected:
    void SetUp() override {
        SQLite::Database old(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        old.exec(*read_whole(OLD_STORE, file_kind::store));
        SQLite::Statement statement(old, "SELECT key, moves FROM games");
        while (statement.executeStep()) moves[statement.getColumn(0)] = statement.getColumn(1).getString();
    }
    void expect_moves_in(const std::string& url) {
        const auto store = server::Store::open(url);
        ASSERT_TRUE(store) << store.error().text;
        for (const auto& [game, kept] : moves) {
            const auto found = (*store)->find(game);
            ASSERT_TRUE(found && *found) << game;
            EXPECT_TRUE((**found).is_whole) << game;
            EXPECT_EQ((**found).moves, kept) << game;
        }
    }

    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    std::map<std::string, std::string> moves; // by games' names
};

TEST_F(StoreOfVersion5, GoesOn) {
    {
        ServerProcess server(folder);
        Client client(server.port());
        const auto opened = [&](const char* key) { return client.state("open", {{"key", key}}); };
        auto state = opened("mLNk3mGxHAkRwaefQ3hJtf");
        EXPECT_EQ(state.at("history").as_array().size(), 24u);
        state = client.state("undo", key_of(client.state("move", request(state))));
        EXPECT_EQ(state.at("history").as_array().size(), 24u);
        EXPECT_EQ(opened("e53HVqwc9xF1gfbFMnqp9F").at("result").at("reason"), "resigned");
        state = opened("8lJSnnWOMVvmX81VYJu9oF");
        EXPECT_EQ(state.at("clock").at("days"), 3);
        EXPECT_EQ(client.state("move", request(state)).at("history").as_array().size(), 2u);
        EXPECT_EQ(server.stop(), 0);
    }
    const auto report = server::check_store("sqlite:" + path);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->faults, std::vector<std::string>());
    EXPECT_EQ(std::tuple(report->games, report->plies, report->keys), std::tuple(5u, 24u + 2u + 1u, 5u));
    const auto store = server::Store::open("sqlite:" + path);
    EXPECT_EQ((*store)->unfinished("")->in_all, 4);
    EXPECT_EQ((*store)
                  ->remove_expired({}, std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()) +
                                           std::chrono::days(400))
                  ->games.size(),
              3u)
        << "of the other two one is over, and one has a clock";
    EXPECT_EQ(SQLite::Database(path).execAndGet("SELECT count(*) FROM moves").getInt(), 2 + 1);
}

TEST_F(StoreOfVersion5, KeepsWhateverItsMovesWere) {
    {
        SQLite::Database old(path, SQLite::OPEN_READWRITE);
        int number = 0;
        for (const std::string text : {"z9", " ", "a  b", " a", "a ", R"(a" b)", R"(a\ "b" \u0020)", "a\tb c",
                                       "\xff\xfe a", "[1,2]", "null true 7"}) {
            const std::string name = "odd" + std::to_string(++number);
            SQLite::Statement add(old, "INSERT INTO games (key, variant, start, players, moves, result, version)"
                                       " VALUES (?, 'ataxx', 'startpos', '{}', ?, 'null', 1)");
            add.bind(1, name);
            add.bind(2, text);
            add.exec();
            moves[name] = text;
        }
    }
    expect_moves_in("sqlite:" + path);
}

TEST_F(StoreOfVersion5, IsLookedAfterAsItIs) {
    const std::string store = "sqlite:" + path, bytes = *read_whole(path, file_kind::store);
    const auto report = server::check_store(store);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->faults, std::vector<std::string>());
    EXPECT_EQ(std::tuple(report->games, report->plies, report->keys), std::tuple(5u, 24u + 1u + 1u, 5u));
    const std::string copied = url_of(folder / "copied.db"), restored = url_of(folder / "restored.db");
    EXPECT_EQ(*server::copy_store(store, copied), 5u);
    expect_moves_in(copied);
    const std::string backup = (folder / "backup").string();
    ASSERT_TRUE(server::back_up_store(store, backup));
    EXPECT_EQ(*read_whole(path, file_kind::store), bytes) << "it is read alone";
    const auto put_back = server::restore_store(backup, restored);
    ASSERT_TRUE(put_back) << put_back.error().text;
    expect_moves_in(restored);
    SQLite::Database(backup, SQLite::OPEN_READWRITE).exec("UPDATE games SET moves = 'z9' WHERE moves = 'd5'");
    const auto damaged = server::check_store("sqlite:" + backup);
    ASSERT_TRUE(damaged) << damaged.error().text;
    ASSERT_EQ(damaged->faults.size(), 1u);
    EXPECT_NE(damaged->faults[0].find("\"z9\" is not a move"), std::string::npos) << damaged->faults[0];
    EXPECT_FALSE(server::restore_store(backup, restored));
    SQLite::Database(backup, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    for (const auto& refused : {server::check_store("sqlite:" + backup).error().text,
                                server::copy_store("sqlite:" + backup, url_of(folder / "n.db")).error().text})
        EXPECT_NE(refused.find(backup + "\": made by a newer Tavoliere (version 99;"), std::string::npos) << refused;
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

// Whatever the mask is: the folders too, backups, what a restore puts aside, and the log of who asked.
TEST(Store, TheStandardPlaceAndAllElseIsMadeForItsOwnerAlone) {
    TemporaryFolder folder;
    const mode_t before = ::umask(0);
    setenv("XDG_DATA_HOME", (folder / "some" / "data").c_str(), 1);
    const std::string file = (folder / "backup").string();
    {
        const auto store = server::Store::open("");
        EXPECT_TRUE(store) << store.error().text;
        EXPECT_TRUE(server::back_up_store("", file));
    }
    const auto restored = server::restore_store(file, "");
    EXPECT_TRUE(restored) << restored.error().text;
    unsetenv("XDG_DATA_HOME");
    EXPECT_TRUE(server::LineFile::open((folder / "access.log").string()));
    ::umask(before);
    std::set<std::string> made;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / ".")) {
        made.insert(entry.path().filename());
        struct stat there{};
        ASSERT_EQ(::stat(entry.path().c_str(), &there), 0);
        EXPECT_EQ(there.st_mode & 0777, entry.is_directory() ? 0700u : 0600u) << entry.path();
    }
    for (const char* name :
         {"some", "data", "tavoliere", "games.db", "games.db.before-restore", "backup", "access.log"})
        EXPECT_TRUE(made.contains(name)) << name;
}

TEST(Store, AFolderThatCannotBeMadeIsNamed) {
    TemporaryFolder folder;
    folder.write("file", "");
    setenv("XDG_DATA_HOME", (folder / "file").c_str(), 1);
    const auto store = server::Store::open("");
    unsetenv("XDG_DATA_HOME");
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().text, "store: cannot make the folder \"" + (folder / "file").string() +
                                      "\": File exists; give the place for the games as sqlite:PATH");
}

}
}
