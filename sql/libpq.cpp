#include "sql/libpq.hpp"
#include "base/loaded_library.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <limits>
#include <poll.h>

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
    int (*PQsocket)(Connection);
    int (*PQsetnonblocking)(Connection, int is_nonblocking);
    int (*PQsendQuery)(Connection, const char* statements);
    int (*PQsendQueryParams)(Connection, const char* statement, int count, const unsigned* types,
                             const char* const* values, const int* lengths, const int* formats, int result_format);
    int (*PQflush)(Connection);
    int (*PQconsumeInput)(Connection);
    int (*PQisBusy)(Connection);
    Result (*PQgetResult)(Connection);
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
        LoadedLibrary file{"libpq.so.5"};
        Library all{};
#define LOAD(name) file.find(#name, all.name)
        LOAD(PQconnectdbParams), LOAD(PQstatus), LOAD(PQtransactionStatus), LOAD(PQerrorMessage), LOAD(PQreset);
        LOAD(PQfinish), LOAD(PQsocket), LOAD(PQsetnonblocking), LOAD(PQsendQuery), LOAD(PQsendQueryParams);
        LOAD(PQflush), LOAD(PQconsumeInput), LOAD(PQisBusy), LOAD(PQgetResult);
        LOAD(PQresultStatus), LOAD(PQresultErrorField);
        LOAD(PQntuples), LOAD(PQnfields), LOAD(PQftype), LOAD(PQgetvalue), LOAD(PQgetlength), LOAD(PQgetisnull),
            LOAD(PQcmdTuples), LOAD(PQclear);
        LOAD(PQsetNoticeProcessor);
#undef LOAD
        return file.is_whole() ? std::optional(all) : std::nullopt;
    }();
    return loaded ? &*loaded : nullptr;
}

void clear(void* result) { library()->PQclear(result); }
void finish(void* connection) { library()->PQfinish(connection); }

std::string message_of(void* connection) {
    const std::string_view said = library()->PQerrorMessage(connection);
    return as_one_line(said.substr(0, said.find_last_not_of(" \n") + 1));
}

// libpq repeats of a url what it does not understand, and that may be a password or a part of one.
std::string without_secrets(const std::string& message, const std::string& url) {
    const std::string harmless = shown(url);
    std::string out;
    for (std::size_t at = 0; at < message.size();) {
        const auto begin = message.find('"', at);
        // What is quoted may have quotes in it: it is as long as the url has it.
        auto end = begin == message.npos ? begin : message.find('"', begin + 1);
        for (auto next = end; next != message.npos; next = message.find('"', next + 1))
            if (url.contains(message.substr(begin + 1, next - begin - 1))) end = next;
        if (end == message.npos) return out + message.substr(at);
        const std::string quoted = message.substr(begin + 1, end - begin - 1);
        out += message.substr(at, begin - at);
        out += url.contains(quoted) && !harmless.contains(quoted) ? "\"…\"" : '"' + quoted + '"';
        at = end + 1;
    }
    return out;
}

// Without a connection, locked, in a deadlock, shut down, out of connections: it may pass.
Error error_of(const std::string& what, const std::string& state) {
    const bool may_pass = state.empty() || state.starts_with("08") || state.starts_with("40") || state == "55P03" ||
                          state.starts_with("57P") || state == "53300";
    return {what, state, may_pass};
}

std::string field_of(void* result, int which) {
    const char* const text = result ? library()->PQresultErrorField(result, which) : nullptr;
    return text ? text : "";
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
    if (!made.is_alive()) return problem(without_secrets(message_of(made.connection_.get()), url));
    pq->PQsetnonblocking(made.connection_.get(), 1);
    pq->PQsetNoticeProcessor(made.connection_.get(), [](void*, const char*) {}, nullptr);
    return made;
}

// Whoever has sent something waits until the connection can be read, and for no longer than his patience: a server may be frozen, and
// its machine's kernel answer for it.
void PostgresConnection::wait(bool to_write) {
    using namespace std::chrono;
    constexpr milliseconds tick(50),
        last_patience(1000); // until it is seen that nobody is waited for any more; and then
    const auto begun = steady_clock::now();
    pollfd look{library()->PQsocket(connection_.get()), short(POLLIN | (to_write ? POLLOUT : 0)), 0};
    while (poll(&look, 1, int(tick.count())) <= 0)
        if (steady_clock::now() - begun >= (*gives_up_ ? std::min(patience_, last_patience) : patience_)) {
            is_lost_ = true; // what it would still say is nothing to the next one who asks
            throw Error("it does not answer", "", true);
        }
}

// What the last of the statements gave; an error, which ends them.
Answer PostgresConnection::answer(bool was_sent) {
    const Library& pq = *library();
    void* const connection = connection_.get();
    if (!was_sent) throw error_of(message_of(connection), "");
    for (int left = 1; left;) {
        left = pq.PQflush(connection);
        if (left < 0) throw error_of(message_of(connection), "");
        if (left) wait(true);
        if (left && !pq.PQconsumeInput(connection)) throw error_of(message_of(connection), "");
    }
    Answer last(nullptr, clear);
    for (;;) {
        while (pq.PQisBusy(connection)) {
            wait(false);
            if (!pq.PQconsumeInput(connection)) throw error_of(message_of(connection), "");
        }
        void* const result = pq.PQgetResult(connection);
        if (!result) break;
        last = Answer(result, clear);
    }
    void* const result = last.result_.get();
    const int status = result ? pq.PQresultStatus(result) : -1;
    if (status == command_ok || status == tuples_ok) return last;
    // What libpq makes of an error has the statement and its values in it, which are for no log.
    const std::string said = field_of(result, 'M');
    throw error_of(said.empty() ? message_of(connection) : as_one_line(said), field_of(result, 'C'));
}

Answer PostgresConnection::ask(const char* statement, const std::vector<TextValue>& values) {
    std::vector<const char*> texts;
    for (const TextValue& value : values) texts.push_back(value ? value->c_str() : nullptr);
    return answer(library()->PQsendQueryParams(connection_.get(), statement, int(texts.size()), nullptr, texts.data(),
                                               nullptr, nullptr, 0) != 0);
}

void PostgresConnection::run(const char* statements) {
    answer(library()->PQsendQuery(connection_.get(), statements) != 0);
}

bool PostgresConnection::is_alive() const {
    return !is_lost_ && library()->PQstatus(connection_.get()) == connection_ok;
}
bool PostgresConnection::is_in_transaction() const {
    return library()->PQtransactionStatus(connection_.get()) == transaction_open;
}

void PostgresConnection::reconnect() {
    if (*gives_up_) throw Error("it is not asked any more", "", true);
    const auto begun = std::chrono::steady_clock::now();
    if (begun < not_before_) throw Error("it did not answer a moment ago", "", true);
    library()->PQreset(connection_.get());
    is_lost_ = false;
    if (!is_alive()) {
        const auto end = std::chrono::steady_clock::now();
        not_before_ = end + (end - begun);
        throw error_of(message_of(connection_.get()), "");
    }
    library()->PQsetnonblocking(connection_.get(), 1);
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
