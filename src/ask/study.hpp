// What the analysis board asks for, as JSON: positions that no game keeps, the engine's lines, exact values.
// docs/protocol.md describes it.
#pragma once
#include "ask/requests.hpp"
#include "session/session.hpp"
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere {

// The position of a study, for what thinks about it.
Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place);
// The same with what `known` remembers of its searches, where it is of that variant: who walks through a game meets its positions
// again. Then `known` is moved from, also where the answer is an error.
Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, std::unique_ptr<GameSession>& known);
// The same, and the path of the last move; empty where none was made.
Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, std::vector<std::string>& last);
// The same; `hear` is told of the first position, with an empty path, and of each that a move leads to, with the move's path.
using PositionHeard = std::function<void(const GameSession&, std::span<const std::string> path)>;
Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, const PositionHeard& hear);
// "Black to move", "Black wins by 3: nobody can move any more", "a draw: nobody can move".
std::string situation(const GameSession& session);

// {"game":…,"start":…,"from":n,"history":[…],"position":…,"moves":[…],"result":…}: the history from the move `from` on.
Expected<std::string> study_json(const StudyRequest& request);

// {"depth":…,"nodes":…,"seconds":…,"lines":[{"score":…,"moves":[…]}],"done":false}
std::string lines_json(const ThoughtView& thought);
// The same at the end: `depths` are the best line's scores, the shallowest first, as note_depth() collected them.
std::string lines_json(const ThoughtView& thought, std::span<const std::pair<int, Score>> depths);
void note_depth(std::vector<std::pair<int, Score>>& depths, const ThoughtView& thought);
// {"value":"win"|"draw"|"loss"|null,"best":…,"plies":…,"most_plies":…,"nodes":…,"seconds":…}, for the player to move
std::string solution_json(const SolutionView& solution);

}
