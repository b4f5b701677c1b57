// What a session does beside playing and solving: counting and random games. They are compiled apart, since to compile them for
// a game takes long: session/laboratory_of.hpp defines them. Each ends soon after `stop` is set.
#pragma once
#include "game/game.hpp"
#include "game/info.hpp"
#include "game/law_report.hpp"
#include "search/report.hpp"
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tavoliere {

// The leaves of the game tree `depth` plies below p. With `counted` the game may count the last ply without listing it.
template <Game G>
std::uint64_t count_leaves(const G& g, const PositionOf<G>& p, int depth, bool counted, const std::atomic<bool>& stop);

// Random games from p. `past`: hashes of the positions before p, oldest first, for games that repetition ends.
template <Game G>
PlayoutReport random_games(const G& g, const PositionOf<G>& p, const std::vector<std::uint64_t>& past,
                           std::uint64_t games, std::uint64_t seed, const std::atomic<bool>& stop);

// The laws that every game obeys, checked on random games from the first position. `reasons`: those of the game's declaration.
template <Game G>
LawReport check_laws(const G& g, std::span<const Reason> reasons, int games, std::uint64_t seed,
                     const std::atomic<bool>& stop);

}
