// Positions that belong to no game: their moves, the engine's lines as it finds them, exact values. The engine must be stopped before
// this ends: it works for it.
#pragma once
#include "ask/running.hpp"
#include "play/messages.hpp"
#include "server/explorer.hpp"
#include "server/follower.hpp"
#include "server/outbox.hpp"
#include "server/thinking_pool.hpp"
#include "server/visitors.hpp"
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

namespace tavoliere::server {

class Analyses {
public:
    Analyses(ThinkingPool& engine, Explorer& explorer, Visitors& visitors, Outbox& outbox)
        : engine_(engine), explorer_(explorer), visitors_(visitors), outbox_(outbox) {}

    // From any thread, for it depends on nothing else: the answer to a study.
    static std::string answer_to(std::int64_t id, const StudyRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const StudyRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const AnalyseRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const SolveRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const ValueRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const PerftRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const PlayoutsRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const ExplorerRequest& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const StopAnalysis& request);

private:
    class Reports;
    // What the engine does with the position in so many seconds; without one it was stopped before it began.
    using Work = std::function<void(GameSession* session, double seconds, const Reports& reports, const Flag& stop)>;
    Expected<void> ask(Follower& asker, std::int64_t id, std::string_view what, const StudyPlace& place, double seconds,
                       Work work);

    // A request that is carried out whole on the engine's thread, and answered once by a message of the type `what`.
    using Answer = std::function<Expected<std::string>(const Flag& stop)>;
    Expected<void> ask(Follower& asker, std::int64_t id, std::string_view what, Answer answer);

    // A session that has thought for somebody, to think for him again. In use it is not among them.
    struct Known {
        std::weak_ptr<Follower> asker;
        std::unique_ptr<GameSession> session;
    };
    std::unique_ptr<GameSession> take_known(const Follower& asker);
    void keep(Known known);

    ThinkingPool& engine_;
    Explorer& explorer_;
    Visitors& visitors_; // whose networks pay for the positions that are set up here
    Outbox& outbox_;
    std::deque<Known> known_; // the latest first
};

}
