// What the server says of itself to whoever runs it: whether it is well, and figures for Prometheus.
#pragma once
#include "server/figures.hpp"
#include "server/games.hpp"
#include "server/site.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
#include <chrono>
#include <string>

namespace tavoliere::server {

class Metrics final : public FiguresService {
public:
    Metrics(const Store& store, const ThinkingPool& engine, const Visitors& visitors, const Games& games,
            const Unsent& unsent, const Bus& bus)
        : store_(store), store_url_(store.url()), engine_(engine), visitors_(visitors), games_(games), unsent_(unsent),
          bus_(bus) {}

    // From any thread: "ready", or 503 and what is wrong: the store cannot be written, or as much waits for the engine as may.
    Reply readiness() const;

private:
    Expected<std::string> text() override;

    const Store& store_;
    const std::string store_url_;
    const ThinkingPool& engine_;
    const Visitors& visitors_;
    const Games& games_;
    const Unsent& unsent_;
    const Bus& bus_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}
