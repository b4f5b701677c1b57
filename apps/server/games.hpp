// The games somebody looks at: who follows them, and the engine where it plays. All on one thread.
#pragma once
#include "server/analysis.hpp"
#include "server/engine.hpp"
#include "server/follower.hpp"
#include "server/match.hpp"
#include "server/messages.hpp"
#include "server/store.hpp"
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tavoliere::server {

class Games {
public:
    Games(Store& store, Engine& engine, Analyses& analyses) : store_(store), engine_(engine), analyses_(analyses) {}

    void receive(Follower& follower, std::string_view message);
    void leave(Follower& follower);

private:
    // A game in memory: it is there as long as it has a follower.
    struct Live {
        std::string key;
        Match match;
        std::set<Follower*> followers = {};
        Flag past = std::make_shared<std::atomic<bool>>(false); // set when the position is one no longer
        bool engine_asked = false;                              // for a move here
    };
    // Who caused a change, and by which request; nobody where it was the engine.
    struct Cause {
        Follower* follower = nullptr;
        std::int64_t id = 0;
    };
    using Step = std::function<Expected<void>(Match&)>;

    Expected<void> handle(Cause cause, NewGame request);
    Expected<void> handle(Cause cause, const OpenGame& request);
    Expected<void> handle(Cause cause, const PlayMove& request);
    Expected<void> handle(Cause cause, const TakeBack& request);
    Expected<void> handle(Cause cause, const Resign& request);
    Expected<void> handle(Cause cause, const SeatPlayers& request);
    Expected<void> handle(Cause cause, const AskHint& request);
    template <class Analysis>
        requires IsAnalysis<Analysis>
    Expected<void> handle(Cause cause, const Analysis& request) {
        return analyses_.handle(*cause.follower, cause.id, request);
    }

    Expected<Match> load(const std::string& key);
    Expected<Live*> join(Follower& follower, const std::string& key);
    void follow(Follower& follower, Live& live);

    Expected<void> change(Cause cause, const std::string& key, const Step& step);
    Expected<void> change(Cause cause, Live& live, const Step& step);
    void replace(Cause cause, Live& live, Match match);
    void answer_state(Cause cause, const Live& live);

    void let_engine_move(Live& live);
    void engine_moves(const std::string& key, const ThoughtView& thought);
    void retry_refused();

    Store& store_;
    Engine& engine_;
    Analyses& analyses_;
    std::unordered_map<std::string, Live> live_;
    bool engine_refused_ = false; // some game waits for a place in the engine's queue
};

}
