// Many positions of one variant in one object, for agents that learn by playing: one virtual call does a thing to all of them. What it
// gives it writes where it is told, position by position. session/batch_of.hpp defines it; not every program has it.
#pragma once
#include "base/problem.hpp"
#include "board/geometry.hpp"
#include "game/options.hpp"
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

class Batch {
public:
    virtual ~Batch() = default;

    static constexpr int most = 1'000'000; // positions
    static constexpr std::int64_t no_action = -1;

    virtual int size() const = 0;
    virtual const Geometry& geometry() const = 0;
    virtual int actions() const = 0; // GameSession::actions()
    virtual int planes() const = 0;  // of an observation
    virtual std::unique_ptr<Batch> copy() const = 0;

    // All begin at the first position again.
    virtual void reset() = 0;
    // One begins at a position: its text, or "startpos". On error nothing changes.
    virtual Expected<void> set_position(int index, std::string_view text) = 0;
    virtual std::string position(int index) const = 0;

    // For each position: whose turn it is, 0 x, 1 o; whether its game is over; and what x has got in the end, 1, 0 or -1, 0 while it
    // goes on.
    virtual void players(std::span<std::int8_t> out) const = 0;
    virtual void ended(std::span<std::uint8_t> out) const = 0;
    virtual void outcomes(std::span<std::int8_t> out) const = 0;

    // size() x actions(): 1 for what is legal. Nothing is where the game is over.
    virtual void legal_mask(std::span<std::uint8_t> out) const = 0;
    // A legal action of each, each alike, by random numbers that go on from call to call; no_action where the game is over.
    virtual void random_actions(std::span<std::int64_t> out) = 0;
    // Plays an action in each; where the game is over it does nothing, whatever the action. With `again` a game that this ends begins again
    // at the first position. What x has got of it, and whether it ended, is told for each. On error, an action that is not legal, nothing
    // changes.
    virtual Expected<void> step(std::span<const std::int64_t> actions, bool again, std::span<std::int8_t> outcomes,
                                std::span<std::uint8_t> ended) = 0;
    // size() x planes() x cells: each as its player to move sees it.
    virtual void observe(std::span<float> out) const = 0;

    // A game of random moves from each to its end, and what x has got of it. The positions stay. Stopped, it has filled a part.
    virtual void playouts(std::uint64_t seed, std::span<std::int8_t> out, const std::atomic<bool>& stop) const = 0;
};

// A family of games, as the list of them knows it that CMake makes of src/games/games.def.
struct BatchFamily {
    std::span<const GameInfo> (*games)();
    Expected<std::unique_ptr<Batch>> (*open)(Options, int size, std::uint64_t seed);
};
// So many positions, the first of a variant. `seed` is that of random_actions().
Expected<std::unique_ptr<Batch>> open_batch(std::string_view variant, int size, std::uint64_t seed);

}
