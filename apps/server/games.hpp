// The games somebody looks at: who follows them, and the engine where it plays. All on one thread, which may wait for the store; the
// figures may be asked for from any.
#pragma once
#include "play/changes.hpp"
#include "play/live_game.hpp"
#include "play/messages.hpp"
#include "server/analysis.hpp"
#include "server/bus.hpp"
#include "server/follower.hpp"
#include "server/keys.hpp"
#include "server/outbox.hpp"
#include "server/store.hpp"
#include "server/thinking_pool.hpp"
#include "server/timings.hpp"
#include "server/viewers.hpp"
#include "server/visitors.hpp"
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

inline Instant now() { return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()); }

// What its host lets a server keep.
struct GameLimits {
    Keeping keeping = {};
    std::int64_t of_network = 10'000, in_all = 500'000; // games that are not over
};

// Whose network pays for what it takes to read a game; nobody's where there is none. Who has a seat in it pays, and is never refused.
struct Payer {
    const Follower* follower = nullptr;
    bool has_seat = false;
};

class Games {
public:
    // `wake` must see to it that look_at_clocks() is called at that time, in place of any it was told before.
    using Wake = std::function<void(std::optional<Instant>)>;

    Games(Store& store, ThinkingPool& engine, Analyses& analyses, Visitors& visitors, Outbox& outbox, Bus& bus,
          Wake wake, const GameLimits& limits = {})
        : store_(store), engine_(engine), analyses_(analyses), visitors_(visitors), outbox_(outbox), bus_(bus),
          wake_(std::move(wake)), limits_(limits) {}

    void begin(); // lets engines go on whose clocks ran while nobody served them
    // A request that came at `arrived`: until then the player's clock ran, and not while it waited here or for the store.
    void receive(Follower& follower, const Request& request, Instant arrived = now());
    void leave(Follower& follower);
    // Tells the follower of his game again what came after its first `from` moves: he was told, and could not be sent it. He is told
    // nothing where he follows none any more.
    void catch_up(Follower& follower, int from);
    // Ends the games in which somebody's time was up at `at`, when all that had come until then was done. At first, or a day
    // after it where no server ran for long, and once a day it removes those that are kept no longer, a few at a time.
    void look_at_clocks(Instant at = now());

    // What another server on the store tells; and where it may have told what was not heard.
    void hear(const GameEvent& event);
    void look_around();

    // What happens between these two is kept together, and nobody hears of it before it is on the disk. If it cannot be kept, it
    // did not happen, and all who asked are told.
    void begin_batch();
    void end_batch();

    struct Figures {
        std::size_t live = 0, followers = 0;
        std::uint64_t requests = 0, refused = 0, expired = 0;
    };
    void count_request() { ++requests_; } // that was answered elsewhere; from any thread
    static std::string pong(std::int64_t id) { return message("pong", id, "{}"); }
    Figures figures() const { return {live_games_, followers_, requests_, refused_, expired_}; }
    const Timings& request_timings() const { return request_timings_; }

private:
    // A game in memory: it is there as long as it has a follower, or the engine's clock runs.
    struct Live {
        std::string name;
        LiveGame match;
        AllKeys keys = {};
        std::set<Follower*> followers = {};
        std::string told_present = {}; // the colours of which it was last said that their players are there
        std::optional<std::string> told_others_present = {}; // and of which other servers were told that they are here
        struct Elsewhere {
            std::string present;
            Instant until;
        };
        std::map<std::string, Elsewhere> elsewhere = {};        // who is there, by the other servers' names
        Flag past = std::make_shared<std::atomic<bool>>(false); // set when the position is one no longer
        bool engine_asked = false;                              // for a move here, or about an offer
        bool has_turn = false; // the engine's, of the servers on the store, as far as this one knows
        std::weak_ptr<const std::string> history = {}; // the whole one, while it is on its way to somebody
    };
    // Who caused a change, by which request, and when that came; nobody where it was the engine.
    struct Cause {
        Follower* follower = nullptr;
        std::int64_t id = 0;
        Instant arrived = now();
    };
    // How a game that is changed in this batch was before it; none where it was made in it.
    struct Before {
        std::optional<LiveGame> match;
        AllKeys keys;
    };
    // A game, and what the one who named it may do there.
    struct Reached {
        Live* live;
        Opens opens;
    };

    // requests.cpp: what is asked, and answered
    Expected<void> handle(Cause cause, const NewGame& request);
    Expected<void> handle(Cause cause, const OpenGame& request);
    Expected<void> handle(Cause cause, const TakeSeat& request);
    template <class Request>
        requires IsChange<Request>
    Expected<void> handle(Cause cause, const Request& request);
    template <class Request> Expected<void> try_change(Cause cause, const Reached& reached, const Request& request);
    Expected<void> handle(Cause cause, const AskHint& request);
    Expected<void> handle(Cause cause, const GlanceAt& request);
    Expected<void> handle(Cause cause, const Ping& request);
    template <class Analysis>
        requires IsAnalysis<Analysis>
    Expected<void> handle(Cause cause, const Analysis& request) {
        return analyses_.handle(*cause.follower, cause.id, request);
    }

