#include "server/store_care.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "play/live_game.hpp"
#include "server/own_files.hpp"
#include "server/store_postgres.hpp"
#include "server/store_sqlite.hpp"
#include "server/store_sqlite_schema.hpp"
#include "sql/sql.hpp"
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <sqlite3.h>
#include <system_error>

namespace tavoliere::server {

namespace {

namespace fs = std::filesystem;

constexpr int patience_milliseconds = 10'000;
constexpr std::size_t most_faults = 1000; // that are told

std::unexpected<Problem> failed(const std::string& path, std::string_view why) {
    return problem(fmt::format("store: {}: {}", in_quotes(path), why));
}

// Of SQLite's own files beside a database.
constexpr std::string_view companions[] = {"-wal", "-shm", "-journal"};

bool is_of_store(const std::string& file, const std::string& store) {
    std::error_code none;
    return fs::equivalent(store, file, none) || std::ranges::any_of(companions, [&](std::string_view end) {
               return fs::equivalent(store + std::string(end), file, none);
           });
}

// A name may be a key that opens the game: of it no more is told than finds it.
std::string shown_name(const std::string& game) { return fmt::format("the game {}…", game.substr(0, 6)); }

// Of a game played again by its rules; a fault of it is told.
std::uint64_t plies_of(const std::string& key, const GameRow& row, const std::function<void(std::string)>& fault) {
    const std::string name = shown_name(key);
    for (const std::string* text : {&row.variant, &row.start, &row.players, &row.moves, &row.result, &row.clock,
                                    &row.offers, &row.turn, &row.rematch})
        if (!is_one_line(*text)) fault(name + " has a text that is not UTF-8, or has control characters");
    const auto game = LiveGame::replay(row);
    if (!game) fault(fmt::format("{}: {}", name, game.error().text));
    return game ? std::uint64_t(game->ply()) : 0;
}

StoreReport look_through(Store& store) {
    StoreReport report;
    const auto fault = [&](std::string line) {
        if (report.faults.size() < most_faults) report.faults.push_back(std::move(line));
    };
    const auto all = store.for_each([&](const StoredGame& game) -> Expected<void> {
        ++report.games;
        report.plies += plies_of(game.name, game.row, fault);
        report.keys += game.keys.size();
        return {};
    });
    if (!all) fault(all.error().text);
    return report;
}

// All of a database into a file, which is on the disk when this returns.
void copy_whole(SQLite::Database& from, const std::string& file) {
    SQLite::Database to(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    to.exec("PRAGMA synchronous = EXTRA");
    SQLite::Backup backup(to, from);
    // Steps leave the writers of the store room between them.
    while (backup.executeStep(256) != SQLITE_DONE) {}
    to.exec("PRAGMA journal_mode = DELETE"); // one file, without a log beside it
}

// What `use` makes of a copy, for the file itself may be one that can only be read, or an older server's that runs.
template <class Use>
auto of_copy(SQLite::Database& database, const Use& use) -> decltype(use(std::string())) {
    std::string folder = (fs::temp_directory_path() / "tavoliere-store-XXXXXX").string();
    if (!mkdtemp(folder.data())) return failed(folder, "this folder cannot be made");
    struct Removed {
        std::string folder;
        ~Removed() {
            std::error_code none;
            fs::remove_all(folder, none);
        }
    } const removed{folder};
    const std::string file = folder + "/games.db";
    make_for_its_owner(file);
    copy_whole(database, file);
    return use(file);
}

// Each game by its rules, and what belongs to none.
StoreReport look_through_games(SQLite::Database& database) {
    StoreReport report;
    const auto fault = [&](std::string line) {
        if (report.faults.size() < most_faults) report.faults.push_back(std::move(line));
    };
    SQLite::Statement games(database, fmt::format("SELECT {}, key FROM games", row_columns));
    while (games.executeStep()) {
        ++report.games;
        report.plies += plies_of(games.getColumn(columns_of_row).getString(), row_in(games), fault);
    }
    SQLite::Statement keys(database,
                           "SELECT count(*), count(games.key) FROM keys LEFT JOIN games ON games.key = keys.game");
    keys.executeStep();
    SQLite::Statement opened(database, "SELECT DISTINCT opens FROM keys");
    while (opened.executeStep())
        if (const auto opens = read_opens(opened.getColumn(0).getString()); !opens) fault(opens.error().text);
    report.keys = std::uint64_t(keys.getColumn(0).getInt64());
    if (const auto lost = keys.getColumn(0).getInt64() - keys.getColumn(1).getInt64())
        fault(fmt::format("{} keys open no game", lost));
    if (const auto lost =
            database.execAndGet("SELECT count(*) FROM moves WHERE game NOT IN (SELECT id FROM games)").getInt64())
        fault(fmt::format("{} moves are of no game", lost));
    return report;
}

// The pages, by SQLite; then the games, those of an older version as this one takes them over.
Expected<StoreReport> look_through(SQLite::Database& database) {
    StoreReport damaged;
    SQLite::Statement pages(database, "PRAGMA integrity_check");
    while (pages.executeStep())
        if (const std::string said = pages.getColumn(0); said != "ok" && damaged.faults.size() < most_faults)
            damaged.faults.push_back("the database: " + as_one_line(said));
    if (!damaged.faults.empty()) return damaged;
    if (is_of_this_version(database)) return look_through_games(database);
    return of_copy(database, [](const std::string& file) -> Expected<StoreReport> {
        if (const auto taken_over = Store::open("sqlite:" + file); !taken_over)
            return std::unexpected(taken_over.error());
        SQLite::Database current(file, SQLite::OPEN_READONLY);
        return look_through_games(current);
    });
}

// A database that is there, or a problem.
Expected<SQLite::Database> open_there(const std::string& path, int how) {
    if (!fs::is_regular_file(path)) return failed(path, "there is no store here");
    SQLite::Database database(path, how, patience_milliseconds);
    if (database.execAndGet("SELECT count(*) FROM sqlite_master WHERE name IN ('games', 'keys')").getInt() != 2)
        return failed(path, "no store of games of this version; a server that opens it brings an older one up to date");
    if (const std::string newer = made_by_newer(database); !newer.empty()) return failed(path, newer);
    return database;
}

void remove_all(const std::string& path) {
    std::error_code none;
    fs::remove(path, none);
    for (const std::string_view end : companions) fs::remove(path + std::string(end), none);
}

}

Expected<StoreReport> check_store(const std::string& url) {
    if (sql::is_postgres(url)) {
        const auto store = Store::open(url);
        if (!store) return std::unexpected(store.error());
        return look_through(**store);
    }
    const auto path = store_path(url);
    if (!path) return std::unexpected(path.error());
    try {
        auto database = open_there(*path, SQLite::OPEN_READONLY);
        if (!database) return std::unexpected(database.error());
        return look_through(*database);
    } catch (const SQLite::Exception& error) { return failed(*path, error.what()); }
}

namespace {

Expected<std::uint64_t> copy_games(Store& source, Store& target) {
    bool is_empty = true;
    const auto looked = target.for_each([&](const StoredGame&) {
        is_empty = false;
        return problem("");
    });
    if (!is_empty) return problem("store: the one that is written to has games already; name an empty one");
    if (!looked) return std::unexpected(looked.error());
    const auto alive = source.last_alive();
    if (!alive) return std::unexpected(alive.error());
    std::uint64_t games = 0;
    target.begin_group();
    auto copied = target.set_salt(source.salt());
    if (copied && *alive) copied = target.note_alive(**alive);
    if (copied)
        copied = source.for_each([&](const StoredGame& game) -> Expected<void> {
            if (!game.row.is_whole)
                return problem(fmt::format("store: {}: its moves are not those that were kept", shown_name(game.name)));
            ++games;
            return target.put(game);
        });
    if (!copied) return std::unexpected(copied.error()); // without a commit there is nothing of it
    if (auto kept = target.commit_group(); !kept) return std::unexpected(kept.error());
    return games;
}

}

Expected<std::uint64_t> copy_store(const std::string& from, const std::string& to) {
    const auto copy = [&](const std::string& url) -> Expected<std::uint64_t> {
        const auto source = Store::open(url);
        if (!source) return std::unexpected(source.error());
        const auto target = Store::open(to);
        if (!target) return std::unexpected(target.error());
        return copy_games(**source, **target);
    };
    if (sql::is_postgres(from)) return copy(from);
    const auto path = store_path(from);
    if (!path) return std::unexpected(path.error());
    try {
        auto database = open_there(*path, SQLite::OPEN_READONLY);
        if (!database) return std::unexpected(database.error());
        return of_copy(*database, [&](const std::string& file) { return copy("sqlite:" + file); });
    } catch (const SQLite::Exception& error) { return failed(*path, error.what()); }
}

Expected<void> back_up_store(const std::string& url, const std::string& file) {
    if (sql::is_postgres(url)) {
        if (const auto plain = need_plain_if_there(file, file_kind::store); !plain) return plain;
        const std::string made = file + ".new";
        remove_all(made);
        if (const auto copied = copy_store(url, "sqlite:" + made); !copied) {
            remove_all(made);
            return std::unexpected(copied.error());
        }
        try {
            SQLite::Database(made, SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = DELETE");
        } catch (const SQLite::Exception& error) { return failed(file, error.what()); }
        return move_into_place(made, file);
    }
    const auto path = store_path(url);
    if (!path) return std::unexpected(path.error());
    if (const auto plain = need_plain_if_there(file, file_kind::store); !plain) return plain;
    const std::string made = file + ".new";
    try {
        auto database = open_there(*path, SQLite::OPEN_READONLY);
        if (!database) return std::unexpected(database.error());
        if (is_of_store(file, *path)) return failed(file, "this is the store itself");
        remove_all(made);
        make_for_its_owner(made);
        copy_whole(*database, made);
        return move_into_place(made, file);
    } catch (const SQLite::Exception& error) {
        remove_all(made);
        return failed(file, error.what());
    }
}

Expected<void> restore_store(const std::string& file, const std::string& url) {
    if (sql::is_postgres(url)) {
        const auto report = check_store("sqlite:" + file);
        if (!report) return std::unexpected(report.error());
        if (!report->faults.empty())
            return failed(file, fmt::format("it has faults, the first: {}", report->faults[0]));
        if (const auto copied = copy_store("sqlite:" + file, url); !copied) return std::unexpected(copied.error());
        return {};
    }
    const auto path = store_path(url);
    if (!path) return std::unexpected(path.error());
    const std::string made = *path + ".new", before = *path + ".before-restore";
    try {
        auto backup = open_there(file, SQLite::OPEN_READONLY);
        if (!backup) return std::unexpected(backup.error());
        const auto report = look_through(*backup);
        if (!report) return std::unexpected(report.error());
        if (!report->faults.empty())
            return failed(file, fmt::format("it has faults, the first: {}", report->faults[0]));
        if (fs::exists(*path)) {
            if (is_of_store(file, *path)) return failed(file, "this is the store itself");
            // Whoever has it open keeps the lock of a log from us.
            SQLite::Database store(*path, SQLite::OPEN_READWRITE, 0);
            store.exec("PRAGMA locking_mode = EXCLUSIVE");
            try {
                store.exec("BEGIN EXCLUSIVE");
                store.exec("COMMIT");
            } catch (const SQLite::Exception&) { return failed(*path, "a server uses it; stop that first"); }
            remove_all(before);
            make_for_its_owner(before);
            copy_whole(store, before);
        }
        remove_all(made);
        make_for_its_owner(made);
        copy_whole(*backup, made);
        // A log of the old one must not be read into the new one.
        for (const std::string_view end : companions) {
            std::error_code none;
            fs::remove(*path + std::string(end), none);
        }
        return move_into_place(made, *path);
    } catch (const SQLite::Exception& error) {
        remove_all(made);
        return failed(*path, error.what());
    }
}

}
