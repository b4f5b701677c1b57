#include "server/store_sqlite.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "play/live_game.hpp"
#include "server/kept_moves.hpp"
#include "server/own_files.hpp"
#include "server/store_sqlite_schema.hpp"
#include "sql/sql.hpp"
#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>
#include <system_error>
#include <thread>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr int busy_milliseconds = 2000;

Expected<std::string> standard_url() {
    const auto path = path_in_user_data("games.db");
    if (!path) return problem(fmt::format("store: {}; give the place for the games as sqlite:PATH", path.error().text));
    return "sqlite:" + *path;
}

void bind(SQLite::Statement& statement, const std::string& game, const GameRow& record) {
    statement.bind(":key", game);
    statement.bind(":variant", record.variant);
    statement.bind(":start", record.start);
    statement.bind(":players", record.players);
    statement.bind(":plies", count_of_moves(record.moves));
    statement.bind(":moves_mark", mark_of_moves(record.moves));
    statement.bind(":result", record.result);
    statement.bind(":version", record.version);
    statement.bind(":clock", record.clock);
    statement.bind(":offers", record.offers);
    statement.bind(":turn", record.turn);
    if (record.deadline) statement.bind(":deadline", std::int64_t(record.deadline->time_since_epoch().count()));
    statement.bind(":rematch", record.rematch);
}

std::optional<Instant> instant_in(const SQLite::Column& column) {
    if (column.isNull()) return {};
    return Instant(Milliseconds(column.getInt64()));
}

// Whoever asked is a stranger: what the database says is for its host.
std::unexpected<Problem> failed(std::string_view what, const SQLite::Exception& error) {
    spdlog::error("store: {}: {}", what, error.what());
    const auto why = [&]() -> std::string_view {
        switch (error.getErrorCode()) {
        case SQLITE_FULL: return "its disk is full";
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return "another program holds it; ask again";
        case SQLITE_READONLY: return "it can only be read";
        default: return "the server's log says why";
        }
    };
    return problem(fmt::format("store: {}: {}", what, why()));
}
std::unexpected<Problem> unreadable(const SQLite::Exception& error) { return failed("the game cannot be read", error); }

std::vector<std::string> texts_in(SQLite::Statement& statement) {
    std::vector<std::string> texts;
    while (statement.executeStep()) texts.push_back(statement.getColumn(0));
    return texts;
}

// At the place `at` and the one after it.
void bind_mark(SQLite::Statement& statement, int at, const KeyMark& mark) {
    statement.bind(at, mark.hash.data(), int(mark.hash.size()));
    statement.bind(at + 1, mark.rematch);
}

// The column `first` and the one after it.
KeyMark mark_in(SQLite::Statement& statement, int first = 0) {
    KeyMark mark{.rematch = statement.getColumn(first + 1)};
    const SQLite::Column hash = statement.getColumn(first);
    if (std::size_t(hash.getBytes()) == mark.hash.size())
        std::memcpy(mark.hash.data(), hash.getBlob(), mark.hash.size());
    return mark;
}

// A row that a key finds, with its mark at the column `first`. The hash that is compared here takes as long wherever it differs; in the
// index it is looked for by what somebody cannot choose who does not know the key.
bool finds(SQLite::Statement& statement, const KeyMark& mark, int first = 0) {
    bind_mark(statement, 1, mark);
    return statement.executeStep() && mark_in(statement, first) == mark;
}

void insert_known_keys(SQLite::Database& database, const std::string& game, const std::vector<KnownKey>& keys) {
    SQLite::Statement statement(database, "INSERT INTO keys (hash, rematch, game, opens) VALUES (?, ?, ?, ?)");
    for (const KnownKey& key : keys) {
        statement.reset();
        bind_mark(statement, 1, key.mark);
        statement.bind(3, game);
        statement.bind(4, to_text(key.opens));
        statement.exec();
    }
}

void insert_keys(SQLite::Database& database, const std::string& game, const std::vector<GameKey>& keys) {
    insert_known_keys(database, game, known_keys(keys));
}

