// Games played over for what keeps many of them: one virtual call plays a whole game and names all its positions by numbers that are
// the same however the board is turned. session/replay_of.hpp defines it; not every program has it.
#pragma once
#include "base/problem.hpp"
#include "game/options.hpp"
#include "game/result.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// A position's number, of 64 bits: the same for all that turn into each other on the variant's board, and another in another variant.
// The clock of the game and how often a position came are not in it. What is kept on disk has such numbers: they must not change.
using PositionKey = std::uint64_t;

struct ReplayedGame {
    std::string start;                 // as its position is written, or "startpos"
    std::vector<std::int32_t> actions; // its moves, GameSession::actions()
    std::vector<PositionKey> keys;     // of its positions, one more than there are moves
    std::optional<Winner> winner;      // where the moves lead to the end
};

// A legal move and where it leads. Moves that a symmetry of the position makes alike lead to one key.
struct NextMove {
    std::string text; // canonical
    PositionKey key;
};
struct NextMoves {
    PositionKey here;
    std::string position;
    std::vector<NextMove>
        moves; // in the order of their actions; none where the position ends the game, whatever came before
};

class Replayer {
public:
    virtual ~Replayer() = default;

    virtual const std::string& variant() const = 0; // canonical
    // From a position, its text or "startpos", with moves in any accepted spelling. A problem where a move cannot be played: "move 5: …".
    // Any thread may call it.
    virtual Expected<ReplayedGame> replay(std::string_view start, std::span<const std::string> moves) const = 0;
    // What can be played after those moves.
    virtual Expected<NextMoves> next(std::string_view start, std::span<const std::string> moves) const = 0;
    virtual int actions() const = 0;
    virtual std::string action_text(int action) const = 0; // canonical
};

// A family of games, as the list of them knows it that CMake makes of src/games/games.def.
struct ReplayFamily {
    std::span<const GameInfo> (*games)();
    Expected<std::unique_ptr<Replayer>> (*open)(Options);
};
Expected<std::unique_ptr<Replayer>> open_replayer(std::string_view variant);

}
