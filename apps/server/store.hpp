// Where games outlive the server: each with its record, and one row for each key to it, which has the key's mark. In a file of SQLite
// (store_sqlite.cpp), or in a PostgreSQL that several servers share (store_postgres.cpp).
#pragma once
#include "base/problem.hpp"
#include "play/row.hpp"
#include "play/seats.hpp"
#include "server/keys.hpp"
#include "server/timings.hpp"
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// What a key is for.
struct KeyedGame {
    std::string game; // its name
    Opens opens;
};

// What a list of games shows of each.
struct Glance {
    std::string key, variant, turn, seats, players, result;
    std::int64_t version;
    std::string start, moves;
    std::int64_t changed; // seconds since 1970
};

// What is shown of a row to whom the key opens that (to_text(Opens)); nothing, and a line in the log, where any of it is damaged.
std::optional<Glance> glance_at(const std::string& key, const std::string& opens, const GameRow& row,
                                std::int64_t changed);

// How long a game is kept that nobody changes; nothing: for ever.
struct Keeping {
    using Time = std::optional<std::chrono::seconds>;
    Time unbegun = std::chrono::days(1); // without a move; two weeks more by link, and where there are days for each
    Time untouched = std::chrono::days(365); // begun, not over, and no clock runs that would end it
    Time finished = {};
};
// Games that were removed, by name, and those of which one of them was the rematch: these have none now.
struct Removed {
    std::vector<std::string> games, led_to;
    bool is_all; // no others are to be removed now
};

// How many games are not over: begun from a network and those that share its number (Store::insert), and in all.
struct Unfinished {
    std::int64_t of_network = 0, in_all = 0;
};

// A game with all that a store keeps of it, as one gives it to another.
struct StoredGame {
    std::string name;
    GameRow row;
    std::vector<KnownKey> keys;
    std::int64_t created = 0, changed = 0; // seconds since 1970
    int network = 0;                       // the number of the network that it was begun from
    bool by_link = false;
};

// What a store has besides that several servers share.
class Sharing {
public:
    virtual ~Sharing() = default;
    // The versions of those of the games that are there.
    virtual Expected<std::map<std::string, std::int64_t>> versions(const std::vector<std::string>& games) = 0;
    // The engine's turn in a game of that version is taken by one server, for turn_lasts by the store's own clock: false where another has
    // it. Whatever a server believes of its turns, no move is made twice: a game is changed from one version to the next once.
    virtual Expected<bool> take_turn(const std::string& game, std::int64_t version, const std::string& server) = 0;
    // Nothing happens where another server has the turn, unless it has run out.
    virtual Expected<void> end_turn(const std::string& game, std::int64_t version, const std::string& server) = 0;
    // The server's turns in these games last for as long again. Gives the games in which some server took the engine's turn and neither ended
    // nor kept it, some of them, by their names.
    virtual Expected<std::vector<std::string>> keep_turns(const std::string& server,
                                                          const std::vector<std::string>& games) = 0;
    // How far the store's own clock is ahead of this machine's, as far as that is certain: by how much more than the answer took to come.
    virtual Expected<Milliseconds> clock_ahead() = 0;
};

class Store {
public:
    // "sqlite:PATH", empty for games.db where the user's data lies; or "postgresql://…", as libpq has it.
    static Expected<std::unique_ptr<Store>> open(const std::string& url);
    virtual ~Store() = default;

    // What check_ready() is asked about.
    virtual std::string url() const = 0;

