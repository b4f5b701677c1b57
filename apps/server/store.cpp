#include "server/store.hpp"
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr int busy_milliseconds = 2000;

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
};

Expected<std::string> standard_url() {
    namespace fs = std::filesystem;
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    fs::path folder;
    if (data && fs::path(data).is_absolute())
        folder = data;
    else if (home && *home)
        folder = fs::path(home) / ".local" / "share";
    else
        return problem("store: neither XDG_DATA_HOME nor HOME is set; say where games are kept with sqlite:PATH");
    folder /= "tavoliere";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return problem(fmt::format("store: cannot make the folder {}: {}", folder.string(), error.message()));
    return "sqlite:" + (folder / "games.db").string();
}

// A problem's text, or empty.
std::string migrate(SQLite::Database& database) {
    SQLite::Transaction all(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int newest = migrations.size();
    const int version = database.execAndGet("PRAGMA user_version");
    if (version > newest)
        return fmt::format("made by a newer Tavoliere (version {}; this one knows versions up to {})", version, newest);
    if (version == 0 && database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() > 0)
        return "the database of another program; choose another file";
    for (int i = version; i < newest; ++i) database.exec(migrations[i]);
    database.exec(fmt::format("PRAGMA user_version = {}", newest));
    all.commit();
    return {};
}

void bind(SQLite::Statement& statement, const std::string& key, const Record& record) {
    statement.bind(":key", key);
    statement.bind(":variant", record.variant);
    statement.bind(":start", record.start);
    statement.bind(":players", record.players);
    statement.bind(":moves", record.moves);
    statement.bind(":result", record.result);
    statement.bind(":version", record.version);
}

}

Expected<Store> Store::open(std::string url) {
    if (url.empty()) {
        auto standard = standard_url();
        if (!standard) return std::unexpected(standard.error());
        url = *standard;
    }
    constexpr std::string_view scheme = "sqlite:";
    if (!url.starts_with(scheme) || url.size() == scheme.size())
        return problem(fmt::format("store: {} is not understood; sqlite:PATH is", in_quotes(url)));
    const std::string path = url.substr(scheme.size());
    try {
        SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds);
        database.exec("PRAGMA journal_mode = WAL");
        // The log reaches the kernel before a change is acknowledged, so the death of the process loses nothing; a
        // power failure may lose the last moments, but never breaks the store. FULL would make every game wait for the
        // disk at every move of any.
        database.exec("PRAGMA synchronous = NORMAL");
        if (const std::string wrong = migrate(database); !wrong.empty())
            return problem(fmt::format("store: {}: {}", path, wrong));
        return Store(std::move(database));
    } catch (const SQLite::Exception& error) { return problem(fmt::format("store: {}: {}", path, error.what())); }
}

Expected<void> Store::insert(const std::string& key, const Record& record) {
    try {
        SQLite::Statement statement(database_,
                                    "INSERT INTO games (key, variant, start, players, moves, result, version)"
                                    " VALUES (:key, :variant, :start, :players, :moves, :result, :version)");
        bind(statement, key, record);
        statement.exec();
        return {};
    } catch (const SQLite::Exception& error) {
        return problem(fmt::format("store: the game cannot be kept: {}", error.what()));
    }
}

Expected<void> Store::update(const std::string& key, const Record& record) {
    try {
        SQLite::Statement statement(
            database_, "UPDATE games SET variant = :variant, start = :start, players = :players, moves = :moves,"
                       " result = :result, version = :version, changed = unixepoch()"
                       " WHERE key = :key AND version = :version - 1");
        bind(statement, key, record);
        if (statement.exec() == 1) return {};
        return problem("store: another server changed this game meanwhile; look again and repeat what you wanted");
    } catch (const SQLite::Exception& error) {
        return problem(fmt::format("store: the change cannot be kept: {}", error.what()));
    }
}

Expected<std::optional<Record>> Store::find(const std::string& key) {
    try {
        SQLite::Statement statement(
            database_, "SELECT variant, start, players, moves, result, version FROM games WHERE key = :key");
        statement.bind(":key", key);
        if (!statement.executeStep()) return std::nullopt;
        return Record{statement.getColumn(0), statement.getColumn(1), statement.getColumn(2),
                      statement.getColumn(3), statement.getColumn(4), statement.getColumn(5)};
    } catch (const SQLite::Exception& error) {
        return problem(fmt::format("store: the game cannot be read: {}", error.what()));
    }
}

}
