#include "server/server.hpp"
#include "base/text.hpp"
#include "server/answers.hpp"
#include "server/bus.hpp"
#include "server/explorer.hpp"
#include "server/games.hpp"
#include "server/keys.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/origins.hpp"
#include "server/outbox.hpp"
#include "server/site.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/transport.hpp"
#include "server/visitors.hpp"
#include "server/worker.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <ratio>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <tuple>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr std::size_t other_files = 100; // the store's, the page's, those that are told that there is no place

// Each connection is a file descriptor, and the usual limit of 1024 is lower than ours. Gives how many of those wanted can be had.
std::size_t allow_connections(std::size_t wanted) {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= wanted + other_files) return wanted;
    const std::size_t left = std::max<std::size_t>(limit.rlim_cur, 2 * other_files) - other_files;
    if (left < wanted / 2)
        spdlog::warn("{} connections at most: the process may open {} files (ulimit -n)", left, limit.rlim_cur);
    return left;
}

// Requests that wait to be handled, and pictures and boards to be drawn.
constexpr std::size_t most_waiting = 10'000;
constexpr std::size_t most_probing = 100; // who ask whether the server is ready

// After how long a game is removed: "1", "0.5" or "never".
Expected<Keeping::Time> read_days(std::string_view option, const std::string& text) {
    constexpr double least = 0.01, most = 36'500;
    if (text == "never") return std::nullopt;
    const auto days = parse_decimal(text, least, most);
    if (!days)
        return problem(fmt::format("{}: {} is no number of days from {} to {}, nor \"never\"", option, in_quotes(text),
                                   least, most));
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::duration<double, std::ratio<86'400>>(*days));
}

Expected<GameLimits> read_limits(const ServeOptions& options) {
    GameLimits limits;
    limits.of_network = std::int64_t(options.most_games_of_network);
    limits.in_all = std::int64_t(options.most_games);
    const std::tuple<std::string_view, const std::string&, Keeping::Time&> times[] = {
        {"--expire-unbegun", options.expire_unbegun, limits.keeping.unbegun},
        {"--expire-untouched", options.expire_untouched, limits.keeping.untouched},
        {"--expire-finished", options.expire_finished, limits.keeping.finished}};
    for (const auto& [option, text, time] : times) {
        const auto read = read_days(option, text);
        if (!read) return std::unexpected(read.error());
        time = *read;
    }
    return limits;
}

// Those on one store hear each other, whoever else is on the bus.
Expected<std::unique_ptr<Bus>> open_bus(const std::string& url, Store& store) {
    if (!url.empty() && !store.sharing())
        return problem("servers that hear of each other share a store; give --store postgresql://USER@HOST/DATABASE");
    std::string name;
    for (int i = 0; const std::uint8_t byte : sha256_of("bus " + store.salt()))
        if (i++ < 8) name += fmt::format("{:02x}", byte);
    return Bus::open(url, name);
}

// Declared after all that threads use, so that whichever way the server ends they end first. The engine's last answers are for the
// games, which take none any more. The bus, which the games tell and which tells them, ends when nobody tells it anything any more.
struct ThreadsEnd {
    Store& store;
    Worker &probing, &painting, &drawing, &games;
    Explorer& explorer;
    ThinkingPool& engine;
    std::unique_ptr<Bus>& bus;

    ~ThreadsEnd() {
        store.stop_waiting();
        probing.stop();
        painting.stop();
        drawing.stop();
        games.stop();
        explorer.stop();
        engine.stop();
        bus.reset();
    }
};

Expected<void> listen_to(Bus& bus, Worker& thread, Games& games) {
    return bus.subscribe(
        {[&thread, &games](const GameEvent& event) { thread.post([&games, event] { games.hear(event); }); },
         [&thread, &games] { thread.post([&games] { games.look_around(); }); }});
}

int cannot_begin(std::string_view why) {
    fmt::print(stderr, "tavoliere serve: {}\n", printable(why));
    return 2;
}

}

}

namespace tavoliere {

int serve(const ServeOptions& options) {
    using namespace server;
    const auto form = read_log_form(options.log);
    if (!form) return cannot_begin(form.error().text);
    begin_log(*form);
    std::signal(SIGPIPE, SIG_IGN); // whoever reads our output may go, and we do not
    try {
        std::optional<AccessLog> access_log;
        if (!options.access_log.empty()) {
            auto file = LineFile::open(options.access_log);
            if (!file) return cannot_begin(file.error().text);
            access_log.emplace(std::move(*file), *form);
        }
        auto visitors = Visitors::behind(options.proxies, allow_connections(options.most_connections));
        if (!visitors) return cannot_begin(visitors.error().text);
        auto origins = Origins::named(options.origins);
        if (!origins) return cannot_begin(origins.error().text);
        const auto limits = read_limits(options);
        if (!limits) return cannot_begin(limits.error().text);
        auto store = Store::open(options.store);
        if (!store) return cannot_begin(store.error().text);
        auto explorer = Explorer::open(options.database, *visitors);
        if (!explorer) return cannot_begin(explorer.error().text);
        auto bus = open_bus(options.bus, **store);
        if (!bus) return cannot_begin("--bus: " + bus.error().text);
        const Site site(options.page, options.origins.empty() ? std::string() : options.origins.front());
        Unsent unsent;
        Transport transport(unsent);
        Outbox outbox([&transport](std::function<void()> task) { transport.post(std::move(task)); }, unsent);
        Games* all = nullptr; // nothing is done before there are any
        Worker games_thread(most_waiting, {[&all] { all->begin_batch(); }, [&all] { all->end_batch(); }});
        Worker drawing_thread(most_waiting), painting_thread(most_waiting), probing_thread(most_probing);
        const auto post = [&games_thread](std::function<void()> task) { games_thread.post(std::move(task)); };
        ThinkingPool engine(options.engine_threads, post, options.tables);
        Analyses analyses(engine, **explorer, *visitors, outbox);
        const auto wake = [&](std::optional<Instant> when) {
            games_thread.ring_at(when, [&all](Instant at) { all->look_at_clocks(at); });
        };
        Games games(**store, engine, analyses, *visitors, outbox, **bus, wake, *limits);
        all = &games;
        Metrics metrics(**store, engine, *visitors, games, unsent, **bus);
        Answers answers(site, metrics, *origins, *visitors, games, analyses, outbox,
                        {games_thread, drawing_thread, painting_thread, probing_thread},
                        access_log ? &*access_log : nullptr);
        const ThreadsEnd ends{**store,      probing_thread, painting_thread, drawing_thread,
                              games_thread, **explorer,     engine,          *bus};
        if (access_log) transport.on_hangup([&access_log] { access_log->reopen(); });
        const auto port = transport.listen(options.host, options.port, answers);
        if (!port) return cannot_begin(port.error().text + "; choose another place with --host and --port");
        if (!options.metrics.empty()) {
            const auto place = read_place(options.metrics);
            if (!place) return cannot_begin("--metrics: " + place.error().text);
            const auto listened = transport.listen(place->host, place->port, metrics);
            if (!listened) return cannot_begin("--metrics: " + listened.error().text);
            spdlog::info("figures are at http://{}/metrics", address(place->host, *listened));
        }
        if (const auto hears = listen_to(**bus, games_thread, games); !hears)
            return cannot_begin("--bus: " + hears.error().text);
        games_thread.post([&games] { games.begin(); });
        fmt::print("Tavoliere is at http://{}/\n", address(options.host, *port));
        std::fflush(stdout);
        transport.run();
        return 0;
    } catch (const std::exception& error) { return cannot_begin(error.what()); }
}

}
