#include "play/clock.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <cstdint>
#include <utility>

namespace tavoliere {

namespace {

JsonObject control_json(const TimeControl& control) {
    JsonObject out;
    if (control.days) return out.add("days", control.days);
    return out.add("seconds", control.begin.count()).add("increment", control.increment.count());
}

// A whole number between two others; `otherwise` where there is none.
Expected<int> read_whole(const Json& object, std::string_view where, std::string_view name, WholeRange range,
                         std::optional<int> otherwise = {}) {
    if (otherwise && !object.find(name)) return *otherwise;
    if (const auto number = object[name].whole<int>(int(range.least), int(range.most))) return *number;
    return problem(member(where, name) + ": a whole number from " + range_text(range) + " is wanted here");
}

struct ControlBounds {
    WholeRange seconds, increments, days;
};
constexpr ControlBounds asked_bounds{clock_seconds, clock_increments, clock_days};
// Of what is kept. Those above may become narrower: games that were kept before are played on. These must not.
constexpr ControlBounds kept_bounds{{1, 10'000'000}, {0, 1'000'000}, {1, 10'000}};
constexpr WholeRange kept_milliseconds{0, 1'000'000'000'000}; // of a player: more than any control gives
constexpr WholeRange kept_instants{0, 253'402'300'799'999};   // to the end of the year 9999

Expected<TimeControl> read_control(const Json& object, std::string_view where, const ControlBounds& bounds) {
    TimeControl control;
    if (object.find("days")) {
        for (std::string_view other : {"seconds", "increment"})
            if (object.find(other)) return problem(member(where, other) + ": a clock that gives days has none");
        const auto days = read_whole(object, where, "days", bounds.days);
        if (!days) return std::unexpected(days.error());
        control.days = *days;
        return control;
    }
    const auto begin = read_whole(object, where, "seconds", bounds.seconds);
    if (!begin) return std::unexpected(begin.error());
    const auto increment = read_whole(object, where, "increment", bounds.increments, 0);
    if (!increment) return std::unexpected(increment.error());
    control.begin = std::chrono::seconds(*begin);
    control.increment = std::chrono::seconds(*increment);
    return control;
}

Expected<Milliseconds> read_kept(const Json& object, std::string_view name, WholeRange range) {
    const auto number = object[name].whole(std::int64_t(range.least), std::int64_t(range.most));
    if (number) return Milliseconds(*number);
    return problem(member("clock", name) + ": a whole number from " + range_text(range) + " is wanted here");
}

}

Expected<std::optional<TimeControl>> read_time_control(const Json& control, std::string_view what) {
    if (control.is_null()) return std::nullopt;
    if (!control.object())
        return problem(std::string(what) + R"(: {"seconds":300,"increment":3}, {"days":3} or null is wanted here)");
    return read_control(control, what, asked_bounds);
}

Expected<Clock> Clock::read(const std::string& stored) {
    const auto object = read_object(stored, "clock");
    if (!object) return std::unexpected(object.error());
    const auto control = read_control(*object, "clock", kept_bounds);
    if (!control) return std::unexpected(control.error());
    Clock clock(*control);
    for (const char side : {'x', 'o'}) {
        const auto left = read_kept(*object, std::string_view(&side, 1), kept_milliseconds);
        if (!left) return std::unexpected(left.error());
        clock.of(side) = *left;
    }
    if (object->find("since")) {
        const auto since = read_kept(*object, "since", kept_instants);
        if (!since) return std::unexpected(since.error());
        clock.since_ = Instant(*since);
    }
    return clock;
}

Milliseconds Clock::full() const { return control_.days ? std::chrono::days(control_.days) : control_.begin; }

Milliseconds Clock::left(char side, char turn, Instant now) const {
    const Milliseconds kept = side == 'x' ? left_x_ : left_o_;
    // Should the world's clock be set back, nobody gains by it.
    const Milliseconds spent = since_ && side == turn ? std::max(now - *since_, Milliseconds(0)) : Milliseconds(0);
    return std::max(kept - spent, Milliseconds(0));
}

std::optional<Instant> Clock::deadline(char turn) const {
    if (!since_) return {};
    return *since_ + (turn == 'x' ? left_x_ : left_o_);
}

bool Clock::is_up(char turn, Instant now) const {
    const auto end = deadline(turn);
    return end && now >= *end;
}

void Clock::moved(char mover, int ply, Instant now) {
    const bool counted = is_running();
    stop(mover, now);
    if (control_.days)
        of(mover) = full();
    else if (counted)
        of(mover) += control_.increment;
    if (ply >= untimed_plies) since_ = now;
}

// Time that was spent stays spent.
void Clock::turned_back(char turn, int ply, Instant now) {
    stop(turn, now);
    if (control_.days) left_x_ = left_o_ = full();
    if (ply >= untimed_plies) since_ = now;
}

void Clock::stop(char turn, Instant now) {
    of(turn) = left(turn, turn, now);
    since_.reset();
}

void Clock::run_from(Instant since) {
    if (since_) since_ = std::max(*since_, since);
}

void Clock::hold_up(Instant arrived, Instant now) {
    if (since_ == arrived) since_ = std::max(arrived, now);
}

std::string Clock::stored() const {
    JsonObject out = control_json(control_).add("x", left_x_.count()).add("o", left_o_.count());
    if (since_) out.add("since", since_->time_since_epoch().count());
    return out.text();
}

std::string Clock::to_json(char turn, Instant now) const {
    JsonObject out =
        control_json(control_).add("x", left('x', turn, now).count()).add("o", left('o', turn, now).count());
    out.raw("running", is_running() ? json_string(std::string_view(&turn, 1)) : "null");
    return out.text();
}

}
