// Who answers what connections bring: on the thread of the sockets, and without making it wait.
#pragma once
#include "server/follower.hpp"
#include "server/http.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere::server {

class Service {
public:
    virtual ~Service() = default;
    // A connection comes from an address: false where there is no place for it, and then it is only told so.
    virtual bool enter(const std::string& address) = 0;
    virtual HttpResponse no_place() = 0;
    virtual void leave(const std::string& address) = 0; // one that was let in
    // Nothing where a WebSocket was asked for and may be opened. Given at once or later, by any thread.
    using Answer = std::function<void(std::optional<HttpResponse>)>;
    // What it gives is to be called, by the thread of the sockets, if whoever asked goes before he has his answer; nothing where what he
    // asked for is not worth ending.
    using GiveUp = std::function<void()>;
    virtual GiveUp answer(const HttpRequest& request, Answer answer) = 0;
    // `why`: as the library says it.
    virtual HttpResponse answer(Unreadable what, std::string_view why) = 0;
    // So many bytes of an answer have been sent, its header's with them: all of them, or those that the other side took.
    virtual void sent(const HttpRequest& request, unsigned status, std::size_t bytes) = 0;
    // A WebSocket is opened by a request that answer() gave nothing for.
    virtual void begin(Follower& from, const HttpRequest& request) = 0;
    // A message of a WebSocket; false where it is one too many. `handled` is given up when that has been done.
    virtual bool receive(Follower& from, std::string_view message, std::shared_ptr<void> handled) = 0;
    // What was told could not be sent, from the ply on; now there is room.
    virtual void catch_up(Follower& follower, int from) = 0;
    virtual void end(Follower& follower) = 0; // it is at its end
};

}
