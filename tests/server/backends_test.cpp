// What every store does, whatever it keeps games in: a file of SQLite, or a PostgreSQL.
#include "base/file.hpp"
#include "base/random.hpp"
#include "client.hpp"
#include "postgres.hpp"
#include "server/store.hpp"
#include "server/store_care.hpp"
#include "server_process.hpp"
#include "sql/libpq.hpp"
#include "support.hpp"
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <filesystem>
#include <map>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>

namespace tavoliere::server {
namespace {

namespace json = boost::json;

class Backend : public testing::TestWithParam<const char*> {
protected:
    bool is_postgres() const { return GetParam() == std::string_view("postgres"); }
    // Of an empty store.
    std::string fresh() {
        static int number = 0;
        const std::string name = "store" + std::to_string(++number);
        return is_postgres() ? new_database() : "sqlite:" + (folder_ / (name + ".db")).string();
    }
    std::unique_ptr<Store> opened(const std::string& url) {
        auto store = Store::open(url);
        EXPECT_TRUE(store) << store.error().text;
        return store ? std::move(*store) : nullptr;
    }
    std::unique_ptr<Store> opened() { return opened(fresh()); }

    // What somebody does with the database itself; the first is asked for a text.
    std::string ask(const std::string& url, const std::string& statement) {
        if (!is_postgres()) return SQLite::Database(url.substr(7)).execAndGet(statement).getString();
        auto sql = sql::PostgresConnection::open(url);
        sql->run("SET search_path = tavoliere");
        return sql->ask(statement.c_str(), {}).text(0, 0);
    }
    void run(const std::string& url, const std::string& statements) {
        if (!is_postgres()) return void(SQLite::Database(url.substr(7), SQLite::OPEN_READWRITE, 1000).exec(statements));
        auto sql = sql::PostgresConnection::open(url);
        sql->run(("SET search_path = tavoliere;" + statements).c_str());
    }

private:
    TemporaryFolder folder_;
};

const std::string persons = R"({"x":{"kind":"person"},"o":{"kind":"person"}})";
GameRow row_of(const std::string& moves = {}) { return {"ataxx", "startpos", persons, moves, "null"}; }
std::vector<GameKey> key_of(const std::string& key) { return {{key, {"xo", 0}}}; }

bool same(const GameRow& a, const GameRow& b) {
    const auto all = [](const GameRow& r) {
        return std::tie(r.variant, r.start, r.players, r.moves, r.result, r.version, r.clock, r.offers, r.turn,
                        r.deadline, r.rematch, r.is_whole);
    };
    return all(a) == all(b);
}

// All that for_each gives, as one text a game.
std::string all_of(Store& store) {
    std::string all;
    const auto told = store.for_each([&](const StoredGame& g) {
        std::vector<std::string> keys;
        for (const KnownKey& key : g.keys)
            keys.push_back(std::string(key.mark.hash.begin(), key.mark.hash.end()) + std::to_string(key.mark.rematch) +
                           to_text(key.opens));
        std::ranges::sort(keys);
        for (const std::string& text : {g.name, g.row.variant, g.row.start, g.row.players, g.row.moves, g.row.result,
                                        g.row.clock, g.row.offers, g.row.turn, g.row.rematch})
            all += text + "|";
        all += std::to_string(g.row.version) + "|" + std::to_string(g.created) + "|" + std::to_string(g.changed) + "|" +
               std::to_string(g.network) + (g.by_link ? "link|" : "|") +
               (g.row.deadline ? std::to_string(g.row.deadline->time_since_epoch().count()) : "none");
        for (const std::string& key : keys) all += "|" + key;
        all += "\n";
        return Expected<void>();
    });
    EXPECT_TRUE(told) << told.error().text;
    return all;
}

// Games begun, gone on with, taken back, finished, with rematches, alone and in groups that are kept or not: as a map would keep them.
void change_by_chance(Store& store, std::map<std::string, GameRow>& games, std::uint64_t seed, int steps) {
    Random random(seed);
    for (int step = 0; step < steps; ++step) {
        if (random.below(8) == 0) {
            if (store.is_grouping()) {
                const auto committed = store.commit_group();
                EXPECT_TRUE(committed) << committed.error().text;
            } else {
                store.begin_group();
                EXPECT_TRUE(store.prepare_to_write());
            }
        }
        const std::string name = "g" + std::to_string(seed) + "x" + std::to_string(random.below(12));
        const auto found = games.find(name);
        if (found == games.end()) {
            const GameRow row = row_of(random.below(2) ? "a2 b6" : "");
            EXPECT_TRUE(
                store.insert(name, row, key_of("key of " + name), "192.0.2." + std::to_string(random.below(3))));
            games[name] = row;
            continue;
        }
        GameRow row = found->second;
        ++row.version;
        switch (random.below(6)) {
        case 0:
            row.moves = row.moves.substr(0, row.moves.rfind(' ') == row.moves.npos ? 0 : row.moves.rfind(' '));
            break;
        case 1: row.result = row.result == "null" ? R"({"winner":"x","reason":"resigned"})" : "null"; break;
        case 2: row.deadline = Instant(Milliseconds(1'800'000'000'000 + step)); break;
        case 3: row.deadline.reset(), row.clock = R"({"days":1,"x":1,"o":1})"; break;
        default:
            for (int i = random.below(3); i >= 0; --i)
                row.moves += (row.moves.empty() ? "" : " ") + std::string("m") + std::to_string(random.below(100));
        }
        GameRow wrong = row;
        wrong.version += random.below(2) ? 1 : -1;
        const auto refused = store.update(name, wrong);
        ASSERT_FALSE(refused);
        EXPECT_TRUE(refused.error().text.contains("another server changed this game")) << refused.error().text;
        std::optional<NewEntry> next;
        if (random.below(10) == 0 && row.rematch.empty()) {
            next = NewEntry{name + "-next" + std::to_string(step), row_of()};
            row.rematch = next->game;
        }
        const auto done = store.update(name, row, next ? &*next : nullptr);
        ASSERT_TRUE(done) << done.error().text;
        games[name] = row;
        if (next) games[next->game] = next->record;
    }
    if (store.is_grouping()) { EXPECT_TRUE(store.commit_group()); }
}

void expect_these(Store& store, const std::map<std::string, GameRow>& games) {
    for (const auto& [name, row] : games) {
        const auto found = store.find(name);
        ASSERT_TRUE(found && *found) << name << (found ? "" : found.error().text);
        EXPECT_TRUE(same(**found, row)) << name << ": " << (*found)->moves << " where it was " << row.moves;
    }
}

TEST_P(Backend, KeepsWhatItIsGiven) {
    const std::string url = fresh();
    std::map<std::string, GameRow> games;
    {
        const auto store = opened(url);
        for (std::uint64_t seed = 0; seed < 5; ++seed) change_by_chance(*store, games, seed, 80);
        expect_these(*store, games);
    }
    const auto store = opened(url); // and the next one finds it
    expect_these(*store, games);
    EXPECT_FALSE(*store->find("nobody"));
    for (const auto& [name, row] : games) {
        if (name.contains("next")) continue;
        const auto key = store->find_key("key of " + name);
        ASSERT_TRUE(key && *key) << name;
        EXPECT_EQ((*key)->game, name);
        EXPECT_EQ((*key)->opens.seats, "xo");
        const auto glanced = store->glance({"key of " + name, "no key"});
        ASSERT_TRUE(glanced);
        ASSERT_EQ(glanced->size(), 1u);
        EXPECT_EQ((*glanced)[0].moves, row.moves);
        EXPECT_EQ((*glanced)[0].version, row.version);
        if (!row.rematch.empty()) {
            EXPECT_EQ((*store->find_key(rematch_key_of("key of " + name)))->game, row.rematch);
        }
    }
    std::int64_t unfinished = 0;
    for (const auto& [name, row] : games) unfinished += row.result == "null";
    EXPECT_EQ(store->unfinished("192.0.2.0")->in_all, unfinished);
}

TEST_P(Backend, WhatAGroupDidIsThereWhenItIsKeptOrNotAtAll) {
    const std::string url = fresh();
    auto store = opened(url), other = opened(url);
    ASSERT_TRUE(store->insert("old", row_of(), key_of("k")));
    store->begin_group();
    ASSERT_TRUE(store->insert("new", row_of("a2"), key_of("n")));
    EXPECT_FALSE(store->insert("new", row_of("a2"), key_of("m"))) << "it is there already";
    GameRow row = row_of("a2 b6");
    row.version = 2;
    ASSERT_TRUE(store->update("old", row)) << "one that failed takes no other with it";
    EXPECT_FALSE(*other->find("new"));
    EXPECT_EQ((*other->find("old"))->version, 1);
    ASSERT_TRUE(store->commit_group());
    EXPECT_TRUE(*other->find("new"));
    EXPECT_EQ((*other->find("old"))->moves, "a2 b6");
    store->begin_group();
    ASSERT_TRUE(store->insert("lost", row_of(), {}));
    store.reset(); // as a server that dies
    EXPECT_FALSE(*other->find("lost"));
    GameRow late = row_of("a2");
    late.version = 2;
    EXPECT_TRUE(other->update("old", late).error().text.contains("another server"));
}

TEST_P(Backend, ASeatIsTakenOnce) {
    const std::string url = fresh();
    const auto store = opened(url), other = opened(url);
    ASSERT_TRUE(store->insert("game", row_of(), {{"mine", {"x", 0}}, {"invited", {"", 'o'}}}));
    EXPECT_TRUE(*other->take_seat("invited", "yours"));
    EXPECT_FALSE(*store->take_seat("invited", "nobody's"));
    EXPECT_FALSE(*store->take_seat("unknown", "nobody's"));
    EXPECT_EQ((*store->find_key("yours"))->opens.seats, "o");
    EXPECT_EQ((*store->find_key("invited"))->opens, Opens());
    EXPECT_FALSE(*store->find_key("nobody's"));
}

TEST_P(Backend, ClocksAndEnginesAreFound) {
    const auto store = opened();
    const Instant noon = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
    const auto since = std::to_string(noon.time_since_epoch().count());
    GameRow row = row_of("a2 b6 a1");
    row.turn = "o", row.clock = R"({"days":1,"x":86400000,"o":86400000,"since":)" + since + "}";
    row.deadline = noon + std::chrono::hours(1);
    ASSERT_TRUE(store->insert("people", row, {}));
    row.players = R"({"x":{"kind":"person"},"o":{"kind":"engine","level":3}})";
    row.deadline = noon + std::chrono::hours(2);
    ASSERT_TRUE(store->insert("engine", row, {}));
    row.turn = "x";
    ASSERT_TRUE(store->insert("person", row, {}));
    row.deadline.reset();
    ASSERT_TRUE(store->insert("untimed", row, {}));
    EXPECT_EQ(store->engines_to_move(), std::vector<std::string>{"engine"});
    EXPECT_EQ(*store->next_deadline(), noon + std::chrono::hours(1));
    EXPECT_EQ(store->due(noon), std::vector<std::string>{});
    EXPECT_EQ(store->due(noon + std::chrono::hours(1)), std::vector<std::string>{"people"});
    ASSERT_TRUE(store->set_deadline("people", row.version, noon + std::chrono::hours(3)));
    EXPECT_EQ(*store->next_deadline(), noon + std::chrono::hours(2));
    ASSERT_TRUE(store->set_deadline("people", row.version + 1, noon + std::chrono::hours(2)));
    ASSERT_TRUE(store->set_deadline("people", row.version - 1, {})) << "another server was faster";
    EXPECT_EQ((*store->find("people"))->deadline, noon + std::chrono::hours(3));
    ASSERT_TRUE(store->set_deadline("people", row.version, {}));
    EXPECT_EQ((*store->find("people"))->deadline, std::nullopt);

    ASSERT_TRUE(store->note_alive(noon + std::chrono::hours(10)));
    EXPECT_EQ(*store->give_back_time_down(noon + std::chrono::hours(10) + std::chrono::seconds(20)), Milliseconds(0));
    EXPECT_EQ(*store->give_back_time_down(noon + std::chrono::hours(12)), std::chrono::hours(2));
    const auto later = *store->find("engine");
    EXPECT_EQ(later->deadline, noon + std::chrono::hours(4));
    EXPECT_EQ(later->clock, R"({"days":1,"x":86400000,"o":86400000,"since":)" +
                                std::to_string((noon + std::chrono::hours(2)).time_since_epoch().count()) + "}");
}

TEST_P(Backend, WhatNobodyWantsAnyMoreIsRemoved) {
    const auto store = opened();
    const Instant now = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
    for (int i = 0; i < 40; ++i)
        ASSERT_TRUE(
            store->insert("unbegun" + std::to_string(i), row_of(), key_of("u" + std::to_string(i)), "192.0.2.7"));
    GameRow first = row_of("a2"), link = row_of();
    first.rematch = "unbegun7";
    ASSERT_TRUE(store->insert("begun", first, key_of("b")));
    ASSERT_TRUE(store->insert("link", link, {{"l", {"x", 0}}}));
    EXPECT_EQ(store->unfinished("192.0.2.7")->of_network, 40);
    EXPECT_TRUE(store->remove_expired({}, now)->games.empty());
    std::size_t removed = 0;
    std::vector<std::string> led_to;
    for (bool is_all = false; !is_all;) {
        const auto some = store->remove_expired({}, now + std::chrono::days(2));
        ASSERT_TRUE(some) << some.error().text;
        EXPECT_LE(some->games.size(), most_removed);
        removed += some->games.size(), is_all = some->is_all;
        led_to.insert(led_to.end(), some->led_to.begin(), some->led_to.end());
    }
    EXPECT_EQ(removed, 40u);
    EXPECT_EQ(led_to, std::vector<std::string>{"begun"});
    EXPECT_EQ((*store->find("begun"))->rematch, "");
    EXPECT_EQ((*store->find("begun"))->version, 2);
    EXPECT_FALSE(*store->find_key("u3"));
    EXPECT_EQ(store->unfinished("192.0.2.7")->of_network, 0);
    EXPECT_EQ(store->remove_expired({}, now + std::chrono::days(20))->games, std::vector<std::string>{"link"});
    EXPECT_EQ(store->remove_expired({}, now + std::chrono::days(400))->games, std::vector<std::string>{"begun"});
}

TEST_P(Backend, IsCopiedIntoTheOtherKindAndBack) {
    TemporaryFolder folder;
    const std::string here = fresh(),
                      there = is_postgres() ? "sqlite:" + (folder / "there.db").string() : new_database(),
                      again = fresh(), file = (folder / "backup").string(), restored = fresh();
    const auto store = opened(here);
    std::map<std::string, GameRow> games;
    change_by_chance(*store, games, 9, 200);
    // What is played by the rules, for `check`.
    const auto legal = opened(restored);
    ASSERT_TRUE(legal->insert("legal", row_of("a2 a7-a5"), key_of("legal key"), "192.0.2.1"));
    EXPECT_EQ(*copy_store(here, there), games.size());
    EXPECT_EQ(*copy_store(there, again), games.size());
    EXPECT_EQ(all_of(*opened(there)), all_of(*store));
    EXPECT_EQ(all_of(*opened(again)), all_of(*store));
    EXPECT_EQ(opened(again)->salt(), store->salt()) << "networks are counted as they were";
    // Clocks go on as they ran: it is known when a server last did.
    const Instant noon = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
    EXPECT_EQ(*legal->last_alive(), std::nullopt);
    EXPECT_EQ(*legal->give_back_time_down(noon + std::chrono::hours(99)), Milliseconds(0)) << "nothing is known";
    ASSERT_TRUE(legal->note_alive(noon));
    EXPECT_EQ(*legal->last_alive(), noon);
    const std::string alive = fresh();
    EXPECT_EQ(*copy_store(restored, alive), 1u);
    EXPECT_EQ(*opened(alive)->last_alive(), noon);
    EXPECT_EQ(*opened(alive)->give_back_time_down(noon + std::chrono::seconds(29)), Milliseconds(0));
    const auto refused = copy_store(here, there);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().text.contains("has games already")) << refused.error().text;