// Every key leads on to the rematch, where colours are exchanged.
void lead_keys_on(SQLite::Database& database, const std::string& game, const std::string& rematch) {
    SQLite::Statement statement(
        database, "INSERT OR IGNORE INTO keys (hash, rematch, game, opens) SELECT hash, rematch + 1, ?, CASE opens"
                  " WHEN 'x' THEN 'o' WHEN 'o' THEN 'x' ELSE '' END FROM keys WHERE game = ?");
    statement.bind(1, rematch);
    statement.bind(2, game);
    statement.exec();
}

// Prepared when it is first used, and kept: to prepare what a move takes is more work than to do it.
class KeptStatement {
public:
    explicit KeptStatement(const char* text) : text_(text) {}
    // To be bound and run, and reset when it goes.
    class Use {
    public:
        explicit Use(SQLite::Statement& statement) : statement_(statement) { statement_.clearBindings(); }
        ~Use() { statement_.tryReset(); }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        SQLite::Statement& operator*() const { return statement_; }
        SQLite::Statement* operator->() const { return &statement_; }

    private:
        SQLite::Statement& statement_;
    };
    Use in(SQLite::Database& database) {
        if (!statement_) statement_.emplace(database, text_);
        return Use(*statement_);
    }

private:
    const char* const text_;
    std::optional<SQLite::Statement> statement_;
};

constexpr const char* append_move = "INSERT INTO moves VALUES (?, ?, ?)";

void append_moves(SQLite::Statement& statement, std::int64_t game, const NewMoves& moves) {
    if (moves.rest.empty()) return;
    for (int ply = moves.kept; const std::string_view move : split(moves.rest, ' ')) {
        statement.reset();
        statement.bind(1, game);
        statement.bind(2, ply++);
        statement.bind(3, std::string(move));
        statement.exec();
    }
}

void insert_game(SQLite::Database& database, const std::string& game, const GameRow& record,
                 const std::vector<GameKey>& keys, int network) {
    SQLite::Statement statement(
        database, "INSERT INTO games (key, variant, start, players, plies, moves_mark, result, version, clock,"
                  " offers, turn, deadline, rematch, network, by_link) VALUES (:key, :variant, :start, :players,"
                  " :plies, :moves_mark, :result, :version, :clock, :offers, :turn, :deadline, :rematch, :network,"
                  " :by_link)");
    bind(statement, game, record);
    statement.bind(":network", network);
    // A rematch has no keys of its own, and is one of a game by link.
    statement.bind(":by_link", std::ranges::none_of(keys, [](const GameKey& key) { return key.opens.plays_all(); }));
    statement.exec();
    SQLite::Statement moves(database, append_move);
    append_moves(moves, database.getLastInsertRowid(), {0, record.moves});
    insert_keys(database, game, keys);
}

}

GameRow row_in(SQLite::Statement& statement) {
    const auto at = [&](int column) { return statement.getColumn(column); };
    return {.variant = at(0),
            .start = at(1),
            .players = at(2),
            .moves = at(12),
            .result = at(5),
            .version = at(6),
            .clock = at(7),
            .offers = at(8),
            .turn = at(9),
            .deadline = instant_in(at(10)),
            .rematch = at(11),
            .is_whole = are_whole(at(12).getString(), at(3), at(4).getString())};
}

Expected<std::string> store_path(std::string url) {
    if (url.empty()) {
        auto standard = standard_url();
        if (!standard) return std::unexpected(standard.error());
        url = *standard;
    }
    constexpr std::string_view scheme = "sqlite:";
    if (!url.starts_with(scheme) || url.size() == scheme.size())
        return problem(fmt::format("store: {} is not understood; write sqlite:PATH or postgresql://USER@HOST/DATABASE",
                                   sql::shown(url)));
    std::string path = url.substr(scheme.size());
    // Of a pipe the database would wait for a first byte for ever.
    if (const auto plain = need_plain_if_there(path, file_kind::store); !plain)
        return problem(fmt::format("store: {}", plain.error().text));
    return path;
}

namespace {

class SqliteStore final : public Store {
public:
    SqliteStore(SQLite::Database database, std::string salt);
    std::string url() const override { return "sqlite:" + database_.getFilename(); }

