#include "server/store_sqlite_schema.hpp"
#include "server/kept_moves.hpp"
#include "server/keys.hpp"
#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <array>
#include <concepts>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

namespace tavoliere::server {

namespace {

// What makes a store of version n one of version n + 1. Never change one that was released: append.
constexpr std::array migrations = {
    R"(CREATE TABLE games (
        key TEXT PRIMARY KEY,
        variant TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        moves TEXT NOT NULL,
        result TEXT NOT NULL,
        version INTEGER NOT NULL,
        created INTEGER NOT NULL DEFAULT (unixepoch()),
        changed INTEGER NOT NULL DEFAULT (unixepoch())
    ) STRICT)",
    // Until here a game's key was its name, and opened all of it.
    R"(ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN offers TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE games ADD COLUMN turn TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN deadline INTEGER;
    ALTER TABLE games ADD COLUMN rematch TEXT NOT NULL DEFAULT '';
    CREATE INDEX deadlines ON games (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (key),
        opens TEXT NOT NULL
    ) STRICT;
    CREATE INDEX keys_of_games ON keys (game);
    INSERT INTO keys (key, game, opens) SELECT key, key, 'xo' FROM games)",
    // When a server that used the store was last known to run, in milliseconds: one row at most.
    R"(CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT)",
    // Until here keys were kept as they are, and a key that opened all of a game was its name. Now they are kept by their marks. What
    // keys are shown beside one is made of it: for each that is there those are added which its holder is shown from now on. Those to the
    // last eight of a series of rematches lead on to its end.
    R"(CREATE TABLE marks (
        hash BLOB NOT NULL,
        rematch INTEGER NOT NULL,
        game TEXT NOT NULL REFERENCES games (key),
        opens TEXT NOT NULL,
        PRIMARY KEY (hash, rematch)
    ) STRICT;
    CREATE TEMP TABLE renamed AS SELECT key AS old, lower(hex(hash_of(key))) AS new FROM games WHERE key IN (SELECT key FROM keys);
    CREATE UNIQUE INDEX temp.names ON renamed (old);
    UPDATE keys SET game = (SELECT new FROM renamed WHERE old = game) WHERE game IN (SELECT old FROM renamed);
    UPDATE games SET rematch = (SELECT new FROM renamed WHERE old = rematch) WHERE rematch IN (SELECT old FROM renamed);
    UPDATE games SET key = (SELECT new FROM renamed WHERE old = key) WHERE key IN (SELECT old FROM renamed);
    DROP TABLE renamed;
    CREATE TEMP TABLE shown AS SELECT invitation_of(seat.key) AS key, seat.game AS game, invited.opens AS opens
        FROM keys AS seat JOIN keys AS invited ON invited.game = seat.game
        WHERE seat.opens IN ('x', 'o') AND invited.opens LIKE '_?';
    INSERT INTO shown SELECT key, game, opens FROM keys;
    INSERT INTO shown SELECT watching_key_of(key), game, '' FROM shown WHERE opens NOT IN ('', 'xo');
    INSERT OR IGNORE INTO marks SELECT hash_of(key), 0, game, opens FROM shown;
    DROP TABLE shown;
    CREATE INDEX rematches ON games (rematch) WHERE rematch <> '';
    WITH RECURSIVE latest (game, after) AS (
        SELECT key, 0 FROM games WHERE rematch NOT IN (SELECT key FROM games)
        UNION ALL
        SELECT key, after + 1 FROM latest JOIN games ON rematch <> '' AND rematch = game WHERE after < 8
    ), later (hash, rematch, game, opens) AS (
        SELECT hash, rematch, game, opens FROM marks JOIN latest USING (game) WHERE after > 0
        UNION ALL
        SELECT hash, later.rematch + 1, games.rematch, CASE opens WHEN 'x' THEN 'o' WHEN 'o' THEN 'x' ELSE '' END
        FROM later JOIN games ON games.key = later.game WHERE games.rematch IN (SELECT key FROM games)
    ) INSERT OR IGNORE INTO marks SELECT * FROM later WHERE rematch > 0;
    DROP TABLE keys;
    ALTER TABLE marks RENAME TO keys;
    CREATE INDEX keys_of_games ON keys (game);
    CREATE TABLE unswept (what TEXT NOT NULL) STRICT)",
    // From where games were begun, and how many of them are not over: -1 stands for those of older versions, -2 for all. And for how
    // long games are kept, by when they were changed, those of older versions from now on.
    R"(CREATE TABLE salt (one INTEGER PRIMARY KEY CHECK (one = 1), bytes BLOB NOT NULL) STRICT;
    INSERT INTO salt VALUES (1, randomblob(16));
    ALTER TABLE games ADD COLUMN network INTEGER NOT NULL DEFAULT -1;
    CREATE TABLE unfinished (network INTEGER PRIMARY KEY, games INTEGER NOT NULL) STRICT;
    INSERT INTO unfinished SELECT column1, (SELECT count(*) FROM games WHERE result = 'null') FROM (VALUES (-1), (-2));
    CREATE TRIGGER game_begun AFTER INSERT ON games WHEN new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END;
    CREATE TRIGGER game_removed AFTER DELETE ON games WHEN old.result = 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (old.network, -2);
    END;
    CREATE TRIGGER game_ended AFTER UPDATE OF result ON games WHEN old.result = 'null' AND new.result <> 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (new.network, -2);
    END;
    CREATE TRIGGER game_resumed AFTER UPDATE OF result ON games WHEN old.result <> 'null' AND new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END;
    ALTER TABLE games ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;
    UPDATE games SET by_link = 1 WHERE key NOT IN (SELECT game FROM keys WHERE opens = 'xo');
    ALTER TABLE games ADD COLUMN kept_as TEXT AS (CASE
        WHEN result <> 'null' THEN 'over'
        WHEN deadline IS NOT NULL THEN NULL
        WHEN moves <> '' THEN 'untouched'
        WHEN by_link OR substr(clock, 1, 7) = '{"days"' THEN 'awaited'
        ELSE 'unbegun' END);
    CREATE INDEX kept_for_a_time ON games (kept_as, changed) WHERE kept_as IS NOT NULL;
    CREATE TABLE taken_over (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
    INSERT INTO taken_over SELECT 1, unixepoch() FROM games LIMIT 1)",
    // Until here a game's moves were one text, written anew with each. Now they are rows, of a game that has a short number for them, and
    // `plies` and `moves_mark` are of the moves that were kept (kept_moves.hpp). JSON takes the texts apart, whatever is in them.
    R"(CREATE TABLE moves (
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE games_with_rows (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        variant TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        plies INTEGER NOT NULL,
        moves_mark TEXT NOT NULL,
        result TEXT NOT NULL,
        version INTEGER NOT NULL,
        created INTEGER NOT NULL DEFAULT (unixepoch()),
        changed INTEGER NOT NULL DEFAULT (unixepoch()),
        clock TEXT NOT NULL,
        offers TEXT NOT NULL,
        turn TEXT NOT NULL,
        deadline INTEGER,
        rematch TEXT NOT NULL,
        network INTEGER NOT NULL,
        by_link INTEGER NOT NULL,
        kept_as TEXT AS (CASE
            WHEN result <> 'null' THEN 'over'
            WHEN deadline IS NOT NULL THEN NULL
            WHEN plies > 0 THEN 'untouched'
            WHEN by_link OR substr(clock, 1, 7) = '{"days"' THEN 'awaited'
            ELSE 'unbegun' END)
    ) STRICT;
    INSERT INTO games_with_rows (key, variant, start, players, plies, moves_mark, result, version, created, changed, clock,
            offers, turn, deadline, rematch, network, by_link)
        SELECT key, variant, start, players,
            CASE moves WHEN '' THEN 0 ELSE 1 + length(moves) - length(replace(moves, ' ', '')) END, mark_of_moves(moves),
            result, version, created, changed, clock, offers, turn, deadline, rematch, network, by_link
        FROM games ORDER BY rowid;
    INSERT INTO moves SELECT new.id, cut.key, cut.value
        FROM games_with_rows AS new JOIN games AS old ON old.key = new.key,
        json_each('[' || replace(json_quote(old.moves), ' ', '","') || ']') AS cut WHERE plies > 0;
    DROP TABLE games;
    ALTER TABLE games_with_rows RENAME TO games;
    CREATE INDEX deadlines ON games (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX rematches ON games (rematch) WHERE rematch <> '';
    CREATE INDEX kept_for_a_time ON games (kept_as, changed) WHERE kept_as IS NOT NULL;
    CREATE TRIGGER moves_removed AFTER DELETE ON games BEGIN
        DELETE FROM moves WHERE game = old.id;
    END;
    CREATE TRIGGER game_begun AFTER INSERT ON games WHEN new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END;
    CREATE TRIGGER game_removed AFTER DELETE ON games WHEN old.result = 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (old.network, -2);
    END;
    CREATE TRIGGER game_ended AFTER UPDATE OF result ON games WHEN old.result = 'null' AND new.result <> 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (new.network, -2);
    END;
    CREATE TRIGGER game_resumed AFTER UPDATE OF result ON games WHEN old.result <> 'null' AND new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END)",
};