    const auto report = check_store(restored);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->faults, std::vector<std::string>{});
    EXPECT_EQ(report->plies, 2u);
    EXPECT_FALSE(check_store(here)->faults.empty()) << "those moves are none";
    ASSERT_TRUE(back_up_store(restored, file));
    const std::string put_back = fresh();
    const auto back = restore_store(file, put_back);
    ASSERT_TRUE(back) << back.error().text;
    EXPECT_EQ(all_of(*opened(put_back)), all_of(*legal));
    // Also a backup that nobody may write, which stays as it is.
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    const std::string bytes = *read_whole(file, file_kind::store);
    const std::string from_locked = fresh();
    EXPECT_EQ(*copy_store("sqlite:" + file, from_locked), 1u);
    EXPECT_EQ(all_of(*opened(from_locked)), all_of(*legal));
    EXPECT_EQ(*read_whole(file, file_kind::store), bytes);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    ASSERT_TRUE(back_up_store(here, file));
    EXPECT_FALSE(restore_store(file, fresh())) << "it has faults";
}

// A row for each row of moves that is written or removed, "+ply" and "-ply".
constexpr const char* log_in_sqlite = R"(CREATE TABLE log (what TEXT);
    CREATE TRIGGER put AFTER INSERT ON moves BEGIN INSERT INTO log VALUES ('+' || new.ply); END;
    CREATE TRIGGER took AFTER DELETE ON moves BEGIN INSERT INTO log VALUES ('-' || old.ply); END;
    CREATE TRIGGER wrote AFTER UPDATE ON moves BEGIN INSERT INTO log VALUES ('=' || old.ply); END)";
