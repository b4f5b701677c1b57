// One who works: takes units, does them, keeps what came of them.
#pragma once
#include "jobs/jobs.hpp"
#include <atomic>

namespace tavoliere::jobs {

struct WorkerPlan {
    Worker worker;
    bool until_done = false; // ends when there is nothing more to do; otherwise it waits for work
};

struct WorkerReport {
    std::uint64_t units = 0, items = 0;
    double seconds = 0;                 // of the processor
    std::set<JobNumber> unwilling = {}; // jobs that cannot be worked at here
};

// What a worker tells of on the way.
struct WorkerTells {
    std::function<void(const Unit&)> begun;
    std::function<void(const Unit&, const WorkerReport&)> done;
    // A unit that could not be done, a job that cannot be done here, a result that does not count: a line.
    std::function<void(const std::string&)> trouble;
};

// Works until `stop`, which gives the unit in hand back at once, or until `drain`, which finishes it; or until all is done. Renews its lease
// from a thread of its own, and gives up a unit that is another's meanwhile. A problem: the rows cannot be written, or the worker is set
// aside; what it had in hand comes to another one when its lease is over.
Expected<WorkerReport> work(const Place& place, const WorkerPlan& plan, const WorkerTells& tells,
                            const std::atomic<bool>& drain, const std::atomic<bool>& stop);

}
