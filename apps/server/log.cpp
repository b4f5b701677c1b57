#include "server/log.hpp"
#include "ask/limits.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "server/own_files.hpp"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <condition_variable>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr std::size_t most_unwritten = 1 << 20;
constexpr std::size_t most_shown = 200;       // bytes of what came from outside
constexpr std::size_t written_at_once = 4096; // a pipe that can be written to at all takes so many
constexpr std::chrono::milliseconds last_patience(500);

struct About {
    std::uint64_t request = 0;
    std::int64_t message = 0;
};
thread_local About about;

// "2026-11-26T16:20:11.123Z"
std::string time_text(std::chrono::system_clock::time_point at) {
    const auto milliseconds = std::chrono::time_point_cast<std::chrono::milliseconds>(at);
    const auto part = (milliseconds.time_since_epoch() % 1000).count();
    return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(milliseconds)), part);
}
std::string time_text() { return time_text(std::chrono::system_clock::now()); }

class Formatter final : public spdlog::formatter {
public:
    explicit Formatter(LogForm form) : form_(form) {}
    void format(const spdlog::details::log_msg& said, spdlog::memory_buf_t& out) override {
        const auto level = spdlog::level::to_string_view(said.level);
        const std::string_view name(level.data(), level.size()), event(said.payload.data(), said.payload.size());
        const std::string line =
            form_ == LogForm::json ? json(time_text(said.time), name, event) : text(time_text(said.time), name, event);
        out.append(line.data(), line.data() + line.size());
        out.push_back('\n');
    }
    std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<Formatter>(form_); }

private:
    static std::string json(std::string_view time, std::string_view level, std::string_view event) {
        JsonObject line;
        line.add("time", time).add("level", level);
        if (about.request) line.add("request", about.request);
        if (about.message) line.add("message", about.message);
        return line.add("event", event).text();
    }
    static std::string text(std::string_view time, std::string_view level, std::string_view event) {
        std::string of;
        if (about.request) of = fmt::format(" #{}", about.request);
        if (about.message) of += fmt::format("/{}", about.message);
        return fmt::format("{} {}{} {}", time, level, of, printable(event));
    }
    LogForm form_;
};

class OwnThread final : public LineFile {
public:
    OwnThread(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}
    ~OwnThread() override {
        {
            const std::scoped_lock lock(mutex_);
            ends_ = true;
        }
        something_to_do_.notify_one();
        thread_.join();
    }

    void add(std::string_view line) override {
        {
            const std::scoped_lock lock(mutex_);
            if (unwritten_.size() + line.size() >= most_unwritten) {
                ++lost_;
                return;
            }
            unwritten_.append(line).push_back('\n');
        }
        something_to_do_.notify_one();
    }
    void reopen() override {
        {
            const std::scoped_lock lock(mutex_);
            reopens_ = true;
        }
        something_to_do_.notify_one();
    }

private:
    void run() {
        std::unique_lock lock(mutex_);
        for (;;) {
            something_to_do_.wait(lock, [&] { return ends_ || reopens_ || !unwritten_.empty(); });
            const std::string lines = std::exchange(unwritten_, {});
            const bool reopens = std::exchange(reopens_, false), ends = ends_;
            const std::size_t lost = std::exchange(lost_, 0);
            lock.unlock();
            // What was added before goes where it went: the file was renamed, not emptied.
            write(lines);
            if (lost) spdlog::warn("--access-log: {} lines are left out: {} took too long", lost, name());
            if (reopens) open_again();
            if (ends) return;
            lock.lock();
        }
    }
    void write(std::string_view lines) {
        while (!lines.empty()) {
            if (!can_be_written()) return;
            const ssize_t n = ::write(file_.get(), lines.data(), std::min(lines.size(), written_at_once));
            if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            if (n < 0) return cannot_write(errno);
            lines.remove_prefix(std::size_t(n));
        }
        complained_ = false;
    }
    // Waits for whoever reads a pipe; false where the server ends meanwhile, and for some time.
    bool can_be_written() {
        std::chrono::milliseconds waited(0);
        for (;; waited += last_patience / 5) {
            pollfd file{file_.get(), POLLOUT, 0};
            if (::poll(&file, 1, int(last_patience.count() / 5)) != 0) return true;
            const std::scoped_lock lock(mutex_);
            if (!ends_) waited = {};
            if (waited >= last_patience) return false;
        }
    }
    // Each fault is told once, and again when something could be written meanwhile.
    void cannot_write(int error) {
        if (!std::exchange(complained_, true))
            spdlog::error("--access-log: cannot write {}: {}", name(), std::generic_category().message(error));
    }
    void open_again() {
        if (path_.empty()) return;
        if (auto file = open_own_stream(path_))
            file_ = std::move(*file);
        else
            spdlog::error("--access-log: {}", file.error().text);
    }

