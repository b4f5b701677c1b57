// From nodes to programs: what must be worked out when, in which order, and into which registers.
#pragma once
#include "games/written/graph.hpp"

namespace tavoliere::written {

// What stands after a move, as nodes. Of a cell that is kept, `number` is the set it is; below 0 where it stays.
struct PlannedAfter {
    std::array<int, planes> plane{};
    std::array<int, most_numbers> number{};
    std::array<int, most_kinds> hand{}, their_hand{};
    int restarts = -1;
};
struct PlannedMove {
    std::vector<int> from;
    int guard = -1, must = -1, gain = -1;
    PlannedAfter after, half;
};
struct Plan {
    std::vector<int> ends, end_leads;
    int stuck_lead = -1, value = -1;
    std::vector<PlannedMove> moves;
};

// Fills in the programs, the symmetries and what else follows of the nodes.
void compile(Rules& rules, Graph& graph, const Plan& plan);

}