constexpr const char* log_in_postgres = R"(CREATE TABLE log (what text);
    CREATE FUNCTION put() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN INSERT INTO tavoliere.log VALUES ('+' || new.ply); RETURN new; END$$;
    CREATE FUNCTION took() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN INSERT INTO tavoliere.log VALUES ('-' || old.ply); RETURN old; END$$;
    CREATE TRIGGER put AFTER INSERT ON moves FOR EACH ROW EXECUTE FUNCTION put();
    CREATE TRIGGER took AFTER DELETE OR UPDATE ON moves FOR EACH ROW EXECUTE FUNCTION took())";

TEST_P(Backend, AMoveIsARowThatIsAppended) {
    const std::string url = fresh();
    const auto store = opened(url);
    GameRow row = row_of("m0 m1 m2");
    ASSERT_TRUE(store->insert("game", row, key_of("k")));
    ASSERT_TRUE(store->insert("other", row, key_of("o")));
    run(url, is_postgres() ? log_in_postgres : log_in_sqlite);
    const auto written = [&](const std::string& moves) {
        row.moves = moves, ++row.version;
        const auto kept = store->update("game", row);
        EXPECT_TRUE(kept) << kept.error().text;
        EXPECT_EQ((*store->find("game"))->moves, moves);
        const std::string all = ask(url, is_postgres() ? "SELECT coalesce(string_agg(what, ' '), '') FROM log"
                                                       : "SELECT ifnull(group_concat(what, ' '), '') FROM log");
        run(url, "DELETE FROM log");
        return all;
    };
    EXPECT_EQ(written("m0 m1 m2 m3"), "+3");
    EXPECT_EQ(written("m0 m1 m2 m3"), "") << "an offer, or a flag";
    EXPECT_EQ(written("m0 m1 m2 m3 m4 m5"), "+4 +5");
    EXPECT_EQ(written("m0 m1"), "-0 -1 -2 -3 -4 -5 +0 +1") << "taken back";
    EXPECT_EQ(written("n0 n1 n2"), "-0 -1 +0 +1 +2") << "others";
    EXPECT_EQ(written(""), "-0 -1 -2");
    EXPECT_EQ(written("m0"), "+0");
    EXPECT_EQ((*store->find("other"))->moves, "m0 m1 m2");
    // They go with their game.
    row.result = R"({"winner":"x","reason":"resigned"})";
    written("m0 m1");
    const Instant later = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()) + std::chrono::days(2);
    EXPECT_EQ(store->remove_expired({.finished = std::chrono::hours(1)}, later)->games.size(), 1u);
    EXPECT_EQ(ask(url, "SELECT count(*) FROM moves"), "3");
}

