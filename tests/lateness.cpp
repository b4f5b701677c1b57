#include "lateness.hpp"
#include "ask/drawing.hpp"
#include "ask/running.hpp"
#include "ask/study.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "lab/puzzle_check.hpp"
#include "solve/table_file.hpp"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace tavoliere {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

double processor_milliseconds(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return 1e3 * double(t.tv_sec) + 1e-6 * double(t.tv_nsec);
}

// At a moment to come, sets a flag or not, and notes both clocks of the thread that made it. In a thread of its own.
class Moment {
public:
    Moment(double seconds, std::atomic<bool>* flag) {
        clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
        pthread_getcpuclockid(pthread_self(), &clock);
        thread_ = std::jthread([this, seconds, flag, clock] {
            std::unique_lock lock(mutex_);
            const auto end = Clock::now() + std::chrono::duration<double>(seconds);
            if (changed_.wait_until(lock, std::chrono::time_point_cast<Clock::duration>(end),
                                    [&] { return answered_; }))
                return;
            came_ = true;
            own_ = processor_milliseconds(clock);
            at_ = Clock::now();
            if (flag) *flag = true;
        });
    }
    // How long ago that was; nothing where it has not come.
    void answered(Lateness& late) {
        const auto now = Clock::now();
        const double own = processor_milliseconds(CLOCK_THREAD_CPUTIME_ID);
        const std::lock_guard lock(mutex_);
        answered_ = true;
        changed_.notify_one();
        if (came_) late.elapsed = milliseconds(now - at_), late.own = own - own_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool answered_ = false, came_ = false;
    double own_ = 0;
    Clock::time_point at_;
    std::jthread thread_; // last: it uses the others
};

StudyPlace first_of(const std::string& variant) {
    StudyPlace place;
    place.game = variant;
    return place;
}
// The first position, and others from a random game.
std::vector<StudyPlace> places_of(const std::string& variant, int wanted) {
    std::vector<StudyPlace> places = {first_of(variant)};
    auto session = open(variant);
    if (!session) return places;
    std::vector<std::string> positions;
    Random random(1);
    while (!(*session)->result()) {
        positions.push_back((*session)->position());
        const auto moves = (*session)->moves();
        (void)(*session)->play(moves[random.below(int(moves.size()))].text);
    }
    for (int i = 1; i < wanted; ++i) {
        StudyPlace& place = places.emplace_back(first_of(variant));
        place.position = positions[positions.size() * std::size_t(i) / std::size_t(wanted)];
    }
    return places;
}

class Questions {
public:
    Questions(const LatenessPlan& plan, const std::function<void(const Lateness&)>& heard)
        : plan_(plan), heard_(heard) {}

    void ask_all(const std::string& variant) {
        int number = 0;
        for (const StudyPlace& place : places_of(variant, plan_.positions)) {
            about_ = ", " + variant + ", position " + std::to_string(++number);
            place_ = place;
            ask_what_is_short();
            ask_with_a_time();
            ask_with_a_stop();
        }
        if (!plan_.tables.empty()) ask_of_tables(variant);
    }

private:
    using Stop = const std::atomic<bool>&;

    // Neither a time nor a stop.
    void ask_what_is_short() {
        const auto session = session_at(place_);
        if (!session) return refused("a session", session.error());
        briefly("a session", [&] { (void)session_at(place_); });
        briefly("moves", [&] { (void)(*session)->moves(); });
        briefly("study", [&] { (void)study_json(with<StudyRequest>()); });
        briefly("diagram", [&] { (void)drawing_svg(with<DiagramRequest>()); });
        briefly("the greedy player", [&] { (void)(*session)->greedy(1); });
        briefly("a puzzle's name", [&] { (void)puzzle_id(**session); });
    }

    void ask_with_a_time() {
        const auto analyse = [&](const std::string& what, const auto& change) {
            auto request = with<AnalyseRequest>();
            request.limits.seconds = plan_.seconds;
            change(request.limits);
            in_time("analyse" + what, [&](Stop stop) { return run(request, unprepared, unheard, stop); });
        };
        analyse("", [](Limits&) {});
        analyse(" --lines 5", [](Limits& l) { l.lines = 5; });
        analyse(" --threads 2", [](Limits& l) { l.threads = 2; });
        analyse(" by UCT", [](Limits& l) { l.monte_carlo = plain_uct; });
        analyse(" by a judged tree", [](Limits& l) { l.monte_carlo = judged_tree; });
        const auto solve = [&](const std::string& what, const auto& change) {
            auto request = with<SolveRequest>();
            request.limits.seconds = plan_.seconds;
            change(request.limits);
            in_time("solve" + what, [&](Stop stop) { return run(request, silent, stop); });
        };
        solve("", [](SolveLimits&) {});
        solve(" --threads 2", [](SolveLimits& l) { l.threads = 2; });
        for (const Method method : {Method::proof, Method::alphabeta, Method::retrograde, Method::sums})
            solve(" --method " + std::string(name(method)), [&](SolveLimits& l) { l.method = method; });
        auto value = with<ValueRequest>();
        value.limits.seconds = plan_.seconds;
        in_time("value", [&](Stop stop) { return run(value, {}, stop); });
    }

