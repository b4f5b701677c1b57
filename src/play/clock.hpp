// The players' clocks. Times are instants of the world, so that they run on while nobody serves the game.
#pragma once
#include "ask/field.hpp"
#include "ask/limits.hpp"
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Milliseconds>;

// Their bounds: seconds for the whole game, seconds more after each move; or days for each move.
inline constexpr WholeRange clock_seconds{1, most_clock_seconds}, clock_increments{0, most_clock_increment},
    clock_days{1, most_clock_days};

// How much time there is: some for the whole game and more after each move, or so many days for each move.
struct TimeControl {
    std::chrono::seconds begin{0}, increment{0};
    int days = 0; // where it is not 0, the others are
    bool operator==(const TimeControl&) const = default;
};

// From {"seconds":300,"increment":3} or {"days":3}; nothing from null. Fails if a number is not whole or beyond the bounds of
// limits.json. `what` is how a problem names it.
Expected<std::optional<TimeControl>> read_time_control(const Json& control, std::string_view what);

// Only the player to move can lose time, and nobody before each has moved once. What an engine waited until it could think is not its
// time: whoever serves the game says since when it thought, by run_from().
class Clock {
public:
    static constexpr int untimed_plies = 2;

    explicit Clock(TimeControl control) : control_(control), left_x_(full()), left_o_(full()) {}
    static Expected<Clock> read(const std::string& stored); // what stored() wrote; fails if it is anything else

    const TimeControl& control() const { return control_; }
    bool is_running() const { return since_.has_value(); }
    Milliseconds left(char side, char turn, Instant now) const; // never negative
    std::optional<Instant> deadline(char turn) const;           // when the player to move will have none left
    bool is_up(char turn, Instant now) const;                   // whether that has come

    void moved(char mover, int ply, Instant now); // who had the turn; the moves made by now
    void turned_back(char turn, int ply, Instant now);
    void stop(char turn, Instant now);
    // The time before `since` is not charged to the player to move.
    void run_from(Instant since);
    // A turn that began at `arrived` begins at `now`: what lies between them is no player's time.
    void hold_up(Instant arrived, Instant now);

    std::string stored() const;
    // As in the protocol's state: what is left now, and whose time runs.
    std::string to_json(char turn, Instant now) const;

private:
    Milliseconds full() const;
    Milliseconds& of(char side) { return side == 'x' ? left_x_ : left_o_; }

    TimeControl control_;
    Milliseconds left_x_, left_o_; // when the running one began to run
    std::optional<Instant> since_;
};

}
