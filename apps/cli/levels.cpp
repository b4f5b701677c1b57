// levels: how the levels for people fare against each other.
#include "lab/levels.hpp"
#include "base/job_file.hpp"
#include "common.hpp"
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <utility>

namespace tavoliere::cli {
namespace {

struct LevelsOptions {
    LevelsPlan plan;
    bool find = false;
};

void print_row(const LevelMatch& m) {
    const MatchScore& s = m.score;
    fmt::print("| {} | {} | {} | {}-{}-{} | {:.1f} % |{}\n", m.level, m.above, m.below, s.wins, s.draws, s.losses,
               100 * s.share(), m.was_there ? " from the checkpoint" : "");
    std::fflush(stdout);
}

void levels(LevelsOptions o) {
    const auto game = need(open(o.plan.variant));
    o.plan.variant = game->variant();
    if (!o.plan.checkpoint.empty()) need(WholeFile::try_path(o.plan.checkpoint));
    Levels strengths = levels_of(game->variant());
    const auto report = [has_head = false](const LevelMatch& m) mutable {
        if (!std::exchange(has_head, true))
            fmt::print("| level | player | against | won-drawn-lost | points |\n|---|---|---|---|---|\n");
        print_row(m);
    };
    if (o.find) {
        strengths = need(find_levels(o.plan, report, interrupted()));
        if (!interrupted()) fmt::print("\n{} levels {}\n", game->variant(), fmt::join(strengths, " "));
    } else {
        need(play_levels(o.plan, strengths, report, interrupted()));
    }
    if (interrupted())
        fail(o.plan.checkpoint.empty() ? "interrupted; without --checkpoint nothing is kept"
                                       : "interrupted; the same command goes on where this one ended",
             1);
    std::fflush(stdout);
    JobFile::remove(o.plan.checkpoint);
}

}

void add_levels(CLI::App& app) {
    auto* command = app.add_subcommand("levels", "measure the levels for people, each against the one below");
    auto o = std::make_shared<LevelsOptions>();
    command->add_option("GAME", o->plan.variant, "a game or variant")->required();
    command->add_flag(
        "--find", o->find,
        "find the strengths that give the wanted share of the points, and print the line for strength/FILE.txt");
    command
        ->add_option("--share", o->plan.share,
                     "the share of the points that --find aims at for each level against the one below")
        ->check(between(0.55, 0.95))
        ->capture_default_str();
    command->add_option("--games", o->plan.games, "the number of games in each match")
        ->check(whole(2, 100'000))
        ->capture_default_str();
    command->add_option("--opening-plies", o->plan.opening_plies, "random moves at the beginning")
        ->check(whole(0, 100))
        ->capture_default_str();
    command->add_option("--threads", o->plan.threads, "games at the same time")
        ->check(whole(1, 256))
        ->capture_default_str();
    add_seed(*command, o->plan.seed);
    command->add_option("--checkpoint", o->plan.checkpoint,
                        "a file to save each match in; after Ctrl-C or a kill the same command goes on from there");
    command->footer("The first level plays against a player who looks one ply ahead. A strength is what weaken() in "
                    "search/limits.hpp takes: 1 more\n"
                    "is twice the nodes and half the temperature by which it strays from the best move.\n"
                    "Examples:\n"
                    "  tavoliere levels ataxx --threads 2\n"
                    "  tavoliere levels boop --find --games 100");
    command->callback([o] { levels(*o); });
}

}