// Rows that somebody removed, changed, exchanged or added: the game is refused, is in no list, is told of and is not copied; others are not
// in its way.
TEST_P(Backend, MovesThatAreNotThoseThatWereKeptAreFoundOut) {
    const std::string game = is_postgres() ? "'game'" : "(SELECT id FROM games WHERE key = 'game')";
    for (const std::string spoil :
         {"DELETE FROM moves WHERE game = @ AND ply = 2", "DELETE FROM moves WHERE game = @ AND ply = 0",
          "DELETE FROM moves WHERE game = @", "UPDATE moves SET move = 'a1' WHERE game = @ AND ply = 1",
          "UPDATE moves SET ply = ply + 7 WHERE game = @ AND ply = 0", "INSERT INTO moves VALUES (@, 3, 'a1')",
          "UPDATE games SET plies = 2 WHERE key = 'game'", "UPDATE games SET moves_mark = '' WHERE key = 'game'"}) {
        const std::string url = fresh();
        const auto store = opened(url);
        ASSERT_TRUE(store->insert("game", row_of("a2 a7-a5 a1"), key_of("k")));
        ASSERT_TRUE(store->insert("whole", row_of("a2"), key_of("w")));
        std::string statement = spoil;
        if (const auto at = statement.find('@'); at != statement.npos) statement.replace(at, 1, game);
        run(url, statement);
        const auto found = store->find("game");
        ASSERT_TRUE(found && *found) << spoil;
        EXPECT_FALSE((*found)->is_whole) << spoil;
        EXPECT_TRUE((*store->find("whole"))->is_whole) << spoil;
        const auto glanced = store->glance({"k", "w"});
        ASSERT_EQ(glanced->size(), 1u) << spoil;
        EXPECT_EQ((*glanced)[0].key, "w") << spoil;
        const auto report = check_store(url);
        ASSERT_TRUE(report) << report.error().text;
        EXPECT_EQ(report->games, 2u) << spoil;
        EXPECT_EQ(report->plies, 1u) << spoil;
        EXPECT_EQ(report->faults, std::vector<std::string>{"the game game…: moves: they are not those that were kept"})
            << spoil;
        const std::string there = fresh();
        EXPECT_EQ(copy_store(url, there).error().text, "store: the game game…: its moves are not those that were kept");
        EXPECT_EQ(check_store(there)->games, 0u) << "all or none";
    }
}

