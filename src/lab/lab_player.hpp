// Who plays the laboratory's games: our engine at so many nodes a move, one that plays some moves at random, and players with one trick.
#pragma once
#include "base/random.hpp"
#include "session/session.hpp"
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere {

struct LabPlayer {
    // What it does before it thinks, wherever it can:
    enum class Trick : std::uint8_t {
        none,
        mirror, // answers a move by its image under the symmetry of the board that leaves the fewest cells where they are
        pass,   // passes
        shuffle, // takes its own last move back
    };
    Trick trick = Trick::none;
    std::uint64_t nodes = 0; // of each move; 0: it never thinks
    int random = 0;          // hundredths of its moves that are drawn from all legal ones

    std::string name() const; // "nodes=64", "nodes=16,random=25", "mirror,nodes=64", "random"
    bool operator==(const LabPlayer&) const = default;
};
std::string_view name(LabPlayer::Trick trick);
// What name() wrote; nothing where it is no player's name.
std::optional<LabPlayer> read_lab_player(std::string_view name);

// A player in one game. What it plays depends on its seed and the moves alone.
class LabMover {
public:
    LabMover(const LabPlayer& player, const GameSession& start, std::uint64_t seed);

    struct Choice {
        std::string move;             // none where `stop` came
        std::optional<double> points; // what its side has to expect, from 0 to 1; nothing where it did not think
        bool is_trick = false;
    };
    // Its move. A temperature above 0, in hundredths of a piece, has it draw among the best ones (Limits::temperature).
    Choice choose(int temperature, const std::atomic<bool>& stop);
    void played(const MoveView& move, bool own);

private:
    std::string trick_move() const;

    LabPlayer player_;
    std::unique_ptr<GameSession> session_;
    Random random_;
    const Renaming* mirror_ = nullptr; // none: the board has no symmetry, or the player no use for it
    std::vector<std::string> own_last_, others_last_;
    bool has_begun_ = false; // somebody has moved
};

}
