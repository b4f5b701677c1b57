// A store in a file of SQLite: one row a game, and one a move.
#pragma once
#include "server/store.hpp"
#include <SQLiteCpp/Statement.h>

namespace tavoliere::server {

// The file of "sqlite:PATH"; where the user's data lies, where the url is empty.
Expected<std::string> store_path(std::string url);
// The row that a statement stands at, which selects the columns `row_columns` of games first.
inline constexpr const char* row_columns =
    "variant, start, players, plies, moves_mark, result, version, clock, offers, turn, deadline, games.rematch,"
    " (SELECT ifnull(group_concat(move, ' '), '') FROM (SELECT move FROM moves WHERE game = games.id ORDER BY ply))";
inline constexpr int columns_of_row = 13;
GameRow row_in(SQLite::Statement& statement);

// "sqlite:PATH"; empty: games.db where the user's data lies.
Expected<std::unique_ptr<Store>> open_sqlite_store(const std::string& url);
Expected<void> check_sqlite_ready(const std::string& path);

}
