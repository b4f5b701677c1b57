// A database by its statements, in a file of SQLite or in a PostgreSQL: what the two have in common. $1, $2, … stand for values.
#pragma once
#include "base/problem.hpp"
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tavoliere::sql {

// What a database, or the way to it, says is wrong.
class Error : public std::runtime_error {
public:
    // `state`: SQLSTATE of PostgreSQL; empty where there is no connection.
    Error(const std::string& what, std::string state, bool may_pass)
        : std::runtime_error(what), state_(std::move(state)), may_pass_(may_pass) {}
    const std::string& state() const { return state_; }
    // Whether the same may succeed in a moment: somebody else holds it, or it cannot be reached now.
    bool may_pass() const { return may_pass_; }

private:
    std::string state_;
    bool may_pass_;
};

struct Bytes {
    std::string bytes;
};
using Value = std::variant<std::int64_t, double, std::string, Bytes>;

// What a statement gave.
struct Table {
    std::vector<std::vector<std::optional<std::string>>> rows;
    std::int64_t changed = 0; // rows, by an INSERT, UPDATE or DELETE

    int size() const { return int(rows.size()); }
    const std::optional<std::string>& at(int row, int column) const {
        return rows[std::size_t(row)][std::size_t(column)];
    }
    // Of none: empty, or 0.
    std::string text(int row, int column) const { return at(row, column).value_or(""); }
    std::int64_t whole(int row, int column) const;
    double real(int row, int column) const;
};

// For one thread at a time. All of it throws Error.
class Database {
public:
    virtual ~Database() = default;
    virtual Table ask(const char* statement, const std::vector<Value>& values = {}) = 0;
    // A transaction: one that writes has all to itself until it ends, one that reads sees one moment.
    virtual void begin(bool writes) = 0;
    virtual void commit() = 0;
    virtual void roll_back() noexcept = 0;
    // Milliseconds since 1970: the same for all who use the database, whatever their machines' clocks say.
    virtual std::int64_t now() = 0;
};

// What is kept, and how the tables of version n become those of version n + 1 in either.
struct Kept {
    std::string_view name;    // of what it is, as problems begin: "jobs"
    std::int32_t application; // marks a file of SQLite
    std::string_view schema;  // of PostgreSQL, in which all of it lies
    std::span<const char* const> sqlite, postgres;
};
struct Opening {
    bool may_make = true;                       // a file that is not there; otherwise that is a problem
    std::chrono::milliseconds patience{10'000}; // of each statement, while others hold a file of SQLite
};
// "sqlite:PATH", or "postgresql://…" as libpq has it; brought up to date. A problem has `again_after` where somebody else only holds
// it, or it cannot be reached now.
Expected<std::unique_ptr<Database>> open(const std::string& url, const Kept& kept, const Opening& how = {});
bool is_postgres(std::string_view url);
// A url in quotes, without its password and without its parameters, of which one may be a password.
std::string shown(const std::string& url);

}
