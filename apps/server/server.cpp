#include "server/server.hpp"
#include "server/answers.hpp"
#include "server/games.hpp"
#include "server/origins.hpp"
#include "server/site.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/transport.hpp"
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <utility>

namespace tavoliere::server {

namespace {

void log_to_standard_error() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("tavoliere", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
}

// Each connection is a file descriptor, and the usual limit of 1024 is lower than ours.
void allow_many_connections() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
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
    log_to_standard_error();
    allow_many_connections();
    try {
        auto origins = Origins::named(options.origins);
        if (!origins) return cannot_begin(origins.error().text);
        auto store = Store::open(options.store);
        if (!store) return cannot_begin(store.error().text);
        const Site site(options.page);
        Transport transport;
        const auto post = [&transport](std::function<void()> task) { transport.post(std::move(task)); };
        ThinkingPool engine(options.engine_threads, post, options.tables);
        ThinkingPool analyst(options.engine_threads, post, options.tables, Priority::low);
        Analyses analyses(analyst);
        Games* all = nullptr;
        Games games(*store, engine, analyses,
                    [&](std::optional<Instant> when) { transport.ring_at(when, [&all] { all->look_at_clocks(); }); });
        all = &games;
        Answers answers(site, *origins, games);
        const auto port = transport.listen(options.host, options.port, answers);
        if (!port) return cannot_begin(port.error().text + "; choose another place with --host and --port");
        games.begin();
        fmt::print("Tavoliere is at http://{}/\n", address(options.host, *port));
        std::fflush(stdout);
        transport.run();
        return 0;
    } catch (const std::exception& error) { return cannot_begin(error.what()); }
}

}
