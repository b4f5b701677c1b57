#include "jobs/jobs.hpp"
#include <algorithm>
#include <cmath>

namespace tavoliere::jobs {
namespace {

// Seconds of a unit. Long enough that handing it out costs nothing, short enough that little is lost with a worker.
constexpr double least_unit = 30, usual_unit = 120;
constexpr std::uint64_t most_growth =
    8; // times the largest unit that is done: the first few games may have been short ones

}

std::uint64_t unit_size(const Measured& m) {
    if (m.items == 0 || m.largest == 0) return 1;
    const double cost = std::max(m.seconds / double(m.items), 1e-6);
    // Towards the end the units become smaller, so that all workers end at about the same time.
    const double share = cost * double(m.left) / (2 * double(std::max<std::uint64_t>(m.workers, 1)));
    const double wanted = std::clamp(share, least_unit, usual_unit) / cost;
    return std::clamp<std::uint64_t>(std::uint64_t(std::llround(wanted)), 1, most_growth * m.largest);
}

std::optional<double> time_left(const Job& job, const Progress& p) {
    if (is_complete(job, p) || (!job.grows && p.items >= job.items)) return 0;
    if (job.grows || p.workers.empty() || p.cost <= 0) return {};
    return double(job.items - p.items) * p.cost / double(p.workers.size());
}

}
