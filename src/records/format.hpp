// Games as files of several formats: ours, and those of other programs. Each format has its file; this is all that they share.
//
// What is read is a Record as the text has it. That its moves can be played, and that its result is what they lead to, played()
// finds out: nothing is written that it did not see.
#pragma once
#include "base/problem.hpp"
#include "game/record.hpp"
#include "session/session.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tavoliere {

struct RecordFormat {
    std::string_view name; // "sgf"
    // Whether a text that begins so, after blanks, is of this format.
    bool (*begins)(std::string_view text);
    // How many bytes the first game of a text takes. Nothing where the text ends before it is known; what follows the last
    // whole game is taken to be one.
    std::optional<std::size_t> (*first_game)(std::string_view text);
    std::string_view between; // besides blanks: what may stand between games
    // One game; `first_line` is the number of its first line in its file, for problems.
    Expected<Record> (*read)(std::string_view game, std::uint64_t first_line);
    // A game that was played to its end on `session`; ends with a line's end.
    std::string (*write)(const Record& record, const GameSession& session);
};
// Their names, in the order of record_formats().
inline constexpr std::string_view record_format_names[] = {"tgn", "sgf", "pgn", "jsonl", "abstractplay"};
extern const RecordFormat tgn_format, sgf_format, pgn_format, jsonl_format, abstractplay_format;

std::span<const RecordFormat* const> record_formats();
const RecordFormat* find_record_format(std::string_view name); // none: nullptr
// By how a text begins; nullptr where no format begins so.
const RecordFormat* guess_record_format(std::string_view text);

// Plays a record, and makes it canonical: its variant, its start, its moves, whose the first move is, its players, of whom "?" is no
// name, its result where the moves led to the end. A problem where they cannot be played, or led to another result: "move 5: …".
Expected<std::unique_ptr<GameSession>> played(Record& record);

// Gives a record the result that its moves led to; nothing where they led to no end. A problem where it says another.
Expected<void> take_result(Record& record, const std::optional<Result>& by_moves);

// Whether black moves second, as the names of the colours have it: then what others call black is o.
bool is_black_second(const GameInfo& info);

// A file that is not UTF-8 is taken to be in ISO-8859-1, as older ones are: there each byte is a character.
bool is_utf8(std::string_view text);
std::string from_latin1(std::string_view text); // as UTF-8

// The first tag of a name; nullptr where there is none.
const std::string* find_tag(const Record& record, std::string_view name);

}
