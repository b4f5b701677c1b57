// Keys open games, and only who shows one has it: neither the store nor a log does.
#include "client.hpp"
#include "server/keys.hpp"
#include "server/store.hpp"
#include "server/store_care.hpp"
#include "server/viewers.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <fstream>
#include <iterator>

namespace tavoliere {
namespace {

namespace json = boost::json;
using namespace server;

const std::string key = "0123456789ABCDEFGHIJKL";

std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

json::object move_of(const json::object& state) {
    return {{"key", state.at("key")}, {"ply", ply_of(state)}, {"move", state.at("moves").at(0).at("text")}};
}

// Stores and links have them: they are the same for ever. By Python: hmac.new(key, b"watching", "sha256") as a number to the base 62,
// the lowest letter first.
TEST(Keys, WhatIsMadeOfAKeyIsAlwaysTheSame) {
    EXPECT_EQ(invitation_of(key), "hXCGEIorq2ghJg56c43VOL");
    EXPECT_EQ(watching_key_of(key), "H3T7SmxJJiLs0PGzVr4Q6e");
    EXPECT_EQ(rematch_key_of(key), key + "-1");
    EXPECT_EQ(rematch_key_of(key + "-9"), key + "-10");
    EXPECT_EQ(watching_key_of(key + "-9"), watching_key_of(key) + "-9");
    const KeyMark mark = mark_of(key);
    EXPECT_EQ(mark.rematch, 0);
    EXPECT_EQ(mark.hash[0], 0x83);
    EXPECT_EQ(mark.hash[31], 0xdd);
    EXPECT_EQ(mark_of(key + "-12").rematch, 12);
    EXPECT_EQ(mark_of(key + "-12").hash, mark.hash);
    EXPECT_FALSE(mark_of(key + "-12") == mark);
    for (const char* tail : {"-", "-0", "-01", "--1", "-x", "-1x", "-99999999999"})
        EXPECT_FALSE(mark_of(key + tail).hash == mark.hash) << tail;
}

TEST(Keys, EachIsShownWhatGoesWithHisOwn) {
    const AllKeys pending{known_keys({{key, {"x", 0}}, {invitation_of(key), {"", 'o'}}}), {}};
    const Viewer maker = viewer_by(key, pending, "x");
    EXPECT_EQ(maker.opens.seats, "x");
    EXPECT_EQ(maker.invite, invitation_of(key));
    EXPECT_EQ(maker.watch, watching_key_of(key));
    EXPECT_EQ(maker.rematch, "");
    const Viewer invited = viewer_by(maker.invite, pending, "x");
    EXPECT_EQ(invited.opens.invites_to, 'o');
    EXPECT_EQ(invited.invite, "");
    EXPECT_NE(invited.watch, maker.invite) << "to watch, not to sit";
    EXPECT_TRUE(viewer_by(invited.watch, pending, "x").opens == Opens());
    EXPECT_EQ(viewer_by(maker.watch, pending, "x").watch, maker.watch);

    const std::string other = new_key();
    const AllKeys taken{known_keys({{key, {"x", 0}}, {invitation_of(key), {"", 0}}, {other, {"o", 0}}}),
                        known_keys({{key + "-1", {"o", 0}}})};
    EXPECT_EQ(viewer_by(key, taken, "xo").invite, "");
    EXPECT_EQ(viewer_by(other, taken, "xo").invite, "");
    EXPECT_EQ(viewer_by(key, taken, "xo").rematch, key + "-1");
    EXPECT_EQ(viewer_by(other, taken, "xo").rematch, "") << "it leads to nothing";
    EXPECT_EQ(viewer_by(maker.watch, taken, "xo").rematch, maker.watch + "-1");
}

// Two have a game by link and a rematch, and one plays the engine. Neither the store nor what the server says of itself has a key, and
// each of them opens its game in the next server.
TEST(Keys, AreInNoFileAndInNoLog) {
    TemporaryFolder folder;
    const std::string access = (folder / "access.log").string();
    const auto port = free_port();
    std::vector<std::string> keys;
    std::string figures;
    testing::internal::CaptureStderr();
    {
        ServerProcess server(folder, {.port = 0, .access_log = access, .metrics = "127.0.0.1:" + std::to_string(port)});
        Client x(server.port()), o(server.port()), alone(server.port());
        auto of_x = x.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}, {"seat", "x"}});
        auto of_o = o.state("sit", {{"key", of_x.at("invite")}, {"seat", new_key()}});
        keys = {text_of(of_x.at("key")), text_of(of_x.at("invite")), text_of(of_x.at("watch")), text_of(of_o.at("key")),
                text_of(of_o.at("watch"))};
        of_x = x.state("resign", {{"key", of_x.at("key")}, {"player", "x"}});
        x.state("offer", {{"key", of_x.at("key")}, {"what", "rematch"}});
        of_o = o.state("accept", {{"key", of_o.at("key")}, {"what", "rematch"}});
        keys.push_back(text_of(of_o.at("rematch")));
        of_o = o.state("open", {{"key", of_o.at("rematch")}});
        EXPECT_EQ(of_o.at("seats"), "x");
        o.state("move", move_of(of_o));
        auto state = alone.state("new", {{"game", "ataxx"}, {"x", person}, {"o", person}});
        keys.push_back(text_of(state.at("key")));
        alone.state("move", move_of(state));
        for (const std::string& each : keys) {
            alone.error("move", {{"key", each}, {"ply", 99}, {"move", each}});
            alone.error("sit", {{"key", each}, {"seat", new_key()}});
            http(server.port(), "/" + each + "?key=" + each);
            const std::string unknown = each + 'x';
            EXPECT_EQ(alone.error("open", {{"key", unknown}}).find(each), std::string::npos);
        }
        EXPECT_EQ(alone.error("sit", {{"key", keys[0]}, {"seat", keys[0].substr(1)}}).find(keys[0].substr(1)),
                  std::string::npos);
        figures = http(port, "/metrics").body;
        EXPECT_EQ(server.stop(), 0);
    }
    const std::string said = testing::internal::GetCapturedStderr();
    ASSERT_TRUE(back_up_store("sqlite:" + (folder / "games.db").string(), (folder / "backup").string()));
    ASSERT_FALSE(figures.empty());
    ASSERT_FALSE(content(access).empty());
    for (const std::string& each : keys) {
        const std::string secret = each.substr(0, key_length);
        for (const auto& entry : std::filesystem::directory_iterator(folder / "."))
            EXPECT_EQ(content(entry.path()).find(secret), std::string::npos) << entry.path();
        EXPECT_EQ(said.find(secret), std::string::npos) << said;
        EXPECT_EQ(figures.find(secret), std::string::npos);
    }
    ServerProcess server(folder);
    Client client(server.port());
    for (std::size_t i = 0; i < keys.size(); ++i)
        EXPECT_EQ(text_of(client.state("open", {{"key", keys[i]}}).at("seats")),
                  std::vector<std::string>({"x", "", "", "o", "", "x", "xo"})[i]);
}

