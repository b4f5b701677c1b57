// GTP, the Go Text Protocol, version 2, for games that are not Go: our engine behind it.
//
//     1 set_game clobber:size=5x6        =1
//     play b a1-a2                       =
//     genmove white                      = b2-b3
//     boardsize 19                       ? unacceptable size
//
// One command is answered after the other, each by "=" or "?", its id, and what is said, ended by an empty line. Moves are spelled as
// everywhere in Tavoliere, in capitals too, and have no blanks. Black is who is called so in the game; where nobody is,
// black begins, as in Go. A game that is over is passed in: `pass` is then a move of both, which changes nothing.
#pragma once
#include "session/session.hpp"
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

class GtpEngine {
public:
    // `limits` are those of a move, besides a clock's; where there is neither, a move takes a second. `version` is what the program
    // says it is; `write` gets whole answers.
    GtpEngine(std::unique_ptr<GameSession> game, const Limits& limits, std::string version,
              std::function<void(const std::string&)> write);

    // Where tables of every position are kept.
    Expected<void> set_tables(const std::string& directory);

    // Does what a line says and answers it, unless it is empty or a comment. False once it says quit. A search ends within 50 ms of `stop`.
    bool hear(std::string_view line, const std::atomic<bool>& stop);
    // Answers a line that could not be read.
    void refuse(std::string_view what);

    const GameSession& session() const { return *session_; }

private:
    using Words = std::span<const std::string_view>;
    struct GtpCommand {
        std::string_view word;
        Expected<std::string> (GtpEngine::*run)(Words words);
    };
    static const GtpCommand commands[];

    Expected<std::string> protocol_version(Words);
    Expected<std::string> name(Words);
    Expected<std::string> version(Words);
    Expected<std::string> known_command(Words words);
    Expected<std::string> list_commands(Words);
    Expected<std::string> quit(Words);
    Expected<std::string> boardsize(Words words);
    Expected<std::string> clear_board(Words);
    Expected<std::string> komi(Words words);
    Expected<std::string> play(Words words);
    Expected<std::string> genmove(Words words);
    Expected<std::string> reg_genmove(Words words);
    Expected<std::string> undo(Words);
    Expected<std::string> showboard(Words);
    Expected<std::string> time_settings(Words words);
    Expected<std::string> time_left(Words words);
    Expected<std::string> final_score(Words);
    Expected<std::string> loadsgf(Words words);
    Expected<std::string> set_game(Words words);
    Expected<std::string> list_games(Words);

    Expected<std::string> think(Words words, bool is_fixed);
    // 0 for x, 1 for o: the player whom a colour names.
    Expected<std::size_t> player_of(std::string_view colour) const;
    Expected<void> need_turn(std::size_t player) const;
    Expected<void> open_game(std::string_view variant);
    std::string_view colour_of(std::size_t player) const;
    double seconds_for(std::size_t player) const; // of a move by the clock
    // What a move took is off the clock: not every controller sends time_left.
    void take_time(std::size_t player, double seconds);

    std::unique_ptr<GameSession> session_;
    std::string variant_, version_, tables_;
    Limits limits_;
    std::function<void(const std::string&)> write_;
    const std::atomic<bool>* stop_ = nullptr; // while a line is heard
    int passes_ = 0;                          // after the game's end
    // Seconds of a game, seconds and moves of a period after it; nothing: no clock.
    struct Clock {
        double main, period;
        int moves;
    };
    std::optional<Clock> clock_;
    struct TimeLeft {
        double seconds;
        int moves; // that it is for; 0: all of the game
    };
    std::optional<TimeLeft> left_[2];
};

}
