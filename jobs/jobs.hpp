// Long work shared out: a job is a request cut into units, which workers do wherever they are, in any order, perhaps twice, and which
// count once.
//
// What is true is rows: jobs, units, results (JobStore). What hands units out is a queue (WorkQueue), which may deliver a unit again and
// lose none, but is never asked what was done. So a queue can be a table or somebody's message server, and the results are the same.
#pragma once
#include "base/problem.hpp"
#include "sql/sql.hpp"
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tavoliere::jobs {

using Instant = std::chrono::sys_time<std::chrono::milliseconds>;
using Clock = std::function<Instant()>;

using JobNumber = std::int64_t;

// Who works, and with what: a unit comes out alike wherever the version and the signature of `bench` are the same.
struct Worker {
    std::string name; // of this process alone
    std::string version, signature;
};

// A job as it is begun.
struct NewJob {
    std::string kind = {};     // of kinds.hpp
    std::string request = {};  // an object of JSON, by the kind's table of fields
    std::string attached = {}; // what the files held that the request names
    std::string identity = {}; // all that decides what comes of it (Work::identity)
    bool grows = false;        // its units are not known beforehand (Growing)
    std::uint64_t items = 0;   // games, or pairs of them, numbered from 0; where it grows, its units so far
    std::uint64_t unit = 0;    // how many of them a unit has; 0: by what they cost (unit_size)
    std::uint64_t check = 50;  // of so many units one is done twice, by two workers; 0: none
    std::uint32_t lease = 60;  // seconds after which a worker that is not heard of has lost its unit
    std::string version = {}, signature = {};
};
struct Job : NewJob {
    JobNumber number = 0;
    bool is_running = true; // or it was stopped: none of its units is handed out
    bool is_over = false;   // it has grown to its end
    Instant begun;
};

// Items `first` to `last` - 1 of a job. Copies of a unit, from 0, are the same work for workers that differ.
struct Unit {
    JobNumber job = 0;
    std::int64_t number = 0;
    int copy = 0;
    std::uint64_t first = 0, last = 0;
    std::chrono::seconds lease{0};
    // Of a job that grows: what it is to do, how many results there were when that was said, and how often results had been taken back
    // (Growth::epoch) when it was handed out.
    std::string asked = {};
    std::uint64_t after = 0, epoch = 0;
    bool is_to_be_found =
        false; // nobody knows yet what it is to do: whoever takes it says so (JobStore::grow), and takes again
};

struct Result {
    std::string bytes;  // at most most_result_bytes
    double seconds = 0; // of the processor
};

inline constexpr std::size_t most_result_bytes = std::size_t(256) << 20; // what either database takes as one value

// What became of a result.
enum class Kept : std::uint8_t {
    counts,
    was_there, // another one came first
    refused    // the worker is set aside
};

// How far a job has come.
struct Progress {
    std::uint64_t items = 0;          // that are done
    std::uint64_t units = 0, out = 0; // that are done, that workers have
    std::uint64_t aside = 0;          // that no worker could do
    std::uint64_t checks = 0, agreed = 0,
                  split = 0;          // units to be done twice; of these the same twice, and not the same
    std::uint64_t makers = 0;         // workers whose results are there
    double seconds = 0;               // of the processor, for all that is done
    double cost = 0;                  // seconds of an item, by the last results
    std::vector<std::string> workers; // that have a unit now
    struct Aside {
        std::int64_t unit;
        std::uint64_t first, last;
        std::string why;
    };
    std::vector<Aside> why; // some of those that are aside
    struct Liar {
        std::string worker, why;
    };
    std::vector<Liar> liars; // workers that are set aside, of all jobs
};
// Whether all items are there.
inline bool is_done(const Job& job, const Progress& p) { return job.grows ? job.is_over : p.items == job.items; }
// And nothing is in doubt. Of a job that grows one result may decide all: it is to be checked where there is somebody who can.
inline bool is_complete(const Job& job, const Progress& p) {
    return is_done(job, p) && p.split == 0 && (!job.grows || p.makers < 2 || p.agreed == p.checks);
}
// Seconds that what is left takes with the workers of now; nothing where none works, or that is not known.
std::optional<double> time_left(const Job& job, const Progress& progress);

// What whoever wants to say how a job goes on must know.
struct Growth {
    std::uint64_t epoch = 0;          // another one: results were taken back, and all are to be heard again
    std::int64_t next_unit = 0;       // as long as that is so, nobody else has said more
    std::uint64_t results = 0;        // all of them
    std::vector<std::string> heard{}; // those that the asker has not heard of, in the order in which they were kept
    std::vector<std::string> asked{}; // of units that are not done
    bool is_waited_for = false;       // some of these can still be done
    std::uint64_t decided_by = 0;     // for `grow`: the result, from 1, with which all was over; 0: none
};

// How many items a unit has that is cut now.
struct Measured {
    double seconds = 0;        // of the processor, of the last results
    std::uint64_t items = 0;   // of these
    std::uint64_t largest = 0; // of a unit that is done
    std::uint64_t left = 0;    // items that are in no unit yet
    std::uint64_t workers = 1; // that have units of the job, with the one that asks
};
std::uint64_t unit_size(const Measured& measured);

// What is true of jobs. What a call has done is on the disk when it returns.
class JobStore {
public:
    virtual ~JobStore() = default;

    virtual Expected<JobNumber> begin(const NewJob& job) = 0;
    virtual Expected<std::vector<Job>> jobs() = 0;
    virtual Expected<Job> find(JobNumber job) = 0; // a problem where there is none
    virtual Expected<Progress> progress(const Job& job) = 0;
    // No more units are handed out; or again, those too that were set aside.
    virtual Expected<void> stop(JobNumber job) = 0;
    virtual Expected<void> resume(JobNumber job) = 0;
    virtual Expected<void>
    remove(JobNumber job) = 0; // with all its results; a problem while it runs and is not complete

    // Units that one worker alone did, and those that come, are to be done by another one, too; how many wait for that now. A problem while
    // the job is not done, or is stopped.
    virtual Expected<std::uint64_t> check(JobNumber job) = 0;

    // Once for each unit and copy; whoever comes later is told so. Where copies of a unit differ, one more is asked for, until one result
    // has come from two workers and no other has: then the workers of the others are set aside with all that they did.
    virtual Expected<Kept> keep(const Unit& unit, const Worker& worker, const Result& result) = 0;
    // Of a job that grows. `known`: so many results of that epoch were heard of.
    virtual Expected<Growth> growth(JobNumber job, std::uint64_t epoch, std::uint64_t known) = 0;
    // Result number `place`, from 1, of that epoch's is none at all: who made it is set aside, as one that lied.
    virtual Expected<void> disown(JobNumber job, std::uint64_t epoch, std::uint64_t place) = 0;
    // One unit more, or the end of all, with a check of what decided it (unless the job has none); false where the job went on otherwise since `growth`.
    virtual Expected<bool> grow(JobNumber job, const Growth& growth, const std::optional<std::string>& asked) = 0;
    // The results of a job in the order of their items, one of each unit; of a job that grows in the order in which they were kept.
    virtual Expected<void>
    for_each_result(JobNumber job, const std::function<Expected<void>(const Unit&, const std::string&)>& each) = 0;
};

// What hands units out.
class WorkQueue {
public:
    virtual ~WorkQueue() = default;

    // A unit that is the worker's until its lease is over; nothing where there is none for it now. Units of the jobs in `unwilling`
    // are not given, nor of jobs of another version or signature. A problem where the worker is set aside.
    virtual Expected<std::optional<Unit>> take(const Worker& worker, const std::set<JobNumber>& unwilling) = 0;
    // The lease begins anew; false: the unit is another's now.
    virtual Expected<bool> renew(const Unit& unit, const Worker& worker) = 0;
    // Not done, through no fault of its own.
    virtual Expected<void> give_back(const Unit& unit, const Worker& worker) = 0;
    // It cannot be done here. What failed often enough, or was lost with its worker, is set aside with the reason; a job of which that
    // many units are, and none was ever done, is stopped.
    virtual Expected<void> fail(const Unit& unit, const Worker& worker, const std::string& why) = 0;
    // Its result is kept, this worker's or another's. Where that is not said, it may be handed out once more.
    virtual void finish(const Unit&, const Worker&) {}
    // What is wrong with it while units are handed out all the same; empty: nothing.
    virtual std::string trouble() const { return {}; }
    // Whether there is nothing more to be done by this worker or waited for, in the jobs that it could do. Units that others have are
    // waited for: they may be lost, or come out otherwise.
    virtual Expected<bool> is_exhausted(const Worker& worker, const std::set<JobNumber>& unwilling) = 0;
};
inline constexpr int most_attempts = 5; // at a unit
inline constexpr std::chrono::milliseconds
    longest_wait(2000); // between two questions of a worker that has nothing to do

// In rows: of a file of SQLite, "sqlite:PATH", for the processes of one machine, or of a PostgreSQL, "postgresql://…", for
// those of many. May be used from several threads. A problem has `again_after` where somebody else only holds them, or they cannot be
// reached for a moment.
struct Place {
    std::unique_ptr<JobStore> store;
    std::unique_ptr<WorkQueue> queue;
};
// `clock`: none is the database's. `queue`: units are handed out by a NATS with JetStream, "nats://HOST:PORT", which may lose all that it has,
// beside others who use the rows alone; empty: by the rows.
Expected<Place> open_jobs(const std::string& url, const sql::Opening& how = {}, const Clock& clock = {},
                          const std::string& queue = {});

}