// A store as version 3 left it, with keys as they are: a game of one, whose name is its key; a game by link that nobody has joined yet,
// another with its rematch and the rematch of that.
void make_old_store(const std::string& path) {
    SQLite::Database old(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(R"(PRAGMA journal_mode = WAL;
        CREATE TABLE games (key TEXT PRIMARY KEY, variant TEXT NOT NULL, start TEXT NOT NULL, players TEXT NOT NULL,
        moves TEXT NOT NULL, result TEXT NOT NULL, version INTEGER NOT NULL,
        created INTEGER NOT NULL DEFAULT (unixepoch()), changed INTEGER NOT NULL DEFAULT (unixepoch())) STRICT;
        ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
        ALTER TABLE games ADD COLUMN offers TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE games ADD COLUMN turn TEXT NOT NULL DEFAULT '';
        ALTER TABLE games ADD COLUMN deadline INTEGER;
        ALTER TABLE games ADD COLUMN rematch TEXT NOT NULL DEFAULT '';
        CREATE INDEX deadlines ON games (deadline) WHERE deadline IS NOT NULL;
        CREATE TABLE keys (key TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (key), opens TEXT NOT NULL) STRICT;
        CREATE INDEX keys_of_games ON keys (game);
        CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
        PRAGMA user_version = 3)");
    const std::string two = R"('{"x":{"kind":"person"},"o":{"kind":"person"}}')",
                      over = R"('{"winner":"o","reason":"resigned"}')";
    const auto add = [&](const std::string& name, const std::string& moves, const std::string& result,
                         const std::string& rematch) {
        old.exec("INSERT INTO games (key, variant, start, players, moves, result, version, turn, rematch) VALUES ('" +
                 name + "', 'ataxx', 'startpos', " + two + ", '" + moves + "', " + result + ", 3, " +
                 (result == "'null'" ? "'o'" : "''") + ", '" + rematch + "')");
    };
    const auto open = [&](const std::string& text, const std::string& game, const std::string& opens) {
        old.exec("INSERT INTO keys (key, game, opens) VALUES ('" + text + "', '" + game + "', '" + opens + "')");
    };
    add("SecretOfOneWhoIsAlone1", "a2", "'null'", "");
    open("SecretOfOneWhoIsAlone1", "SecretOfOneWhoIsAlone1", "xo");
    add("joinless", "", "'null'", "");
    open("SecretOfWhoWaits000001", "joinless", "x");
    open("SecretThatInvites00001", "joinless", "o?");
    open("SecretToWatchWaits0001", "joinless", "");
    add("first", "a2", over, "second");
    add("second", "a2", over, "third");
    add("third", "a2", "'null'", "");
    for (const std::string game : {"first", "second", "third"})
        for (const auto& [opens, who] : {std::pair("x", "X"), std::pair("o", "O"), std::pair("", "W")})
            open("SecretOf" + std::string(who) + "In" + std::string(11 - game.size(), '0') + game, game, opens);
}

void expect_old_keys_open(const TemporaryFolder& folder) {
    ServerProcess server(folder);
    Client client(server.port()), other(server.port());
    const auto opened = [&](const std::string& text) { return client.state("open", {{"key", text}}); };
    auto state = opened("SecretOfOneWhoIsAlone1");
    EXPECT_EQ(state.at("seats"), "xo");
    EXPECT_EQ(ply_of(client.state("move", move_of(state))), 2u);

    // The invitation that was sent, and the one that is shown now, to the same seat.
    state = opened("SecretOfWhoWaits000001");
    EXPECT_EQ(state.at("seats"), "x");
    EXPECT_EQ(opened("SecretToWatchWaits0001").at("seats"), "");
    EXPECT_EQ(opened("SecretThatInvites00001").at("invited"), "o");
    EXPECT_EQ(opened(text_of(state.at("invite"))).at("invited"), "o");
    EXPECT_EQ(opened(text_of(state.at("watch"))).at("seats"), "");
    const std::string seat = new_key();
    EXPECT_EQ(other.state("sit", {{"key", "SecretThatInvites00001"}, {"seat", seat}}).at("seats"), "o");
    EXPECT_NE(client.error("sit", {{"key", state.at("invite")}, {"seat", new_key()}}).find("taken"), std::string::npos);

    // Each key of each game, and those that lead from one to the next.
    EXPECT_EQ(opened("SecretOfXIn000000first").at("rematch"), "SecretOfXIn000000first-1");
    EXPECT_EQ(opened("SecretOfXIn000000first-1").at("seats"), "o");
    EXPECT_EQ(opened("SecretOfXIn000000first-1").at("rematch"), "SecretOfXIn000000first-2");
    EXPECT_EQ(opened("SecretOfXIn000000first-2").at("seats"), "x");
    EXPECT_FALSE(opened("SecretOfXIn000000first-2").contains("rematch"));
    EXPECT_EQ(opened("SecretOfOIn00000second").at("seats"), "o");
    EXPECT_EQ(opened("SecretOfOIn00000second-1").at("seats"), "x");
    EXPECT_EQ(opened("SecretOfWIn000000first-2").at("seats"), "");
    state = opened("SecretOfOIn000000third");
    EXPECT_EQ(state.at("seats"), "o");
    EXPECT_EQ(ply_of(client.state("move", move_of(state))), 2u);
    for (const std::string name : {"joinless", "first", "SecretOfXIn000000first-3", "SecretOfOneWhoIsAlone1-1"})
        client.error("open", {{"key", name}});
    EXPECT_EQ(server.stop(), 0);
}

void expect_no_secrets_in(const TemporaryFolder& folder) {
    for (const char* name : {"games.db", "games.db-wal"}) {
        const std::string bytes = content(folder / name);
        const auto at = bytes.find("Secret");
        EXPECT_EQ(at, std::string::npos) << name << " has " << bytes.substr(std::min(at, bytes.size()), key_length);
    }
}

TEST(Keys, ThoseOfOlderStoresGoOnToOpen) {
    TemporaryFolder folder;
    make_old_store((folder / "games.db").string());
    ASSERT_NE(content(folder / "games.db").find("Secret"), std::string::npos);
    {
        const auto store = Store::open("sqlite:" + (folder / "games.db").string());
        ASSERT_TRUE(store) << store.error().text;
        expect_no_secrets_in(folder);
    }
    expect_old_keys_open(folder);
    expect_no_secrets_in(folder);
    SQLite::Database database((folder / "games.db").string());
    EXPECT_EQ(database.execAndGet("SELECT games FROM unfinished WHERE network = -1").getInt(), 3);
    EXPECT_EQ(database.execAndGet("SELECT games FROM unfinished WHERE network = -2").getInt(), 3);
    const auto report = check_store("sqlite:" + (folder / "games.db").string());
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->faults, std::vector<std::string>());
}

