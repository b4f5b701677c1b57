// What a match says about strength.
#pragma once
#include <array>
#include <optional>

namespace tavoliere {

// Games of the first player against the second, in pairs that share an opening and change colours.
struct MatchScore {
    int wins = 0, draws = 0, losses = 0;
    std::array<int, 5> pairs{}; // how many pairs gave the first player 0, 1/2, 1, 3/2, 2 points

    int games() const { return wins + draws + losses; }
    double share() const { return games() ? (wins + 0.5 * draws) / games() : 0.5; } // of the points
};

// How much stronger the first player is, and the half-width of the interval that holds it in about 95 of 100 matches.
// Estimated from the pairs, because the games of one are not independent: an opening may favour one colour. The difference
// is infinite where one side took every point, the half-width where the interval reaches so far.
struct EloDifference {
    double value, error;
};
std::optional<EloDifference> elo(const MatchScore& score); // nothing without a whole pair

}
