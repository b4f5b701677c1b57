#include "server/store_postgres.hpp"
#include "ask/limits.hpp"
#include "base/text.hpp"
#include "play/live_game.hpp"
#include "server/kept_moves.hpp"
#include "sql/libpq.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tavoliere::server {
namespace {

// All of it lies in a schema of its own, so that nobody else's tables are in its way. What makes one of version n one of version n + 1;
// never change one that was released: append.
constexpr std::array migrations = {
    // `plies` and `moves_mark` are of the moves that were kept (kept_moves.hpp).
    R"(CREATE TABLE tavoliere.games (
        key text PRIMARY KEY,
        variant text NOT NULL,
        start text NOT NULL,
        players text NOT NULL,
        plies integer NOT NULL DEFAULT 0,
        moves_mark text NOT NULL DEFAULT '',
        result text NOT NULL,
        version bigint NOT NULL,
        clock text NOT NULL,
        offers text NOT NULL,
        turn text NOT NULL,
        deadline bigint,
        rematch text NOT NULL,
        network integer NOT NULL,
        by_link boolean NOT NULL,
        created bigint NOT NULL DEFAULT extract(epoch FROM clock_timestamp())::bigint,
        changed bigint NOT NULL DEFAULT extract(epoch FROM clock_timestamp())::bigint,
        kept_as text GENERATED ALWAYS AS (CASE
            WHEN result <> 'null' THEN 'over'
            WHEN deadline IS NOT NULL THEN NULL
            WHEN plies > 0 THEN 'untouched'
            WHEN by_link OR left(clock, 7) = '{"days"' THEN 'awaited'
            ELSE 'unbegun' END) STORED
    );
    CREATE INDEX deadlines ON tavoliere.games (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX rematches ON tavoliere.games (rematch) WHERE rematch <> '';
    CREATE INDEX kept_for_a_time ON tavoliere.games (kept_as, changed) WHERE kept_as IS NOT NULL;
    CREATE INDEX unfinished ON tavoliere.games (network) WHERE result = 'null';
    CREATE INDEX latest ON tavoliere.games (changed);
    CREATE TABLE tavoliere.moves (
        game text NOT NULL REFERENCES tavoliere.games ON DELETE CASCADE,
        ply integer NOT NULL,
        move text NOT NULL,
        PRIMARY KEY (game, ply)
    );
    CREATE TABLE tavoliere.keys (
        hash bytea NOT NULL,
        rematch integer NOT NULL,
        game text NOT NULL REFERENCES tavoliere.games ON DELETE CASCADE,
        opens text NOT NULL,
        PRIMARY KEY (hash, rematch)
    );
    CREATE INDEX keys_of_games ON tavoliere.keys (game);
    CREATE TABLE tavoliere.alive (one integer PRIMARY KEY CHECK (one = 1), at bigint NOT NULL);
    CREATE TABLE tavoliere.salt (one integer PRIMARY KEY CHECK (one = 1), bytes bytea NOT NULL);
    INSERT INTO tavoliere.salt SELECT 1, decode(replace(gen_random_uuid()::text, '-', ''), 'hex'))",
    // A row where a server thinks about the engine's move, and for how long nobody else does.
    R"(CREATE TABLE tavoliere.turns (
        game text PRIMARY KEY,
        version bigint NOT NULL,
        server text NOT NULL,
        until timestamptz NOT NULL
    ))",
};
constexpr const char* lock_of_migrations =
    "SELECT pg_advisory_xact_lock(8390042714202112354)"; // "tavolier", as a number

constexpr const char* in_our_schema = "SET search_path = tavoliere";

// The columns of a record, of games AS g.
constexpr const char* record_columns =
    "g.variant, g.start, g.players, g.plies, g.moves_mark, g.result, g.version, g.clock, g.offers, g.turn, g.deadline,"
    " g.rematch, (SELECT coalesce(string_agg(move, ' ' ORDER BY ply), '') FROM moves WHERE game = g.key)";
constexpr int columns_of_record = 13;

