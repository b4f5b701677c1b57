#include "server/metrics.hpp"
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <sys/resource.h>

namespace tavoliere::server {

namespace {

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

Expected<std::string> Metrics::text() {
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
