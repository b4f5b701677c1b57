// How the levels for people fare, each against the one below. An item is a pair of games of one level's match, the first level's first.
#include "lab/levels.hpp"
#include "base/file.hpp"
#include "base/job_file.hpp"
#include "base/text.hpp"
#include "eval/network.hpp"
#include "jobs/kinds.hpp"
#include "jobs/reading.hpp"
#include "lab/requests.hpp"

namespace tavoliere::jobs {
namespace {

// --find plays each match by what came of those before it.
std::span<const Field> levels_fields() {
    static const auto all = fields_without<LevelsRequest>({"find", "share", "threads", "checkpoint"});
    return all;
}

class LevelsWork final : public Work {
public:
    static Expected<std::unique_ptr<Work>> open(LevelsPlan plan) {
        const auto game = tavoliere::open(plan.variant);
        if (!game) return std::unexpected(game.error());
        plan.variant = (*game)->variant();
        plan.threads = 1;
        if (const auto used = (*game)->use_network("own"); !used) return std::unexpected(used.error());
        const Levels levels = levels_of(plan.variant);
        std::string identity = "game=" + plan.variant + rules_part(plan.variant) + "; levels=";
        for (const int tenths : levels) identity += std::to_string(tenths) + " ";
        const auto network = (*game)->network();
        identity.back() = ';';
        identity += " games=" + std::to_string(plan.games) + "; opening-plies=" + std::to_string(plan.opening_plies) +
                    "; seed=" + std::to_string(plan.seed) +
                    "; network=" + (network ? hex(network->checksum) : std::string("none"));
        auto matches = level_matches(plan, levels);
        for (const MatchPlan& match : matches)
            if (const auto repeatable = need_repeatable(match); !repeatable) return std::unexpected(repeatable.error());
        return std::make_unique<LevelsWork>(std::move(matches), std::move(identity));
    }
    LevelsWork(std::vector<MatchPlan> matches, std::string identity)
        : matches_(std::move(matches)), pairs_((std::uint64_t(matches_[0].games) + 1) / 2),
          identity_(std::move(identity)) {}

    std::string identity() const override { return identity_; }
    std::uint64_t items() const override { return pairs_ * matches_.size(); }
    // A line for each level of which it has games: its number, and how many were won, drawn and lost.
    Expected<std::string> make(std::uint64_t first, std::uint64_t last, const std::atomic<bool>& stop) const override {
        std::string lines;
        for (std::uint64_t item = first; item < last && !stop;) {
            const auto level = item / pairs_, begin = item % pairs_, end = std::min(pairs_, begin + last - item);
            MatchPlan part = matches_[level];
            part.from = int(2 * begin);
            part.games = int(std::min<std::uint64_t>(2 * end, std::uint64_t(part.games)));
            const auto report = play_match(part, [](const PlayedGame&, const MatchReport&) {}, stop);
            if (!report) return std::unexpected(report.error());
            if (report->end == MatchReport::End::aborted) return problem(report->why);
            lines += std::to_string(level) + " " + std::to_string(report->score.wins) + " " +
                     std::to_string(report->score.draws) + " " + std::to_string(report->score.losses) + "\n";
            item += end - begin;
        }
        return lines;
    }
    Expected<void> write(const std::string& path,
                         const std::function<Expected<void>(const Take&)>& for_each) const override {
        std::vector<MatchScore> scores(matches_.size());
        const auto taken = for_each([&](std::string_view bytes) -> Expected<void> {
            for (const std::string_view line : split(bytes, '\n')) {
                if (line.empty()) continue;
                const auto words = split(line, ' ');
                int numbers[4]{};
                for (std::size_t i = 0; i < 4; ++i) {
                    const auto number = parse_number<int>(i < words.size() ? words[i] : "", 0, most_games);
                    if (!number || words.size() != 4) return problem("there is no score in " + in_quotes(line));
                    numbers[i] = *number;
                }
                if (std::size_t(numbers[0]) >= scores.size())
                    return problem("there is no level for " + in_quotes(line));
                MatchScore& score = scores[std::size_t(numbers[0])];
                score.wins += numbers[1], score.draws += numbers[2], score.losses += numbers[3];
            }
            return {};
        });
        if (!taken) return taken;
        std::string table(level_table_head());
        for (std::size_t i = 0; i < matches_.size(); ++i) {
            if (scores[i].games() != matches_[i].games)
                return problem("level " + std::to_string(i + 1) + " has " + std::to_string(scores[i].games()) +
                               " games in place of " + std::to_string(matches_[i].games));
            table += level_row({int(i) + 1, matches_[i].first.spec, matches_[i].second.spec, scores[i]});
        }
        return write_whole(path, table);
    }

private:
    std::vector<MatchPlan> matches_;
    std::uint64_t pairs_; // of each
    std::string identity_;
};

}

const Kind levels_kind{
    .name = "levels",
    .items = "pairs of games",
    .help = levels_help,
    .fields = levels_fields(),
    .blank = []() -> std::shared_ptr<void> { return std::make_shared<LevelsRequest>(); },
    .written = [](void* request) -> Expected<Written> { return Written{written_fields(levels_fields(), request), {}}; },
    .understood = [](const Written& written) -> Expected<std::unique_ptr<Work>> {
        auto request = read_written<LevelsRequest>(levels_fields(), written.request);
        if (!request) return std::unexpected(request.error());
        return LevelsWork::open(std::move(request->plan));
    }};

}
