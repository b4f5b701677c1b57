// What a solver is asked and what it answers. Exact: a value is proved or there is none.
#pragma once
#include "base/own_time.hpp"
#include "base/problem.hpp"
#include "search/limits.hpp"
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tavoliere {

class Ranks; // solve/ranks.hpp

// How a position is solved. Which of them a game can have follows from what its file offers.
enum class Method : std::uint8_t { proof, alphabeta, retrograde, sums };
inline constexpr std::array<std::string_view, 4> method_names = {"proof", "alphabeta", "retrograde", "sums"};
constexpr std::string_view name(Method m) { return method_names[std::size_t(m)]; }

struct SolveLimits {
    std::optional<Method> method = {}; // nothing: what is best for the game
    double seconds = 0;                // 0: no limit
    std::size_t memory_mb = 1024;      // for tables; what they need besides is small
    int threads = 1;
    double patience = 10; // how many times the work of finding the value the distance may cost, beyond a few seconds
    std::string checkpoint = {}; // a file that a killed run goes on from, where the method keeps one; empty: none
    std::string tables = {};     // a directory that tables of all positions are read from, and written to; empty: none
    std::string proof = {};      // a file to write the proof to, where the method makes one; empty: none
    std::string variant = {};    // what those files are about, beside the position
    std::string rules = {};      // GameInfo::rules, for the checkpoint
    Ranks* ranks = nullptr;      // the processes that make a table together, this one among them; none: it is alone
};

// From time to time, for a person who waits.
struct SolveProgress {
    Method method;
    std::uint64_t nodes;
    double seconds;
    std::size_t memory; // bytes in use
    std::string text;   // what the method reports of its progress: "proof 120, disproof 31"
};

// Why there is no value. The last two are faults of the game's file, and not of the limits: a position came again though the game
// says neither `repeats` nor `clock_limit`; a line went on for more than `longest_line` plies. See fault_of().
enum class Unsolved : std::uint8_t { time, memory, stopped, comes_again, endless };
inline constexpr std::array<std::string_view, 5> unsolved_names = {"time", "memory", "stopped", "comes again",
                                                                   "endless"};
inline constexpr std::size_t longest_line = 4000; // plies from the position that is solved

// The problem that a fault of the game's file is; nothing where it is only the limits that were too small.
// `asked` is what was asked for: "solve", "value".
inline std::optional<Problem> fault_of(Unsolved why, std::string_view asked, std::string_view variant) {
    const std::string solving = std::string(asked) + ": " + std::string(variant) + ": ";
    if (why == Unsolved::comes_again)
        return Problem{solving + "a position comes again, but the game says neither `repeats` nor `clock_limit`; "
                                 "tavoliere check says where"};
    if (why == Unsolved::endless)
        return Problem{solving + "a game can go on for more than " + std::to_string(longest_line) +
                       " plies, which is as far as a solver looks"};
    return {};
}

// How many positions of a table have each value. The side to move is normalised; those that a symmetry makes alike count each.
struct TableCounts {
    std::uint64_t won = 0, lost = 0;
    std::uint64_t ended = 0; // draws that are over
    std::uint64_t drawn = 0; // draws that are not
    int longest = 0;         // the most plies of a win or loss
    bool operator==(const TableCounts&) const = default;
};

// Names of the values -1, 0 and 1, in this order.
inline constexpr std::array<std::string_view, 3> value_names = {"loss", "draw", "win"};

// The value of a position for the player to move: 1 a win, 0 a draw, -1 a loss. A game that can go round in circles for ever
// is a draw.
struct Solved {
    Method method = {};
    std::optional<int> value = {};
    Unsolved why = Unsolved::stopped;       // where there is no value
    std::optional<int> plies = {};          // until the game ends, both playing for it: where the method knows
    std::optional<int> most_plies = {};     // a win comes within so many, though a shorter one is not excluded
    std::optional<TableCounts> counts = {}; // of all positions, where the method made a table of them
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::string trouble = {}; // why a file that was asked for could not be written; empty: none
};
template <class Move> struct Solution : Solved {
    std::optional<Move> best = {}; // keeps the value; nothing where the game is over, or the method knows none

    // The same, with the move spelled by `f`. Nothing else depends on what a move is, so nothing can be left out.
    template <class F> auto spelled(F f) const {
        using Other = std::decay_t<decltype(f(*best))>;
        return Solution<Other>{static_cast<const Solved&>(*this), best ? std::optional<Other>(f(*best)) : std::nullopt};
    }
};

using SolveReport = std::function<void(const SolveProgress&)>;

// The same of a calculation of values.
struct ValueProgress {
    double seconds;
    std::size_t values; // different ones so far
    std::size_t memory; // bytes in use
};
using ValueReport = std::function<void(const ValueProgress&)>;

// When to give up, and when to report. Asked often, looks at the time seldom.
class SolveClock {
public:
    SolveClock(const SolveLimits& limits, const std::atomic<bool>& stop) : seconds_(limits.seconds), stop_(stop) {}

    double seconds() const { return std::chrono::duration<double>(own_time::now() - begin_).count(); }
    // Nothing: go on. Called every few thousand nodes, which no method takes more than some milliseconds for.
    std::optional<Unsolved> over() const {
        own_time::give_way();
        if (stop_.load(std::memory_order_relaxed)) return Unsolved::stopped;
        if (seconds_ > 0 && seconds() >= seconds_) return Unsolved::time;
        return {};
    }
    // True once a second.
    bool wants_report() {
        const double now = seconds();
        if (now < next_report_) return false;
        next_report_ = now + 1;
        return true;
    }

private:
    const double seconds_;
    const std::atomic<bool>& stop_;
    const std::chrono::steady_clock::time_point begin_ = own_time::now();
    double next_report_ = 1;
};

}
