// What is answered: over HTTP by the site, over a WebSocket by the games. What takes its time is done by four threads beside that of
// the sockets: games, which wait for the store, by one; pictures, boards and studies by the second; and what others would wait too long for
// by two more: pictures that another process paints, and whether the store is ready, which may not answer.
#pragma once
#include "server/api.hpp"
#include "server/games.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/origins.hpp"
#include "server/outbox.hpp"
#include "server/service.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include "server/worker.hpp"
#include <cstddef>

namespace tavoliere::server {

class Answers final : public Service {
public:
    using Threads = Api::Threads;
    // `log`: where it is written who asked; none: nowhere.
    Answers(const Site& site, const Metrics& metrics, Origins& origins, Visitors& visitors, Games& games,
            Analyses& analyses, Outbox& outbox, Threads threads, AccessLog* log)
        : site_(site), metrics_(metrics), origins_(origins), visitors_(visitors), games_(games), outbox_(outbox),
          threads_(threads), log_(log), api_(site, origins, visitors, games, analyses, outbox, threads) {}

    bool enter(const std::string& address) override;
    HttpResponse no_place() override;
    void leave(const std::string& address) override;
    GiveUp answer(const HttpRequest& request, Answer answer) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    void sent(const HttpRequest& request, unsigned status, std::size_t bytes) override;
    void begin(Follower& from, const HttpRequest& request) override;
    bool receive(Follower& from, std::string_view message, std::shared_ptr<void> handled) override;
    void catch_up(Follower& follower, int from) override;
    void end(Follower& follower) override;

private:
    Reply quick_reply(const HttpRequest& request);
    void check_proxy(const HttpRequest& request);

    const Site& site_;
    const Metrics& metrics_;
    Origins& origins_;
    Visitors& visitors_;
    Games& games_;
    Outbox& outbox_;
    Threads threads_;
    AccessLog* log_;
    Api api_;
    bool proxy_told_ = false;
};

}