    Expected<void> insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys,
                          const std::string& network) override;
    Expected<void> update(const std::string& game, const GameRow& record, const NewEntry* next,
                          const std::string& network) override;
    Expected<bool> take_seat(const std::string& invitation, const std::string& key) override;
    Expected<std::optional<GameRow>> find(const std::string& game) override;
    Expected<std::optional<KeyedGame>> find_key(const std::string& key) override;
    Expected<std::vector<KnownKey>> keys_of(const std::string& game) override;
    Expected<Unfinished> unfinished(const std::string& network) override;
    Expected<Removed> remove_expired(const Keeping& keeping, Instant now) override;
    Expected<std::vector<Glance>> glance(const std::vector<std::string>& keys) override;
    Expected<std::vector<std::string>> due(Instant now) override;
    Expected<std::vector<std::string>> engines_to_move() override;
    Expected<Milliseconds> give_back_time_down(Instant now) override;
    Expected<void> note_alive(Instant now) override;
    Expected<std::optional<Instant>> last_alive() override;
    Expected<std::optional<Instant>> next_deadline() override;
    Expected<void> set_deadline(const std::string& game, std::int64_t version, std::optional<Instant> when) override;
    void begin_group() override { is_grouping_ = true; }
    Expected<void> commit_group() override;
    bool is_grouping() const override { return is_grouping_; }
    Expected<void> prepare_to_write() override;
    void stop_waiting() override { *stops_ = true; }
    Expected<void> for_each(const std::function<Expected<void>(const StoredGame&)>& each) override;
    Expected<void> put(const StoredGame& game) override;
    std::string salt() const override { return salt_; }
    Expected<void> set_salt(const std::string& salt) override;

private:
    void begin_immediate();
    class Change;

    std::unique_ptr<std::atomic<bool>> stops_ = std::make_unique<std::atomic<bool>>(false);
    SQLite::Database database_;
    KeptStatement before_{"SELECT id, plies, moves_mark FROM games WHERE key = ? AND version = ?"};
    KeptStatement append_{append_move};
    KeptStatement update_{
        "UPDATE games SET variant = :variant, start = :start, players = :players, plies = :plies,"
        " moves_mark = :moves_mark, result = :result, version = :version, clock = :clock,"
        " offers = :offers, turn = :turn, deadline = :deadline, rematch = :rematch, changed = unixepoch(),"
        " network = CASE WHEN result <> 'null' AND :result = 'null' THEN :network ELSE network END"
        " WHERE key = :key"};
    std::string salt_;
    bool is_grouping_ = false, has_begun_ = false, is_held_ = false, changes_games_ = false;
};

}

Expected<std::unique_ptr<Store>> open_sqlite_store(const std::string& url) {
    const auto place = store_path(url);
    if (!place) return std::unexpected(place.error());
    const std::string& path = *place;
    if (path != ":memory:") make_for_its_owner(path); // and the files beside it, which take their mode from it
    try {
        SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds);
        database.exec("PRAGMA journal_mode = WAL");
        // A change is on the disk before it is acknowledged: a power failure loses none either. It takes 0.3 ms (p99 2 ms) for
        // each on a solid-state disk, with NORMAL 0.03.
        database.exec("PRAGMA synchronous = FULL");
        if (const std::string said = database.execAndGet("PRAGMA quick_check(1)"); said != "ok")
            return problem(
                fmt::format("store: {} is damaged: {}; `tavoliere store check` says more, and `tavoliere store "
                            "restore` puts a backup in its place",
                            in_quotes(path), as_one_line(said)));
        if (const std::string wrong = migrate(database); !wrong.empty())
            return problem(fmt::format("store: {}: {}", in_quotes(path), wrong));
        sweep(database);
        std::string salt = database.execAndGet("SELECT bytes FROM salt").getString();
        return std::make_unique<SqliteStore>(std::move(database), std::move(salt));
    } catch (const SQLite::Exception& error) {
        return problem(fmt::format("store: {}: {}", in_quotes(path), error.what()));
    }
}

