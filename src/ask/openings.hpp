// A variant's openings as a small file: what was played in the most frequent positions of many games, for pages that have no database to
// ask. It is an object, with a position or a game a line:
//
//     {"openings":1,"game":"ataxx","made":"…","games":100000,
//     "positions":[
//     ["9f3a2b1c",[0,40,52],[3,1,2,1]],
//     …],
//     "top_games":[
//     ["1-0","a2 a7-a5 …",[0,1,5]],
//     …]}
//
// A position is the upper half of its key up to symmetry (session/replay.hpp), and the moves that were played from it, the most frequent
// first: each is its place among the keys of all positions that a legal move leads to, each once, ascending, which no turn of the board
// changes; then how often x won, o won, it was drawn, it was not finished, without the zeros at the end. The place -1 has the games that
// ended there, and -2 all rarer moves together. A game is its result, its moves, and which of the positions it went through as long as it was in them.
#pragma once
#include "ask/explorer.hpp"
#include "ask/requests.hpp"
#include "base/problem.hpp"
#include "session/replay.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Openings {
    std::string variant;     // canonical
    std::string made;        // how the games were made, for people
    std::uint64_t games = 0; // that there were

    static constexpr int ended = -1, rarer = -2;  // places
    static constexpr std::size_t most_moves = 12; // of a position, beside the rarer ones
    struct Played {
        int place;
        ResultCounts counts;
    };
    struct Position {
        std::uint32_t name;
        std::vector<Played> played;
    };
    std::vector<Position> positions; // the variant's first in front; no two of one name
    struct Game {
        std::string result;
        std::vector<std::string> moves; // from the variant's first position
        std::vector<std::size_t> through;
    };
    std::vector<Game> top_games;
};

constexpr std::uint32_t name_of(PositionKey key) { return std::uint32_t(key >> 32); }
// The legal moves by their places: those of one place lead to one key.
std::vector<std::vector<std::string>> moves_by_place(const NextMoves& next);

std::string openings_file(const Openings& openings);
// How much of it a position or a game is.
std::size_t written_size(const Openings::Position& position);
std::size_t written_size(const Openings::Game& game);
// What openings_file() wrote. Fails if the text is no JSON or lacks a member, with the position's or game's number.
Expected<Openings> read_openings(std::string_view text);

// What the openings have of a position: nothing was played where they have none of it. At most so many games.
struct ExploredOpenings {
    Explored explored;
    std::vector<ExploredGame> games;
};
ExploredOpenings explore(const Openings& openings, const NextMoves& next, std::size_t most);
// What is told of it: explored_json() with `source`, how many games the openings are of and how those were made. Fails where the moves
// cannot be played; `rules` are the openings' variant's.
Expected<std::string> explored_json(const Openings& openings, const Replayer& rules, const ExplorerRequest& request);
// Whoever asks for others is told.
Problem no_openings_of(std::string_view variant);

}
