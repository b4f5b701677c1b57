// Games that are ended before the rules end them. All of it is off unless somebody asks for it.
#pragma once
#include "base/problem.hpp"
#include "game/result.hpp"
#include "search/limits.hpp"
#include <array>
#include <optional>
#include <string_view>

namespace tavoliere {

inline constexpr int most_adjudged_plies = 100'000; // that a rule waits for

struct Adjudication {
    // Drawn from this move on where each side's last `count` scores were at most `score` away from 0.
    struct Draw {
        int move = 1, count = 0, score = 0; // no count: never
    } draw;
    // Lost for a side whose last `count` scores were at most -`score`, if the other's were at least `score`.
    struct Resign {
        int count = 0, score = 0;
    } resign;
    int most_plies = 0; // drawn then
};
Expected<Adjudication::Draw> read_draw(std::string_view text);     // "move=40,count=8,score=10"
Expected<Adjudication::Resign> read_resign(std::string_view text); // "count=4,score=500"

// Why a game ended, where this is why.
inline constexpr std::string_view adjudicated = "adjudicated", too_long = "too long";

// Follows one game. A move without a score breaks the row.
class Adjudicator {
public:
    explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

    // After a move of x or o (0, 1), with the mover's score; `plies` moves have been played, those of the opening too.
    std::optional<Result> after(std::size_t mover, const std::optional<Score>& score, int plies);

private:
    struct Rows {
        int even = 0, lost = 0, won = 0; // moves in a row
    };
    const Adjudication& rules_;
    std::array<Rows, 2> rows_{};
};

}
