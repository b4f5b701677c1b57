// review: what the moves of many games gave away.
#include "lab/review.hpp"
#include "base/file.hpp"
#include "common.hpp"
#include "lab/in_order.hpp"
#include "lab/requests.hpp"
#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace tavoliere::cli {
namespace {

constexpr std::size_t most_shown = 300; // bytes of a line that is another's

std::vector<GameToReview> read_games(const std::vector<std::string>& files) {
    auto all = need(read_games_to_review(files, [](std::size_t games) {
        show_progress(fmt::format("{} games read", games));
        return !interrupted();
    }));
    end_progress();
    if (interrupted()) fail("interrupted; nothing was written", 1);
    return all;
}

// The whole lines that the file has are what an earlier run of the same command found; gives how many games that are.
std::size_t go_on(AppendedFile& out, const std::string& path, const std::string& settings,
                  const std::vector<GameToReview>& games) {
    const std::string held = need(out.read(file_kind::match_records));
    const std::size_t whole = held.rfind('\n') + 1; // 0 where there is none
    const std::string first = settings + "\n";
    // Nothing is cut off or added before it is known that all of it is ours: the first line may be the unfinished one.
    if (!held.starts_with(first) && !first.starts_with(held))
        fail(fmt::format(
            "--out: {} holds something else, or was made with other settings: it begins with {}, and this one with {}",
            in_quotes(path), in_quotes(held.substr(0, std::min(held.find('\n'), most_shown))), in_quotes(settings)));
    const auto lines = split(std::string_view(held).substr(0, whole ? whole - 1 : 0), '\n');
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string where = fmt::format("--out: {}: line {}: ", in_quotes(path), i + 1);
        if (i > games.size()) fail(where + "there are fewer games than it has reviews");
        const GameToReview& game = games[i - 1];
        if (const auto is_it = need_review_of(lines[i], game.record, game.file, game.number); !is_it)
            fail(where + is_it.error().text);
    }
    if (whole < held.size()) {
        need(out.cut(whole));
        fmt::print(stderr, "{} bytes of an unfinished line were cut off\n", held.size() - whole);
    }
    if (whole == 0) need(out.append(first));
    if (lines.size() > 1) fmt::print(stderr, "{} games were reviewed already\n", lines.size() - 1);
    return lines.size() - 1;
}

void review_files(const ReviewRequest& o) {
    std::vector<NamedFile> read{{"--network", o.plan.network}};
    for (const std::string& path : o.files) read.push_back({"FILES", path});
    need_apart({{"--out", o.out}}, read);
    const ReviewPlan plan = complete(o);
    const auto games = read_games(o.files);
    need(networks_to_review(games, plan)); // before a file is made that would be of no use
    auto out = need(AppendedFile::open(o.out));
    const std::size_t done = go_on(out, o.out, plan.settings(), games);

    Expected<void> went{};
    using Line = Expected<std::optional<std::string>>;
    show_progress(bar(done, games.size()));
    in_order<Line>(
        o.threads, games.size() - done,
        [&](std::uint64_t i) -> Line {
            const GameToReview& game = games[done + i];
            return review(game.record, game.file, game.number, plan, interrupted());
        },
        [&](std::uint64_t i, Line line) {
            if (!line) return went = std::unexpected(line.error()), false;
            if (!*line) return false;
            went = out.append(**line + "\n");
            show_progress(bar(done + i + 1, games.size()));
            return went.has_value();
        });
    end_progress();
    need(went);
    if (interrupted()) fail("interrupted; the same command goes on where this one ended", 1);
    fmt::print("{}: {} game{}, {} new\n", printable(o.out), games.size(), games.size() == 1 ? "" : "s",
               games.size() - done);
}

}

void add_review(CLI::App& app) {
    auto* command = app.add_subcommand("review", std::string(review_help.en));
    auto o = std::make_shared<ReviewRequest>();
    add_fields(*command, *o);
    add_rules_option(*command);
    command->footer("A line of JSON a game, after one with the settings; docs/records.md tells what is in it. After "
                    "Ctrl-C or a kill the\n"
                    "same command continues; with --nodes the file is the same, whatever the interruptions and the "
                    "number of threads.\n"
                    "Example:\n  tavoliere review match.tgn --out match.review --nodes 20000 --threads 2");
    command->callback([o] { review_files(*o); });
}

}