// Two servers on one store: no move is lost or undone, and what one has answered the other shows.
TEST_P(Backend, TwoServersShareIt) {
    TemporaryFolder folder;
    const std::string store = fresh();
    json::object state;
    {
        ServerProcess one(folder, {.port = 0, .store = store}), other(folder, {.port = 0, .store = store});
        ASSERT_NE(one.port(), 0) << one.first_line();
        ASSERT_NE(other.port(), 0);
        Client here(one.port()), there(other.port());
        const auto move = [](Client& by, const json::object& at) {
            return by.state("move", {{"key", at.at("key")},
                                     {"ply", at.at("history").as_array().size()},
                                     {"move", at.at("moves").at(0).at("text")}});
        };
        state = here.state("new", {{"game", "ataxx"}, {"x", {{"kind", "person"}}}, {"o", {{"kind", "person"}}}});
        for (int i = 0; i < 6; ++i) state = move(here, state);
        EXPECT_EQ(there.state("open", {{"key", state.at("key")}}), state);
        state = move(there, state);
        one.kill();
    }
    ServerProcess next(folder, {.port = 0, .store = store});
    Client client(next.port());
    EXPECT_EQ(client.state("open", {{"key", state.at("key")}}), state);
    EXPECT_EQ(http(next.port(), "/readyz").status, 200);
}

