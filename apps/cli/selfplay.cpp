// selfplay: the engine against itself, for training.
#include "common.hpp"
#include "training/requests.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

void selfplay(training::SelfplayRequest o) {
    need_apart({{"--out", o.out}}, {{"--network", o.plan.network}});
    const auto game = need(open(o.plan.variant));
    o.plan.variant = game->variant();
    need(game->use_network(o.plan.network));
    const auto held = need(training::read_games(o.out, [](std::string_view) -> Expected<void> { return {}; }));
    const std::string header = o.plan.header(game->network().get());
    if (!held.header.empty() && held.header != header)
        fail(in_quotes(o.out) + " holds games that were made with other settings: " + held.header +
             "; these would be " + header);
    auto writer = need(training::Writer::open(o.out, header, held));
    if (held.games) fmt::print(stderr, "{} games are there already\n", held.games);
    if (held.torn()) fmt::print(stderr, "{} bytes of unfinished games were cut off\n", held.torn());

    const auto begin = std::chrono::steady_clock::now();
    training::SelfplayProgress last{0, 0};
    const auto progress = [&](const training::SelfplayProgress& p) {
        last = p;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        show_progress(fmt::format("{}  {} positions, {:.0f} a second", bar(held.games + p.games, o.games), p.positions,
                                  double(p.positions) / seconds));
    };
    const auto played = training::selfplay(
        o.plan, held.games, std::max(o.games, held.games), o.threads,
        [&](const std::string& lines) { return writer.append(lines); }, progress, interrupted());
    end_progress();
    need(played);
    if (interrupted()) fail("interrupted; the same command goes on where this one ended", 1);
    fmt::print("{}: {} games, {} positions new\n", printable(o.out), std::max(o.games, held.games), last.positions);
}

}

void add_selfplay(CLI::App& app) {
    auto* command = app.add_subcommand("selfplay", std::string(training::selfplay_help.en));
    auto o = std::make_shared<training::SelfplayRequest>();
    add_fields(*command, *o);
    command->footer(
        "The games are lines of JSON compressed with zstd (`zstd -dc FILE`). After Ctrl-C or a kill the same command "
        "continues;\nthe file is the same, whatever the interruptions and the number of threads.\n"
        "Example:\n  tavoliere selfplay ataxx --out ataxx.jsonl.zst --games 20000 --threads 2");
    command->callback([o] { selfplay(*o); });
}

}
