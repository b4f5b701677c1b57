// match: two players against each other, many times, and what that says about their strength.
#include "match/match.hpp"
#include "common.hpp"
#include "speak/json.hpp"
#include <cmath>
#include <fmt/core.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct MatchOptions {
    MatchPlan plan;
    bool json = false;
};

std::string elo_text(const MatchScore& score) {
    const EloDifference d = elo(score);
    if (std::isinf(d.value)) return d.value > 0 ? "Elo +inf" : "Elo -inf";
    return std::isinf(d.error) ? fmt::format("Elo {:+.0f}", d.value)
                               : fmt::format("Elo {:+.0f} ± {:.0f}", d.value, d.error);
}

std::string score_text(const MatchScore& s) {
    return fmt::format("{} games: {} won, {} drawn, {} lost, {:.1f} %, {}", s.games(), s.wins, s.draws, s.losses,
                       100 * s.share(), elo_text(s));
}

std::string score_json(const MatchOptions& o, const MatchScore& s) {
    const EloDifference d = elo(s);
    return JsonObject()
        .add("game", o.plan.variant)
        .add("first", o.plan.first)
        .add("second", o.plan.second)
        .add("games", s.games())
        .add("wins", s.wins)
        .add("draws", s.draws)
        .add("losses", s.losses)
        .add("share", s.share())
        .add("elo", d.value)
        .add("error", d.error)
        .raw("pairs", json_array(s.pairs, [](int n) { return std::to_string(n); }))
        .text();
}

std::string game_json(const PlayedGame& g) {
    return JsonObject()
        .add("number", g.number + 1)
        .add("x", g.first_is_x ? "first" : "second")
        .raw("moves", json_strings(g.moves))
        .raw("result", to_json(std::optional(g.result)))
        .text();
}

void match(const MatchOptions& o) {
    const bool watched = isatty(STDERR_FILENO);
    const auto report = [&](const PlayedGame& game, const MatchScore& score) {
        if (o.json) fmt::print("{}\n", game_json(game));
        if (watched) fmt::print(stderr, "\r{}/{}  {}\x1b[K", score.games(), o.plan.games, score_text(score));
    };
    const MatchScore score = need(play_match(o.plan, report, interrupted()));
    if (watched) fmt::print(stderr, "\r\x1b[K");
    fmt::print("{}\n", o.json ? score_json(o, score)
                              : fmt::format("{}: {} against {}, {}", o.plan.variant, o.plan.first, o.plan.second,
                                            score_text(score)));
    if (interrupted()) fail("interrupted", 1);
}

}

void add_match(CLI::App& app) {
    auto* command = app.add_subcommand("match", "two players against each other, many times");
    auto o = std::make_shared<MatchOptions>();
    command->add_option("GAME", o->plan.variant, "a game or variant")->required();
    command->add_option("--first", o->plan.first, "random, greedy, or engine: and limits, as in engine:time=0.05");
    command->add_option("--second", o->plan.second, "the other player");
    command->add_option("--games", o->plan.games, "how many, each opening with both colours")
        ->check(CLI::Range(1, 1000000));
    command->add_option("--opening-plies", o->plan.opening_plies, "random moves at the beginning")
        ->check(CLI::Range(0, 100));
    command->add_option("--threads", o->plan.threads, "games at the same time")->check(CLI::Range(1, 256));
    command->add_option("--seed", o->plan.seed, "where the random numbers begin");
    command->add_flag("--json", o->json, "a JSON object a game, and one for the score");
    command->footer("The score is the first player's. Elo is given with its 95 % interval, from pairs of games.\n"
                    "Examples:\n  tavoliere match ataxx --first engine:time=0.05 --second greedy --games 200\n"
                    "  tavoliere match boop --first engine:depth=4 --second engine:depth=2");
    command->callback([o] { match(*o); });
}

}
