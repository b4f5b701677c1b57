// The queue in the rows, and what a message server's queue asks of it: that one delivers what these rows say, and is never believed.
#pragma once
#include "jobs/jobs.hpp"

namespace tavoliere::jobs {

// Units that are handed out by somebody else's messages are `sent` in the rows until they are done. Those that are done twice never are: who
// may do them depends on who did the other.
class RowsQueue : public WorkQueue {
public:
    // A job of which a worker may have units.
    struct Offer {
        JobNumber job;
        std::string mark; // no other job of any rows has it
        std::chrono::seconds lease;
        bool is_sent; // some units are, and not done
    };
    // A problem where the worker is set aside.
    virtual Expected<std::vector<Offer>> offers(const Worker& worker, const std::set<JobNumber>& unwilling) = 0;

    // A unit that came by a message, for so many times since it was sent; nothing where it is not wanted so any more, as it is done, or its
    // job was stopped. One that comes again was lost with its worker; who has it now is written down. Too often: it is set aside.
    virtual Expected<std::optional<Unit>> delivered(const Offer& offer, std::int64_t number, int times,
                                                    const Worker& worker) = 0;

    struct Next {
        std::optional<Unit> unit = {}; // that is the worker's now, by the rows
        // Or units of one job, to be sent each with an id of its own: number, id.
        Offer of = {};
        std::vector<std::pair<std::int64_t, std::string>> to_send = {};
    };
    // When no message is waiting.
    virtual Expected<Next> next(const Worker& worker, const std::set<JobNumber>& unwilling) = 0;

    // Those of a job that were sent a while ago, and of which there is no message: they are to be sent again. `there` is asked for the
    // numbers of which there are messages, where that is to be known.
    virtual Expected<void> reconcile(JobNumber job, const std::function<Expected<std::set<std::int64_t>>()>& there) = 0;

    // There may be a stream of the job's, until it is forgotten; `next` notes it too.
    virtual Expected<void> note_stream(const Offer& offer) = 0;
    // The marks of those that nothing is to be sent to: their jobs are done, or were removed.
    virtual Expected<std::vector<std::string>> idle_streams() = 0;
    // One that was deleted; nothing where it is idle no more.
    virtual Expected<void> forget_stream(const std::string& mark) = 0;

    // That a worker is at a unit that was sent; false: it is another's, or done.
    virtual Expected<bool> note(const Unit& unit, const Worker& worker) = 0;
    // From now on it is the worker's by the rows.
    virtual Expected<void> claim(const Unit& unit, const Worker& worker) = 0;
};

}