namespace {

// Asks again after a moment, for some time; SQLite's own waiting could not be ended. `tries` were in vain.
int wait_again(void* stops, int tries) {
    constexpr std::chrono::milliseconds pause(2);
    if (*static_cast<const std::atomic<bool>*>(stops) || tries * pause.count() >= busy_milliseconds) return 0;
    std::this_thread::sleep_for(pause);
    return 1;
}

}

SqliteStore::SqliteStore(SQLite::Database database, std::string salt)
    : database_(std::move(database)), salt_(std::move(salt)) {
    sqlite3_busy_handler(database_.getHandle(), wait_again, stops_.get());
}

// A change, which is kept whole or not at all: a transaction, or a part of the group's.
class SqliteStore::Change {
public:
    explicit Change(SqliteStore& store) : store_(store) {
        store_.begin_immediate();
        if (store_.is_grouping_) store_.database_.exec("SAVEPOINT change");
    }
    ~Change() {
        if (is_kept_) return;
        try {
            store_.database_.exec(store_.is_grouping_ ? "ROLLBACK TO change; RELEASE change" : "ROLLBACK");
        } catch (const SQLite::Exception&) { // NOLINT(bugprone-empty-catch): SQLite has given up all of it already
        }
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    void keep() {
        store_.database_.exec(store_.is_grouping_ ? "RELEASE change" : "COMMIT");
        is_kept_ = true;
    }

private:
    SqliteStore& store_;
    bool is_kept_ = false;
};

void SqliteStore::begin_immediate() {
    // After some errors, as of a full disk, SQLite has given up all of it.
    if (has_begun_ && sqlite3_get_autocommit(database_.getHandle()))
        throw SQLite::Exception("a change before it in its group could not be kept", SQLITE_ABORT);
    if (has_begun_) return;
    if (is_held_) throw SQLite::Exception("another program held it a moment ago", SQLITE_BUSY);
    try {
        database_.exec("BEGIN IMMEDIATE");
    } catch (const SQLite::Exception&) {
        is_held_ = is_grouping_;
        throw;
    }
    has_begun_ = is_grouping_;
}

Expected<void> SqliteStore::prepare_to_write() {
    if (!is_grouping_) return {};
    try {
        begin_immediate();
        return {};
    } catch (const SQLite::Exception& error) { return failed("the change cannot be kept", error); }
}

Expected<void> SqliteStore::commit_group() {
    is_grouping_ = is_held_ = false;
    const bool changes_games = std::exchange(changes_games_, false);
    if (!std::exchange(has_begun_, false)) return {};
    std::optional<Timings::Running> timing;
    if (changes_games) timing.emplace(*writes_);
    try {
        database_.exec("COMMIT");
        return {};
    } catch (const SQLite::Exception& error) {
        auto problem = failed("the change cannot be kept", error);
        if (!sqlite3_get_autocommit(database_.getHandle())) database_.tryExec("ROLLBACK");
        return problem;
    }
}

Expected<void> SqliteStore::insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys,
                                   const std::string& network) {
    try {
        Change all(*this);
        insert_game(database_, game, record, keys, number_of(network));
        changes_games_ = is_grouping_;
        all.keep();
        return {};
    } catch (const SQLite::Exception& error) { return failed("the game cannot be kept", error); }
}

Expected<void> SqliteStore::update(const std::string& game, const GameRow& record, const NewEntry* next,
                                   const std::string& network) {
    try {
        Change all(*this);
        const auto before = before_.in(database_);
        before->bind(1, game);
        before->bind(2, record.version - 1);
        if (!before->executeStep())
            return problem(
                "store: another server changed this game meanwhile; look at it again and repeat your request");
        const std::int64_t id = before->getColumn(0);
        const int plies = before->getColumn(1);
        const NewMoves moves = new_moves(record.moves, plies, before->getColumn(2).getString());
        before->reset();
        if (moves.kept < plies) {
            SQLite::Statement taken_back(database_, "DELETE FROM moves WHERE game = ?");
            taken_back.bind(1, id);
            taken_back.exec();
        }
        append_moves(*append_.in(database_), id, moves);
        const auto statement = update_.in(database_);
        bind(*statement, game, record);
        statement->bind(":network", number_of(network));
        statement->exec();
        if (next) {
            insert_game(database_, next->game, next->record, next->keys, number_of(network));
            lead_keys_on(database_, game, next->game);
        }
        changes_games_ = is_grouping_;
        all.keep();
        return {};
    } catch (const SQLite::Exception& error) { return failed("the change cannot be kept", error); }
}

