// What is answered: over HTTP by the site, over a WebSocket by the games.
#pragma once
#include "server/games.hpp"
#include "server/metrics.hpp"
#include "server/origins.hpp"
#include "server/service.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include <cstdint>

namespace tavoliere::server {

class Answers final : public Service {
public:
    Answers(const Site& site, const Metrics& metrics, Origins& origins, Visitors& visitors, Games& games)
        : site_(site), metrics_(metrics), origins_(origins), visitors_(visitors), games_(games) {}

    bool enter(const std::string& address) override;
    HttpResponse no_place() override;
    void leave(const std::string& address) override;
    std::optional<HttpResponse> answer(const HttpRequest& request) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    void begin(Follower& from, const HttpRequest& request) override;
    bool receive(Follower& from, std::string_view message) override;
    void end(Follower& follower) override;

private:
    const Site& site_;
    const Metrics& metrics_;
    Origins& origins_;
    Visitors& visitors_;
    std::uint64_t followers_ = 0; // so many there have been
    Games& games_;
};

}
