// Our engine behind a protocol of lines, in the manner of chess's UCI: commands come in, answers go out, and a search goes
// on in a thread of its own meanwhile.
//
// What two protocols do not share is a Dialect; each has its file.
#pragma once
#include "session/session.hpp"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace tavoliere {

class LineEngine;

// A command of a protocol: the word it begins with, and what is done with the words after it.
struct Command {
    enum class Kind : std::uint8_t {
        asks,    // reads the game, which a search does not change
        changes, // the game or the options: what was asked for before is done first, or stopped where it has no end
        works,   // checks its words at once, and calls LineEngine::work()
    };
    std::string_view word;
    Kind kind;
    void (*run)(LineEngine& engine, std::span<const std::string_view> words);
};

struct Dialect {
    std::string_view name;    // "ugi": the greeting; with "ok" its answer, with "newgame" the beginning of a game
    std::string_view variant; // what is played where nothing else is said
    std::array<std::string_view, 4> clocks; // of `go`: x's and o's time, x's and o's increment, in milliseconds
    std::string_view no_move;               // what `bestmove` says where the game is over
    std::string (*write_move)(const std::string& text);
    std::string (*read_move)(std::string_view word);
    bool chooses_game; // setoption name Game value VARIANT
    Command also;      // of this protocol alone
};
extern const Dialect uai, ugi;
const Dialect* find_dialect(std::string_view name); // none: nullptr

struct Search; // what `go` asks for

// Commands are carried out in their order. What has an end, a perft or a search within limits, is finished before the next
// command that changes anything, unless `stop` is said; hear() does not wait for it and goes on listening. A search that
// ponders has no end before `ponderhit`, which begins it again with what it was given, and with what it has found.
class LineEngine {
public:
    // `write` gets a line without its end; it is called by one thread at a time, ours or the search's, and must
    // not throw.
    LineEngine(const Dialect& dialect, std::unique_ptr<GameSession> game,
               std::function<void(const std::string&)> write);
    ~LineEngine(); // stops thinking

    // Where tables of every position are kept; the option Tables changes it.
    void set_tables(const std::string& directory);

    // Does what a line says; unknown words are ignored. False once it says quit: then, as where the input ends, finish().
    bool hear(std::string_view line);
    // Ends what has no end, and waits until all that was asked for has been answered. `interrupted` stops it within 50 ms.
    void finish(const std::atomic<bool>& interrupted);
    void stop(); // all that was asked for, and waits until it has been answered

    const GameSession& session() const { return *session_; }
    void say(const std::string& line);
    // Of a command that works: does something that takes its time in the search's thread, after what was asked for before.
    // It ends soon after its argument becomes true, and only then where it has no end.
    using Work = std::function<void(const std::atomic<bool>& stop)>;
    void work(Work what, bool is_endless = false);
    void answer(const std::string& line); // the last line of such work, said by it

private:
    using Words = std::span<const std::string_view>;
    struct Job {
        Work what;
        bool is_endless, is_search; // is_search: it changes nothing that others read
        std::atomic<bool> stop{false};
        std::function<void()> on_hit = {}; // of a search that ponders
        Job(Work w, bool endless, bool search) : what(std::move(w)), is_endless(endless), is_search(search) {}
    };

    void carry_out(const Command& command, Words words);
    const Command* find_command(std::string_view word) const;
    void put(Work what, bool is_endless, bool is_search);
    void run_jobs();
    void stop_jobs(bool all);
    bool will_end_soon();

    void greet();
    void set_option(Words words);
    void set_game(std::string_view variant);
    void set_network(const std::string& name);
    void set_position(Words words);
    void go(Words words);
    void search(const Search& asked);
    void ponder(const Search& asked);
    void ponder_hit();
    ThoughtView think(const Limits& limits, bool until_stopped, const std::atomic<bool>& stop);
    void report(const ThoughtView& thought);
    std::string best_move(const ThoughtView& thought) const;

    static const Command commands[];
    const Dialect& dialect_;
    std::unique_ptr<GameSession> session_;
    const std::function<void(const std::string&)> write_;
    std::mutex writing_;
    Limits options_; // threads, lines, memory, the search's parameters
    std::string network_ = "own", tables_;

    std::mutex mutex_; // for what follows
    std::condition_variable news_;
    std::deque<std::unique_ptr<Job>> jobs_; // the first is being done
    bool is_closing_ = false;
    std::optional<std::jthread> worker_; // last: it ends before what it works with
};

}
