#include "sql/sql.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "sql/libpq.hpp"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <sqlite3.h>
#include <system_error>

namespace tavoliere::sql {
namespace {

template <class... F> struct Cases : F... {
    using F::operator()...;
};

// What a database says on several lines, and bytes that are no text, on one.
std::unexpected<Problem> refused(const Kept& kept, const std::string& which, std::string_view why,
                                 bool may_pass = false) {
    return std::unexpected(Problem{std::string(kept.name) + ": " + which + ": " + as_one_line(why), may_pass ? 1 : 0});
}

// Whatever it gives, without SQLite's own exceptions.
auto guarded(auto work) {
    try {
        return work();
    } catch (const SQLite::Exception& error) { throw Error(error.what(), "", error.getErrorCode() == SQLITE_BUSY); }
}

class Sqlite final : public Database {
public:
    explicit Sqlite(SQLite::Database database) : database_(std::move(database)) {}

    Table ask(const char* text, const std::vector<Value>& values) override {
        return guarded([&] {
            SQLite::Statement statement(database_, text);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::string name = "$" + std::to_string(i + 1);
                std::visit(Cases{[&](const Bytes& b) { statement.bind(name, b.bytes.data(), int(b.bytes.size())); },
                                 [&](const auto& v) { statement.bind(name, v); }},
                           values[i]);
            }
            Table table;
            while (statement.executeStep()) {
                auto& row = table.rows.emplace_back();
                for (int c = 0; c < statement.getColumnCount(); ++c) {
                    const SQLite::Column column = statement.getColumn(c);
                    row.push_back(column.isNull() ? std::nullopt : std::optional(column.getString()));
                }
            }
            table.changed = database_.getChanges();
            return table;
        });
    }
    void begin(bool writes) override {
        guarded([&] { return database_.exec(writes ? "BEGIN IMMEDIATE" : "BEGIN"); });
    }
    void commit() override {
        guarded([&] { return database_.exec("COMMIT"); });
    }
    void roll_back() noexcept override { database_.tryExec("ROLLBACK"); } // SQLite may have done so already
    std::int64_t now() override {
        using namespace std::chrono;
        return floor<milliseconds>(system_clock::now()).time_since_epoch().count();
    }

private:
    SQLite::Database database_;
};

Expected<std::unique_ptr<Database>> open_sqlite(const std::string& path, const Kept& kept, const Opening& how) {
    const auto wrong = [&](std::string_view why, bool may_pass = false) {
        return refused(kept, in_quotes(path), why, may_pass);
    };
    if (const auto plain = need_plain_if_there(path, file_kind::store); !plain)
        return problem(std::string(kept.name) + ": " + plain.error().text);
    std::error_code none;
    if (!how.may_make && !std::filesystem::exists(path, none)) return wrong("there is no such file");
    try {
        auto opened = guarded([&] {
            SQLite::Database database(path, SQLite::OPEN_READWRITE | (how.may_make ? SQLite::OPEN_CREATE : 0),
                                      int(how.patience.count()));
            database.exec("PRAGMA journal_mode = WAL");
            database.exec("PRAGMA synchronous = FULL"); // what was kept survives a power cut
            return std::unique_ptr<Database>(std::make_unique<Sqlite>(std::move(database)));
        });
        const int newest = int(kept.sqlite.size());
        // Who only reads waits for nobody: the second time it is for writing, and perhaps somebody else has done it.
        for (const bool writes : {false, true}) {
            opened->begin(writes);
            const auto version = int(opened->ask("PRAGMA user_version").whole(0, 0));
            const bool is_new = opened->ask("SELECT count(*) FROM sqlite_master").whole(0, 0) == 0;
            if (!is_new && opened->ask("PRAGMA application_id").whole(0, 0) != kept.application)
                return wrong("the database of another program; name another file");
            if (version > newest)
                return wrong("made by a newer Tavoliere (version " + std::to_string(version) +
                             "; this one knows versions up to " + std::to_string(newest) + ")");
            if (writes && version < newest) {
                for (int i = version; i < newest; ++i)
                    for (const std::string_view each : split(kept.sqlite[std::size_t(i)], ';'))
                        opened->ask(std::string(each).c_str());
                opened->ask(("PRAGMA application_id = " + std::to_string(kept.application)).c_str());
                opened->ask(("PRAGMA user_version = " + std::to_string(newest)).c_str());
            }
            opened->commit();
            if (version == newest) break;
        }
        return opened;
    } catch (const Error& error) { return wrong(error.what(), error.may_pass()); }
}

class Postgres final : public Database {
public:
    Postgres(PostgresConnection connection, const std::string& schema)
        : connection_(std::move(connection)), settings_("SET search_path = " + schema) {
        connection_.run(settings_.c_str());
    }

