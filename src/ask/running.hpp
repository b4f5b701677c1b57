// Requests carried out: run(request, report, stop) gives the answer, or what is wrong with the request. `report` hears on the way, from
// the thread that runs it; `stop` ends it within 50 ms with what is known. to_json() tells answers as docs/protocol.md and `--json` do.
#pragma once
#include "ask/requests.hpp"
#include "search/report.hpp"
#include "session/session.hpp"
#include "solve/value_view.hpp"
#include <atomic>
#include <functional>
#include <string>

namespace tavoliere {

struct MoveCount {
    std::string move;
    std::uint64_t nodes;
};
struct PerftAnswer {
    std::string game, position;
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
};
// Where the request divides, `report` hears of each first move. Stopped, it has counted a part.
Expected<PerftAnswer> run(const PerftRequest& request, const std::function<void(const MoveCount&)>& report,
                          const std::atomic<bool>& stop);
std::string to_json(const MoveCount& count);
std::string to_json(const PerftAnswer& answer);

struct PlayoutsAnswer : PlayoutReport {
    std::string game, position;
    std::array<std::string_view, 2> colours; // what people call x and o
    double seconds = 0;
    double plies_per_game() const { return games ? double(plies) / double(games) : 0; }
    double choices_per_ply() const { return plies ? double(choices) / double(plies) : 0; }
};
Expected<PlayoutsAnswer> run(const PlayoutsRequest& request, const std::atomic<bool>& stop);
std::string to_json(const PlayoutsAnswer& answer);

// The engine's best moves: `report` hears of each depth, the last one too. `prepare` may give the session a network or tables. Fails
// where the game is over.
Expected<ThoughtView> run(const AnalyseRequest& request, const std::function<Expected<void>(GameSession&)>& prepare,
                          const std::function<void(const ThoughtView&)>& report, const std::atomic<bool>& stop);

// A position's value. With `each`, `move` hears of every legal move in the order of the list, its value as it is before it is made, and the
// answer is that of the last.
struct SolveReports {
    std::function<void(const SolveProgress&)> progress;
    std::function<void(const SolutionView&)> move;
};
Expected<SolutionView> run(const SolveRequest& request, const SolveReports& report, const std::atomic<bool>& stop);
std::string_view value_name(const SolutionView& solution); // win, draw, loss; unknown
std::string to_json(const SolutionView& solution);

// The value of a position, or of a written value: then it is the sum, and there are no parts.
Expected<ValueView> run(const ValueRequest& request, const ValueReport& report, const std::atomic<bool>& stop);
std::string to_json(const ValueText& value);
std::string to_json(const ValueView& view);

}
