// Our engine behind a protocol of lines, in the manner of chess's UCI: commands come in, answers go out, and a search goes
// on in a thread of its own meanwhile.
//
// What two protocols do not share is a Dialect; each has its file.
#pragma once
#include "session/session.hpp"
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace tavoliere {

class LineEngine;

struct Dialect {
    std::string_view name;    // "ugi": the greeting; with "ok" its answer, with "newgame" the beginning of a game
    std::string_view variant; // what is played where nothing else is said
    std::array<std::string_view, 4> clocks; // of `go`: x's and o's time, x's and o's increment, in milliseconds
    std::string_view no_move;               // what `bestmove` says where the game is over
    std::string (*write_move)(const std::string& text);
    std::string (*read_move)(std::string_view word);
    bool chooses_game; // setoption name Game value VARIANT

    // Commands of this protocol alone: true where it was one.
    bool (*also)(LineEngine& engine, std::span<const std::string_view> words);
};
extern const Dialect uai, ugi;
const Dialect* find_dialect(std::string_view name); // none: nullptr

class LineEngine {
public:
    // `write` gets a line without its end; it is called by one thread at a time, ours or the search's, and must
    // not throw.
    LineEngine(const Dialect& dialect, std::unique_ptr<Session> game, std::function<void(const std::string&)> write);
    ~LineEngine(); // stops thinking

    // Where tables of every position are kept; the option Tables changes it.
    void set_tables(const std::string& directory);

    // Does what a line says; unknown words are ignored. False once it says quit.
    bool hear(std::string_view line);
    // The input has ended: lets a search that will end by itself come to its end.
    void finish();

    const Session& session() const { return *session_; }
    void say(const std::string& line);
    // Does something that takes its time in the search's thread, after what it did before; it ends soon after `stop`.
    void work(std::function<void(const std::atomic<bool>& stop)> what);

private:
    using Words = std::span<const std::string_view>;
    void greet();
    void set_option(Words words);
    void set_game(std::string_view variant);
    void set_network(const std::string& name);
    void set_position(Words words);
    void go(Words words);
    void think(const Limits& limits, bool until_stopped, const std::atomic<bool>& stop);
    void stop();
    void report(const ThoughtView& thought);
    std::string best_move(const ThoughtView& thought) const;

    const Dialect& dialect_;
    std::unique_ptr<Session> session_;
    const std::function<void(const std::string&)> write_;
    std::mutex writing_;
    Limits options_; // threads, lines, memory, the search's parameters
    std::string network_ = "own", tables_;
    std::atomic<bool> stop_{false};
    bool endless_ = false; // the search goes on until it is stopped
    std::mutex waiting_;
    std::condition_variable stopped_;
    std::optional<std::jthread> worker_;
};

}