// For migrations: a function of one text.
template <class Function> void add_function(SQLite::Database& database, const char* name, Function) {
    database.createFunction(name, 1, true, nullptr, [](sqlite3_context* context, int, sqlite3_value** given) {
        const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(given[0]));
        const auto made = Function()(std::string_view(text ? text : "", std::size_t(sqlite3_value_bytes(given[0]))));
        if constexpr (std::same_as<decltype(made), const std::string>)
            sqlite3_result_text(context, made.data(), int(made.size()), SQLITE_TRANSIENT);
        else
            sqlite3_result_blob(context, made.data(), int(made.size()), SQLITE_TRANSIENT);
    });
}

constexpr int newest = migrations.size();

int version_of(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version"); }

}

bool is_of_this_version(SQLite::Database& database) { return version_of(database) == newest; }

std::string made_by_newer(SQLite::Database& database) {
    if (version_of(database) <= newest) return {};
    return fmt::format("made by a newer Tavoliere (version {}; this one knows versions up to {})", version_of(database),
                       newest);
}

void sweep(SQLite::Database& database) {
    if (!database.tableExists("unswept")) return;
    try {
        database.exec("VACUUM");
        database.exec("DROP TABLE unswept");
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const SQLite::Exception& error) {
        spdlog::warn("store: keys as older versions kept them are still in free parts of the file: {}", error.what());
    }
}

std::string migrate(SQLite::Database& database) {
    SQLite::Transaction all(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int version = version_of(database);
    if (auto newer = made_by_newer(database); !newer.empty()) return newer;
    if (version == 0 && database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() > 0)
        return "the database of another program; choose another file";
    add_function(database, "hash_of", [](std::string_view key) { return sha256_of(key); });
    add_function(database, "invitation_of", [](std::string_view key) { return invitation_of(key); });
    add_function(database, "watching_key_of", [](std::string_view key) { return watching_key_of(key); });
    add_function(database, "mark_of_moves", [](std::string_view moves) { return mark_of_moves(moves); });
    for (int i = version; i < newest; ++i) database.exec(migrations[i]);
    database.exec(fmt::format("PRAGMA user_version = {}", newest));
    all.commit();
    return {};
}

}
