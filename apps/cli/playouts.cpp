// playouts: random games, which tell how long and wide a game is and whom its rules favour.
#include "ask/running.hpp"
#include "common.hpp"
#include "game/game.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct PlayoutOptions {
    PlayoutsRequest request;
    bool json = false;
};

void playouts(const PlayoutOptions& o) {
    const PlayoutsAnswer r = need(run(o.request, interrupted()));
    if (r.too_long)
        fail(fmt::format("playouts: a game did not end within {} plies; is one in which a position comes again without "
                         "`repeats` or `clock_limit`? tavoliere check says",
                         longest_game),
             1);
    if (r.games == 0) fail("interrupted", 1);
    if (o.json) {
        fmt::print("{}\n", to_json(r));
    } else {
        const auto share = [&](std::uint64_t n) { return 100.0 * double(n) / double(r.games); };
        fmt::print("{} {}: {} wins {:.1f} %, {} {:.1f} %, draws {:.1f} %\n", r.games,
                   r.games == 1 ? "random game" : "random games", r.colours[0], share(r.x_won), r.colours[1],
                   share(r.o_won), share(r.drawn));
        fmt::print("{:.1f} plies a game, {} at most; {:.1f} moves to choose from\n", r.plies_per_game(), r.longest,
                   r.choices_per_ply());
        fmt::print("{:.3f} s, {:.0f} games and {:.1f} million plies a second\n", r.seconds, double(r.games) / r.seconds,
                   double(r.plies) / r.seconds / 1e6);
    }
    if (interrupted()) fail("interrupted", 1);
}

}

void add_playouts(CLI::App& app) {
    auto* command = app.add_subcommand("playouts", std::string(playouts_help.en));
    auto o = std::make_shared<PlayoutOptions>();
    add_fields(*command, o->request);
    command->add_flag("--json", o->json, "one JSON object");
    command->footer("Examples:\n  tavoliere playouts ataxx\n  tavoliere playouts boop --games 100 --json");
    command->callback([o] { playouts(*o); });
}
}
