// Where the games of a match begin.
#pragma once
#include "session/session.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Opening {
    std::string start; // a position
    std::vector<std::string> moves;
};

// One opening a line; what follows a # is a comment. A line is a position, or moves from the first one, or both with the word
// "moves" between them:
//
//     x5o/7/7/7/7/7/o5x x 0 1
//     a2 a7-a5                                    # as: startpos moves a2 a7-a5
//     x5o/7/7/7/7/7/o5x x 0 1 moves g2
//
// A problem names the line. None of them may end the game, and there must be one.
Expected<std::vector<Opening>> read_openings(std::string_view text, const GameSession& game);

}
