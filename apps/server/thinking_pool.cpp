#include "server/thinking_pool.hpp"
#include "base/own_time.hpp"
#include <algorithm>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace tavoliere::server {

namespace {

using namespace std::chrono_literals;

// How many of each errand can be begun and not ended: each keeps the memory of its search, 16 or 32 MB. An address can have begun no
// more than are left for others.
constexpr std::array<int, errands> most_begun{16, 4, 8, 4};
constexpr int low_niceness = 10;
constexpr auto between_looks = 1ms; // at whose turn it is
constexpr auto between_looks_at_stop = 20ms;

// Nobody waits for what is not a move or a hint for as long as it takes. On Linux each thread has a priority of its own. One that
// cannot be lowered works all the same.
void take_priority(Errand errand) {
    if (errand >= Errand::analysis) setpriority(PRIO_PROCESS, id_t(gettid()), low_niceness);
}

ThoughtView think(const ThinkingPool& engine, Question& question) {
    if (*question.stop) return {};
    try {
        Limits limits = question.limits;
        limits.seconds = engine.lend_tables(*question.session, limits.seconds, *question.stop);
        return question.session->think(limits, [](const ThoughtView&) {}, *question.stop);
    } catch (const std::exception& error) {
        spdlog::error("engine: {}", error.what());
        return {};
    }
}

}

class ThinkingPool::Job final : public Gate {
public:
    Job(ThinkingPool& pool, Task what, Turns::Place where)
        : task(std::move(what)), place(std::move(where)), pool_(pool) {}
    Clock::duration pass() override { return pool_.pass(*this); }

    const Task task;
    const Turns::Place place;
    bool begun = false, has_turn = false;
    Clock::time_point turn_began, charged; // while it has one
    Clock::time_point looked;              // by its own thread alone
    Turns::Seconds used{0};
    std::condition_variable may_go_on;

private:
    ThinkingPool& pool_;
};

ThinkingPool::ThinkingPool(int threads, Post post, std::string tables)
    : post_(std::move(post)), tables_(std::move(tables)), threads_(std::max(threads, 1)) {
    for (int i = 0; i < errands; ++i)
        for (int k = 0; k < std::max(most_begun[std::size_t(i)], threads_); ++k)
            workers_.emplace_back([this, errand = Errand(i)] {
                take_priority(errand);
                work(errand);
            });
}

void ThinkingPool::stop() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        for (const Jobs* const jobs : {&running_, &ready_})
            for (const auto& job : *jobs) {
                *job->task.stop = true;
                job->may_go_on.notify_one();
            }
        for (Crew& crew : crews_) crew.wanted.notify_all();
    }
    workers_.clear();
}

Expected<void> ThinkingPool::ask(std::string_view what, Question question) {
    Task task{question.errand, question.asker, question.stop, {}};
    const auto thought = std::make_shared<ThoughtView>();
    task.end = [answer = question.answer, thought] { answer(*thought); };
    task.work = [this, thought, question = std::make_shared<Question>(std::move(question))] {
        *thought = think(*this, *question);
    };
    return ask(what, std::move(task));
}

Expected<void> ThinkingPool::ask(std::string_view what, Task task) {
    end_stopped(); // who asks for one thing after another waits with the last one only
    const std::lock_guard lock(mutex_);
    if (auto room = find_room(what, task.asker); !room) return room;
    // Who comes begins where those stand that are there.
    for (const auto now = Clock::now(); const auto& job : running_) charge(*job, now);
    const auto place = turns_.enter(task.errand, task.asker);
    ready_.push_back(std::make_shared<Job>(*this, std::move(task), place));
    give_turns();
    return {};
}

Expected<void> ThinkingPool::find_room(std::string_view what, const Visitor& asker) const {
    std::size_t waiting = 0, of_address = 0, of_connection = 0;
    for (const auto& job : ready_) {
        ++waiting;
        if (job->place.asker.address != asker.address) continue;
        ++of_address;
        of_connection += job->place.asker.connection == asker.connection;
    }
    if (waiting < most_waiting && of_address < most_of_address && of_connection < most_of_connection) return {};
    const int seconds = seconds_until_room();
    return std::unexpected(
        Problem{fmt::format("{}: the engine is too busy; ask again in {} s", what, seconds), seconds});
}

void ThinkingPool::end_stopped() {
    Jobs stopped;
    {
        const std::lock_guard lock(mutex_);
        for (auto it = ready_.begin(); it != ready_.end();) {
            const auto job = it++;
            if ((*job)->begun || !*(*job)->task.stop) continue;
            turns_.leave((*job)->place);
            stopped.splice(stopped.end(), ready_, job);
        }
        contended_ = !ready_.empty();
    }
    for (const auto& job : stopped) {
        job->task.work();
        if (job->task.end) post_(job->task.end);
    }
}

bool ThinkingPool::is_full() const {
    const std::lock_guard lock(mutex_);
    return ready_.size() >= most_waiting;
}