// Three hundred rematches in a row, each a game with keys of its own: those to the last eight lead on, and no shown link is dead.
TEST(Keys, OfALongSeriesOfRematchesThoseToTheLastLeadOn) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    make_old_store(path);
    {
        SQLite::Database old(path, SQLite::OPEN_READWRITE);
        old.exec(
            "DELETE FROM keys; DELETE FROM games WHERE key <> 'first'; UPDATE games SET key = 'g1', rematch = 'g2';"
            " WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
            " INSERT INTO games (key, variant, start, players, moves, result, version, rematch) SELECT 'g' || i,"
            " variant, start, players, moves, result, 3, CASE WHEN i < 300 THEN 'g' || (i + 1) ELSE '' END"
            " FROM games, n; INSERT INTO keys SELECT 'k' || key || opens, key, opens FROM games, (SELECT 'x' AS opens"
            " UNION SELECT 'o' UNION SELECT '')");
    }
    {
        auto store = Store::open("sqlite:" + path);
        ASSERT_TRUE(store) << store.error().text;
        for (const auto& [text, game] :
             {std::pair("kg299x-1", "g300"), std::pair("kg292x-8", "g300"), std::pair("kg292-8", "g300")})
            EXPECT_EQ((*(*store)->find_key(text)).value().game, game) << text;
        EXPECT_FALSE(*(*store)->find_key("kg291x-1"));
    }
    EXPECT_LT(SQLite::Database(path).execAndGet("SELECT count(*) FROM keys").getInt(), 2000);
    ServerProcess server(folder);
    Client client(server.port());
    EXPECT_EQ(client.state("open", {{"key", "kg292x-7"}}).at("rematch"), "kg292x-8");
    EXPECT_FALSE(client.state("open", {{"key", "kg200x"}}).contains("rematch"));
}