    // What these have done is on the disk when they return: it survives the death of the process, and of the machine. In a group it is
    // when commit_group() returns.
    // `network`: from which the game is begun. It is not kept: a number from 0 to 65,535 is, made of it and of what this store alone has,
    // so that each number is many networks' and those of one network can be counted.
    virtual Expected<void> insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys,
                                  const std::string& network = {}) = 0;
    // Refused unless the stored version is the one before the record's: two servers on one store cannot undo each
    // other's moves.
    // A game that was over and goes on again counts as begun from `network`.
    // `next`: the game's rematch, which is made with the change or not at all. Whoever has a key to the game has one to it.
    virtual Expected<void> update(const std::string& game, const GameRow& record, const NewEntry* next = nullptr,
                                  const std::string& network = {}) = 0;
    // The invitation becomes a key to watch, and `key` opens the seat. False where the seat was taken already.
    virtual Expected<bool> take_seat(const std::string& invitation, const std::string& key) = 0;

    virtual Expected<std::optional<GameRow>> find(const std::string& game) = 0;
    virtual Expected<std::optional<KeyedGame>> find_key(const std::string& key) = 0;
    virtual Expected<std::vector<KnownKey>> keys_of(const std::string& game) = 0; // but those that are damaged
    virtual Expected<Unfinished> unfinished(const std::string& network) = 0;
    // Removes games that have been kept long enough at `now`, with their keys: as many as can be in a few milliseconds.
    virtual Expected<Removed> remove_expired(const Keeping& keeping, Instant now) = 0;
    virtual Expected<std::vector<Glance>>
    glance(const std::vector<std::string>& keys) = 0; // at those that are games, and not damaged

    virtual Expected<std::vector<std::string>> due(Instant now) = 0; // the games whose time is up, some of them
    // The games with a deadline where an engine is to move.
    virtual Expected<std::vector<std::string>> engines_to_move() = 0;
    // Clocks do not run while nobody serves their games: what passed since a server was last known to run, where that is long ago, is
    // given back to all clocks that run. Gives how much that was. Of several servers all go by the store's clock here.
    virtual Expected<Milliseconds> give_back_time_down(Instant now) = 0;
    virtual Expected<void> note_alive(Instant now) = 0;
    virtual Expected<std::optional<Instant>> last_alive() = 0; // as it was noted last; nothing: never
    virtual Expected<std::optional<Instant>> next_deadline() = 0;
    // In place of the record's, until that is kept anew; nothing: none. Of a game in another version, which has a deadline of its own,
    // nothing is changed.
    virtual Expected<void> set_deadline(const std::string& game, std::int64_t version, std::optional<Instant> when) = 0;

    // Changes are kept together from here to commit_group(), which takes hardly longer than one alone. Where that fails, there were none.
    // While another program holds the store, the first change waits for it, and where that is in vain, those after it fail at once.
    virtual void begin_group() = 0;
    virtual Expected<void> commit_group() = 0;
    virtual bool is_grouping() const = 0;
    // Waits until a change can be kept, so that none waits later in the group. Nothing happens without a group.
    virtual Expected<void> prepare_to_write() = 0;
    // From any thread: from now on nobody is waited for.
    virtual void stop_waiting() = 0;

    // Where several servers share it; nothing where it is one server's own.
    virtual Sharing* sharing() { return nullptr; }

    // All games at one moment, by their names; and one put where it was not, as it is, in a group too.
    virtual Expected<void> for_each(const std::function<Expected<void>(const StoredGame&)>& each) = 0;
    virtual Expected<void> put(const StoredGame& game) = 0;
    // What numbers of networks are made with.
    virtual std::string salt() const = 0;
    virtual Expected<void> set_salt(const std::string& salt) = 0;

    const Timings& writes() const { return *writes_; } // of games made and changed, or groups of these

protected:
    int number_of(const std::string& network) const;
    std::unique_ptr<Timings> writes_ = std::make_unique<Timings>();
};

// How long a server may be away before clocks are given the time back (Store::give_back_time_down): several times what lies between two
// notes that one runs, so that a second server on the store takes no time for lost in which the first one ran.
inline constexpr std::chrono::seconds least_time_down(30);
// Several times what lies between two looks around (Games::look_around), at which turns are kept.
inline constexpr std::chrono::seconds turn_lasts(3);
inline constexpr std::int64_t latest_deadline = 1'000'000'000'000'000; // later than any that is not damaged
inline constexpr int most_due = 100;                                   // at once, so that people need not wait
// As many games are removed at once, and so seldom (Games::remove_expired), that who moves meanwhile hardly waits.
inline constexpr std::size_t most_removed = 16;
// Which games are kept for how long, by what they are kept as.
std::vector<std::pair<const char*, std::chrono::seconds>> kinds_to_remove(const Keeping& keeping);
// How long a game by link is kept without a move.
Keeping::Time kept_unbegun_by_link(const Keeping& keeping);

// Whether a change could be kept now in the store of that url: nobody else has it for himself, and its disk has room. From any thread.
Expected<void> check_ready(const std::string& url);

}
