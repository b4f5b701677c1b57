// Games that the engine played against itself, kept for training: lines of JSON, compressed with zstd.
//
//     {"tavoliere":"selfplay","version":1,"game":"ataxx","nodes":2000,"plies":8,"seed":1,…}      the first line: how they were made
//     {"random":5,"moves":["a2",…],"scores":[35,…],"result":"x"}                                   one line a game
//
// The first `random` moves were drawn; every later one was searched, and has a score in hundredths of a piece for the player
// who made it: won - n where it is a proven win in n plies, n - won a loss (see search/alphabeta.hpp). A game ends when it is
// over or its result is proven. Where self-play strays, "strays":[17,40] says which of the moves were drawn all the same after
// their positions had been searched: the result is not that of the positions before. `zstd -dc FILE` shows it all.
//
// On disk each batch of games is a zstd frame of its own with a checksum. A file whose writer was killed ends in half a frame
// at worst, which the next writer cuts off; whatever else is wrong with its bytes is damage, which nobody learns from or goes on
// after.
#pragma once
#include "base/file.hpp"
#include "game/result.hpp"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere::training {

struct Game {
    int random = 0;
    std::vector<std::string> moves;
    std::vector<int> scores; // of moves[random], moves[random + 1], …
    std::vector<int> strays; // places in moves, ascending, from `random` on
    Winner result = Winner::draw;
};

std::string to_line(const Game& game);
Expected<Game> game_of(std::string_view line);

// What was found in a file.
struct Held {
    std::string header; // the first line; empty where the file is new or empty
    std::uint64_t games = 0;
    std::uint64_t whole = 0; // bytes of whole frames; what follows is torn
    std::uint64_t size = 0;  // bytes of all
    bool is_damaged = false; // what follows is not the beginning of a frame, as a writer leaves it who is killed

    std::uint64_t torn() const { return size - whole; }
    // "game 992, at byte 345678": the last whole one, and where what follows begins.
    std::string place() const;
};

// Reads a file's header and each of its games, as far as they are whole and nothing before them is damaged. A file that does
// not exist is an empty one.
Expected<Held> read_games(const std::string& path, const std::function<Expected<void>(std::string_view line)>& each);
// Whether a file begins as these do, whatever else it may be.
bool begins_like_games(std::string_view bytes);
// Of a file whose games were all read; a problem where it is damaged, for what follows is most of it perhaps.
Expected<void> need_undamaged(const std::string& file, const Held& held);
// What the header says: the variant, and whether positions were solved (SelfplayPlan::solve_from). Then a game keeps what was certain
// before a last move that gave it away.
std::string rules_named(const std::string& header); // GameInfo::rules, by which they were played
std::string variant_named(const std::string& header);
bool are_solved(const std::string& header);

// A batch of games, or the header, as a file has it: one frame, the same bytes for the same lines.
std::string frame_of(std::string_view lines);
// What is in one frame that is whole; nothing where it is damaged, or somebody else's.
std::optional<std::string> text_of_frame(std::string_view frame);

// Appends batches; each is on the disk when append() returns.
class Writer {
public:
    // Creates the file with its header, or goes on after `held.whole` bytes; not where it is damaged there, for what follows
    // would be lost.
    static Expected<Writer> open(const std::string& path, const std::string& header, const Held& held);
    Expected<void> append(const std::string& lines);

private:
    explicit Writer(AppendedFile file) : file_(std::move(file)) {}
    AppendedFile file_;
};

}
