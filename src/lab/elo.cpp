#include "lab/elo.hpp"
#include <cmath>
#include <limits>

namespace tavoliere {
namespace {

double elo_of(double share) { return -400 * std::log10(1 / share - 1); }

}

std::optional<EloDifference> elo(const MatchScore& score) {
    constexpr double infinity = std::numeric_limits<double>::infinity(), z95 = 1.959964;
    double pairs = 0, mean = 0, spread = 0;
    for (std::size_t i = 0; i < score.pairs.size(); ++i) {
        pairs += score.pairs[i];
        mean += score.pairs[i] * double(i) / 4;
    }
    if (pairs == 0) return {};
    mean /= pairs;
    for (std::size_t i = 0; i < score.pairs.size(); ++i) spread += score.pairs[i] * std::pow(double(i) / 4 - mean, 2);
    // One pair more, half a point off the mean: pairs that happen to be all alike prove no certainty.
    spread += 1.0 / 16;
    const double deviation = std::sqrt(spread) / pairs;
    const double low = mean - z95 * deviation, high = mean + z95 * deviation;
    if (mean == 0 || mean == 1) return EloDifference{mean == 0 ? -infinity : infinity, infinity};
    const double value = mean == 0.5 ? 0 : elo_of(mean);
    // The interval of the share, made into one of Elo at its ends.
    if (low <= 0 || high >= 1) return EloDifference{value, infinity};
    return EloDifference{value, (elo_of(high) - elo_of(low)) / 2};
}

}
