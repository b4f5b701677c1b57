// The processes that mpirun has started with this one, by Open MPI's library, which is loaded where mpirun runs us and nowhere else.
#pragma once
#include "base/problem.hpp"
#include "solve/ranks.hpp"
#include <atomic>
#include <memory>

namespace tavoliere::cli {

class OpenMpi : public Ranks {
public:
    // Those that mpirun has started; nothing where it has not. `stop` says that this process is to end; a signal by which mpirun
    // ends it sets it. A problem: another MPI started it, or the library is not there.
    static Expected<std::unique_ptr<OpenMpi>> join(std::atomic<bool>& stop);

    // Waits for the others, which end likewise. A process that ends otherwise ends them all.
    virtual void finish() = 0;
    // This one is to end and the others do not answer: from then on nothing is exchanged, as Ranks says.
    virtual bool is_lost() const = 0;

    // What it took, of all: messages that had anything in them, to another process, and how often all of them waited for each
    // other; the most that one of them had.
    struct Costs {
        std::uint64_t messages = 0, bytes = 0, meetings = 0, memory = 0; // memory: bytes
        double seconds = 0, most_seconds = 0;                            // of processors
    };
    virtual Costs costs() = 0;
};

}
