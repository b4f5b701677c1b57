// The API of HTTP, /api/v1: its requests go where those of WebSockets go, to the thread of the games or those that draw, and come
// back as one answer or as a stream of lines. docs/api.md describes it.
#pragma once
#include "server/analysis.hpp"
#include "server/asked.hpp"
#include "server/games.hpp"
#include "server/http.hpp"
#include "server/origins.hpp"
#include "server/outbox.hpp"
#include "server/puzzles.hpp"
#include "server/service.hpp"
#include "server/site.hpp"
#include "server/visitors.hpp"
#include "server/worker.hpp"
#include <functional>
#include <memory>
#include <set>
#include <string_view>

namespace tavoliere::server {

class Api {
public:
    struct Threads {
        Worker &games, &drawing, &painting, &probing;
    };
    Api(const Site& site, Origins& origins, Visitors& visitors, Games& games, Analyses& analyses, Outbox& outbox,
        Threads threads)
        : site_(site), origins_(origins), visitors_(visitors), games_(games), analyses_(analyses), outbox_(outbox),
          threads_(threads) {}

    // To a request whose address is_of_api(): at once or later, by any thread.
    using Give = std::function<void(Reply)>;
    Service::GiveUp answer(const HttpRequest& request, const std::string& network, Give give);

private:
    class OneAnswer;
    // Has something asked for somebody who is told the answer; false where too much waits already.
    using Ask = std::function<bool(Follower& asker, std::int64_t id)>;

    std::optional<Reply> refusal(const HttpRequest& request, const Route& route, const std::string& network);
    std::optional<Reply> refusal_of_work(const Route& route, const std::string& network);
    std::expected<Ask, Reply> ask_of(const Asked& asked);
    template <class Request> std::expected<Ask, Reply> analysis(const Asked& asked);
    Ask message(std::function<Request(std::int64_t id)> make);
    Service::GiveUp give_one(const HttpRequest& request, const std::string& network, const Route& route, const Ask& ask,
                             Give give);
    void leave(const std::shared_ptr<OneAnswer>& asker);
    Reply stream(const HttpRequest& request, const std::string& network, const Asked& asked, Ask ask);

    const Site& site_;
    Origins& origins_;
    Visitors& visitors_;
    Games& games_;
    Analyses& analyses_;
    Outbox& outbox_;
    Threads threads_;
    const Puzzles puzzles_;
    std::set<std::shared_ptr<OneAnswer>> asking_; // by the thread of the sockets alone
};

}
