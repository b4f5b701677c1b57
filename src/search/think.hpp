// How the two searches are asked. They are defined in search/alphabeta.hpp and search/montecarlo.hpp, which only those include
// who instantiate them: to compile a search for a game takes long.
#pragma once
#include "search/history.hpp"
#include "search/parameters.hpp"
#include "search/thought.hpp"
#include "search/transposition.hpp"
#include <atomic>
#include <functional>

namespace tavoliere {

struct Network;

// What a search knows beyond the rules.
struct Knowledge {
    const Network* network = nullptr; // none: the plain evaluation
    Parameters parameters = {};
};

// What searches of one session leave to the next one. Who copies a session for each move, as the server does, begins with none.
struct SearchMemory {
    explicit SearchMemory(std::size_t megabytes) : table(megabytes) {}
    TranspositionTable table;
    std::vector<MoveHistory> histories; // of each thread; grows with their number
};

// Think about a position with as many threads as the limits say. With one thread, fixed nodes or depth and an empty memory the
// result and the node count are always the same. The last report is what it found; it names a move wherever there is one.
template <Game G>
Thought<MoveOf<G>> think(const G& g, const Knowledge& knowledge, const PositionOf<G>& root, const Limits& limits,
                         SearchMemory& memory, const std::vector<std::uint64_t>& past,
                         const std::function<void(const Thought<MoveOf<G>>&, double seconds)>& report,
                         const std::atomic<bool>& stop);

// What think() is to alpha-beta: with fixed nodes and seed the result is always the same, and it names a move wherever there
// is one.
template <Game G>
Thought<MoveOf<G>> grow_tree(const G& g, const Network* network, const PositionOf<G>& root, const Limits& limits,
                             const std::vector<std::uint64_t>& past,
                             const std::function<void(const Thought<MoveOf<G>>&, double seconds)>& report,
                             const std::atomic<bool>& stop);

}
