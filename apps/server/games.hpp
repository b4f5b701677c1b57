// The games somebody looks at: who follows them, and the engine where it plays. All on one thread.
#pragma once
#include "server/engine.hpp"
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

using Text = std::shared_ptr<const std::string>; // a message on its way to one or many

// A connection, seen from the games. It follows one game at a time: the one it named last.
class Follower : public std::enable_shared_from_this<Follower> {
public:
    virtual ~Follower() = default;
    virtual void answer(Text message) = 0;
    virtual void tell(Text state) = 0; // a state nobody asked for: one that is still on its way may be left out for it

private:
    friend class Games;
    std::string follows_;
    bool awaits_hint_ = false;
};

class Games {
public:
    Games(Store& store, Engine& engine) : store_(store), engine_(engine) {}

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
    std::unordered_map<std::string, Live> live_;
    bool engine_refused_ = false; // some game waits for a place in the engine's queue
};

}
