#include "lab/levels.hpp"
#include "base/job_file.hpp"
#include "base/json.hpp"
#include <cmath>
#include <cstdio>

namespace tavoliere {
namespace {

std::string player_of(int tenths) {
    std::string digits = std::to_string(std::abs(tenths) / 10) + "." + std::to_string(std::abs(tenths) % 10);
    return "engine:hash=8,strength=" + std::string(tenths < 0 ? "-" : "") + digits;
}

MatchPlan match_of(const LevelsPlan& plan, int level, const std::string& above, const std::string& below) {
    MatchPlan match;
    match.variant = plan.variant;
    match.first.spec = above;
    match.second.spec = below;
    match.games = plan.games;
    match.opening_plies = plan.opening_plies;
    match.threads = plan.threads;
    match.seed = plan.seed + std::uint64_t(level);
    return match;
}

// Plays matches one after the other. Those of the checkpoint are not played again.
class Matches {
public:
    static Expected<Matches> open(const LevelsPlan& plan, const std::string& which) {
        Matches all(plan, which);
        const auto state = all.job_.load();
        if (!state) return std::unexpected(state.error());
        if (*state && !all.restore(**state)) return all.job_.unreadable();
        return all;
    }

    Expected<LevelMatch> play(int level, int tenths, const std::string& below, const std::atomic<bool>& stop) {
        if (next_ < played_.size()) return played_[next_++];
        const MatchPlan match = match_of(*plan_, level, player_of(tenths), below);
        const auto played = play_match(match, [](const PlayedGame&, const MatchReport&) {}, stop);
        if (!played) return std::unexpected(played.error());
        LevelMatch done{level, match.first.spec, below, played->score};
        if (stop) return done;
        played_.push_back(done);
        next_ = played_.size();
        if (const auto saved = job_.save(state()); !saved) return std::unexpected(saved.error());
        return done;
    }

private:
    Matches(const LevelsPlan& plan, const std::string& which)
        : plan_(&plan),
          job_(plan.checkpoint, "levels",
               "game=" + plan.variant + rules_part(plan.variant) + "; games=" + std::to_string(plan.games) + "; " +
                   which + "; opening-plies=" + std::to_string(plan.opening_plies) +
                   "; seed=" + std::to_string(plan.seed)) {}

    std::string state() const {
        StateWriter out;
        for (const LevelMatch& m : played_) {
            out.put(m.level);
            out.put(m.above);
            out.put(m.below);
            for (const int games : {m.score.wins, m.score.draws, m.score.losses}) out.put(games);
            out.put_all(m.score.pairs);
        }
        return out.bytes();
    }
    bool restore(std::string_view state) {
        StateReader in(state);
        while (in.has_more()) {
            LevelMatch m{
                .level = in.get<int>(), .above = in.text(), .below = in.text(), .score = {}, .was_there = true};
            for (int* games : {&m.score.wins, &m.score.draws, &m.score.losses}) *games = in.get<int>();
            in.get_all(m.score.pairs);
            played_.push_back(std::move(m));
        }
        return in.was_whole();
    }

    const LevelsPlan* plan_;
    JobFile job_;
    std::vector<LevelMatch> played_;
    std::size_t next_ = 0;
};

constexpr int least = int(10 * least_strength), most = 140; // tenths: 800,000 nodes a move

// The strength whose share of the points against `below` is nearest to `wanted`: doubling steps from the guess until it lies
// between two, then halves. Points grow with strength, but for chance.
Expected<int> find(Matches& matches, int level, int guess, int lowest, const std::string& below, double wanted,
                   const std::function<void(const LevelMatch&)>& report, const std::atomic<bool>& stop) {
    constexpr double near_enough = 0.03;
    int low = lowest, high = most, step = 8, now = std::clamp(guess, low, high), best = now;
    double best_miss = 1;
    while (!stop) {
        const auto played = matches.play(level, now, below, stop);
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

std::string_view level_table_head() {
    return "| level | player | against | won-drawn-lost | points |\n|---|---|---|---|---|\n";
}

std::string level_row(const LevelMatch& m) {
    const MatchScore& s = m.score;
    char points[16];
    std::snprintf(points, sizeof points, "%.1f %%", 100 * s.share());
    return "| " + std::to_string(m.level) + " | " + m.above + " | " + m.below + " | " + std::to_string(s.wins) + "-" +
           std::to_string(s.draws) + "-" + std::to_string(s.losses) + " | " + points + " |" +
           (m.was_there ? " from the checkpoint" : "") + "\n";
}

std::vector<MatchPlan> level_matches(const LevelsPlan& plan, const Levels& levels) {
    std::vector<MatchPlan> all;
    std::string below = "greedy";
    for (std::size_t i = 0; i < levels.size(); ++i) {
        all.push_back(match_of(plan, int(i) + 1, player_of(levels[i]), below));
        below = player_of(levels[i]);
    }
    return all;
}

Expected<void> play_levels(const LevelsPlan& plan, const Levels& levels,
                           const std::function<void(const LevelMatch&)>& report, const std::atomic<bool>& stop) {
    std::string below = "greedy", strengths;
    for (const int tenths : levels) strengths += (strengths.empty() ? "" : " ") + std::to_string(tenths);
    auto matches = Matches::open(plan, "levels=" + strengths);
    if (!matches) return std::unexpected(matches.error());
    for (std::size_t i = 0; i < levels.size() && !stop; ++i) {
        const auto played = matches->play(int(i) + 1, levels[i], below, stop);
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
    auto matches = Matches::open(plan, "find=" + json_number(plan.share));
    if (!matches) return std::unexpected(matches.error());
    for (std::size_t i = 0; i < levels.size() && !stop; ++i) {
        const auto found = find(*matches, int(i) + 1, guess, lowest, below, i == 0 ? 0.35 : plan.share, report, stop);
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
