// What is answered: over HTTP by the site, over a WebSocket by the games.
#pragma once
#include "server/games.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/origins.hpp"
#include "server/service.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include <cstddef>

namespace tavoliere::server {

class Answers final : public Service {
public:
    // `log`: where it is written who asked; none: nowhere.
    Answers(const Site& site, const Metrics& metrics, Origins& origins, Visitors& visitors, Games& games,
            AccessLog* log)
        : site_(site), metrics_(metrics), origins_(origins), visitors_(visitors), games_(games), log_(log) {}

    bool enter(const std::string& address) override;
    HttpResponse no_place() override;
    void leave(const std::string& address) override;
    std::optional<HttpResponse> answer(const HttpRequest& request) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    void sent(const HttpRequest& request, unsigned status, std::size_t bytes) override;
    void begin(Follower& from, const HttpRequest& request) override;
    bool receive(Follower& from, std::string_view message) override;
    void end(Follower& follower) override;

private:
    Reply reply_to(const HttpRequest& request);
    void check_proxy(const HttpRequest& request);

    const Site& site_;
    const Metrics& metrics_;
    Origins& origins_;
    Visitors& visitors_;
    Games& games_;
    AccessLog* log_;
    bool proxy_told_ = false;
};

}
