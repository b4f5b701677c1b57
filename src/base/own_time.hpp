// The time that a piece of long work takes for itself. Where more work is under way than there are processors for it, whoever shares
// them out (a server) lends the working thread a gate: wherever the work looks at its clock it may be held there, and what it waited
// is not its own time, so that a search with a second to think has thought for a second.
//
//     wall clock   |-----------------|. . . . . . . .|--------|
//     own time     0                 3      held     3        5
//
// Work must not look at this clock while it has a lock that other work may want.
#pragma once
#include <chrono>

namespace tavoliere {

class Gate {
public:
    // Comes back when the work may go on; gives the time for which it was held.
    virtual std::chrono::steady_clock::duration pass() = 0;

protected:
    ~Gate() = default;
};

namespace own_time {

inline thread_local Gate* gate = nullptr; // of this thread's work; none: it is never held
inline thread_local std::chrono::steady_clock::duration held{};

inline void give_way() {
    if (gate) held += gate->pass();
}
// Of this thread's work: instants of different threads cannot be compared where one of them has a gate.
inline std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now() - held; }

}

}