sql::TextValue milliseconds_of(const std::optional<Instant>& when) {
    if (!when) return {};
    return std::to_string(when->time_since_epoch().count());
}
std::optional<Instant> instant_at(const sql::Answer& rows, int row, int column) {
    if (rows.is_null(row, column)) return {};
    return Instant(Milliseconds(rows.whole(row, column)));
}

// Whoever asked is a stranger: what the database says is for its host.
std::unexpected<Problem> failed(std::string_view what, const sql::Error& error) {
    spdlog::error("store: {}: {}", what, error.what());
    const auto why = [&]() -> std::string_view {
        const std::string& state = error.state();
        if (state.empty() || state.starts_with("08") || state.starts_with("57P"))
            return "its database cannot be reached; ask again";
        if (state.starts_with("53")) return "its disk is full, or it has no room for more";
        if (state == "55P03" || state.starts_with("40")) return "another server holds it; ask again";
        if (state == "25006") return "it can only be read";
        return "the server's log says why";
    };
    return problem(fmt::format("store: {}: {}", what, why()));
}
// Of columns `record_columns`, from that one on.
GameRow record_at(const sql::Answer& rows, int row, int first = 0) {
    const auto at = [&](int column) { return rows.text(row, first + column); };
    const auto whole = [&](int column) { return rows.whole(row, first + column); };
    return {.variant = at(0),
            .start = at(1),
            .players = at(2),
            .moves = at(12),
            .result = at(5),
            .version = whole(6),
            .clock = at(7),
            .offers = at(8),
            .turn = at(9),
            .deadline = instant_at(rows, row, first + 10),
            .rematch = at(11),
            .is_whole = are_whole(at(12), whole(3), at(4))};
}

std::unexpected<Problem> unreadable(const sql::Error& error) { return failed("the game cannot be read", error); }

std::string hash_text(const KeyMark& mark) {
    return sql::bytea({reinterpret_cast<const char*>(mark.hash.data()), mark.hash.size()});
}
KeyMark mark_at(const sql::Answer& rows, int row, int column) {
    KeyMark mark{.rematch = int(rows.whole(row, column + 1))};
    const std::string hash = sql::bytes_of(rows.text(row, column));
    if (hash.size() == mark.hash.size()) std::memcpy(mark.hash.data(), hash.data(), hash.size());
    return mark;
}

class PostgresStore final : public Store, public Sharing {
public:
    PostgresStore(sql::PostgresConnection sql, std::string url, std::string salt)
        : sql_(std::move(sql)), url_(std::move(url)), salt_(std::move(salt)) {
        sql_.set_patience(std::chrono::seconds(10)); // what a server asks takes milliseconds
    }
    std::string url() const override { return url_; }

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
    void stop_waiting() override { sql_.give_up(); }
    Expected<void> for_each(const std::function<Expected<void>(const StoredGame&)>& each) override;
    Expected<void> put(const StoredGame& game) override;
    std::string salt() const override { return salt_; }
    Expected<void> set_salt(const std::string& salt) override;
    Sharing* sharing() override { return this; }
    Expected<std::map<std::string, std::int64_t>> versions(const std::vector<std::string>& games) override;
    Expected<bool> take_turn(const std::string& game, std::int64_t version, const std::string& server) override;
    Expected<void> end_turn(const std::string& game, std::int64_t version, const std::string& server) override;
    Expected<std::vector<std::string>> keep_turns(const std::string& server,
                                                  const std::vector<std::string>& games) override;
    Expected<Milliseconds> clock_ahead() override;

private:
    class Change;

    void reconnect() {
        sql_.reconnect();
        sql_.run(in_our_schema);
    }
    void begin_transaction();
    // Outside of a transaction, once more where the connection was lost meanwhile.
    sql::Answer look(const char* statement, const std::vector<sql::TextValue>& values = {});
    void insert_game(const std::string& game, const GameRow& record, int network, bool by_link);
    void insert_keys(const std::string& game, const std::vector<KnownKey>& keys);
    void append_moves(const std::string& game, const NewMoves& moves);
    Expected<std::vector<std::string>> texts(const char* statement, const std::vector<sql::TextValue>& values = {});
    Expected<std::vector<KnownKey>> keys_read(const std::string& game);

