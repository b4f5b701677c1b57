#include "sql/libpq.hpp"
#include "base/text.hpp"
#include <dlfcn.h>
#include <limits>

namespace tavoliere::sql {
namespace {

// What of libpq's interface is used, as its documentation has it; it has been the same for as long as its name has been libpq.so.5.
struct Library {
    using Connection = void*;
    using Result = void*;
    Connection (*PQconnectdbParams)(const char* const* names, const char* const* values, int expand);
    int (*PQstatus)(Connection);
    int (*PQtransactionStatus)(Connection);
    char* (*PQerrorMessage)(Connection);
    void (*PQreset)(Connection);
    void (*PQfinish)(Connection);
    Result (*PQexec)(Connection, const char* statements);
    Result (*PQexecParams)(Connection, const char* statement, int count, const unsigned* types,
                           const char* const* values, const int* lengths, const int* formats, int result_format);
    int (*PQresultStatus)(Result);
    char* (*PQresultErrorField)(Result, int field);
    int (*PQntuples)(Result);
    int (*PQnfields)(Result);
    unsigned (*PQftype)(Result, int column);
    char* (*PQgetvalue)(Result, int row, int column);
    int (*PQgetlength)(Result, int row, int column);
    int (*PQgetisnull)(Result, int row, int column);
    char* (*PQcmdTuples)(Result);
    void (*PQclear)(Result);
    using Notices = void (*)(void*, const char*);
    Notices (*PQsetNoticeProcessor)(Connection, Notices, void*);
};
constexpr int connection_ok = 0, command_ok = 1, tuples_ok = 2, transaction_open = 2;
constexpr unsigned type_of_bytes = 17; // bytea, in pg_type

// Loaded once; nothing where it is not installed.
const Library* library() {
    static const std::optional<Library> loaded = []() -> std::optional<Library> {
        void* const file = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
        if (!file) return {};
        Library all{};
        bool is_whole = true;
        const auto load = [&](const char* name, auto& function) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
            is_whole = is_whole && function;
        };
#define LOAD(name) load(#name, all.name)
        LOAD(PQconnectdbParams), LOAD(PQstatus), LOAD(PQtransactionStatus), LOAD(PQerrorMessage), LOAD(PQreset);
        LOAD(PQfinish), LOAD(PQexec), LOAD(PQexecParams), LOAD(PQresultStatus), LOAD(PQresultErrorField);
        LOAD(PQntuples), LOAD(PQnfields), LOAD(PQftype), LOAD(PQgetvalue), LOAD(PQgetlength), LOAD(PQgetisnull),
            LOAD(PQcmdTuples), LOAD(PQclear);
        LOAD(PQsetNoticeProcessor);
#undef LOAD
        return is_whole ? std::optional(all) : std::nullopt;
    }();
    return loaded ? &*loaded : nullptr;
}

void clear(void* result) { library()->PQclear(result); }
void finish(void* connection) { library()->PQfinish(connection); }

std::string message_of(void* connection) {
    const std::string_view said = library()->PQerrorMessage(connection);
    return as_one_line(said.substr(0, said.find_last_not_of(" \n") + 1));
}

// Without a connection, locked, in a deadlock, shut down, out of connections: it may pass.
Error error_of(void* connection, const std::string& state) {
    const bool may_pass = state.empty() || state.starts_with("08") || state.starts_with("40") || state == "55P03" ||
                          state.starts_with("57P") || state == "53300";
    return {message_of(connection), state, may_pass};
}

Answer checked(void* connection, void* result) {
    Answer rows(result, clear);
    const int status = result ? library()->PQresultStatus(result) : -1;
    if (status == command_ok || status == tuples_ok) return rows;
    const char* const state = result ? library()->PQresultErrorField(result, 'C') : nullptr;
    throw error_of(connection, state ? state : "");
}

}

int Answer::size() const { return library()->PQntuples(result_.get()); }
std::string Answer::text(int row, int column) const {
    return {library()->PQgetvalue(result_.get(), row, column),
            std::size_t(library()->PQgetlength(result_.get(), row, column))};
}
std::int64_t Answer::whole(int row, int column) const {
    return parse_number(text(row, column), std::numeric_limits<std::int64_t>::min(),
                        std::numeric_limits<std::int64_t>::max())
        .value_or(0);
}
bool Answer::is_null(int row, int column) const { return library()->PQgetisnull(result_.get(), row, column) != 0; }
int Answer::columns() const { return library()->PQnfields(result_.get()); }
bool Answer::is_bytes(int column) const { return library()->PQftype(result_.get(), column) == type_of_bytes; }
std::int64_t Answer::changed() const {
    return parse_number(library()->PQcmdTuples(result_.get()), 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
}

Expected<PostgresConnection> PostgresConnection::open(const std::string& url) {
    const Library* const pq = library();
    if (!pq) return problem("libpq.so.5 is not installed; on Debian it is the package libpq5");
    // What the url says of these comes later and counts. Who waits for a lock, or for a server that is gone, does not wait for ever.
    const char* const names[] = {
        "connect_timeout", "application_name", "client_encoding", "tcp_user_timeout", "options", "dbname", nullptr};
    const char* const values[] = {"5",
                                  "tavoliere",
                                  "UTF8",
                                  "10000",
                                  "-c lock_timeout=2s -c statement_timeout=60s -c client_min_messages=warning",
                                  url.c_str(),
                                  nullptr};
    PostgresConnection made(pq->PQconnectdbParams(names, values, 1), finish);
    if (!made.connection_) return problem("no memory is left for a connection");
    if (!made.is_alive()) return problem(message_of(made.connection_.get()));
    pq->PQsetNoticeProcessor(made.connection_.get(), [](void*, const char*) {}, nullptr);
    return made;
}

Answer PostgresConnection::ask(const char* statement, const std::vector<TextValue>& values) {
    std::vector<const char*> texts;
    for (const TextValue& value : values) texts.push_back(value ? value->c_str() : nullptr);
    return checked(connection_.get(), library()->PQexecParams(connection_.get(), statement, int(texts.size()), nullptr,
                                                              texts.data(), nullptr, nullptr, 0));
}

void PostgresConnection::run(const char* statements) {
    checked(connection_.get(), library()->PQexec(connection_.get(), statements));
}

bool PostgresConnection::is_alive() const { return library()->PQstatus(connection_.get()) == connection_ok; }
bool PostgresConnection::is_in_transaction() const {
    return library()->PQtransactionStatus(connection_.get()) == transaction_open;
}

void PostgresConnection::reconnect() {
    library()->PQreset(connection_.get());
    if (!is_alive()) throw error_of(connection_.get(), "");
}

std::string bytea(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "\\x";
    for (const unsigned char byte : bytes) (text += digits[byte / 16]) += digits[byte % 16];
    return text;
}

std::string bytes_of(std::string_view bytea) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 2; i + 1 < bytea.size(); i += 2) bytes += char(digit(bytea[i]) * 16 + digit(bytea[i + 1]));
    return bytes;
}

}
