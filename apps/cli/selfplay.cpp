// selfplay: the engine against itself, for training.
#include "training/selfplay.hpp"
#include "common.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct SelfplayOptions {
    training::SelfplayPlan plan;
    std::string file;
    std::uint64_t games = 10000;
    int threads = 1;
};

void selfplay(SelfplayOptions o) {
    need_apart({{"--out", o.file}}, {{"--network", o.plan.network}});
    const auto game = need(open(o.plan.variant));
    o.plan.variant = game->variant();
    need(game->use_network(o.plan.network));
    const auto held = need(training::read_games(o.file, [](std::string_view) -> Expected<void> { return {}; }));
    const std::string header = o.plan.header(game->network().get());
    if (!held.header.empty() && held.header != header)
        fail(in_quotes(o.file) + " holds games that were made with other settings: " + held.header +
             "; these would be " + header);
    auto writer = need(training::Writer::open(o.file, header, held));
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
    fmt::print("{}: {} games, {} positions new\n", printable(o.file), std::max(o.games, held.games), last.positions);
}

}

void add_selfplay(CLI::App& app) {
    auto* command = app.add_subcommand("selfplay", "let the engine play itself: games to train a network with");
    auto o = std::make_shared<SelfplayOptions>();
    command->add_option("GAME", o->plan.variant, "a game or variant")->required();
    command->add_option("--out", o->file, "the file of games; an existing one is continued")->required();
    command->add_option("--games", o->games, "the number of games wanted")
        ->check(whole(1, std::uint64_t{1} << 40))
        ->capture_default_str();
    command->add_option("--nodes", o->plan.nodes, "positions searched for each move")
        ->check(whole(1, std::uint64_t{1} << 40))
        ->capture_default_str();
    command->add_option("--plies", o->plan.plies, "random moves at the beginning: from half as many to this many")
        ->check(whole(0, 100))
        ->capture_default_str();
    command
        ->add_option("--stray", o->plan.stray,
                     "percentage of the later moves that are random too, for positions off the path of good play")
        ->check(whole(0, 100))
        ->capture_default_str();
    command
        ->add_option("--solve-from", o->plan.solve_from,
                     "after so many plies, when solving takes moments, every position is solved, and a move that "
                     "changes the winner ends the game; 0: never")
        ->check(whole(0, training::most_plies))
        ->capture_default_str();
    add_network_option(*command, o->plan.network);
    command->add_option("--threads", o->threads, "games at the same time")->check(whole(1, 256))->capture_default_str();
    add_seed(*command, o->plan.seed);
    command->footer(
        "The games are lines of JSON compressed with zstd (`zstd -dc FILE`). After Ctrl-C or a kill the same command "
        "continues;\nthe file is the same, whatever the interruptions and the number of threads.\n"
        "Example:\n  tavoliere selfplay ataxx --out ataxx.jsonl.zst --games 20000 --threads 2");
    command->callback([o] { selfplay(*o); });
}

}