    sql::PostgresConnection sql_;
    const std::string url_;
    std::string salt_;
    bool is_grouping_ = false, has_begun_ = false, changes_games_ = false;
};

// A change, which is kept whole or not at all: a transaction, or a part of the group's.
class PostgresStore::Change {
public:
    explicit Change(PostgresStore& store) : store_(store) {
        store_.begin_transaction();
        if (store_.is_grouping_) store_.sql_.run("SAVEPOINT change");
    }
    ~Change() {
        if (is_kept_) return;
        try {
            store_.sql_.run(store_.is_grouping_ ? "ROLLBACK TO change; RELEASE change" : "ROLLBACK");
        } catch (const sql::Error&) {} // the connection is gone, and with it all of the transaction
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    void keep() {
        store_.sql_.run(store_.is_grouping_ ? "RELEASE change" : "COMMIT");
        is_kept_ = true;
    }

private:
    PostgresStore& store_;
    bool is_kept_ = false;
};

void PostgresStore::begin_transaction() {
    if (has_begun_) {
        if (!sql_.is_in_transaction())
            throw sql::Error("a change before it in its group could not be kept", "25P02", false);
        return;
    }
    if (!sql_.is_alive()) reconnect();
    try {
        sql_.run(sql::begin_changes);
    } catch (const sql::Error&) { // lost while nobody asked
        if (sql_.is_alive()) throw;
        reconnect();
        sql_.run(sql::begin_changes);
    }
    has_begun_ = is_grouping_;
}

Expected<void> PostgresStore::prepare_to_write() {
    if (!is_grouping_) return {};
    try {
        begin_transaction();
        return {};
    } catch (const sql::Error& error) { return failed("the change cannot be kept", error); }
}

Expected<void> PostgresStore::commit_group() {
    is_grouping_ = false;
    const bool changes_games = std::exchange(changes_games_, false);
    if (!std::exchange(has_begun_, false)) return {};
    std::optional<Timings::Running> timing;
    if (changes_games) timing.emplace(*writes_);
    try {
        // Of a transaction in which something failed, COMMIT makes a rollback without a word.
        if (!sql_.is_in_transaction()) throw sql::Error("a change in its group could not be kept", "25P02", false);
        sql_.run("COMMIT");
        return {};
    } catch (const sql::Error& error) {
        auto problem = failed("the change cannot be kept", error);
        if (sql_.is_alive()) try {
                sql_.run("ROLLBACK");
            } catch (const sql::Error&) {}
        return problem;
    }
}

sql::Answer PostgresStore::look(const char* statement, const std::vector<sql::TextValue>& values) {
    if (has_begun_) {
        if (!sql_.is_in_transaction())
            throw sql::Error("a change before it in its group could not be kept", "25P02", false);
        return sql_.ask(statement, values);
    }
    if (!sql_.is_alive()) reconnect();
    try {
        return sql_.ask(statement, values);
    } catch (const sql::Error&) {
        if (sql_.is_alive()) throw;
        reconnect();
        return sql_.ask(statement, values);
    }
}

void PostgresStore::append_moves(const std::string& game, const NewMoves& moves) {
    if (moves.rest.empty()) return;
    sql_.ask("INSERT INTO moves SELECT $1, $2::integer + nth - 1, move"
             " FROM unnest(string_to_array($3, ' ')) WITH ORDINALITY AS new (move, nth)",
             {game, std::to_string(moves.kept), std::string(moves.rest)});
}

void PostgresStore::insert_keys(const std::string& game, const std::vector<KnownKey>& keys) {
    for (const KnownKey& key : keys)
        sql_.ask("INSERT INTO keys (hash, rematch, game, opens) VALUES ($1, $2, $3, $4)",
                 {hash_text(key.mark), std::to_string(key.mark.rematch), game, to_text(key.opens)});
}

void PostgresStore::insert_game(const std::string& game, const GameRow& record, int network, bool by_link) {
    sql_.ask(
        "INSERT INTO games (key, variant, start, players, plies, moves_mark, result, version, clock, offers, turn,"
        " deadline, rematch, network, by_link) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,"
        " $15)",
        {game, record.variant, record.start, record.players, std::to_string(count_of_moves(record.moves)),
         mark_of_moves(record.moves), record.result, std::to_string(record.version), record.clock, record.offers,
         record.turn, milliseconds_of(record.deadline), record.rematch, std::to_string(network),
         by_link ? "true" : "false"});
    append_moves(game, {0, record.moves});
}

Expected<void> PostgresStore::insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys,
                                     const std::string& network) {
    try {
        Change all(*this);
        insert_game(game, record, number_of(network),
                    std::ranges::none_of(keys, [](const GameKey& key) { return key.opens.plays_all(); }));
        insert_keys(game, known_keys(keys));
        changes_games_ = is_grouping_;
        all.keep();
        return {};
    } catch (const sql::Error& error) { return failed("the game cannot be kept", error); }
}

