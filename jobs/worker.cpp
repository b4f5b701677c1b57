#include "jobs/worker.hpp"
#include "jobs/kinds.hpp"
#include "search/threads.hpp"
#include <ctime>
#include <map>
#include <thread>
#include <utility>

namespace tavoliere::jobs {
namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr milliseconds tick(20);
constexpr milliseconds first_wait(50); // for work, which becomes `longest_wait`

// Of the processor, by this thread: what a unit costs is the same on a machine that is busy, and after one was frozen.
double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + double(t.tv_nsec) / 1e9;
}

// Keeps a unit in hand while it is worked at; whoever works at it looks at `given_up`.
class Hold {
public:
    Hold(WorkQueue& queue, const Unit& unit, const Worker& worker, const std::atomic<bool>& stop)
        : thread_(start_thread([&queue, &unit, &worker, &stop, this] { watch(queue, unit, worker, stop); })) {}
    ~Hold() { end(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    const std::atomic<bool>& given_up() const { return given_up_; }
    bool is_lost() const { return is_lost_; }
    void end() {
        is_over_ = true;
        if (thread_ && thread_->joinable()) thread_->join();
    }

private:
    void watch(WorkQueue& queue, const Unit& unit, const Worker& worker, const std::atomic<bool>& stop) {
        const auto often = std::max<milliseconds>(unit.lease / 3, tick);
        for (auto next = Steady::now() + often; !is_over_; std::this_thread::sleep_for(tick)) {
            if (stop) given_up_ = true;
            if (Steady::now() < next) continue;
            next = Steady::now() + often;
            // A queue that cannot be asked now may be asked again; at the end it is seen whose the unit is.
            if (const auto renewed = queue.renew(unit, worker); renewed && !*renewed) is_lost_ = given_up_ = true;
        }
    }

    std::atomic<bool> given_up_{false}, is_lost_{false}, is_over_{false};
    std::optional<std::jthread> thread_; // none where the system has none to give: then the lease is not renewed
};

class Working {
public:
    Working(const Place& place, const WorkerPlan& plan, const WorkerTells& tells, const std::atomic<bool>& drain,
            const std::atomic<bool>& stop)
        : store_(*place.store), queue_(*place.queue), plan_(plan), tells_(tells), drain_(drain), stop_(stop) {}

    Expected<WorkerReport> run();

private:
    // Again, while that is all that is wrong.
    auto asked(auto ask) {
        for (;;) {
            auto answer = ask();
            if (answer || !answer.error().again_after || stop_) return answer;
            tells_.trouble(answer.error().text + "; it is asked again");
            for (const auto until = Steady::now() + std::chrono::seconds(answer.error().again_after);
                 Steady::now() < until && !stop_;)
                std::this_thread::sleep_for(tick);
        }
    }

    // A job's work, and what was heard of it where it grows.
    struct Known {
        std::unique_ptr<Work> work;
        std::unique_ptr<Growing> growing;
        std::uint64_t epoch = 0, heard = 0;
    };

    // The work of a unit's job; nothing where it cannot be done here, which is told.
    Expected<Known*> work_of(const Unit& unit) {
        if (const auto known = works_.find(unit.job); known != works_.end()) return &known->second;
        const auto job = asked([&] { return store_.find(unit.job); });
        if (!job) return std::unexpected(job.error());
        const auto refuse = [&](const std::string& why) {
            this->refuse(unit.job, why);
            return static_cast<Known*>(nullptr);
        };
        const auto kind = find_kind(job->kind);
        if (!kind) return refuse(kind.error().text);
        auto work = (*kind)->understood({job->request, job->attached});
        if (!work) return refuse(work.error().text);
        if ((*work)->identity() != job->identity)
            return refuse("it wants " + job->identity + ", and here it would be " + (*work)->identity());
        auto growing = (*work)->growing();
        if (!growing) return refuse(growing.error().text);
        return &(works_[unit.job] = {std::move(*work), std::move(*growing)});
    }

    // None of its units is taken any more.
    void refuse(JobNumber job, const std::string& why) {
        report_.unwilling.insert(job);
        tells_.trouble("job " + std::to_string(job) + " cannot be worked at here: " + why);
    }

    // Hears of all results that were kept. Where one is none, with whoever made it the job goes back to before it.
    Expected<Growth> listen(JobNumber job, Known& known) {
        for (;;) {
            auto growth = asked([&] { return store_.growth(job, known.epoch, known.heard); });
            if (!growth) return growth;
            if (growth->epoch != known.epoch) {
                auto anew = known.work->growing();
                if (!anew) return std::unexpected(anew.error());
                known = {std::move(known.work), std::move(*anew), growth->epoch, 0};
            }
            Expected<void> learnt;
            for (const std::string& result : growth->heard) {
                if (learnt = known.growing->learn(result); !learnt) break;
                ++known.heard;
            }
            growth->heard.clear();
            if (learnt) return growth;
            tells_.trouble("a result of job " + std::to_string(job) +
                           " is none, and whoever made it is set aside: " + learnt.error().text);
            const auto disowned = asked([&] { return store_.disown(job, growth->epoch, known.heard + 1); });
            if (!disowned) return std::unexpected(disowned.error());
        }
    }

    // The result with which all was over, from 1; 0 where it was before any. What is over stays so.
    Expected<std::uint64_t> find_decisive(JobNumber job, const Known& known) {
        const auto growth = asked([&] { return store_.growth(job, known.epoch, 0); });
        if (!growth) return std::unexpected(growth.error());
        std::uint64_t first = 0;
        for (std::uint64_t last = std::min<std::uint64_t>(known.heard, growth->heard.size()); first < last;) {
            const std::uint64_t middle = (first + last) / 2;
            const auto anew = known.work->growing();
            if (!anew) return std::unexpected(anew.error());
            for (std::uint64_t i = 0; i < middle; ++i)
                if (const auto learnt = (*anew)->learn(growth->heard[i]); !learnt)
                    return 0; // it was taken back meanwhile, and then so is the end
            if ((*anew)->is_over())
                last = middle;
            else
                first = middle + 1;
        }
        return first;
    }

    // Says what the next unit of a job that grows is to do. False where there is none for now.
    Expected<bool> grow(const Unit& unit) {
        const auto known = work_of(unit);
        if (!known) return std::unexpected(known.error());
        if (!*known) return false;
        auto growth = listen(unit.job, **known);
        if (!growth) return std::unexpected(growth.error());
        const bool is_over = (*known)->growing->is_over();
        const auto next = is_over ? std::nullopt : (*known)->growing->next(growth->asked);
        if (!next) {
            refuse(unit.job, next.error().text);
            return false;
        }
        if (!*next && !is_over) {
            waits_ |= growth->is_waited_for;
            return false;
        }
        if (is_over) {
            const auto decided_by = find_decisive(unit.job, **known);
            if (!decided_by) return std::unexpected(decided_by.error());
            growth->decided_by = *decided_by;
        }
        const auto grown = asked([&] { return store_.grow(unit.job, *growth, *next); });
        if (!grown) return std::unexpected(grown.error());
        return true; // or somebody else said more meanwhile, which is as good
    }

    Expected<std::string> made(Known& known, const Unit& unit, const std::atomic<bool>& stop) {
        if (!known.growing) return known.work->make(unit.first, unit.last, stop);
        // What was heard before results were taken back may be a liar's.
        if (unit.epoch != known.epoch || unit.after > known.heard)
            if (const auto heard = listen(unit.job, known); !heard) return std::unexpected(heard.error());
        auto made = known.growing->make(unit.asked, unit.after, stop);
        if (made && !stop && !known.growing->is_result(*made)) return problem("what came of it is no result");
        return made;
    }

    Expected<void> one(const Unit& unit) {
        const auto work = work_of(unit);
        if (!work) return std::unexpected(work.error());
        if (!*work) return give_back(unit);
        tells_.begun(unit);
        Hold hold(queue_, unit, plan_.worker, stop_);
        const double begin = thread_seconds();
        const auto made = this->made(**work, unit, hold.given_up());
        const double seconds = thread_seconds() - begin;
        hold.end();
        if (hold.is_lost()) {
            tells_.trouble(name_of(unit) + " was not renewed in time, and is another worker's now");
            return {};
        }
        if (hold.given_up()) return give_back(unit);
        if (!made || made->size() > most_result_bytes) {
            const std::string why =
                made ? "its result has " + std::to_string(made->size()) + " bytes; begin the job with a smaller --unit"
                     : made.error().text;
            tells_.trouble(name_of(unit) + ": " + why);
            return asked([&] { return queue_.fail(unit, plan_.worker, why); });
        }
        const auto kept = asked([&] { return store_.keep(unit, plan_.worker, {*made, seconds}); });
        if (!kept) return std::unexpected(kept.error());
        if (*kept != Kept::refused) queue_.finish(unit, plan_.worker);
        if (*kept == Kept::was_there) tells_.trouble(name_of(unit) + " was done by another worker meanwhile");
        if (*kept != Kept::counts) return {}; // who is set aside hears of it when it asks for more
        ++report_.units;
        report_.items += unit.last - unit.first;
        report_.seconds += seconds;
        tells_.done(unit, report_);
        return {};
    }

    Expected<void> give_back(const Unit& unit) {
        return asked([&] { return queue_.give_back(unit, plan_.worker); });
    }

    static std::string name_of(const Unit& unit) {
        return "unit " + std::to_string(unit.number) + " of job " + std::to_string(unit.job);
    }

    JobStore& store_;
    WorkQueue& queue_;
    const WorkerPlan& plan_;
    const WorkerTells& tells_;
    const std::atomic<bool>&drain_, &stop_;
    std::map<JobNumber, Known> works_;
    std::set<JobNumber> barren_; // jobs that grow, and have nothing more to be done for now
    bool waits_ = false;         // for what others have of these
    WorkerReport report_;
};

Expected<WorkerReport> Working::run() {
    milliseconds wait = first_wait;
    std::string told;
    while (!drain_ && !stop_) {
        if (auto trouble = queue_.trouble(); std::exchange(told, trouble) != trouble && !trouble.empty())
            tells_.trouble(trouble);
        std::set<JobNumber> passed_over = report_.unwilling;
        passed_over.insert(barren_.begin(), barren_.end());
        const auto unit = asked([&] { return queue_.take(plan_.worker, passed_over); });
        if (!unit) return std::unexpected(unit.error());
        if (*unit && (*unit)->is_to_be_found) {
            const auto grown = grow(**unit);
            if (!grown) return std::unexpected(grown.error());
            if (!*grown) barren_.insert((*unit)->job);
            continue;
        }
        if (*unit) {
            wait = first_wait;
            if (const auto done = one(**unit); !done) return std::unexpected(done.error());
            continue;
        }
        barren_.clear();
        if (plan_.until_done && !std::exchange(waits_, false)) {
            const auto over = asked([&] { return queue_.is_exhausted(plan_.worker, report_.unwilling); });
            if (!over) return std::unexpected(over.error());
            if (*over) break;
        }
        for (const auto until = Steady::now() + wait; Steady::now() < until && !drain_ && !stop_;)
            std::this_thread::sleep_for(tick);
        wait = std::min(2 * wait, longest_wait);
    }
    return report_;
}

}

Expected<WorkerReport> work(const Place& place, const WorkerPlan& plan, const WorkerTells& tells,
                            const std::atomic<bool>& drain, const std::atomic<bool>& stop) {
    return Working(place, plan, tells, drain, stop).run();
}

}