Expected<bool> SqliteStore::take_seat(const std::string& invitation, const std::string& key) {
    try {
        Change all(*this);
        const auto found = find_key(invitation);
        if (!found) return std::unexpected(found.error());
        if (!*found || !(*found)->opens.invites_to) return false;
        const auto& [game, opens] = **found;
        // More than one may invite: one of an older version, which was sent, and the one that is shown now.
        SQLite::Statement used(database_, "UPDATE keys SET opens = '' WHERE game = ? AND opens = ?");
        used.bind(1, game);
        used.bind(2, to_text(opens));
        used.exec();
        insert_keys(database_, game, {{key, {std::string(1, opens.invites_to), 0}}});
        all.keep();
        return true;
    } catch (const SQLite::Exception& error) { return failed("the seat cannot be taken", error); }
}

Expected<Unfinished> SqliteStore::unfinished(const std::string& network) {
    try {
        SQLite::Statement statement(database_, "SELECT network, games FROM unfinished WHERE network IN (?, -2)");
        statement.bind(1, number_of(network));
        Unfinished found;
        while (statement.executeStep())
            (statement.getColumn(0).getInt() < 0 ? found.in_all : found.of_network) = statement.getColumn(1);
        return found;
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

namespace {

// Removes games until `end`, those first that were not changed for longest; false where there are more. One is removed after it, too,
// where none was before: waiting for the lock may have taken all the time.
bool remove_some(SQLite::Database& database, const char* kept_as, Instant before, Removed& removed,
                 std::chrono::steady_clock::time_point end) {
    SQLite::Statement found(database,
                            "SELECT key FROM games WHERE kept_as = ? AND changed < ? ORDER BY changed LIMIT 1");
    SQLite::Statement keys(database, "DELETE FROM keys WHERE game = ?"),
        game(database, "DELETE FROM games WHERE key = ?");
    // In its next version: another server on the store would write the rematch again.
    SQLite::Statement led_to(database, "UPDATE games SET rematch = '', version = version + 1"
                                       " WHERE rematch <> '' AND rematch = ? RETURNING key");
    while (removed.games.empty() || (removed.games.size() < most_removed && std::chrono::steady_clock::now() < end)) {
        found.reset();
        found.bind(1, kept_as);
        found.bind(2, std::int64_t(std::chrono::floor<std::chrono::seconds>(before).time_since_epoch().count()));
        if (!found.executeStep()) return true;
        removed.games.push_back(found.getColumn(0));
        found.reset();
        for (SQLite::Statement* each : {&keys, &game, &led_to}) {
            each->reset();
            each->bind(1, removed.games.back());
            while (each->executeStep()) removed.led_to.push_back(each->getColumn(0));
        }
    }
    return false;
}

}

Expected<Removed> SqliteStore::remove_expired(const Keeping& keeping, Instant now) {
    // Nobody's move waits for longer, and it takes a small part of the time.
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    try {
        Removed removed{{}, {}, true};
        Change all(*this);
        // Games that are older count as changed then.
        const std::chrono::seconds taken_over(
            database_.execAndGet("SELECT ifnull((SELECT at FROM taken_over), 0)").getInt64());
        for (const auto& [kept_as, time] : kinds_to_remove(keeping))
            if (now - time > Instant(taken_over))
                removed.is_all = remove_some(database_, kept_as, now - time, removed, end) && removed.is_all;
        all.keep();
        return removed;
    } catch (const SQLite::Exception& error) { return failed("games cannot be removed", error); }
}

Expected<void> check_sqlite_ready(const std::string& path) {
    constexpr std::uintmax_t least_room = 64 << 20;
    constexpr int patience_milliseconds = 100; // longer than a change of our own takes
    try {
        SQLite::Database database(path, SQLite::OPEN_READWRITE, patience_milliseconds);
        const SQLite::Transaction tried(database, SQLite::TransactionBehavior::IMMEDIATE);
    } catch (const SQLite::Exception& error) { return failed("it cannot be written", error); }
    std::error_code unknown;
    const auto room = std::filesystem::space(path, unknown).available;
    if (!unknown && room < least_room) return problem(fmt::format("store: its disk has {} MB left", room >> 20));
    return {};
}

Expected<std::optional<GameRow>> SqliteStore::find(const std::string& game) {
    try {
        SQLite::Statement statement(database_, fmt::format("SELECT {} FROM games WHERE key = :key", row_columns));
        statement.bind(":key", game);
        if (!statement.executeStep()) return std::nullopt;
        return row_in(statement);
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<std::optional<KeyedGame>> SqliteStore::find_key(const std::string& key) {
    try {
        SQLite::Statement statement(database_,
                                    "SELECT hash, rematch, game, opens FROM keys WHERE hash = ? AND rematch = ?");
        if (!finds(statement, mark_of(key))) return std::nullopt;
        auto opens = read_opens(statement.getColumn(3).getString());
        if (!opens) return std::unexpected(opens.error());
        return KeyedGame{statement.getColumn(2), std::move(*opens)};
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<std::vector<KnownKey>> SqliteStore::keys_of(const std::string& game) {
    try {
        SQLite::Statement statement(database_, "SELECT hash, rematch, opens FROM keys WHERE game = ?");
        statement.bind(1, game);
        std::vector<KnownKey> keys;
        while (statement.executeStep()) {
            if (auto opens = read_opens(statement.getColumn(2).getString()))
                keys.push_back({mark_in(statement), std::move(*opens)});
            else // the game goes on without it: its clock, and whoever has another key
                spdlog::error("store: a key of a game is damaged: {}", opens.error().text);
        }
        return keys;
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<std::vector<Glance>> SqliteStore::glance(const std::vector<std::string>& keys) {
    try {
        SQLite::Statement statement(
            database_, fmt::format("SELECT {}, changed, hash, keys.rematch, opens FROM keys"
                                   " JOIN games ON games.key = keys.game WHERE hash = ? AND keys.rematch = ?",
                                   row_columns));
        std::vector<Glance> games;
        for (const std::string& key : keys) {
            statement.reset();
            if (!finds(statement, mark_of(key), columns_of_row + 1)) continue;
            if (auto game = glance_at(key, statement.getColumn(columns_of_row + 3), row_in(statement),
                                      statement.getColumn(columns_of_row)))
                games.push_back(std::move(*game));
        }
        return games;
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<std::vector<std::string>> SqliteStore::due(Instant now) {
    try {
        SQLite::Statement statement(database_, "SELECT key FROM games WHERE deadline <= ? ORDER BY deadline LIMIT ?");
        statement.bind(1, std::int64_t(now.time_since_epoch().count()));
        statement.bind(2, most_due);
        return texts_in(statement);
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<void> SqliteStore::note_alive(Instant now) {
    try {
        Change all(*this);
        SQLite::Statement statement(database_, "INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?)");
        statement.bind(1, std::int64_t(now.time_since_epoch().count()));
        statement.exec();
        all.keep();
        return {};
    } catch (const SQLite::Exception& error) { return failed("it cannot be written", error); }
}

Expected<std::optional<Instant>> SqliteStore::last_alive() {
    try {
        return instant_in(database_.execAndGet("SELECT (SELECT at FROM alive)"));
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<Milliseconds> SqliteStore::give_back_time_down(Instant now) {
    try {
        Change all(*this);
        const auto noted = database_.execAndGet(
            "SELECT max((SELECT at FROM alive), (SELECT ifnull(1000 * max(changed), 0) FROM games))");
        const auto last = instant_in(noted);
        if (!last || *last < Instant() || now - *last < least_time_down) return Milliseconds(0);
        SQLite::Statement statement(database_,
                                    "UPDATE games SET deadline = deadline + ?1,"
                                    " clock = json_set(clock, '$.since', json_extract(clock, '$.since') + ?1)"
                                    " WHERE deadline BETWEEN 0 AND ?2 AND CASE WHEN NOT json_valid(clock) THEN 0"
                                    " WHEN json_type(clock, '$.since') = 'integer'"
                                    " THEN json_extract(clock, '$.since') BETWEEN 0 AND ?2 END");
        statement.bind(1, std::int64_t((now - *last).count()));
        statement.bind(2, latest_deadline); // no sum of these is too large
        statement.exec();
        all.keep();
        return now - *last;
    } catch (const SQLite::Exception& error) { return failed("clocks cannot be set", error); }
}

// Told by the rows alone: fifty thousand games of people by letter are none of these, and need not be played through.
Expected<std::vector<std::string>> SqliteStore::engines_to_move() {
    try {
        SQLite::Statement statement(database_,
                                    "SELECT key FROM games WHERE deadline IS NOT NULL AND CASE"
                                    " WHEN NOT json_valid(players) THEN NULL"
                                    " WHEN turn = 'x' THEN json_extract(players, '$.x.kind')"
                                    " WHEN turn = 'o' THEN json_extract(players, '$.o.kind') END = 'engine'");
        return texts_in(statement);
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<std::optional<Instant>> SqliteStore::next_deadline() {
    try {
        SQLite::Statement statement(database_, "SELECT min(deadline) FROM games WHERE deadline IS NOT NULL");
        statement.executeStep();
        return instant_in(statement.getColumn(0));
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<void> SqliteStore::set_deadline(const std::string& game, std::int64_t version, std::optional<Instant> when) {
    try {
        Change all(*this);
        SQLite::Statement statement(database_, "UPDATE games SET deadline = ? WHERE key = ? AND version = ?");
        if (when) statement.bind(1, std::int64_t(when->time_since_epoch().count()));
        statement.bind(2, game);
        statement.bind(3, version);
        statement.exec();
        all.keep();
        return {};
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

// The log keeps what others write meanwhile out of it.
Expected<void> SqliteStore::for_each(const std::function<Expected<void>(const StoredGame&)>& each) {
    try {
        const SQLite::Transaction one_moment(database_);
        SQLite::Statement games(database_, fmt::format("SELECT {}, key, created, changed, network, by_link FROM games"
                                                       " ORDER BY key",
                                                       row_columns));
        while (games.executeStep()) {
            const auto whole = [&](int column) { return games.getColumn(columns_of_row + column).getInt64(); };
            StoredGame game{
                games.getColumn(columns_of_row), row_in(games), {}, whole(1), whole(2), int(whole(3)), whole(4) != 0};
            auto keys = keys_of(game.name);
            if (!keys) return std::unexpected(keys.error());
            game.keys = std::move(*keys);
            if (auto taken = each(game); !taken) return taken;
        }
        return {};
    } catch (const SQLite::Exception& error) { return unreadable(error); }
}

Expected<void> SqliteStore::put(const StoredGame& game) {
    try {
        Change all(*this);
        insert_game(database_, game.name, game.row, {}, game.network);
        insert_known_keys(database_, game.name, game.keys);
        SQLite::Statement rest(database_, "UPDATE games SET created = ?, changed = ?, by_link = ? WHERE key = ?");
        rest.bind(1, game.created);
        rest.bind(2, game.changed);
        rest.bind(3, int(game.by_link));
        rest.bind(4, game.name);
        rest.exec();
        all.keep();
        return {};
    } catch (const SQLite::Exception& error) { return failed("the game cannot be kept", error); }
}

Expected<void> SqliteStore::set_salt(const std::string& salt) {
    try {
        Change all(*this);
        SQLite::Statement statement(database_, "UPDATE salt SET bytes = ?");
        statement.bind(1, salt.data(), int(salt.size()));
        statement.exec();
        all.keep();
        salt_ = salt;
        return {};
    } catch (const SQLite::Exception& error) { return failed("it cannot be written", error); }
}

}
