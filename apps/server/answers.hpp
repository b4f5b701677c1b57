// What is answered: over HTTP by the site, over a WebSocket by the games.
#pragma once
#include "server/games.hpp"
#include "server/origins.hpp"
#include "server/service.hpp"
#include "server/site.hpp"

namespace tavoliere::server {

class Answers final : public Service {
public:
    Answers(const Site& site, Origins& origins, Games& games) : site_(site), origins_(origins), games_(games) {}

    std::optional<HttpResponse> answer(const HttpRequest& request) override;
    HttpResponse answer(Unreadable what, std::string_view why) override;
    bool receive(Follower& from, std::string_view message) override;
    void leave(Follower& follower) override;

private:
    const Site& site_;
    Origins& origins_;
    Games& games_;
};

}
