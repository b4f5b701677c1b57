// PostgreSQL by its own library, libpq, which is loaded when a url asks for it: the program runs where it is not installed.
#pragma once
#include "base/problem.hpp"
#include "sql/sql.hpp"
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::sql {

// A value as text, or none.
using TextValue = std::optional<std::string>;

// What a statement gave.
class Answer {
public:
    Answer(void* result, void (*clear)(void*)) : result_(result, clear) {}
    int size() const;
    std::string text(int row, int column) const; // of none: empty
    std::int64_t whole(int row, int column) const;
    bool is_null(int row, int column) const;
    int columns() const;
    bool is_bytes(int column) const;
    std::int64_t changed() const; // rows that an INSERT, UPDATE or DELETE changed

private:
    friend class PostgresConnection;
    std::unique_ptr<void, void (*)(void*)> result_;
};

// One connection, for one thread.
class PostgresConnection {
public:
    // A problem where libpq is not installed, or nobody answers at the url.
    static Expected<PostgresConnection> open(const std::string& url);

    // Throws Error; also where there is no answer for as long as patience goes. $1, $2, … stand for the values.
    Answer ask(const char* statement, const std::vector<TextValue>& values = {});
    void run(const char* statements); // several, parted by semicolons
    // By default somewhat longer than a statement may take.
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
    // From any thread: from now on nobody is waited for but a second, and no new connection is made.
    void give_up() { *gives_up_ = true; }
    bool is_alive() const;
    // Whether a transaction is open, in which nothing has failed.
    bool is_in_transaction() const;
    // Once more by the same url, where the connection was lost. Who was waited for in vain is not asked again for as long as that took, so
    // that of many who ask one waits, and the others are told.
    void reconnect();

private:
    explicit PostgresConnection(void* connection, void (*finish)(void*)) : connection_(connection, finish) {}
    void wait(bool to_write);
    Answer answer(bool was_sent);

    std::unique_ptr<void, void (*)(void*)> connection_;
    std::chrono::milliseconds patience_{61'000};
    std::shared_ptr<std::atomic<bool>> gives_up_ = std::make_shared<std::atomic<bool>>(false);
    bool is_lost_ = false;
    std::chrono::steady_clock::time_point not_before_ = {}; // to make another connection
};

// What a transaction begins with that changes something: a program that stands still in the middle of it, or whose machine is gone without
// a word, holds what it has changed from all others for no longer than this.
inline constexpr const char* begin_changes = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'";

// Bytes as PostgreSQL writes and reads them: \x0011ff.
std::string bytea(std::string_view bytes);
std::string bytes_of(std::string_view bytea);

}
