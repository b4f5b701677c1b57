// What the server writes down: what happens to it, on standard error, and where somebody wants it, who asked for what. Each is
// a line, or an object of JSON on a line, in which nothing that came from outside can begin another one. No keys are in it.
#pragma once
#include "base/problem.hpp"
#include "server/http.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tavoliere::server {

enum class LogForm : std::uint8_t { text, json };

// A problem where it is neither "text" nor "json".
Expected<LogForm> read_log_form(std::string_view text);

// From now on what spdlog is told goes to standard error so:
//     2026-11-26T16:20:11.123Z error #17/3 store: another program holds it
//     {"time":"2026-11-26T16:20:11.123Z","level":"error","request":17,"message":3,"event":"store: another program holds it"}
// where 17 is the number of the request over HTTP, or of the one that opened a WebSocket, and 3 that of a message there, as its sender
// counts. Both are left out where nobody asked.
void begin_log(LogForm form);

// As long as this lives, what its thread writes into the log is about that request.
class AboutRequest {
public:
    explicit AboutRequest(std::uint64_t request, std::int64_t message = 0);
    ~AboutRequest();
    AboutRequest(const AboutRequest&) = delete;
    AboutRequest& operator=(const AboutRequest&) = delete;

private:
    std::uint64_t request_before_;
    std::int64_t message_before_;
};

// A path as a log may have it: without its query, and with *** for whatever has the length of a key; cut after 200 bytes.
std::string loggable_path(std::string_view target);

// Lines that a thread of its own adds to a file, so that nobody waits for the disk. It keeps a megabyte that is not written yet; what
// does not fit is left out, and the log says how many lines that were.
class LineFile {
public:
    // "-": standard output.
    static Expected<std::unique_ptr<LineFile>> open(const std::string& path);
    virtual ~LineFile() = default; // writes what is left, but waits for a reader no longer than half a second
    virtual void add(std::string_view line) = 0; // without its end
    // The file of that name once more: somebody has renamed the one that is written to. Where it cannot be opened the
    // log says so, and the old one is written to.
    virtual void reopen() = 0;
};

// Who asked for what:
//     2026-11-26T16:20:11.123Z 192.0.2.7 #17 "GET /api/board" 200 4711 bytes 0.4 ms "Mozilla/5.0 …"
//     2026-11-26T16:20:11.123Z 192.0.2.7 #18 WebSocket opened "Mozilla/5.0 …"
//     2026-11-26T16:21:11.123Z 192.0.2.7 #18 WebSocket closed after 60.0 s, 12 messages
// In quotes is what came from outside, as JSON spells it. `network`: see network_of() in visitors.hpp.
class AccessLog {
public:
    AccessLog(std::unique_ptr<LineFile> file, LogForm form) : file_(std::move(file)), form_(form) {}

    // `bytes`: of the answer, its header with them, that were sent. `time`: from the request's last byte to the answer's.
    void answered(std::string_view network, const HttpRequest& request, unsigned status, std::size_t bytes,
                  std::chrono::duration<double, std::milli> time);
    void opened(std::string_view network, const HttpRequest& request);
    void closed(std::string_view network, std::uint64_t request, std::chrono::duration<double> after,
                std::uint64_t messages);
    void reopen() { file_->reopen(); }

private:
    std::unique_ptr<LineFile> file_;
    LogForm form_;
};

}
