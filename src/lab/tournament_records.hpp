// The records of a match, kept in a file as each game ends, and read again to go on with the match.
//
// The file is the whole state: records one after the other, each ended by an empty line and written in one piece, so that a
// match that is killed leaves at most the last one unfinished; it is cut off and played again. Each says of which match it is, and
// its result is believed where its moves bear it out.
#pragma once
#include "base/file.hpp"
#include "lab/tournament.hpp"

namespace tavoliere {

// All that decides how the games go, as "game=ataxx; first=greedy; …". Not how many there are, nor how many at a time.
std::string fingerprint(const MatchPlan& plan, const std::string& variant);

// What a match keeps of its games, one record a game and an empty line after it. Seconds are noted where they say something: games that
// come out alike whenever they are played have records that are alike.
class RecordWriter {
public:
    RecordWriter(const MatchPlan& plan, const std::string& variant);
    std::string text(const PlayedGame& game) const;
    const std::string& variant() const { return variant_; }
    const std::string& fingerprint() const { return fingerprint_; }

private:
    std::string variant_, fingerprint_;
    std::array<std::string, 2> names_;
    bool is_timed_;
};

struct KeptGame {
    int number; // from 0
    Winner winner;
    std::string reason;
};

class Records {
public:
    // Opens plan.records, a plain file, and reads what is there if the match goes on; a problem if it has games and the match
    // does not. Nobody else may write to it meanwhile.
    static Expected<Records> open(const MatchPlan& plan, const GameSession& start);

    const std::vector<KeptGame>& games() const { return games_; }
    std::uint64_t cut_off() const { return cut_off_; } // bytes of an unfinished record
    Expected<void> add(const PlayedGame& game);

private:
    Expected<void> read(std::string_view text, const MatchPlan& plan, const GameSession& start);
    std::unexpected<Problem> wrong(std::string what) const;

    Records(AppendedFile file, std::string path, RecordWriter writer)
        : path_(std::move(path)), writer_(std::move(writer)), file_(std::move(file)) {}

    std::string path_;
    RecordWriter writer_;
    AppendedFile file_;
    std::string_view missing_; // of the end of the last record, which an editor may have taken away
    std::vector<KeptGame> games_;
    std::uint64_t cut_off_ = 0;
};

}
