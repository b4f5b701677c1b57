#include "match/elo.hpp"
#include <cmath>
#include <limits>

namespace tavoliere {
namespace {

double elo_of(double share) { return -400 * std::log10(1 / share - 1); }

}

EloDifference elo(const MatchScore& score) {
    constexpr double infinity = std::numeric_limits<double>::infinity(), z95 = 1.959964;
    double pairs = 0, mean = 0, square = 0;
    for (std::size_t i = 0; i < score.pairs.size(); ++i) {
        const double share = double(i) / 4;
        pairs += score.pairs[i];
        mean += score.pairs[i] * share;
        square += score.pairs[i] * share * share;
    }
    if (pairs == 0) return {0, infinity};
    mean /= pairs;
    if (mean == 0 || mean == 1) return {mean == 0 ? -infinity : infinity, infinity};
    const double deviation = std::sqrt(std::max(0.0, square / pairs - mean * mean) / pairs);
    // The interval of the share, made into one of Elo at its ends.
    const double low = mean - z95 * deviation, high = mean + z95 * deviation;
    if (low <= 0 || high >= 1) return {elo_of(mean), infinity};
    return {elo_of(mean), (elo_of(high) - elo_of(low)) / 2};
}

}
