#include "server/metrics.hpp"
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <sys/resource.h>

namespace tavoliere::server {

namespace {

// One figure after the other, each with what it is: https://prometheus.io/docs/instrumenting/exposition_formats
class Figures {
public:
    void add(std::string_view name, std::string_view kind, std::string_view help) {
        to("# HELP tavoliere_{0} {2}\n# TYPE tavoliere_{0} {1}\n", name, kind, help);
        name_ = name;
    }
    void value(auto number, std::string_view labels = "") { to("tavoliere_{}{} {}\n", name_, labels, number); }
    void gauge(std::string_view name, std::string_view help, auto number) {
        add(name, "gauge", help);
        value(number);
    }
    void counter(std::string_view name, std::string_view help, auto number) {
        add(name, "counter", help);
        value(number);
    }
    void histogram(std::string_view name, std::string_view help, const Timings& timings) {
        add(name, "histogram", help);
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < Timings::bounds; ++i) {
            count += timings.count(i);
            to("tavoliere_{}_bucket{{le=\"{}\"}} {}\n", name_, Timings::bound(i), count);
        }
        count += timings.count(Timings::bounds);
        to("tavoliere_{0}_bucket{{le=\"+Inf\"}} {1}\ntavoliere_{0}_sum {2}\ntavoliere_{0}_count {1}\n", name_, count,
           timings.sum());
    }
    std::string text;

private:
    template <class... T> void to(fmt::format_string<T...> format, T&&... values) {
        fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
    }
    std::string name_;
};

// The most that this process has had in memory.
std::int64_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024 * std::int64_t(usage.ru_maxrss);
}

}

Reply Metrics::readiness() const {
    if (const auto ready = check_ready(store_url_); !ready) return error_reply(503, ready.error().text);
    if (engine_.is_full()) return error_reply(503, "engine: as much waits for it as may");
    return {200, "text/plain; charset=utf-8", "no-store", {}, std::make_shared<const std::string>("ready")};
}

Service::GiveUp Metrics::answer(const HttpRequest& request, Answer answer) {
    const bool is_here = request.target == "/metrics";
    const bool may = request.method == "GET" || request.method == "HEAD";
    std::string body = !is_here ? "figures are at /metrics\n" : !may ? "GET and HEAD are answered here\n" : text();
    answer(HttpResponse{
        .status = !is_here ? 404u
                  : !may   ? 405u
                           : 200u,
        .headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}, {"Cache-Control", "no-store"}},
        .body = std::make_shared<const std::string>(std::move(body)),
        .is_head = request.method == "HEAD"});
    return {};
}

HttpResponse Metrics::answer(Unreadable, std::string_view why) {
    return {.status = 400,
            .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
            .body = std::make_shared<const std::string>(fmt::format("this is not HTTP: {}\n", why))};
}

std::string Metrics::text() const {
    Figures out;
    const auto games = games_.figures();
    const auto engine = engine_.figures();
    constexpr std::array<std::string_view, errands> names{"move", "hint", "analysis", "own_game"};
    out.gauge("uptime_seconds", "Since the server began.",
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count());
    out.gauge("peak_resident_bytes", "The most memory that the process has had.", peak_bytes());
    out.gauge("connections", "Open connections.", visitors_.present());
    out.gauge("networks", "Networks of which something is remembered.", visitors_.known());
    out.gauge("games_in_memory", "Games that somebody follows, or in which the engine owes a move.", games.live);
    out.gauge("followers", "Connections that follow a game.", games.followers);
    out.counter("requests_total", "Messages that were requests.", games.requests);
    out.counter("refused_requests_total", "Those that were answered by an error.", games.refused);
    out.counter("games_expired_total", "Games that were removed, as nobody had changed them for long.", games.expired);
    out.histogram("request_seconds", "From a request's arrival to its answer, but for what the engine does.",
                  games_.request_timings());
    out.histogram("store_write_seconds", "Changes that are kept together, until they are on the disk.",
                  store_.writes());
    out.gauge("unsent_bytes", "Of messages that are on their way.", unsent_.bytes());
    if (const auto bus = bus_.figures()) {
        out.gauge("bus_connected", "Whether the bus is reached, 1 or 0.", int(bus->is_connected));
        out.counter("bus_events_sent_total", "Of games, that other servers were told.", bus->sent);
        out.counter("bus_events_heard_total", "Of games, that other servers told.", bus->heard);
    }
    out.add("engine_waiting", "gauge", "Questions that wait for their turn, begun or not.");
    for (std::size_t i = 0; i < errands; ++i) out.value(engine.waiting[i], fmt::format("{{errand=\"{}\"}}", names[i]));
    out.add("engine_thinking", "gauge", "Questions that are thought about.");
    for (std::size_t i = 0; i < errands; ++i) out.value(engine.thinking[i], fmt::format("{{errand=\"{}\"}}", names[i]));
    out.add("engine_answered_total", "counter", "Questions that were thought about to their end.");
    for (std::size_t i = 0; i < errands; ++i) out.value(engine.answered[i], fmt::format("{{errand=\"{}\"}}", names[i]));
    return std::move(out.text);
}

}
