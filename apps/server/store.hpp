// Where games outlive the server: one row a game, the whole record in it, and one row for each key to it, which has the key's mark.
#pragma once
#include "base/problem.hpp"
#include "play/row.hpp"
#include "play/seats.hpp"
#include "server/keys.hpp"
#include "server/timings.hpp"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <atomic>
#include <chrono>
#include <cstdint>
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

// The file of "sqlite:PATH"; where the user's data lies, where the url is empty.
Expected<std::string> store_path(std::string url);
// The row that a statement stands at, which selects the columns `row_columns` first.
inline constexpr const char* row_columns =
    "variant, start, players, moves, result, version, clock, offers, turn, deadline, rematch";
GameRow row_in(SQLite::Statement& statement);

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

class Store {
public:
    // "sqlite:PATH"; empty: games.db where the user's data lies.
    static Expected<Store> open(std::string url);
    std::string path() const { return database_.getFilename(); }

    // What these have done is on the disk when they return: it survives the death of the process, and of the machine. In a group it is
    // when commit_group() returns.
    // `network`: from which the game is begun. It is not kept: a number from 0 to 65,535 is, made of it and of what this store alone has,
    // so that each number is many networks' and those of one network can be counted.
    Expected<void> insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys,
                          const std::string& network = {});
    // Refused unless the stored version is the one before the record's: two servers on one store cannot undo each
    // other's moves.
    // A game that was over and goes on again counts as begun from `network`.
    // `next`: the game's rematch, which is made with the change or not at all. Whoever has a key to the game has one to it.
    Expected<void> update(const std::string& game, const GameRow& record, const NewEntry* next = nullptr,
                          const std::string& network = {});
    // The invitation becomes a key to watch, and `key` opens the seat. False where the seat was taken already.
    Expected<bool> take_seat(const std::string& invitation, const std::string& key);

    Expected<std::optional<GameRow>> find(const std::string& game);
    Expected<std::optional<KeyedGame>> find_key(const std::string& key);
    Expected<std::vector<KnownKey>> keys_of(const std::string& game); // but those that are damaged
    Expected<Unfinished> unfinished(const std::string& network);
    // Removes games that have been kept long enough at `now`, with their keys: as many as can be in a few milliseconds.
    Expected<Removed> remove_expired(const Keeping& keeping, Instant now);
    Expected<std::vector<Glance>>
    glance(const std::vector<std::string>& keys); // at those that are games, and not damaged

    Expected<std::vector<std::string>> due(Instant now); // the games whose time is up, some of them
    // The games with a deadline where an engine is to move.
    Expected<std::vector<std::string>> engines_to_move();
    // Clocks do not run while nobody serves their games: what passed since a server was last known to run, where that is long ago, is
    // given back to all clocks that run. Gives how much that was.
    Expected<Milliseconds> give_back_time_down(Instant now);
    Expected<void> note_alive(Instant now);
    Expected<std::optional<Instant>> next_deadline();
    // In place of the record's, until that is kept anew; nothing: none.
    Expected<void> set_deadline(const std::string& game, std::optional<Instant> when);

    // Changes are kept together from here to commit_group(), which takes hardly longer than one alone. Where that fails, there were none.
    // While another program holds the store, the first change waits for it, and where that is in vain, those after it fail at once.
    void begin_group() { is_grouping_ = true; }
    Expected<void> commit_group();
    bool is_grouping() const { return is_grouping_; }
    // Waits until a change can be kept, so that none waits later in the group. Nothing happens without a group.
    Expected<void> prepare_to_write();
    // From any thread: from now on nobody is waited for.
    void stop_waiting() { *stops_ = true; }

    const Timings& writes() const { return *writes_; }

private:
    Store(SQLite::Database database, std::string salt);
    int number_of(const std::string& network) const;
    void begin_immediate();
    class Change;

    std::unique_ptr<std::atomic<bool>> stops_ = std::make_unique<std::atomic<bool>>(false);
    SQLite::Database database_;
    std::string salt_;
    std::unique_ptr<Timings> writes_ = std::make_unique<Timings>(); // of games made and changed, or groups of these
    bool is_grouping_ = false, has_begun_ = false, is_held_ = false, changes_games_ = false;
};

// Whether a change could be kept now in the store at `path`: nobody else has it for himself, and its disk has room. From any thread.
Expected<void> check_ready(const std::string& path);

}
