// match: two players against each other, many times, and what that says about their strength.
#include "match/match.hpp"
#include "common.hpp"
#include "speak/json.hpp"
#include <cmath>
#include <exception>
#include <fmt/core.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct MatchOptions {
    MatchPlan plan;
    bool json = false;
};

std::string elo_text(const MatchScore& score) {
    const auto d = elo(score);
    if (!d) return "";
    if (std::isinf(d->value)) return d->value > 0 ? ", Elo +inf" : ", Elo -inf";
    return std::isinf(d->error) ? fmt::format(", Elo {:+.0f}", d->value)
                                : fmt::format(", Elo {:+.0f} ± {:.0f}", d->value, d->error);
}

std::string score_text(const MatchScore& s) {
    if (s.games() == 0) return "no game was played";
    return fmt::format("{}: {} won, {} drawn, {} lost, {:.1f} %{}",
                       s.games() == 1 ? "1 game" : fmt::format("{} games", s.games()), s.wins, s.draws, s.losses,
                       100 * s.share(), elo_text(s));
}

std::string score_json(const MatchOptions& o, const std::string& variant, const MatchScore& s) {
    JsonObject out;
    out.add("game", variant).add("first", o.plan.first).add("second", o.plan.second);
    out.add("games", s.games()).add("wins", s.wins).add("draws", s.draws).add("losses", s.losses);
    if (s.games()) out.add("share", s.share());
    if (const auto d = elo(s)) {
        if (std::isinf(d->value))
            out.add("elo", d->value > 0 ? "inf" : "-inf");
        else
            out.add("elo", d->value);
        if (!std::isinf(d->error)) out.add("error", d->error);
    }
    return out.raw("pairs", json_array(s.pairs, [](int n) { return std::to_string(n); })).text();
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
    const std::string variant = need(open(o.plan.variant))->variant();
    const bool watched = isatty(STDERR_FILENO);
    std::exception_ptr unwritten; // it must not leave through the threads of the match
    const auto report = [&](const PlayedGame& game, const MatchScore& score) {
        try {
            if (o.json) fmt::print("{}\n", game_json(game));
            if (watched) fmt::print(stderr, "\r{}/{}  {}\x1b[K", score.games(), o.plan.games, score_text(score));
        } catch (...) {
            unwritten = std::current_exception();
            interrupted() = true;
        }
    };
    const MatchScore score = need(play_match(o.plan, report, interrupted()));
    if (unwritten) std::rethrow_exception(unwritten);
    if (watched) fmt::print(stderr, "\r\x1b[K");
    fmt::print("{}\n",
               o.json ? score_json(o, variant, score)
                      : fmt::format("{}: {} against {}, {}", variant, o.plan.first, o.plan.second, score_text(score)));
    if (interrupted()) fail("interrupted", 1);
}

}

void add_match(CLI::App& app) {
    auto* command = app.add_subcommand("match", "two players against each other, many times");
    auto o = std::make_shared<MatchOptions>();
    command->add_option("GAME", o->plan.variant, "a game or variant")->required();
    command->add_option("--first", o->plan.first, "random, greedy, or engine: and limits, as in engine:time=0.05")
        ->capture_default_str();
    command->add_option("--second", o->plan.second, "the other player")->capture_default_str();
    command->add_option("--games", o->plan.games, "how many, each opening with both colours")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    command->add_option("--opening-plies", o->plan.opening_plies, "random moves at the beginning")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    command->add_option("--threads", o->plan.threads, "games at the same time")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command->add_option("--seed", o->plan.seed, "where the random numbers begin")->capture_default_str();
    command->add_flag("--json", o->json, "a JSON object a game, and one for the score");
    command->footer("The score is the first player's. Elo comes from the pairs of games, with its 95 % interval. As "
                    "JSON, elo is a\n"
                    "number, \"inf\" or \"-inf\", and left out without a whole pair; error is left out where it is "
                    "infinite; pairs\n"
                    "counts those that gave the first player 0, 1/2, 1, 3/2 and 2 points.\n"
                    "Examples:\n  tavoliere match ataxx --first engine:time=0.05 --second greedy --games 200\n"
                    "  tavoliere match boop --first engine:depth=4 --second engine:depth=2");
    command->callback([o] { match(*o); });
}

}
