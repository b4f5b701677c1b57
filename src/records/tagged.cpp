// Games with tags in brackets: our own (game/record.hpp), and PGN as cuteataxx writes it.
//
//     [Event "…"] [Black "…"] [White "…"] [Result "1-0"] [FEN "x5o/7/7/7/7/7/o5x x 0 1"]
//     1. g2 a1c3 2. …  1-0
//
// Of White and Black the one that stands first is x, as in chess and in Ataxx, and 1-0 means that x won. A game is Ataxx where no
// [Game "…"] says otherwise, and a move of it is then spelled without "-", with 0000 for a pass.
#include "base/text.hpp"
#include "records/format.hpp"
#include <algorithm>
#include <utility>

namespace tavoliere {
namespace {

// The game that a PGN is of where no tag names one.
std::string_view plain_game() {
    const auto found = std::ranges::find(games(), true, &GameInfo::is_plain_pgn);
    return found == games().end() ? "" : (*found)->name;
}

// A line that begins so, at the beginning of the text or after a line's end.
std::size_t line_that_begins(std::string_view text, std::string_view beginning, std::size_t from) {
    for (std::size_t at = from;; ++at) {
        at = text.find(beginning, at);
        if (at == std::string_view::npos || at == 0 || text[at - 1] == '\n') return at;
    }
}

std::optional<std::size_t> first_tgn(std::string_view text) {
    constexpr std::string_view beginning = "%tgn 1";
    const std::size_t next = line_that_begins(text, beginning, beginning.size());
    if (next == std::string_view::npos || next + beginning.size() >= text.size()) return {};
    return next;
}

// A game ends before the tag that follows its moves.
std::optional<std::size_t> first_pgn(std::string_view text) {
    bool has_moves = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool begins_line = at == 0 || text[at - 1] == '\n';
        if (c == '{') {
            at = text.find('}', at);
        } else if (c == ';' || (c == '%' && begins_line)) {
            at = text.find('\n', at);
        } else if (c == '[' && begins_line) {
            if (has_moves) return at;
            at = text.find('\n', at);
        } else {
            has_moves |= c != ' ' && c != '\t' && c != '\r' && c != '\n';
        }
        if (at == std::string_view::npos) return {};
    }
    return {};
}

// Tags of ours that have a name of PGN's own, and whose own name means something else there.
constexpr std::string_view set_apart = "Tavoliere";
bool is_pgns(std::string_view name) {
    return name == "Black" || name == "White" || name == "BlackElo" || name == "WhiteElo" || name == "FEN" ||
           name.starts_with(set_apart);
}
// The other way round: a tag of PGN's that is called Start, as our own form calls the first position, is PGNStart in a record,
// and what a PGN calls PGNStart is PGNPGNStart.
constexpr std::string_view set_apart_here = "PGN";
bool is_ours(std::string_view name) {
    while (take(name, set_apart_here)) {}
    return is_tag_name(name, TagForm::pgn) && !is_tag_name(name);
}

Expected<Record> read_pgn(std::string_view text, std::uint64_t first_line) {
    // ISO-8859-1 is PGN's own encoding; most programs write UTF-8 today.
    const std::string rewritten = is_utf8(text) ? std::string() : from_latin1(text);
    auto record = read_record(rewritten.empty() ? text : rewritten, TagForm::pgn, first_line);
    if (!record) return record;
    if (record->variant.empty()) record->variant = plain_game();
    std::string x, o; // the tags of the two
    for (auto& [name, value] : record->tags) {
        if (name == "Black" || name == "White") {
            if (name == x || name == o) return problem("pgn: the tag " + in_quotes(name) + " is given twice");
            (x.empty() ? x : o) = name;
            name = name == x ? "First" : "Second";
        } else if (is_ours(name)) {
            name.insert(0, set_apart_here);
        }
    }
    // Ratings go with their player.
    if (!x.empty())
        for (auto& [name, value] : record->tags)
            if (name == "WhiteElo" || name == "BlackElo") name = name.starts_with(x) ? "FirstElo" : "SecondElo";
    // Last, for what was set apart is none of the above.
    for (auto& [name, value] : record->tags)
        if (std::string_view own = name; take(own, set_apart) && is_pgns(own)) name = std::string(own);
    for (std::string& move : record->moves)
        if (move == "0000") move = "pass";
    return record;
}

std::string write_pgn(const Record& record, const GameSession& session) {
    Record pgn = record;
    if (record.variant == plain_game()) pgn.variant.clear();
    // The position as it stands: FEN is never left out.
    if (record.start == "startpos") {
        const auto first = session.copy();
        while (first->undo()) {}
        pgn.start = first->position();
    }
    // Who has no name is "?" where the other has one, as the first of them is x.
    const std::string *x = find_tag(record, "First"), *o = find_tag(record, "Second");
    const bool is_white_x = is_black_second(session.info());
    pgn.tags.clear();
    bool has_x = false, has_o = false, has_players = false;
    for (const auto& [name, value] : record.tags) {
        const bool is_first = name == "First" && !std::exchange(has_x, true),
                   is_second = name == "Second" && !std::exchange(has_o, true);
        if ((x || o) && (name == "FirstElo" || name == "SecondElo")) {
            pgn.tags.emplace_back((name == "FirstElo") == is_white_x ? "WhiteElo" : "BlackElo", value);
        } else if (!is_first && !is_second) {
            std::string_view spelled = name;
            if (is_ours(name)) take(spelled, set_apart_here);
            pgn.tags.emplace_back(std::string(is_pgns(name) ? set_apart : "").append(spelled), value);
        } else if (!std::exchange(has_players, true)) {
            pgn.tags.emplace_back(is_white_x ? "White" : "Black", x ? *x : "?");
            pgn.tags.emplace_back(is_white_x ? "Black" : "White", o ? *o : "?");
        }
    }
    if (session.info().is_plain_pgn)
        for (std::string& move : pgn.moves) move == "pass" ? void(move = "0000") : void(std::erase(move, '-'));
    return write_record(pgn, TagForm::pgn);
}

}

const RecordFormat tgn_format{
    "tgn",
    [](std::string_view text) { return text.starts_with("%tgn"); },
    first_tgn,
    "",
    [](std::string_view game, std::uint64_t line) { return read_record(game, TagForm::tgn, line); },
    [](const Record& record, const GameSession&) { return write_record(record); }};

const RecordFormat pgn_format{"pgn",
                              [](std::string_view text) {
                                  const auto is_letter = [](char c) {
                                      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
                                  };
                                  return text.starts_with('%') || text.starts_with(';') ||
                                         (text.size() > 1 && text[0] == '[' && is_letter(text[1]));
                              },
                              first_pgn,
                              "",
                              read_pgn,
                              write_pgn};

}
