// The positions of self-play games as a trainer wants them.
#pragma once
#include "eval/inputs.hpp"
#include "session/session.hpp"
#include "training/games.hpp"
#include <algorithm>
#include <atomic>
#include <span>

namespace tavoliere::training {

inline constexpr std::uint8_t unknown = 3; // the points of a position before a move that strays

struct Samples {
    std::string variant;
    std::size_t width = 0;            // bytes of one position, as GameSession::seen() gives it
    std::vector<std::uint8_t> seen;   // one position after the other
    std::vector<float> score;         // of the player to move, in its file's unit; a proven one is certain
    std::vector<std::uint8_t> points; // the game's result for the player to move, in half points: 0, 1, 2, or `unknown`
    std::size_t held_out = 0;         // so many at the end come from games that are not trained on
    std::uint64_t games = 0;
    std::vector<std::string> headers; // of the files, and the units of their scores
    std::vector<double> units;
    std::vector<std::string> troubles; // a line of each file whose end is torn: what was left out

    std::size_t size() const { return points.size(); }
    std::size_t trained_on() const { return size() - held_out; }
    std::size_t without_result() const { return std::size_t(std::count(points.begin(), points.end(), unknown)); }
    const std::uint8_t* position(std::size_t i) const { return seen.data() + i * width; }
};

// Replays the games of some files, all of one variant. One game in `held_out_every` of each file is held out. A problem: a
// file that cannot be read, of another game, damaged anywhere but for a torn end, with a move that is not legal or a result that
// the rules do not give, or in which no estimate has a result. The samples are the same for any number of threads.
Expected<Samples> load_samples(const std::vector<std::string>& files, int held_out_every, const std::atomic<bool>& stop,
                               int threads = 1);

// The unit in which scores as selfplay writes them predict the results (half points: 0, 1, 2) best: with it,
// 1 / (1 + exp(-score / unit)) is the likeliest share of the point. From the scores that are not proven. Each file has its
// own, for one evaluation's scores are not another's. `left`: plies to the game's end. A position whose points are unknown
// counts by those that are known with as many plies left.
double fitted_unit(std::span<const std::int16_t> scores, std::span<const std::uint8_t> points,
                   std::span<const std::uint16_t> left);
inline constexpr float certain = 1000; // units: a proven win; a loss is as much below zero

}