    Table ask(const char* text, const std::vector<Value>& values) override {
        std::vector<TextValue> texts;
        for (const Value& value : values)
            texts.emplace_back(
                std::visit(Cases{[](const Bytes& b) { return bytea(b.bytes); }, [](const std::string& t) { return t; },
                                 [](double n) {
                                     char digits[32]; // which read back as the same number
                                     return std::string(digits, std::to_chars(digits, digits + 32, n).ptr);
                                 },
                                 [](std::int64_t n) { return std::to_string(n); }},
                           value));
        const Answer answer = connection_.ask(text, texts);
        Table table;
        for (int r = 0; r < answer.size(); ++r) {
            auto& row = table.rows.emplace_back();
            for (int c = 0; c < answer.columns(); ++c)
                row.push_back(answer.is_null(r, c) ? std::nullopt
                              : answer.is_bytes(c) ? std::optional(bytes_of(answer.text(r, c)))
                                                   : std::optional(answer.text(r, c)));
        }
        table.changed = answer.changed();
        return table;
    }
    void begin(bool writes) override {
        // One change at a time, as SQLite has it: none meets another one half done, and they are short.
        static const std::string changes =
            std::string(begin_changes) + "; SELECT pg_advisory_xact_lock(8390042714202112355)";
        const char* const statements = writes ? changes.c_str() : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        if (!connection_.is_alive()) reconnect();
        try {
            connection_.run(statements);
        } catch (const Error&) { // lost while nobody asked
            if (connection_.is_alive()) throw;
            reconnect();
            connection_.run(statements);
        }
    }
    void commit() override {
        // Of a transaction in which something failed, COMMIT makes a rollback without a word.
        if (!connection_.is_in_transaction()) throw Error("the change could not be kept", "25P02", false);
        connection_.run("COMMIT");
    }
    void roll_back() noexcept override {
        try {
            if (connection_.is_alive()) connection_.run("ROLLBACK");
        } catch (const Error&) { // NOLINT(bugprone-empty-catch)
            // The connection is gone, and with it all of the transaction.
        }
    }

    std::int64_t now() override {
        return ask("SELECT floor(1000 * extract(epoch FROM clock_timestamp()))::bigint", {}).whole(0, 0);
    }

private:
    void reconnect() {
        connection_.reconnect();
        connection_.run(settings_.c_str());
    }

    PostgresConnection connection_;
    const std::string settings_;
};

Expected<std::unique_ptr<Database>> open_postgres(const std::string& url, const Kept& kept) {
    const auto wrong = [&](std::string_view why, bool may_pass = false) {
        return refused(kept, shown(url), why, may_pass);
    };
    auto connection = PostgresConnection::open(url);
    if (!connection) return wrong(connection.error().text, connection.error().again_after != 0);
    try {
        auto opened = std::make_unique<Postgres>(std::move(*connection), std::string(kept.schema));
        opened->begin(true); // two may begin at once
        opened->ask(("CREATE SCHEMA IF NOT EXISTS " + std::string(kept.schema)).c_str(), {});
        opened->ask("CREATE TABLE IF NOT EXISTS version (number integer)", {});
        const int newest = int(kept.postgres.size());
        const auto version = int(opened->ask("SELECT max(number) FROM version", {}).whole(0, 0));
        if (version > newest)
            return wrong("made by a newer Tavoliere (version " + std::to_string(version) +
                         "; this one knows versions up to " + std::to_string(newest) + ")");
        for (int i = version; i < newest; ++i)
            for (const std::string_view each : split(kept.postgres[std::size_t(i)], ';'))
                opened->ask(std::string(each).c_str(), {});
        if (version < newest) {
            opened->ask("DELETE FROM version", {});
            opened->ask("INSERT INTO version VALUES ($1)", {std::int64_t(newest)});
        }
        opened->commit();
        return opened;
    } catch (const Error& error) { return wrong(error.what(), error.may_pass()); }
}

}

std::int64_t Table::whole(int row, int column) const {
    constexpr auto bounds = std::numeric_limits<std::int64_t>();
    return parse_number(text(row, column), bounds.min(), bounds.max()).value_or(0);
}

double Table::real(int row, int column) const { return parse_decimal(text(row, column), -1e300, 1e300).value_or(0); }

bool is_postgres(std::string_view url) { return url.starts_with("postgresql://") || url.starts_with("postgres://"); }

std::string shown(const std::string& url) {
    const auto begins = url.find("//"), asks = url.find('?'), at = url.rfind('@');
    if (begins == url.npos) return in_quotes(url);
    // postgresql://USER:PASSWORD@HOST/DATABASE?user=USER&password=PASSWORD: where "@" comes after "?", either may be a password's.
    if (asks != url.npos && at != url.npos && at > asks) return in_quotes(url.substr(0, begins + 2) + "…");
    const std::string end = asks == url.npos ? "" : "?…";
    const auto colon = url.find(':', begins);
    if (at == url.npos || colon > at) return in_quotes(url.substr(0, asks) + end);
    return in_quotes(url.substr(0, colon + 1) + "…" + url.substr(at, asks == url.npos ? asks : asks - at) + end);
}

Expected<std::unique_ptr<Database>> open(const std::string& url, const Kept& kept, const Opening& how) {
    if (is_postgres(url)) return open_postgres(url, kept);
    std::string_view rest = url;
    if (!take(rest, "sqlite:") || rest.empty())
        return problem(std::string(kept.name) + ": " + shown(url) +
                       " is not understood; write sqlite:PATH or postgresql://USER@HOST/DATABASE");
    return open_sqlite(std::string(rest), kept, how);
}

}
