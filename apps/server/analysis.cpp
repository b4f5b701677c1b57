#include "server/analysis.hpp"
#include "ask/json.hpp"
#include "ask/study.hpp"
#include "base/own_time.hpp"
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace tavoliere::server {

namespace {

// Sent no more often than people can read them.
constexpr std::chrono::milliseconds between_lines(150);
constexpr std::size_t hash_mb = 32;
constexpr std::size_t solver_mb = 256;
// Each keeps as much memory as a search or a solution takes.
constexpr std::size_t most_known = 4;

}

// Says something to the one who asked, from the thread that does the work; nothing where he has gone.
class Analyses::Reports {
public:
    Reports(Outbox& outbox, std::weak_ptr<Follower> asker, std::int64_t id)
        : outbox_(outbox), asker_(std::move(asker)), id_(id) {}

    void say(std::string_view type, std::string_view d) const { send(message(type, id_, d)); }
    void refuse(const Problem& problem) const { send(error_message(id_, problem)); }

private:
    void send(std::string text) const { outbox_.send(asker_, std::move(text)); }

    Outbox& outbox_;
    std::weak_ptr<Follower> asker_;
    std::int64_t id_;
};

namespace {

void say_lines(GameSession& session, const Limits& limits, const auto& reports, const std::atomic<bool>& stop) {
    using Clock = std::chrono::steady_clock;
    std::vector<std::pair<int, Score>> depths;
    Clock::time_point next = Clock::now();
    const auto hear = [&](const ThoughtView& thought) {
        note_depth(depths, thought);
        if (Clock::now() < next) return;
        reports.say("lines", lines_json(thought));
        next = Clock::now() + between_lines;
    };
    const ThoughtView found = session.think(limits, hear, stop);
    reports.say("lines", lines_json(found, depths));
}

template <class Answer> Expected<std::string> told(const Expected<Answer>& answer) {
    if (!answer) return std::unexpected(answer.error());
    return to_json(*answer);
}

// Ends work that knows no clock when it has taken the most time that anybody has, as its own.
class Bounded final : public Gate {
public:
    explicit Bounded(const Flag& stop)
        : stop_(stop), outer_(std::exchange(own_time::gate, this)),
          end_(own_time::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(most_engine_seconds))) {}
    ~Bounded() { own_time::gate = outer_; }
    Bounded(const Bounded&) = delete;
    Bounded& operator=(const Bounded&) = delete;

    std::chrono::steady_clock::duration pass() override {
        const auto held = outer_ ? outer_->pass() : std::chrono::steady_clock::duration();
        if (own_time::now() - held > end_) *stop_ = true;
        return held;
    }

private:
    const Flag& stop_;
    Gate* outer_;
    std::chrono::steady_clock::time_point end_;
};

// Without holding them: who gives a connection up does so on the thread of the sockets.
bool is_same(const std::weak_ptr<const Follower>& one, const std::weak_ptr<const Follower>& other) {
    return !one.owner_before(other) && !other.owner_before(one);
}

void say_solution(GameSession& session, const SolveLimits& limits, const auto& reports, const std::atomic<bool>& stop) {
    const auto found = session.solve(limits, [](const SolveProgress&) {}, stop);
    if (found)
        reports.say("solution", solution_json(*found));
    else
        reports.refuse(found.error());
}

}

std::string Analyses::answer_to(std::int64_t id, const StudyRequest& request) {
    const auto study = study_json(request);
    return study ? message("study", id, *study) : error_message(id, study.error());
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const StudyRequest& request) {
    outbox_.send(asker.weak_from_this(), answer_to(id, request));
    return {};
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const AnalyseRequest& request) {
    Limits limits = request.limits;
    limits.hash_mb = hash_mb;
    const auto work = [limits](GameSession* session, double seconds, const Reports& reports, const Flag& stop) mutable {
        limits.seconds = seconds;
        if (session)
            say_lines(*session, limits, reports, *stop);
        else
            reports.say("lines", lines_json({}, {}));
    };
    return ask(asker, id, "analyse", request, limits.seconds, work);
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const SolveRequest& request) {
    SolveLimits limits = request.limits;
    limits.memory_mb = solver_mb;
    const auto work = [limits](GameSession* session, double seconds, const Reports& reports, const Flag& stop) mutable {
        limits.seconds = seconds;
        if (session)
            say_solution(*session, limits, reports, *stop);
        else
            reports.say("solution", solution_json({}));
    };
    return ask(asker, id, "solve", request, limits.seconds, work);
}

