// playouts: random games, which tell how long and wide a game is and whom its rules favour.
#include "base/json.hpp"
#include "common.hpp"
#include "game/game.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct PlayoutOptions {
    PlayoutsRequest request;
    bool json = false;
};

void playouts(const PlayoutOptions& o) {
    const auto session = open_at(o.request).session;
    const auto begin = std::chrono::steady_clock::now();
    const PlayoutReport r = session->playouts(o.request.games, o.request.seed, interrupted());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (r.too_long)
        fail(fmt::format("playouts: a game did not end within {} plies; is one in which a position comes again without "
                         "`repeats` or `clock_limit`? tavoliere check says",
                         longest_game),
             1);
    if (r.games == 0) fail("interrupted", 1);
    const double length = double(r.plies) / double(r.games), width = r.plies ? double(r.choices) / double(r.plies) : 0;
    if (o.json) {
        fmt::print("{}\n", JsonObject()
                               .add("game", session->variant())
                               .add("position", session->position())
                               .add("games", r.games)
                               .add("plies", r.plies)
                               .add("longest", r.longest)
                               .add("choices_per_ply", width)
                               .add("x", r.x_won)
                               .add("o", r.o_won)
                               .add("draw", r.drawn)
                               .add("seconds", seconds)
                               .text());
    } else {
        const auto share = [&](std::uint64_t n) { return 100.0 * double(n) / double(r.games); };
        const auto colours = session->info().colour_names();
        fmt::print("{} {}: {} wins {:.1f} %, {} {:.1f} %, draws {:.1f} %\n", r.games,
                   r.games == 1 ? "random game" : "random games", colours[0], share(r.x_won), colours[1],
                   share(r.o_won), share(r.drawn));
        fmt::print("{:.1f} plies a game, {} at most; {:.1f} moves to choose from\n", length, r.longest, width);
        fmt::print("{:.3f} s, {:.0f} games and {:.1f} million plies a second\n", seconds, double(r.games) / seconds,
                   double(r.plies) / seconds / 1e6);
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