INSTANTIATE_TEST_SUITE_P(Stores, Backend, testing::Values("sqlite", "postgres"), [](const auto& i) { return i.param; });

// What was acknowledged is there after PostgreSQL is killed, and a store that was open goes on.
TEST(Postgres, KilledItLosesNothing) {
    PostgresProcess own;
    const std::string url = own.make_database("games");
    auto store = Store::open(url);
    ASSERT_TRUE(store);
    GameRow row = row_of();
    ASSERT_TRUE((*store)->insert("game", row, key_of("k")));
    for (int kills = 0; kills < 3; ++kills) {
        for (int i = 0; i < 20; ++i) {
            ++row.version;
            row.moves += (row.moves.empty() ? "" : " ") + std::string("a") + std::to_string(row.version);
            ASSERT_TRUE((*store)->update("game", row));
        }
        own.kill();
        GameRow lost = row;
        ++lost.version;
        const auto refused = (*store)->update("game", lost);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().text, "store: the change cannot be kept: its database cannot be reached; ask again");
        EXPECT_FALSE(check_ready(url));
        own.start();
        const auto found = (*store)->find("game");
        ASSERT_TRUE(found) << found.error().text;
        EXPECT_TRUE(same(**found, row)) << (*found)->moves;
        EXPECT_TRUE(check_ready(url));
    }
}

// Who waits for a database that has frozen, as its kernel answers for it, is told so when nobody is to be waited for any more.
TEST(Postgres, AFrozenOneIsWaitedForNoLongerThanIsWanted) {
    PostgresProcess own;
    auto store = Store::open(own.make_database("games"));
    ASSERT_TRUE(store);
    GameRow row = row_of("a2");
    ASSERT_TRUE((*store)->insert("game", row, {}));
    own.freeze();
    ++row.version;
    std::thread stopper([&] { (*store)->stop_waiting(); });
    const auto refused = (*store)->update("game", row);
    stopper.join();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "store: the change cannot be kept: its database cannot be reached; ask again");
    EXPECT_FALSE((*store)->find("game")) << "nor is another connection made";
    own.thaw();
    EXPECT_EQ((*(*Store::open(own.url("games")))->find("game"))->moves, "a2");
}

