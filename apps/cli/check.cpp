// check, bench: the laws every game obeys, and the number that stands for the search's behaviour.
#include "base/json.hpp"
#include "base/random.hpp"
#include "common.hpp"
#include "game/options.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

// A game by name alone stands for all its presets.
std::vector<std::string> variants(const std::string& game) {
    std::vector<std::string> names;
    for (const GameInfo* info : games())
        if (game.empty() || game == info->name)
            for (const Preset& p : info->presets) names.emplace_back(p.variant);
    if (names.empty()) names.push_back(game);
    return names;
}

void check(const CheckRequest& o, bool json) {
    if (const auto twice = name_given_twice(games()))
        fail(fmt::format(
            "check: two games are named \"{}\"; look at .name and .aliases in their files, and for a line that "
            "is twice in src/games/games.def",
            *twice));
    bool broken = false;
    for (const std::string& variant : variants(o.game)) {
        auto opened = open(variant);
        if (!opened && variant != o.game)
            fail(fmt::format("check: {} is a preset of the game's declaration, and cannot be opened: {}", variant,
                             opened.error().text));
        const auto session = need(std::move(opened));
        show_progress(fmt::format("{} …", session->variant()));
        const LawReport r = session->check(o.games, o.seed, interrupted());
        end_progress();
        if (interrupted()) fail("interrupted", 1);
        const std::string signature = fmt::format("{:016x}", r.signature);
        broken |= !r.broken.empty();
        if (json) {
            JsonObject out; // a row of tests/data/signatures.json
            out.add("game", session->variant());
            if (r.broken.empty())
                out.add("games", r.games).add("signature", signature);
            else
                out.add("broken", r.broken);
            fmt::print("{}\n", out.text());
        } else if (r.broken.empty()) {
            fmt::print("{:<40} ok: {} games, {} plies, signature {}\n", session->variant(), r.games, r.plies,
                       signature);
        } else {
            fmt::print("{:<40} BROKEN: {}\n", session->variant(), r.broken);
        }
    }
    if (broken) fail("a law is broken", 1);
}

void bench(int depth, bool json) {
    const auto begin = std::chrono::steady_clock::now();
    std::string variant;
    std::uint64_t here = 0;
    const auto tell = [&] {
        if (!variant.empty()) fmt::print(stderr, "{:<40} {:>10}\n", variant, here);
    };
    const std::uint64_t nodes = bench_nodes(depth, [&](const BenchPosition& p) {
        if (p.variant != variant) tell(), variant = p.variant, here = 0;
        here += p.nodes;
        if (json)
            fmt::print("{}\n", JsonObject()
                                   .add("game", p.variant)
                                   .raw("moves", json_strings(p.played))
                                   .add("depth", depth)
                                   .add("nodes", p.nodes)
                                   .text());
    });
    tell();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print(stderr, "{:.2f} s, {:.2f} million nodes a second\n", seconds, double(nodes) / seconds / 1e6);
    if (json)
        fmt::print("{}\n", JsonObject().add("bench", nodes).text());
    else
        fmt::print("Bench: {}\n", nodes);
}

}

std::uint64_t bench_nodes(int depth, const std::function<void(const BenchPosition&)>& each) {
    std::uint64_t nodes = 0;
    for (const std::string& variant : variants(""))
        for (int plies : {0, 8, 20}) {
            const auto session = need(open(variant));
            Random random(std::uint64_t(plies) + 1);
            BenchPosition position{variant, {}, 0};
            for (int i = 0; i < plies; ++i) {
                const auto moves = session->moves();
                if (moves.empty()) break;
                position.played.push_back(moves[std::size_t(random.below(int(moves.size())))].text);
                need(session->play(position.played.back()));
            }
            if (session->result()) continue;
            Limits limits;
            limits.depth = depth;
            position.nodes = session->think(limits, [](const ThoughtView&) {}, interrupted()).nodes;
            if (interrupted()) fail("interrupted", 1);
            each(position);
            nodes += position.nodes;
        }
    return nodes;
}

void add_check(CLI::App& app) {
    auto* command = app.add_subcommand("check", std::string(check_help.en));
    auto o = std::make_shared<std::pair<CheckRequest, bool>>();
    add_fields(*command, o->first);
    command->add_flag("--json", o->second, "one JSON object per line");
    command->footer(
        "The signature changes when the rules do. With --json each line is a row of tests/data/signatures.json,\n"
        "or the game and the law that is broken. The exit status is 1 when a law is broken.\n"
        "Examples:\n  tavoliere check\n  tavoliere check clobber --games 1000 --seed 7");
    command->callback([o] { check(o->first, o->second); });
}

void add_bench(CLI::App& app) {
    auto* command = app.add_subcommand("bench", std::string(bench_help.en));
    auto o = std::make_shared<std::pair<BenchRequest, bool>>();
    add_fields(*command, o->first);
    command->add_flag("--json", o->second, "one JSON object for each position, and one for the sum");
    command->footer("The tests know the number, for both compilers and for WebAssembly: tests/data/counts.json.\n"
                    "Example:\n  tavoliere bench");
    command->callback([o] { bench(o->first.depth, o->second); });
}

}