Expected<void> Analyses::ask(Follower& asker, std::int64_t id, std::string_view what, const StudyPlace& place,
                             double seconds, Work work) {
    if (auto may = visitors_.may_compute(what, asker.asker.address); !may) return may;
    const Visitors::Bill bill(visitors_, asker.asker.address);
    auto known = take_known(asker);
    auto session = session_at(place, known);
    if (!session) return std::unexpected(session.error());
    if ((*session)->result()) return problem(std::string(what) + ": the game is over");
    const Flag stop = std::make_shared<std::atomic<bool>>(false);
    const Reports reports(outbox_, asker.weak_from_this(), id);
    const auto back = std::make_shared<Known>(Known{asker.weak_from_this(), std::move(*session)});
    const auto task = [this, seconds, reports, work = std::move(work), stop, back] {
        const bool begins = !*stop;
        const double left = begins ? engine_.lend_tables(*back->session, seconds, *stop) : seconds;
        work(begins ? back->session.get() : nullptr, left, reports, stop);
        if (begins) engine_.post([this, back] { keep(std::move(*back)); });
    };
    asker.analysis_.replace(stop);
    return engine_.ask(what, {Errand::analysis, asker.asker, stop, task});
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const ValueRequest& request) {
    ValueRequest bounded = request;
    bounded.limits.memory_mb = solver_mb;
    return ask(asker, id, "value", [bounded](const Flag& stop) { return told(run(bounded, {}, *stop)); });
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const PerftRequest& request) {
    return ask(asker, id, "perft", [request](const Flag& stop) -> Expected<std::string> {
        const Bounded bounded(stop);
        std::vector<MoveCount> divided;
        const auto counted = run(request, [&](const MoveCount& count) { divided.push_back(count); }, *stop);
        if (!counted) return std::unexpected(counted.error());
        if (*stop)
            return problem("perft.depth: this takes longer than the " + json_number(most_engine_seconds) +
                           " s that there are; a smaller one is right");
        std::string text = to_json(*counted);
        if (!request.divide) return text;
        text.back() = ',';
        const auto each = [](const MoveCount& count) { return to_json(count); };
        return text + "\"divided\":" + json_array(divided, each) + "}";
    });
}

Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const PlayoutsRequest& request) {
    return ask(asker, id, "playouts", [request](const Flag& stop) {
        const Bounded bounded(stop);
        return told(run(request, *stop));
    });
}

Expected<void> Analyses::ask(Follower& asker, std::int64_t id, std::string_view what, Answer answer) {
    if (auto may = visitors_.may_compute(what, asker.asker.address); !may) return may;
    const Flag stop = std::make_shared<std::atomic<bool>>(false);
    const Reports reports(outbox_, asker.weak_from_this(), id);
    const auto task = [what, reports, stop, answer = std::move(answer)] {
        if (*stop) return reports.refuse({std::string(what) + ": it was stopped before it began"});
        const auto made = answer(stop);
        made ? reports.say(what, *made) : reports.refuse(made.error());
    };
    asker.analysis_.replace(stop);
    return engine_.ask(what, {Errand::analysis, asker.asker, stop, task});
}

// Beside an analysis, which goes on.
Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const ExplorerRequest& request) {
    const std::string& network = asker.asker.address;
    if (auto may = visitors_.may_compute("explorer", network); !may) return may;
    const Reports reports(outbox_, asker.weak_from_this(), id);
    return explorer_.ask(request, network, [reports](const Expected<std::string>& found) {
        found ? reports.say("explored", *found) : reports.refuse(found.error());
    });
}

std::unique_ptr<GameSession> Analyses::take_known(const Follower& asker) {
    std::erase_if(known_, [](const Known& known) { return known.asker.expired(); });
    const auto his =
        std::ranges::find_if(known_, [&](const Known& known) { return is_same(known.asker, asker.weak_from_this()); });
    if (his == known_.end()) return nullptr;
    auto session = std::move(his->session);
    known_.erase(his);
    return session;
}

void Analyses::keep(Known known) {
    if (known.asker.expired()) return;
    std::erase_if(known_, [&](const Known& other) { return is_same(other.asker, known.asker); });
    known_.push_front(std::move(known));
    if (known_.size() > most_known) known_.pop_back();
}

// Answered by the end of what is stopped, and by nothing where there is nothing.
Expected<void> Analyses::handle(Follower& asker, std::int64_t id, const StopAnalysis&) {
    asker.analysis_.replace({});
    engine_.end_stopped();
    outbox_.send(asker.weak_from_this(), message("stopped", id, "{}"));
    return {};
}

}
