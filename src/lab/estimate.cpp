#include "lab/estimate.hpp"
#include "base/random.hpp"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace tavoliere {
namespace {

constexpr double z95 = 1.959964;
constexpr std::size_t samples = 1000, tail = 25; // of either side

double quantile_of(std::vector<double>& values, double q) {
    const double rank = std::ceil(q * double(values.size()));
    const auto at = values.begin() + std::ptrdiff_t(std::clamp(rank, 1.0, double(values.size()))) - 1;
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}

std::string_view name(IntervalKind kind) {
    switch (kind) {
    case IntervalKind::wilson: return "wilson";
    case IntervalKind::bootstrap: return "bootstrap";
    case IntervalKind::pairs: break;
    }
    return "pairs";
}

Estimate wilson(double points, std::uint64_t of) {
    if (of == 0) return {};
    const double n = double(of), p = points / n, z2 = z95 * z95;
    const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = z95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    return {p, std::min(p, std::max(0.0, middle - half)), std::max(p, std::min(1.0, middle + half)),
            IntervalKind::wilson, of};
}

Estimate bootstrap(std::size_t items, const std::function<double(std::span<const std::uint32_t>)>& statistic) {
    if (items == 0) return {.by = IntervalKind::bootstrap};
    std::vector<std::uint32_t> drawn(items);
    std::iota(drawn.begin(), drawn.end(), 0u);
    const double value = statistic(drawn);
    Random random(items);
    std::vector<double> values;
    for (std::size_t s = 0; s < samples; ++s) {
        for (std::uint32_t& item : drawn) item = std::uint32_t(random.below(int(items)));
        values.push_back(statistic(drawn));
    }
    std::ranges::sort(values);
    return {value, std::min(value, values[tail]), std::max(value, values[samples - 1 - tail]), IntervalKind::bootstrap,
            items};
}

Estimate bootstrap_mean(std::span<const double> values) {
    return bootstrap(values.size(), [&](std::span<const std::uint32_t> drawn) {
        double sum = 0;
        for (const auto i : drawn) sum += values[i];
        return sum / double(drawn.size());
    });
}

Estimate bootstrap_quantile(std::span<const double> values, double q) {
    std::vector<double> chosen;
    return bootstrap(values.size(), [&](std::span<const std::uint32_t> drawn) {
        chosen.clear();
        for (const auto i : drawn) chosen.push_back(values[i]);
        return quantile_of(chosen, q);
    });
}

Estimate bootstrap_ratio(std::span<const double> tops, std::span<const double> bottoms) {
    return bootstrap(tops.size(), [&](std::span<const std::uint32_t> drawn) {
        double top = 0, bottom = 0;
        for (const auto i : drawn) top += tops[i], bottom += bottoms[i];
        return bottom > 0 ? top / bottom : 0;
    });
}

}
