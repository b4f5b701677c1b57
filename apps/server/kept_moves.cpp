#include "server/kept_moves.hpp"
#include "base/checksum.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace tavoliere::server {

int count_of_moves(std::string_view moves) { return moves.empty() ? 0 : 1 + int(std::ranges::count(moves, ' ')); }
std::string mark_of_moves(std::string_view moves) { return fmt::format("{:016x}", checksum(moves)); }
bool are_whole(std::string_view moves, std::int64_t plies, std::string_view mark) {
    return count_of_moves(moves) == plies && mark_of_moves(moves) == mark;
}

NewMoves new_moves(std::string_view moves, int plies, std::string_view mark) {
    std::size_t end = 0; // of the first `plies` moves
    for (int ply = 0; ply < plies && end != moves.npos; ++ply) end = moves.find(' ', end + (ply > 0));
    if (plies > count_of_moves(moves) || mark_of_moves(moves.substr(0, end)) != mark) return {0, moves};
    if (plies > 0) moves.remove_prefix(std::min(moves.size(), end == moves.npos ? end : end + 1));
    return {plies, moves};
}

}
