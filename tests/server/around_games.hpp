// What a server's live games stand on, without sockets and without its threads: a fixture's base beside testing::Test.
#pragma once
#include "server/analysis.hpp"
#include "server/bus.hpp"
#include "server/explorer.hpp"
#include "server/outbox.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
#include "server_process.hpp"
#include <functional>
#include <memory>
#include <string>

namespace tavoliere {

struct AroundGames {
    // `post` has what the engine's thread wants done on the thread of the games.
    explicit AroundGames(server::ThinkingPool::Post post = [](const std::function<void()>&) {})
        : engine(1, std::move(post)) {}

    TemporaryFolder folder;
    const std::string path = (folder / "games.db").string();
    Expected<std::unique_ptr<server::Store>> store = server::Store::open("sqlite:" + path);
    server::ThinkingPool engine;
    server::Unsent unsent;
    server::Outbox outbox{[](const std::function<void()>& task) { task(); }, unsent};
    Expected<server::Visitors> visitors = server::Visitors::behind({}, 100);
    const std::unique_ptr<server::Explorer> explorer = *server::Explorer::open({}, *visitors);
    server::Analyses analyses{engine, *explorer, *visitors, outbox};
    server::Bus bus;
};

}