    void ask_with_a_stop() {
        until_stopped("analyse", [&](Stop stop) { return run(with<AnalyseRequest>(), unprepared, unheard, stop); });
        until_stopped("solve", [&](Stop stop) { return run(with<SolveRequest>(), silent, stop); });
        auto each = with<SolveRequest>();
        each.each = true;
        until_stopped("solve --each", [&](Stop stop) { return run(each, silent, stop); });
        auto value = with<ValueRequest>();
        value.limits.seconds = 0;
        until_stopped("value", [&](Stop stop) { return run(value, {}, stop); });
        auto perft = with<PerftRequest>();
        perft.depth = most_perft_depth;
        const auto ignored = [](const MoveCount&) {};
        until_stopped("perft", [&](Stop stop) { return run(perft, ignored, stop); });
        perft.divide = true;
        until_stopped("perft --divide", [&](Stop stop) { return run(perft, ignored, stop); });
        auto playouts = with<PlayoutsRequest>();
        playouts.games = 1'000'000'000;
        until_stopped("playouts", [&](Stop stop) { return run(playouts, stop); });
        const auto session = session_at(place_);
        if (!session || (*session)->result()) return;
        until_stopped("check", [&](Stop stop) {
            (void)(*session)->check(1'000'000, 1, stop);
            return Expected<void>();
        });
        const Puzzle puzzle{.id = {},
                            .variant = place_.game,
                            .position = (*session)->position(),
                            .line = {(*session)->moves().front().text}};
        until_stopped("puzzles --check", [&](Stop stop) { return prove_again(puzzle, 1'000'000'000, stop); });
        until_stopped("puzzles --judge", [&](Stop stop) { return judge_again(puzzle, 1'000'000'000, stop); });
    }

    void ask_of_tables(const std::string& variant) {
        const auto session = open(variant);
        if (!session) return;
        const std::string path = table_path(plan_.tables, (*session)->variant());
        if (!file_exists(path)) return;
        about_ = ", " + variant;
        place_ = first_of(variant);
        until_stopped("verify", [&](Stop stop) { return (*session)->verify_table(path, 0, 1, stop); });
        auto solve = with<SolveRequest>();
        solve.limits.tables = plan_.tables;
        solve.limits.memory_mb = 4096;
        solve.limits.seconds = plan_.seconds;
        in_time("solve --tables", [&](Stop stop) { return run(solve, silent, stop); });
        auto analyse = with<AnalyseRequest>();
        analyse.limits.seconds = plan_.seconds;
        const auto lend = [&](GameSession& s) { return s.use_tables(plan_.tables, plan_.seconds, unstopped); };
        for (const char* what : {"analyse --tables, read first", "analyse --tables, read meanwhile"})
            in_time(what, [&](Stop stop) { return run(analyse, lend, unheard, stop); });
    }

    template <class R> R with() const {
        R request;
        static_cast<StudyPlace&>(request) = place_;
        return request;
    }
    void refused(const std::string& what, const Problem& problem) { heard_({what + about_, 0, 0, problem.text}); }

    template <class F> void briefly(const std::string& what, F f) {
        Lateness late{what + about_};
        const auto begin = Clock::now();
        const double own = processor_milliseconds(CLOCK_THREAD_CPUTIME_ID);
        f();
        late.own = processor_milliseconds(CLOCK_THREAD_CPUTIME_ID) - own;
        late.elapsed = milliseconds(Clock::now() - begin);
        heard_(late);
    }
    template <class F> void in_time(const std::string& what, F f) {
        char time[32];
        std::snprintf(time, sizeof time, " --time %g", plan_.seconds);
        ask(what + time, plan_.seconds, nullptr, f);
    }
    template <class F> void until_stopped(const std::string& what, F f) {
        ask(what + " until stopped", plan_.stop_after, &stop_, f);
    }
    template <class F> void ask(const std::string& what, double seconds, std::atomic<bool>* flag, F f) {
        Lateness late{what + about_};
        stop_ = false;
        Moment moment(seconds, flag);
        const auto answer = f(stop_);
        moment.answered(late);
        if (!answer) late.refused = answer.error().text;
        heard_(late);
    }

    static Expected<void> unprepared(GameSession&) { return {}; }
    static void unheard(const ThoughtView&) {}
    inline static const SolveReports silent{[](const SolveProgress&) {}, [](const SolutionView&) {}};
    inline static const std::atomic<bool> unstopped{false};

    const LatenessPlan& plan_;
    const std::function<void(const Lateness&)>& heard_;
    StudyPlace place_;
    std::string about_;
    std::atomic<bool> stop_{false};
};

}

void ask_everything(std::span<const std::string> variants, const LatenessPlan& plan,
                    const std::function<void(const Lateness&)>& heard) {
    for (const std::string& variant : variants) Questions(plan, heard).ask_all(variant);
}

double quantile(std::vector<double> numbers, double share) {
    if (numbers.empty()) return 0;
    std::ranges::sort(numbers);
    return numbers[std::min(numbers.size() - 1, std::size_t(std::ceil(share * double(numbers.size()))) - 1)];
}

}
