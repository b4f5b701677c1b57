// A game as it was played, as a file: tags, then numbered moves, in the manner of chess's PGN.
//
//     %tgn 1
//     [Game "ataxx:misere"]
//     [First "Ada"]
//     [Second "Tavoliere"]
//     [Result "*"]
//
//     1. a2 a7-a5 2. a2-a4 *
//
// First is who plays x, also where o makes the first move. The writer is strict; the reader skips comments in braces, variations
// in parentheses, glyphs ($3, !?) and move numbers, takes a byte order mark and lines that end with "\r\n", and refuses what
// is not UTF-8 or has control characters.
#pragma once
#include "base/problem.hpp"
#include "game/result.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere {

struct Record {
    std::string variant;            // [Game]
    std::string start = "startpos"; // [Start], left out for the first position
    bool first_is_o = false;        // for the writer: o makes the first move of `moves`
    std::vector<std::string> moves;
    std::vector<std::string> notes; // for the writer: a comment after each of the first moves, empty for none
    std::string result = "*";       // 1-0 x won, 0-1 o won, 1/2-1/2, * unfinished
    std::vector<std::pair<std::string, std::string>> tags; // all others, in their order
};

std::string result_text(const std::optional<Result>& result);
std::string write_record(const Record& record);
Expected<Record> read_record(std::string_view text);

}