ThinkingPool::Figures ThinkingPool::figures() const {
    const std::lock_guard lock(mutex_);
    Figures figures{.answered = answered_};
    for (const auto& job : ready_) ++figures.waiting[std::size_t(job->place.errand)];
    for (const auto& job : running_) ++figures.thinking[std::size_t(job->place.errand)];
    return figures;
}

int ThinkingPool::seconds_until_room() const {
    return int(std::clamp(std::ceil(usual_seconds_ * double(ready_.size()) / threads_), 1.0, 60.0));
}

double ThinkingPool::lend_tables(GameSession& session, double seconds, const std::atomic<bool>& stop) const {
    const auto begin = own_time::now();
    if (const auto lent = session.use_tables(tables_, seconds / 2, stop); !lent)
        spdlog::warn("tables: {}", lent.error().text);
    const double taken = std::chrono::duration<double>(own_time::now() - begin).count();
    return seconds > 0 ? std::max(0.001, seconds - taken) : seconds;
}

void ThinkingPool::charge(Job& job, Clock::time_point now) {
    const Turns::Seconds used = now - std::exchange(job.charged, now);
    job.used += used;
    turns_.charge(job.place, used);
}

bool ThinkingPool::can_go_on(const Job& job) const {
    if (job.begun) return true;
    const Crew& crew = crew_for(job.place.errand);
    const int idle = crew.idle - int(crew.called.size());
    const auto of_its_address = [&](const std::shared_ptr<Job>& other) {
        return other->begun && other->place.errand == job.place.errand &&
               other->place.asker.address == job.place.asker.address;
    };
    return idle > std::ranges::count_if(running_, of_its_address) + std::ranges::count_if(ready_, of_its_address);
}

// Whose turn is the next: of those that were told to stop, who need but a moment, any.
ThinkingPool::Jobs::iterator ThinkingPool::first_of_ready() {
    auto first = ready_.end();
    for (auto it = ready_.begin(); it != ready_.end(); ++it) {
        if (!can_go_on(**it)) continue;
        if (*(*it)->task.stop) return it;
        if (first == ready_.end() || turns_.is_before((*it)->place, (*first)->place)) first = it;
    }
    return first;
}

void ThinkingPool::give_turns() {
    while (!ending_) {
        const auto first = first_of_ready();
        if (first == ready_.end()) break;
        const bool has_room = running_.size() < std::size_t(threads_);
        if (!has_room && !*(*first)->task.stop) break;
        const auto& job = *first;
        running_.splice(running_.end(), ready_, first);
        job->has_turn = true;
        job->turn_began = job->charged = Clock::now();
        if (std::exchange(job->begun, true)) {
            job->may_go_on.notify_one();
        } else {
            Crew& crew = crew_for(job->place.errand);
            crew.called.push_back(job);
            crew.wanted.notify_one();
        }
    }
    contended_ = !ready_.empty();
}

// Asked by a job that has a turn, wherever it looks at its clock.
ThinkingPool::Clock::duration ThinkingPool::pass(Job& job) {
    if (!contended_.load(std::memory_order_relaxed)) return {};
    const auto now = Clock::now();
    if (now - job.looked < between_looks) return {};
    job.looked = now;
    std::unique_lock lock(mutex_);
    charge(job, now);
    const auto first = first_of_ready();
    if (first == ready_.end() || !turns_.ousts((*first)->place, job.place, now - job.turn_began)) return {};
    const auto self = std::ranges::find(running_, &job, [](const auto& other) { return other.get(); });
    job.has_turn = false;
    ready_.splice(ready_.end(), running_, self);
    give_turns();
    // Who is told to stop may do so without a turn: it takes but a moment.
    while (!job.has_turn && !*job.task.stop) job.may_go_on.wait_for(lock, between_looks_at_stop);
    if (!std::exchange(job.has_turn, true)) {
        running_.splice(running_.end(), ready_, self);
        job.turn_began = job.charged = Clock::now();
    }
    job.looked = Clock::now();
    return job.looked - now;
}

void ThinkingPool::work(Errand errand) {
    while (const auto job = next(crew_for(errand))) {
        own_time::gate = job.get();
        try {
            job->task.work();
        } catch (const std::exception& error) { spdlog::error("engine: {}", error.what()); }
        own_time::gate = nullptr;
        const std::lock_guard lock(mutex_);
        charge(*job, Clock::now());
        usual_seconds_ += (job->used.count() - usual_seconds_) / 16;
        ++answered_[std::size_t(errand)];
        turns_.leave(job->place);
        running_.remove(job);
        give_turns();
        if (job->task.end) post_(job->task.end);
    }
}

std::shared_ptr<ThinkingPool::Job> ThinkingPool::next(Crew& crew) {
    std::unique_lock lock(mutex_);
    ++crew.idle;
    give_turns();
    crew.wanted.wait(lock, [&] { return ending_ || !crew.called.empty(); });
    --crew.idle;
    if (ending_) return {};
    const auto job = crew.called.front();
    crew.called.pop_front();
    return job;
}

}
