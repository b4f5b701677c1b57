// Where games outlive the server: one row a game, the whole record in it.
#pragma once
#include "game/problem.hpp"
#include <SQLiteCpp/Database.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere::server {

// What is kept of a game; everything else follows from it.
struct Record {
    std::string variant;
    std::string start;   // position
    std::string players; // JSON, as in the protocol: {"x":PLAYER,"o":PLAYER}
    std::string moves;   // canonical, with spaces between
    std::string result;  // JSON, as in the protocol
    std::int64_t version = 1;
};

class Store {
public:
    // "sqlite:PATH"; empty: games.db where the user's data lies.
    static Expected<Store> open(std::string url);

    // What these have done is on its way to the disk when they return: it survives the death of the process.
    Expected<void> insert(const std::string& key, const Record& record);
    // Refused unless the stored version is the one before the record's: two servers on one store cannot undo each
    // other's moves.
    Expected<void> update(const std::string& key, const Record& record);
    Expected<std::optional<Record>> find(const std::string& key);

private:
    explicit Store(SQLite::Database database) : database_(std::move(database)) {}

    SQLite::Database database_;
};

}
