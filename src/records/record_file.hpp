// Games read from a file one after the other, however many it has.
#pragma once
#include "base/file.hpp"
#include "records/format.hpp"

namespace tavoliere {

namespace file_kind {
inline constexpr FileKind games{"a file of games", 64 * gb};
}

struct ReadGame {
    Record record; // as played() makes it
    std::unique_ptr<GameSession> session;
    std::uint64_t number; // in its file, from 1
};

// A game as its file has it.
struct GameText {
    std::string text;
    std::uint64_t line, number; // of its first line; of the game, from 1
};

class RecordFile {
public:
    // Of the format of this name, or of the one that the file begins like where that is empty.
    static Expected<RecordFile> open(const std::string& path, std::string_view format = {});

    const RecordFormat& format() const { return *format_; }
    // The next game; nothing after the last. A problem names the file, the game and the place, and nothing is read after it.
    Expected<std::optional<ReadGame>> next();
    // The same in two steps, of which any thread may take the second: next_text(), and what is in the text, not played yet.
    Expected<std::optional<GameText>> next_text();
    Expected<Record> read(const GameText& game) const;
    // A problem of a game whose moves cannot be played.
    std::unexpected<Problem> unplayable(const GameText& game, const Problem& why) const;

private:
    RecordFile(std::string path, FileReader file) : path_(std::move(path)), file_(std::move(file)) {}
    void read_more();
    std::unexpected<Problem> wrong(std::uint64_t number, const std::string& what) const;

    std::string path_;
    FileReader file_;
    const RecordFormat* format_ = nullptr;
    std::string unread_;
    std::size_t at_ = 0; // of unread_: the next game
    std::uint64_t line_ = 1, number_ = 0;
};

}
