// Where games outlive the server: one row a game, the whole record in it, and one row for each key to it. Nothing is ever
// deleted.
#pragma once
#include "base/problem.hpp"
#include "play/row.hpp"
#include "play/seats.hpp"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// What a key is for.
struct KeyedGame {
    std::string game; // its name: no key, except where one key opens all
    Opens opens;
};

// What a list of games shows of each.
struct Glance {
    std::string key, variant, turn, seats, players, result;
    std::int64_t version;
};

// The file of "sqlite:PATH"; where the user's data lies, where the url is empty.
Expected<std::string> store_path(std::string url);
// Makes a file for its owner alone where nothing is yet: the keys of games are in it, and whoever has a key plays. The database's other
// files take their mode from it. What goes wrong is said by who opens it.
void make_for_its_owner(const std::string& path);
// The row that a statement stands at, which selects the columns `row_columns` first.
inline constexpr const char* row_columns =
    "variant, start, players, moves, result, version, clock, offers, turn, deadline, rematch";
GameRow row_in(SQLite::Statement& statement);

class Store {
public:
    // "sqlite:PATH"; empty: games.db where the user's data lies.
    static Expected<Store> open(std::string url);

    // What these have done is on the disk when they return: it survives the death of the process, and of the machine.
    Expected<void> insert(const std::string& game, const GameRow& record, const std::vector<GameKey>& keys);
    // Refused unless the stored version is the one before the record's: two servers on one store cannot undo each
    // other's moves.
    // `next`: a game that is made with the change or not at all.
    Expected<void> update(const std::string& game, const GameRow& record, const NewEntry* next = nullptr);
    // The invitation becomes a key to watch, and `key` opens the seat. False where the seat was taken already.
    Expected<bool> take_seat(const std::string& invitation, const std::string& key);

    Expected<std::optional<GameRow>> find(const std::string& game);
    Expected<std::optional<KeyedGame>> find_key(const std::string& key);
    Expected<std::vector<GameKey>> keys_of(const std::string& game);
    Expected<std::vector<Glance>> glance(const std::vector<std::string>& keys); // at those that are games

    // The games whose time is up at `now`, some of them; all that have a deadline where there is no `now`.
    Expected<std::vector<std::string>> due(std::optional<Instant> now);
    Expected<std::optional<Instant>> next_deadline();
    Expected<void> forget_deadline(const std::string& game);

private:
    explicit Store(SQLite::Database database) : database_(std::move(database)) {}

    SQLite::Database database_;
};

}