// All are over: one that goes on again is counted.
TEST(Keys, GamesOfOlderStoresAreCountedAndKeptFromWhenTheyAreTakenOver) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    make_old_store(path);
    {
        SQLite::Database old(path, SQLite::OPEN_READWRITE);
        old.exec(R"(UPDATE games SET changed = 1000, result = '{"winner":"x","reason":"resigned"}')");
    }
    auto store = Store::open("sqlite:" + path);
    ASSERT_TRUE(store) << store.error().text;
    SQLite::Database database(path, SQLite::OPEN_READWRITE, 1000);
    database.exec("UPDATE games SET result = 'null'");
    EXPECT_EQ((*store)->unfinished("")->in_all, 5);
    database.exec(moves_become(""));
    const Instant now = std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now());
    const auto removed_in = [&](std::chrono::hours time) {
        return (*store)->remove_expired({}, now + time)->games.size();
    };
    EXPECT_EQ(removed_in(std::chrono::hours(23)), 0u);
    EXPECT_EQ(removed_in(std::chrono::hours(25)), 1u);
    EXPECT_EQ(removed_in(std::chrono::hours(24 * 15 + 1)), 4u) << "by link";
}

// What cannot be swept at once, because another program reads the store, is swept by the next start.
TEST(Keys, AreSweptFromTheFileByTheNextStartWhereTheFirstCannot) {
    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    make_old_store(path);
    {
        SQLite::Database reader(path, SQLite::OPEN_READONLY);
        reader.exec("BEGIN");
        reader.execAndGet("SELECT count(*) FROM games");
        testing::internal::CaptureStderr();
        ASSERT_TRUE(Store::open("sqlite:" + path));
        testing::internal::GetCapturedStderr();
    }
    ASSERT_TRUE(Store::open("sqlite:" + path));
    expect_no_secrets_in(folder);
    expect_old_keys_open(folder);
}

TEST(Keys, ABackupOfAnOlderStoreIsPutBackAndTakenOver) {
    TemporaryFolder folder;
    const std::string store = "sqlite:" + (folder / "games.db").string(), file = (folder / "backup").string();
    make_old_store((folder / "old.db").string());
    const auto saved = back_up_store("sqlite:" + (folder / "old.db").string(), file);
    ASSERT_TRUE(saved) << saved.error().text;
    const auto restored = restore_store(file, store);
    ASSERT_TRUE(restored) << restored.error().text;
    expect_old_keys_open(folder);
    expect_no_secrets_in(folder);
}

}
}