    // games.cpp: what is in memory and in the store
    Expected<LiveGame> load(const std::string& name, Payer payer, const LiveGame* known = nullptr);
    Expected<Live*> wake_up(const std::string& name, Payer payer = {}); // the engine is not asked yet
    void let_sleep(Live& live);
    void forget(Live& live);
    Expected<void> look_again(Live& live, Payer payer = {});
    Expected<void> look_again_if_changed(Live& live, std::int64_t version, Payer payer = {});
    Expected<void> again_if_late(Live& live, const std::function<Expected<void>()>& change);
    void let_go_of(Live& live);
    Expected<void> read_keys(Live& live, const std::string& rematch);
    Expected<void> read_keys_of_rematch(Live& live, const std::string& rematch);
    Expected<KeyedGame> find_key(const std::string& key);
    Expected<Reached> reach(Follower& follower, const std::string& key, Instant at);
    Expected<void> keep(Cause cause, Live& live, LiveGame next, const NewEntry* rematch = nullptr);
    Expected<void> may_begin(std::string_view what, const std::string& network);
    void tell_others();
    LiveGame replace(Cause cause, Live& live, LiveGame match);
    void take_back_batch();
    void let_go_of_removed();

    // followers.cpp: who hears of what
    void follow(Follower& follower, Live& live, const std::string& key);
    static void note_seat(Follower& follower, const Live& live);
    void tell_all(Cause cause, Live& live);
    void tell_who_is_there(Live& live, const Follower* but);
    void answer_state(Cause cause, Live& live);
    Text state_for(Live& live, const std::string& key, std::optional<std::int64_t> id, int from);
    static int first_untold(const Follower& follower) { return follower.takes_changes ? follower.knows_ : 0; }
    static std::string present_here(const Live& live);
    static std::string present(const Live& live);
    void tell_others_who_is_here(const Live& live);

    // For whom the engine thinks about a game: who follows it, or nobody that is known.
    static Visitor asker_of(const Live& live);
    // engine_turns.cpp
    void let_engine_act(Live& live);
    bool takes_turn(Live& live);
    void end_turn(Live& live);
    void engine_has_thought(const std::string& name, const ThoughtView& thought);
    void could_not_keep(const Live& live, const Problem& problem);
    void retry_refused();

    // alarms.cpp
    void look_at_stores_clock();
    Instant by_store(Instant at) const { return at + store_ahead_; }
    void remove_expired(Instant at);
    void try_later_to_remove();
    Expected<void> end_if_time_is_up(Live& live, Instant at);
    bool is_flag_seen_to(const std::string& name, Instant at);
    bool can_be_played(const std::string& name);
    bool wake_engines();
    void look_around(Sharing& sharing);
    void look_who_is_there();
    void hear(const std::string& name, std::int64_t version);
    void take_turns_left(Sharing& sharing);
    void set_alarm();
    void ring_again_soon();

    Store& store_;
    ThinkingPool& engine_;
    Analyses& analyses_;
    Visitors& visitors_;
    Outbox& outbox_;
    Bus& bus_;
    Wake wake_;
    const GameLimits limits_;
    // In the order of their names: of two servers that take the turns of a third neither waits for what the other waits for.
    std::map<std::string, Live> live_;
    bool engine_refused_ = false; // some game waits for a place in the engine's queue
    bool answer_lost_ = false;    // in some game the engine must be asked again, for its answer could not be kept
    bool engines_rest_ = false; // not all games were woken yet in which an engine may owe a move since the last server
    const std::string server_ = new_key(); // its name among those on the store
    Instant noted_alive_ = {};
    Milliseconds store_ahead_{}; // as it was looked at last
    bool clocks_differ_ = false;
    Instant looks_at_ = {};         // when to look around
    Instant tells_present_at_ = {}; // when to tell other servers again who is here
    Instant removes_at_ = {};       // when to remove games that are kept no longer
    bool removes_more_ = false;
    std::size_t untold_ = 0;                      // games that were removed, and the log has not told it yet
    std::vector<std::string> removed_;            // in this batch
    std::map<std::string, Before> before_;        // in this batch: by the games' names
    std::map<std::string, std::int64_t> changed_; // and which version they have now
    std::vector<std::pair<std::weak_ptr<Follower>, std::int64_t>> asked_; // and the requests that were handled in it
    std::atomic<std::size_t> live_games_ = 0, followers_ = 0;
    std::atomic<std::uint64_t> requests_ = 0, refused_ = 0, expired_ = 0;
    Timings request_timings_;
    std::optional<Instant> again_ = {}; // when to try again what the store could not do
};

}
