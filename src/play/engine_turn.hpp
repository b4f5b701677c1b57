// When the engine has something to say in a game, and what comes of what it thought.
#pragma once
#include "play/live_game.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tavoliere {

// How long the engine thinks about its move, or about the draw that it is offered; nothing where it has nothing to say. `seed`: a
// level plays otherwise with each.
std::optional<Limits> engine_limits(const LiveGame& game, std::uint64_t seed);
// The game after that: the engine's move made, its answer given, or its time up, for it is charged with the seconds that it thought,
// and not with those that it waited. Fails if the move is none.
Expected<LiveGame> after_thought(const LiveGame& game, const ThoughtView& thought, Instant now);
// Whether the game goes on though nobody looks at it: the engine owes a person a move, and its clock runs. (Two engines would go
// on and on for nobody.)
bool goes_on_alone(const LiveGame& game);

// How long the engine thinks about a hint; fails if the key or the game allows none.
Expected<Limits> hint_limits(const LiveGame& game, const Opens& opens);
// {"ply":…,"move":…,"score":…}: the hint for the player to move after `ply` moves, whose legal moves are `moves`. Fails if the
// thought came to nothing.
Expected<std::string> hint_json(int ply, const std::vector<MoveView>& moves, const ThoughtView& thought);

}
