// Positions that belong to no game: their moves, the engine's lines as it finds them, exact values.
#pragma once
#include "server/engine.hpp"
#include "server/follower.hpp"
#include "server/messages.hpp"
#include <cstdint>

namespace tavoliere::server {

class Analyses {
public:
    // The engine is one of its own: the engine's moves never wait for an analysis.
    explicit Analyses(Engine& engine) : engine_(engine) {}

    Expected<void> handle(Follower& asker, std::int64_t id, const StudyLine& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const AnalyseLine& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const SolveLine& request);
    Expected<void> handle(Follower& asker, std::int64_t id, const StopAnalysis& request);

private:
    Engine& engine_;
};

}
