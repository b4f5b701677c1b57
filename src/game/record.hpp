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
// First is who plays x, also where o makes the first move. The writer is strict; the reader skips variations
// in parentheses, glyphs ($3, !?) and move numbers, keeps comments in braces, takes a byte order mark and lines that end with
// "\r\n", and refuses what is not UTF-8 or has control characters. Other formats are in src/records/.
#pragma once
#include "base/problem.hpp"
#include "game/result.hpp"
#include <cstdint>
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
    std::string comment;                                   // before the first move
    std::vector<std::string> notes;                        // a comment after each of the first moves, empty for none
    std::string result = "*";                              // 1-0 x won, 0-1 o won, 1/2-1/2, * unfinished
    std::vector<std::pair<std::string, std::string>> tags; // all others, in their order
};

// PGN is the same without its first line, with FEN for Start, and Game where the game's name is needed; a line's end after ";" and
// lines that begin with "%" are comments, which are skipped.
enum class TagForm : std::uint8_t { tgn, pgn };

std::string result_text(const std::optional<Result>& result);
bool is_result(std::string_view word);
// Whether a tag may be called so: no quotes, no blank at its end, one line, and none that belongs to a member of Record.
bool is_tag_name(std::string_view name, TagForm form = TagForm::tgn);
// A comment as one line without braces at its end, and with single blanks: as it is read again.
std::string comment_text(std::string_view text);
std::string write_record(const Record& record, TagForm form = TagForm::tgn);
// `first_line` is the number of the text's first line in its file, for problems.
Expected<Record> read_record(std::string_view text, TagForm form = TagForm::tgn, std::uint64_t first_line = 1);

}