Expected<void> PostgresStore::update(const std::string& game, const GameRow& record, const NewEntry* next,
                                     const std::string& network) {
    try {
        Change all(*this);
        const sql::Answer before =
            sql_.ask("SELECT plies, moves_mark FROM games WHERE key = $1 AND version = $2 FOR UPDATE",
                     {game, std::to_string(record.version - 1)});
        if (before.size() == 0)
            return problem(
                "store: another server changed this game meanwhile; look at it again and repeat your request");
        const auto plies = int(before.whole(0, 0));
        const NewMoves moves = new_moves(record.moves, plies, before.text(0, 1));
        if (moves.kept < plies) sql_.ask("DELETE FROM moves WHERE game = $1", {game});
        append_moves(game, moves);
        sql_.ask(
            "UPDATE games SET variant = $2, start = $3, players = $4, plies = $5, moves_mark = $6,"
            " network = CASE WHEN result <> 'null' AND $7 = 'null' THEN $14::integer ELSE network END, result = $7,"
            " version = $8, clock = $9, offers = $10, turn = $11, deadline = $12, rematch = $13,"
            " changed = extract(epoch FROM clock_timestamp())::bigint WHERE key = $1",
            {game, record.variant, record.start, record.players, std::to_string(count_of_moves(record.moves)),
             mark_of_moves(record.moves), record.result, std::to_string(record.version), record.clock, record.offers,
             record.turn, milliseconds_of(record.deadline), record.rematch, std::to_string(number_of(network))});
        if (next) {
            insert_game(next->game, next->record, number_of(network),
                        std::ranges::none_of(next->keys, [](const GameKey& key) { return key.opens.plays_all(); }));
            insert_keys(next->game, known_keys(next->keys));
            // Every key leads on to the rematch, where colours are exchanged.
            sql_.ask(
                "INSERT INTO keys (hash, rematch, game, opens) SELECT hash, rematch + 1, $1, CASE opens"
                " WHEN 'x' THEN 'o' WHEN 'o' THEN 'x' ELSE '' END FROM keys WHERE game = $2 ON CONFLICT DO NOTHING",
                {next->game, game});
        }
        changes_games_ = is_grouping_;
        all.keep();
        return {};
    } catch (const sql::Error& error) { return failed("the change cannot be kept", error); }
}

Expected<bool> PostgresStore::take_seat(const std::string& invitation, const std::string& key) {
    try {
        Change all(*this);
        const auto found = find_key(invitation);
        if (!found) return std::unexpected(found.error());
        if (!*found || !(*found)->opens.invites_to) return false;
        const auto& [game, opens] = **found;
        // More than one may invite. Of two servers that give the seat away at once, the second finds no invitation any more.
        const sql::Answer used =
            sql_.ask("UPDATE keys SET opens = '' WHERE game = $1 AND opens = $2", {game, to_text(opens)});
        if (used.changed() == 0) return false;
        insert_keys(game, known_keys({{key, {std::string(1, opens.invites_to), 0}}}));
        all.keep();
        return true;
    } catch (const sql::Error& error) { return failed("the seat cannot be taken", error); }
}

