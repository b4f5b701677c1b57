// What the server says of itself to whoever runs it: whether it is well, and figures for Prometheus.
#pragma once
#include "server/games.hpp"
#include "server/service.hpp"
#include "server/site.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
#include <chrono>
#include <string>

namespace tavoliere::server {

class Metrics final : public Service {
public:
    Metrics(const Store& store, const ThinkingPool& engine, const Visitors& visitors, const Games& games,
            const Unsent& unsent, const Bus& bus)
        : store_(store), store_url_(store.url()), engine_(engine), visitors_(visitors), games_(games), unsent_(unsent),
          bus_(bus) {}

    // From any thread: "ready", or 503 and what is wrong: the store cannot be written, or as much waits for the engine as may.
    Reply readiness() const;

    // As a service of its own, at an address of its own: GET /metrics, in Prometheus' text format.
    bool enter(const std::string&) override { return true; }
    void leave(const std::string&) override {}
    HttpResponse no_place() override { return {}; }
    GiveUp answer(const HttpRequest& request, Answer answer) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    void sent(const HttpRequest&, unsigned, std::size_t) override {}
    void begin(Follower&, const HttpRequest&) override {}
    bool receive(Follower&, std::string_view, std::shared_ptr<void>) override { return false; }
    void catch_up(Follower&, int) override {}
    void end(Follower&) override {}

private:
    std::string text() const;

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
