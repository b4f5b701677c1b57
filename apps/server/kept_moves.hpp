// A game's moves as every store keeps them: a row each, to which a move adds one, and beside the game how many there are and their mark,
// by which rows that somebody changed or lost are found out.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace tavoliere::server {

// Of moves with spaces between, as in a GameRow.
int count_of_moves(std::string_view moves);
std::string mark_of_moves(std::string_view moves);
// They are the moves beside which so many and that mark were kept.
bool are_whole(std::string_view moves, std::int64_t plies, std::string_view mark);

// What becomes of a game's rows when it has these moves now.
struct NewMoves {
    int kept;              // rows that stay, from the first: all, or none where moves were taken back
    std::string_view rest; // the others, which are appended
};
// `plies` rows of that mark are there.
NewMoves new_moves(std::string_view moves, int plies, std::string_view mark);

}
