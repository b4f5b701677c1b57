#include "lab/levels.hpp"
#include <cmath>

namespace tavoliere {
namespace {

std::string player_of(int tenths) {
    std::string digits = std::to_string(std::abs(tenths) / 10) + "." + std::to_string(std::abs(tenths) % 10);
    return "engine:hash=8,strength=" + std::string(tenths < 0 ? "-" : "") + digits;
}

Expected<LevelMatch> play(const LevelsPlan& plan, int level, int tenths, const std::string& below,
                          const std::atomic<bool>& stop) {
    MatchPlan match;
    match.variant = plan.variant;
    match.first.spec = player_of(tenths);
    match.second.spec = below;
    match.games = plan.games;
    match.opening_plies = plan.opening_plies;
    match.threads = plan.threads;
    match.seed = plan.seed + std::uint64_t(level);
    const auto played = play_match(match, [](const PlayedGame&, const MatchReport&) {}, stop);
    if (!played) return std::unexpected(played.error());
    return LevelMatch{level, match.first.spec, below, played->score};
}

constexpr int least = int(10 * least_strength), most = 140; // tenths: 800,000 nodes a move

// The strength whose share of the points against `below` is nearest to `wanted`: doubling steps from the guess until it lies
// between two, then halves. Points grow with strength, but for chance.
Expected<int> find(const LevelsPlan& plan, int level, int guess, int lowest, const std::string& below, double wanted,
                   const std::function<void(const LevelMatch&)>& report, const std::atomic<bool>& stop) {
    constexpr double near_enough = 0.03;
    int low = lowest, high = most, step = 8, now = std::clamp(guess, low, high), best = now;
    double best_miss = 1;
    while (!stop) {
        const auto played = play(plan, level, now, below, stop);
        if (!played) return std::unexpected(played.error());
        if (stop) break;
        report(*played);
        const double miss = played->score.share() - wanted;
        if (std::abs(miss) < std::abs(best_miss)) best_miss = miss, best = now;
        if (std::abs(miss) <= near_enough) break;
        (miss > 0 ? high : low) = now;
        const int next = miss > 0 ? std::max(now - step, (low + now) / 2) : std::min(now + step, (now + high + 1) / 2);
        step *= 2;
        if (next == now || high - low <= 1) break;
        now = next;
    }
    return best;
}

}

Expected<void> play_levels(const LevelsPlan& plan, const Levels& levels,
                           const std::function<void(const LevelMatch&)>& report, const std::atomic<bool>& stop) {
    std::string below = "greedy";
    for (std::size_t i = 0; i < levels.size() && !stop; ++i) {
        const auto played = play(plan, int(i) + 1, levels[i], below, stop);
        if (!played) return std::unexpected(played.error());
        if (!stop) report(*played);
        below = player_of(levels[i]);
    }
    return {};
}

Expected<Levels> find_levels(const LevelsPlan& plan, const std::function<void(const LevelMatch&)>& report,
                             const std::atomic<bool>& stop) {
    Levels levels{};
    std::string below = "greedy";
    int guess = 0, lowest = least, last_step = 15;
    for (std::size_t i = 0; i < levels.size() && !stop; ++i) {
        const auto found = find(plan, int(i) + 1, guess, lowest, below, i == 0 ? 0.35 : plan.share, report, stop);
        if (!found) return std::unexpected(found.error());
        if (i > 0) last_step = *found - levels[i - 1];
        levels[i] = *found;
        below = player_of(*found);
        lowest = std::min(*found + 1, most);
        guess = *found + last_step;
    }
    return levels;
}

}