Expected<Unfinished> PostgresStore::unfinished(const std::string& network) {
    try {
        const sql::Answer rows =
            look("SELECT count(*) FILTER (WHERE network = $1), count(*) FROM games WHERE result = 'null'",
                 {std::to_string(number_of(network))});
        return Unfinished{.of_network = rows.whole(0, 0), .in_all = rows.whole(0, 1)};
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<Removed> PostgresStore::remove_expired(const Keeping& keeping, Instant now) {
    try {
        Removed removed{{}, {}, true};
        Change all(*this);
        for (const auto& [kept_as, time] : kinds_to_remove(keeping)) {
            const auto before = std::chrono::floor<std::chrono::seconds>(now - time).time_since_epoch().count();
            // What another server removes at this moment, or changes, is left to it.
            const sql::Answer gone =
                sql_.ask("DELETE FROM games WHERE key IN (SELECT key FROM games WHERE kept_as = $1 AND changed < $2"
                         " ORDER BY changed LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING key",
                         {kept_as, std::to_string(before), std::to_string(most_removed - removed.games.size())});
            for (int i = 0; i < gone.size(); ++i) {
                removed.games.push_back(gone.text(i, 0));
                // In its next version: another server on the store would write the rematch again.
                const sql::Answer led_to = sql_.ask("UPDATE games SET rematch = '', version = version + 1"
                                                    " WHERE rematch <> '' AND rematch = $1 RETURNING key",
                                                    {removed.games.back()});
                for (int j = 0; j < led_to.size(); ++j) removed.led_to.push_back(led_to.text(j, 0));
            }
            if (removed.games.size() >= most_removed) {
                removed.is_all = false;
                break;
            }
        }
        all.keep();
        return removed;
    } catch (const sql::Error& error) { return failed("games cannot be removed", error); }
}

Expected<std::optional<GameRow>> PostgresStore::find(const std::string& game) {
    try {
        const sql::Answer rows =
            look(fmt::format("SELECT {} FROM games AS g WHERE g.key = $1", record_columns).c_str(), {game});
        if (rows.size() == 0) return std::nullopt;
        return record_at(rows, 0);
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::optional<KeyedGame>> PostgresStore::find_key(const std::string& key) {
    try {
        const KeyMark mark = mark_of(key);
        const sql::Answer rows = look("SELECT hash, rematch, game, opens FROM keys WHERE hash = $1 AND rematch = $2",
                                      {hash_text(mark), std::to_string(mark.rematch)});
        // Compared once more here, where it takes as long wherever they differ.
        if (rows.size() == 0 || !(mark_at(rows, 0, 0) == mark)) return std::nullopt;
        auto opens = read_opens(rows.text(0, 3));
        if (!opens) return std::unexpected(opens.error());
        return KeyedGame{rows.text(0, 2), std::move(*opens)};
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::vector<KnownKey>> PostgresStore::keys_of(const std::string& game) {
    try {
        const sql::Answer rows = look("SELECT hash, rematch, opens FROM keys WHERE game = $1", {game});
        std::vector<KnownKey> keys;
        for (int i = 0; i < rows.size(); ++i) {
            if (auto opens = read_opens(rows.text(i, 2)))
                keys.push_back({mark_at(rows, i, 0), std::move(*opens)});
            else // the game goes on without it: its clock, and whoever has another key
                spdlog::error("store: a key of a game is damaged: {}", opens.error().text);
        }
        return keys;
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::vector<Glance>> PostgresStore::glance(const std::vector<std::string>& keys) {
    try {
        std::vector<Glance> games;
        for (const std::string& key : keys) {
            const KeyMark mark = mark_of(key);
            const sql::Answer rows =
                look(fmt::format("SELECT k.hash, k.rematch, k.opens, g.changed, {} FROM keys AS k JOIN games AS g"
                                 " ON g.key = k.game WHERE k.hash = $1 AND k.rematch = $2",
                                 record_columns)
                         .c_str(),
                     {hash_text(mark), std::to_string(mark.rematch)});
            if (rows.size() == 0 || !(mark_at(rows, 0, 0) == mark)) continue;
            if (auto game = glance_at(key, rows.text(0, 2), record_at(rows, 0, 4), rows.whole(0, 3)))
                games.push_back(std::move(*game));
        }
        return games;
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::vector<std::string>> PostgresStore::texts(const char* statement,
                                                        const std::vector<sql::TextValue>& values) {
    try {
        const sql::Answer rows = look(statement, values);
        std::vector<std::string> all;
        for (int i = 0; i < rows.size(); ++i) all.push_back(rows.text(i, 0));
        return all;
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::vector<std::string>> PostgresStore::due(Instant now) {
    return texts("SELECT key FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2",
                 {milliseconds_of(now), std::to_string(most_due)});
}

// As the players are written (to_json of a player begins with its kind).
Expected<std::vector<std::string>> PostgresStore::engines_to_move() {
    return texts("SELECT key FROM games WHERE deadline IS NOT NULL AND turn IN ('x', 'o')"
                 " AND strpos(players, '\"' || turn || '\":{\"kind\":\"engine\"') > 0");
}

Expected<void> PostgresStore::note_alive(Instant now) {
    try {
        Change all(*this);
        sql_.ask("INSERT INTO alive VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                 {milliseconds_of(now)});
        sql_.run("DELETE FROM turns WHERE until < clock_timestamp() - interval '1 minute'"); // which nobody wants
        all.keep();
        return {};
    } catch (const sql::Error& error) { return failed("it cannot be written", error); }
}

Expected<std::optional<Instant>> PostgresStore::last_alive() {
    try {
        return instant_at(look("SELECT (SELECT at FROM alive)"), 0, 0);
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<Milliseconds> PostgresStore::give_back_time_down(Instant now) {
    try {
        Change all(*this);
        // Of two servers that begin at once, the second finds what the first has noted.
        sql_.run("LOCK TABLE alive IN EXCLUSIVE MODE");
        const sql::Answer noted =
            sql_.ask("SELECT (SELECT greatest(at, (SELECT 1000 * max(changed) FROM games)) FROM alive)");
        const auto last = instant_at(noted, 0, 0);
        if (!last || *last < Instant() || now - *last < least_time_down) return Milliseconds(0);
        // Clocks as Clock::stored() writes them; what is damaged is left as it is.
        sql_.ask("UPDATE games SET deadline = deadline + $1::bigint, clock = regexp_replace(clock, '\"since\":\\d+',"
                 " '\"since\":' || (substring(clock FROM '\"since\":(\\d{1,15})[,}]')::bigint + $1::bigint))"
                 " WHERE deadline BETWEEN 0 AND $2 AND clock ~ '\"since\":\\d{1,15}[,}]'",
                 {std::to_string((now - *last).count()), std::to_string(latest_deadline)});
        sql_.ask("INSERT INTO alive VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                 {milliseconds_of(now)});
        all.keep();
        return now - *last;
    } catch (const sql::Error& error) { return failed("clocks cannot be set", error); }
}

Expected<std::optional<Instant>> PostgresStore::next_deadline() {
    try {
        return instant_at(look("SELECT min(deadline) FROM games"), 0, 0);
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<void> PostgresStore::set_deadline(const std::string& game, std::int64_t version, std::optional<Instant> when) {
    try {
        Change all(*this);
        sql_.ask("UPDATE games SET deadline = $3 WHERE key = $1 AND version = $2",
                 {game, std::to_string(version), milliseconds_of(when)});
        all.keep();
        return {};
    } catch (const sql::Error& error) { return unreadable(error); }
}

// Names are letters and digits (new_key).
std::string names_of(const std::vector<std::string>& games) {
    std::string all;
    for (const std::string& game : games) (all += all.empty() ? "" : " ") += game;
    return all;
}

Expected<std::map<std::string, std::int64_t>> PostgresStore::versions(const std::vector<std::string>& games) {
    try {
        const sql::Answer rows =
            look("SELECT key, version FROM games WHERE key = ANY (string_to_array($1, ' '))", {names_of(games)});
        std::map<std::string, std::int64_t> all;
        for (int i = 0; i < rows.size(); ++i) all.emplace(rows.text(i, 0), rows.whole(i, 1));
        return all;
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<bool> PostgresStore::take_turn(const std::string& game, std::int64_t version, const std::string& server) {
    try {
        Change all(*this);
        const sql::Answer taken =
            sql_.ask("INSERT INTO turns AS t VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 second')"
                     " ON CONFLICT (game) DO UPDATE SET version = excluded.version, server = excluded.server,"
                     " until = excluded.until WHERE t.version < excluded.version OR t.server = excluded.server"
                     " OR t.until <= clock_timestamp()",
                     {game, std::to_string(version), server, std::to_string(turn_lasts.count())});
        all.keep();
        return taken.changed() == 1;
    } catch (const sql::Error& error) { return failed("the engine cannot take its turn", error); }
}

Expected<void> PostgresStore::end_turn(const std::string& game, std::int64_t version, const std::string& server) {
    try {
        Change all(*this);
        sql_.ask("DELETE FROM turns WHERE game = $1 AND version = $2 AND (server = $3 OR until <= clock_timestamp())",
                 {game, std::to_string(version), server});
        all.keep();
        return {};
    } catch (const sql::Error& error) { return failed("the engine's turn cannot be ended", error); }
}

Expected<std::vector<std::string>> PostgresStore::keep_turns(const std::string& server,
                                                             const std::vector<std::string>& games) {
    try {
        if (!games.empty()) {
            Change all(*this);
            sql_.ask("UPDATE turns SET until = clock_timestamp() + $3 * interval '1 second'"
                     " WHERE server = $1 AND game = ANY (string_to_array($2, ' '))",
                     {server, names_of(games), std::to_string(turn_lasts.count())});
            all.keep();
        }
        return texts("SELECT game FROM turns AS t JOIN games AS g ON g.key = t.game AND g.version = t.version"
                     " WHERE until <= clock_timestamp() ORDER BY game LIMIT $1",
                     {std::to_string(most_due)});
    } catch (const sql::Error& error) { return failed("the engine's turns cannot be kept", error); }
}

Expected<Milliseconds> PostgresStore::clock_ahead() {
    const auto ours = [] { return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()); };
    try {
        const Instant asked = ours();
        const auto theirs = instant_at(look("SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint"), 0, 0);
        return *theirs - std::clamp(*theirs, asked, ours());
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<void> PostgresStore::for_each(const std::function<Expected<void>(const StoredGame&)>& each) {
    try {
        if (!sql_.is_alive()) reconnect();
        sql_.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        struct End {
            sql::PostgresConnection& sql;
            ~End() {
                try {
                    sql.run("ROLLBACK");
                } catch (const sql::Error&) {}
            }
        } const end{sql_};
        std::string last;
        for (;;) {
            const sql::Answer rows = sql_.ask(fmt::format("SELECT {}, g.key, g.created, g.changed, g.network, g.by_link"
                                                          " FROM games AS g WHERE g.key > $1 ORDER BY g.key LIMIT 500",
                                                          record_columns)
                                                  .c_str(),
                                              {last});
            if (rows.size() == 0) return {};
            for (int i = 0; i < rows.size(); ++i) {
                const auto whole = [&](int column) { return rows.whole(i, columns_of_record + column); };
                last = rows.text(i, columns_of_record);
                auto keys = keys_read(last);
                if (!keys) return std::unexpected(keys.error());
                if (auto taken = each({last, record_at(rows, i), std::move(*keys), whole(1), whole(2), int(whole(3)),
                                       rows.text(i, columns_of_record + 4) == "t"});
                    !taken)
                    return taken;
            }
        }
    } catch (const sql::Error& error) { return unreadable(error); }
}

Expected<std::vector<KnownKey>> PostgresStore::keys_read(const std::string& game) {
    const sql::Answer rows = sql_.ask("SELECT hash, rematch, opens FROM keys WHERE game = $1", {game});
    std::vector<KnownKey> keys;
    for (int i = 0; i < rows.size(); ++i) {
        auto opens = read_opens(rows.text(i, 2));
        if (!opens) return std::unexpected(opens.error());
        keys.push_back({mark_at(rows, i, 0), std::move(*opens)});
    }
    return keys;
}

Expected<void> PostgresStore::put(const StoredGame& game) {
    try {
        Change all(*this);
        insert_game(game.name, game.row, game.network, game.by_link);
        insert_keys(game.name, game.keys);
        sql_.ask("UPDATE games SET created = $2, changed = $3 WHERE key = $1",
                 {game.name, std::to_string(game.created), std::to_string(game.changed)});
        all.keep();
        return {};
    } catch (const sql::Error& error) { return failed("the game cannot be kept", error); }
}

Expected<void> PostgresStore::set_salt(const std::string& salt) {
    try {
        Change all(*this);
        sql_.ask("UPDATE salt SET bytes = $1", {sql::bytea(salt)});
        all.keep();
        salt_ = salt;
        return {};
    } catch (const sql::Error& error) { return failed("it cannot be written", error); }
}

Expected<sql::PostgresConnection> connected(const std::string& url) {
    auto sql = sql::PostgresConnection::open(url);
    if (!sql) return problem(fmt::format("store: {}: {}", sql::shown(url), sql.error().text));
    sql->run(in_our_schema);
    return sql;
}

// A problem's text, or empty.
std::string migrate(sql::PostgresConnection& sql) {
    const int newest = migrations.size();
    sql.run("BEGIN");
    sql.run(lock_of_migrations); // two servers may begin at once
    sql.run("CREATE SCHEMA IF NOT EXISTS tavoliere; CREATE TABLE IF NOT EXISTS tavoliere.version (number integer)");
    const sql::Answer row = sql.ask("SELECT max(number) FROM tavoliere.version");
    const auto version = int(row.whole(0, 0));
    if (version > newest)
        return fmt::format("made by a newer Tavoliere (version {}; this one knows versions up to {})", version, newest);
    for (int i = version; i < newest; ++i) sql.run(migrations[std::size_t(i)]);
    if (version < newest) {
        sql.run("DELETE FROM tavoliere.version");
        sql.ask("INSERT INTO tavoliere.version VALUES ($1)", {std::to_string(newest)});
    }
    sql.run("COMMIT");
    return {};
}

}

Expected<std::unique_ptr<Store>> open_postgres_store(const std::string& url) {
    try {
        auto sql = connected(url);
        if (!sql) return std::unexpected(sql.error());
        if (const std::string wrong = migrate(*sql); !wrong.empty())
            return problem(fmt::format("store: {}: {}", sql::shown(url), wrong));
        std::string salt = sql::bytes_of(sql->ask("SELECT bytes FROM tavoliere.salt").text(0, 0));
        return std::make_unique<PostgresStore>(std::move(*sql), url, std::move(salt));
    } catch (const sql::Error& error) {
        return problem(fmt::format("store: {}: {}", sql::shown(url), as_one_line(error.what())));
    }
}

Expected<void> check_postgres_ready(const std::string& url) {
    try {
        auto sql = connected(url);
        if (!sql) { // who asks is a stranger
            spdlog::error("{}", sql.error().text);
            return problem("store: its database cannot be reached");
        }
        if (sql->ask("SELECT pg_is_in_recovery()").text(0, 0) != "f") return problem("store: it can only be read");
        return {};
    } catch (const sql::Error& error) { return failed("it cannot be written", error); }
}

}
