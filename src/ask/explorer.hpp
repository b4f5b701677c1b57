// What was played from a position in games that are kept: as a database of games has it, and as the page is told.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// How often each result was.
struct ResultCounts {
    std::uint64_t x = 0, o = 0, draw = 0, unknown = 0;

    std::uint64_t all() const { return x + o + draw + unknown; }
    void add(const ResultCounts& more) { x += more.x, o += more.o, draw += more.draw, unknown += more.unknown; }
    bool operator==(const ResultCounts&) const = default;
};

struct Explored {
    std::string variant, position;
    ResultCounts all;
    ResultCounts ended; // games that end here
    struct Move {
        std::vector<std::string> moves; // that lead to the same position up to symmetry, the first in front
        ResultCounts counts;
    };
    std::vector<Move> moves; // that were played, the most frequent first
};

// A game in which the position came.
struct ExploredGame {
    std::string start = "startpos";
    std::vector<std::string> moves;
    std::string result; // as Record::result
    struct Player {
        std::string name;
        std::optional<int> rating = {};
    } x = {}, o = {}; // no name where none is known
    std::string date = {};
    int ply = 0; // at which the position first came
};

// {"game":…,"position":…,"x":n,"draws":n,"o":n,"unknown":n,"ended":{…},"moves":[{"move":…,"alike":[…],…}],"top_games":[…]}: of the moves
// the `most` most frequent.
std::string explored_json(const Explored& explored, std::span<const ExploredGame> games, std::size_t most);

// The most frequent first; of those that came as often the one whose name comes first.
void sort_by_frequency(std::vector<Explored::Move>& moves);

}
