// Who answers what connections bring.
#pragma once
#include "server/follower.hpp"
#include "server/http.hpp"
#include <optional>
#include <string_view>

namespace tavoliere::server {

class Service {
public:
    virtual ~Service() = default;
    // Nothing where a WebSocket was asked for and may be opened.
    virtual std::optional<HttpResponse> answer(const HttpRequest& request) = 0;
    // `why`: as the library says it.
    virtual HttpResponse answer(Unreadable what, std::string_view why) = 0;
    // A message of a WebSocket; false where it is one too many.
    virtual bool receive(Follower& from, std::string_view message) = 0;
    virtual void leave(Follower& follower) = 0; // it is at its end
};

}
