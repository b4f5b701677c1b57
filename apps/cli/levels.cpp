// levels: how the levels for people fare against each other.
#include "base/job_file.hpp"
#include "common.hpp"
#include "lab/requests.hpp"
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <utility>

namespace tavoliere::cli {
namespace {

void levels(LevelsRequest o) {
    const auto game = need(open(o.plan.variant));
    o.plan.variant = game->variant();
    if (!o.plan.checkpoint.empty()) need(WholeFile::try_path(o.plan.checkpoint));
    Levels strengths = levels_of(game->variant());
    const auto report = [has_head = false](const LevelMatch& m) mutable {
        if (!std::exchange(has_head, true)) fmt::print("{}", level_table_head());
        fmt::print("{}", level_row(m));
        std::fflush(stdout);
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
    auto* command = app.add_subcommand("levels", std::string(levels_help.en));
    auto o = std::make_shared<LevelsRequest>();
    add_fields(*command, *o);
    command->footer("The first level plays against a player who looks one ply ahead; the eighth, which is not measured "
                    "here, is the whole\n"
                    "engine at a second a move. A strength is what weaken() in "
                    "search/limits.hpp takes: 1 more\n"
                    "is twice the nodes and half the temperature by which it strays from the best move.\n"
                    "Examples:\n"
                    "  tavoliere levels ataxx --threads 2\n"
                    "  tavoliere levels boop --find --games 100");
    command->callback([o] { levels(*o); });
}

}