    std::string name() const { return path_.empty() ? "standard output" : in_quotes(path_); }

    const std::string path_; // empty: standard output
    Descriptor file_;
    std::mutex mutex_;
    std::condition_variable something_to_do_;
    std::string unwritten_;
    std::size_t lost_ = 0; // lines
    bool reopens_ = false, ends_ = false;
    bool complained_ = false;
    std::thread thread_{[this] { run(); }};
};

// What came from outside, in quotes, in which there are none, and no controls.
std::string quoted(std::string_view text) { return json_string(text.substr(0, most_shown)); }

}

Expected<LogForm> read_log_form(std::string_view text) {
    if (text == "text") return LogForm::text;
    if (text == "json") return LogForm::json;
    return problem("--log: " + in_quotes(text) + " is no form of a log; text and json are");
}

void begin_log(LogForm form) {
    auto logger = std::make_shared<spdlog::logger>("tavoliere", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    logger->set_formatter(std::make_unique<Formatter>(form));
    spdlog::set_default_logger(std::move(logger));
}

AboutRequest::AboutRequest(std::uint64_t request, std::int64_t message)
    : request_before_(std::exchange(about.request, request)), message_before_(std::exchange(about.message, message)) {}

AboutRequest::~AboutRequest() { about = {request_before_, message_before_}; }

std::string loggable_path(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?')).substr(0, most_shown);
    const auto is_of_keys = [](unsigned char c) { return c < 128 && std::isalnum(c); };
    std::string out;
    for (std::size_t i = 0; i < path.size();) {
        const auto end =
            std::size_t(std::find_if_not(path.begin() + std::ptrdiff_t(i), path.end(), is_of_keys) - path.begin());
        out += end - i >= key_length ? "***" : path.substr(i, end - i);
        if (end < path.size()) out += path[end];
        i = end + 1;
    }
    return out;
}

Expected<std::unique_ptr<LineFile>> LineFile::open(const std::string& path) {
    if (path == "-") {
        Descriptor output(::dup(STDOUT_FILENO));
        if (!output) return problem("--access-log: there is no standard output");
        return std::make_unique<OwnThread>("", std::move(output));
    }
    auto file = open_own_stream(path);
    if (!file) return problem("--access-log: " + file.error().text);
    return std::make_unique<OwnThread>(path, std::move(*file));
}

void AccessLog::answered(std::string_view network, const HttpRequest& request, unsigned status, std::size_t bytes,
                         std::chrono::duration<double, std::milli> time) {
    const std::string path = loggable_path(request.target);
    const std::string_view agent = request.first("user-agent");
    if (form_ == LogForm::json)
        return file_->add(JsonObject()
                              .add("time", time_text())
                              .add("request", request.number)
                              .add("from", network)
                              .add("method", request.method.substr(0, most_shown))
                              .add("path", path)
                              .add("status", status)
                              .add("bytes", bytes)
                              .raw("ms", fmt::format("{:.1f}", time.count()))
                              .add("agent", agent.substr(0, most_shown))
                              .text());
    file_->add(fmt::format("{} {} #{} {} {} {} bytes {:.1f} ms {}", time_text(), network, request.number,
                           quoted(request.method + " " + path), status, bytes, time.count(), quoted(agent)));
}

void AccessLog::opened(std::string_view network, const HttpRequest& request) {
    const std::string_view agent = request.first("user-agent");
    if (form_ == LogForm::json)
        return file_->add(JsonObject()
                              .add("time", time_text())
                              .add("request", request.number)
                              .add("from", network)
                              .add("websocket", "opened")
                              .add("agent", agent.substr(0, most_shown))
                              .text());
    file_->add(fmt::format("{} {} #{} WebSocket opened {}", time_text(), network, request.number, quoted(agent)));
}

void AccessLog::closed(std::string_view network, std::uint64_t request, std::chrono::duration<double> after,
                       std::uint64_t messages) {
    if (form_ == LogForm::json)
        return file_->add(JsonObject()
                              .add("time", time_text())
                              .add("request", request)
                              .add("from", network)
                              .add("websocket", "closed")
                              .raw("seconds", fmt::format("{:.1f}", after.count()))
                              .add("messages", messages)
                              .text());
    file_->add(fmt::format("{} {} #{} WebSocket closed after {:.1f} s, {} messages", time_text(), network, request,
                           after.count(), messages));
}

}