// Where nobody answers at its address, many who ask do not wait one after the other.
TEST(Postgres, OneThatDoesNotAnswerIsWaitedForOnce) {
    PostgresProcess own;
    const std::string url = own.make_database("games") + "?connect_timeout=2";
    auto store = Store::open(url);
    ASSERT_TRUE(store);
    own.kill();
    const Descriptor silent(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int again = 1;
    setsockopt(silent.get(), SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
    sockaddr_in there{.sin_family = AF_INET,
                      .sin_port = htons(std::uint16_t(own.port())),
                      .sin_addr = {htonl(INADDR_LOOPBACK)},
                      .sin_zero = {}};
    ASSERT_EQ(bind(silent.get(), reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
    ASSERT_EQ(listen(silent.get(), 100), 0);
    const auto count = [&] {
        int more = 0;
        while (Descriptor(accept(silent.get(), nullptr, nullptr))) ++more;
        return more;
    };
    EXPECT_FALSE((*store)->find("game"));
    EXPECT_GT(count(), 0);
    EXPECT_FALSE((*store)->find("game"));
    EXPECT_FALSE((*store)->note_alive({}));
    EXPECT_EQ(count(), 0) << "it was waited for a moment ago";
}

// A server that stands still in the middle of a change, as a machine may that its host has stopped, while its kernel answers for it.
TEST(Postgres, WhoStandsStillHoldsNothingForLong) {
    const std::string url = new_database();
    auto frozen = Store::open(url), other = Store::open(url);
    GameRow row = row_of("a2");
    ASSERT_TRUE((*frozen)->insert("game", row, {}));
    ++row.version;
    (*frozen)->begin_group();
    ASSERT_TRUE((*frozen)->note_alive({}));
    ASSERT_TRUE((*frozen)->update("game", row));
    EXPECT_FALSE((*other)->update("game", row)) << "it has the game";
    Expected<void> changed;
    for (int tries = 0; tries < 30; ++tries)
        if ((changed = (*other)->update("game", row))) break;
    EXPECT_TRUE(changed) << changed.error().text;
    EXPECT_TRUE((*other)->note_alive({}));
    EXPECT_FALSE((*frozen)->commit_group());
    EXPECT_EQ((*(*frozen)->find("game"))->version, row.version);
}

TEST(Postgres, WhatIsWrongIsOneLineWithoutThePassword) {
    const auto refusal = [](const std::string& url) {
        const auto store = Store::open(url);
        return store ? "opened" : store.error().text;
    };
    const std::string nobody = refusal("postgresql://me:secret@127.0.0.1:1/games");
    EXPECT_TRUE(nobody.starts_with("store: \"postgresql://me:") && nobody.contains("127.0.0.1")) << nobody;
    EXPECT_FALSE(nobody.contains("secret") || nobody.contains('\n')) << nobody;
    for (const char* url :
         {"postgresql://127.0.0.1:1/games?user=me&password=secret", "postgresql://me:secret@[::1]x/games",
          "postgresql://me:sec/ret@127.0.0.1:1/games", "postgresql://me:secret%zz@127.0.0.1:1/games",
          "postgresql://127.0.0.1:1/games?user=me@home&password=secret", "postgresql://me:sec?ret@127.0.0.1:1/games",
          "mysql://me:secret@127.0.0.1/games", "postgresql://me@127.0.0.1:1/games?password=\"secret\"&nothing=1"}) {
        const std::string said = refusal(url);
        EXPECT_TRUE(said.starts_with("store: ") && !said.contains('\n')) << said;
        for (const char* part : {"secret", "\"sec", "ret@", "ret\""}) EXPECT_FALSE(said.contains(part)) << said;
    }
    EXPECT_TRUE(refusal("mysql://here").contains("write sqlite:PATH or postgresql://"));
    const std::string missing = refusal(shared_postgres().url("nowhere"));
    EXPECT_TRUE(missing.contains("\"nowhere\" does not exist")) << missing;
    const std::string url = new_database();
    ASSERT_TRUE(Store::open(url));
    sql::PostgresConnection::open(url)->run("UPDATE tavoliere.version SET number = 99");
    EXPECT_TRUE(refusal(url).contains("made by a newer Tavoliere (version 99;")) << refusal(url);
}

}
}
