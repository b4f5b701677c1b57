// A number that games told, with the interval that holds the true one in about 95 of 100 such samples.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tavoliere {

// How an interval came about: Wilson's of a share; percentiles of a thousand samples drawn again from the games (bootstrap); a normal
// one from pairs of games with changed colours.
enum class IntervalKind : std::uint8_t { wilson, bootstrap, pairs };
std::string_view name(IntervalKind kind);

struct Estimate {
    double value = 0, low = 0, high = 0;
    IntervalKind by = IntervalKind::wilson;
    std::uint64_t of = 0; // how many games, positions or pairs; 0: nothing is known
    double half_width() const { return (high - low) / 2; }
};

// The share of `of` trials that is `points`. Where a trial may give half a point the interval is a little too wide, as halves lie nearer to
// the mean than the binomial law has it.
Estimate wilson(double points, std::uint64_t of);

// A statistic of items that are told by their numbers, drawn with replacement a thousand times. The same numbers every time.
Estimate bootstrap(std::size_t items, const std::function<double(std::span<const std::uint32_t>)>& statistic);
Estimate bootstrap_mean(std::span<const double> values);
// The least value that at least the share `q` of them does not exceed.
Estimate bootstrap_quantile(std::span<const double> values, double q);
// The sum of the one by the sum of the other: a mean over turns, where whole games are drawn.
Estimate bootstrap_ratio(std::span<const double> tops, std::span<const double> bottoms);

}
