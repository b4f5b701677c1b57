// tune: the search's parameters, by playing.
#include "lab/tune.hpp"
#include "base/file.hpp"
#include "common.hpp"
#include "game/options.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct TuneOptions {
    TunePlan plan;
    std::string names, begin, file;
};

void tune(TuneOptions o) {
    const auto opened = need(open(o.plan.variant));
    o.plan.variant = opened->variant();
    const std::string_view game = opened->info().name;
    o.plan.begin = need(read_parameters(o.begin));
    tell_renamed(o.begin);
    tell_renamed(o.names);
    if (!o.names.empty())
        for (const std::string_view name : split(o.names, ',')) o.plan.names.emplace_back(name);
    need(WholeFile::try_path(o.file));
    const bool goes_on = file_exists(o.file);
    auto state =
        need(goes_on ? read_tuning(need(read_text_file(o.file, file_kind::tuning)), o.plan) : begin_tuning(o.plan));
    if (goes_on) fmt::print(stderr, "{} pairs were played already\n", state.done);

    Expected<void> written;
    const auto report = [&](const TuneState& now) {
        if (now.done % 50 == 0 && written) written = write_whole(o.file, tuning_file(now, o.plan));
        if (!written) interrupted() = true; // said at the end: nothing may be thrown in the threads of the games
        show_progress(bar(std::uint64_t(now.done), std::uint64_t(o.plan.pairs)));
    };
    state = need(tavoliere::tune(o.plan, std::move(state), report, interrupted()));
    end_progress();
    need(written);
    need(write_whole(o.file, tuning_file(state, o.plan)));
    fmt::print("{} search {}\n", game, state.text());
    if (interrupted()) fail("interrupted; the same command goes on where this one ended", 1);
}

}

void add_tune(CLI::App& app) {
    auto* command = app.add_subcommand("tune", "tune the search's parameters for one game by playing (SPSA)");
    auto o = std::make_shared<TuneOptions>();
    auto& p = o->plan;
    command->add_option("GAME", p.variant, "a game or variant")->required();
    command->add_option("--out", o->file, "the file of values; an existing one is continued")->required();
    command->add_option("--pairs", p.pairs, "the number of pairs of games")
        ->check(whole(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--limit", p.limits, "the limit of each move, and other settings of the engines")
        ->capture_default_str();
    command->add_option("--parameters", o->names, "NAME,NAME; by default all that have a step");
    command->add_option("--begin", o->begin, "NAME=VALUE,NAME=VALUE: the values to begin with");
    command->add_option("--opening-plies", p.opening_plies, "random moves at the beginning")
        ->check(whole(0, 100))
        ->capture_default_str();
    command->add_option("--rate", p.rate, "the fraction of a step by which the last pairs change a value")
        ->check(between(0.0001, 1))
        ->capture_default_str();
    command->add_option("--threads", p.threads, "games at the same time")->check(whole(1, 256))->capture_default_str();
    add_seed(*command, p.seed);
    command->footer(
        "It prints a line for strength/FILE.txt, whose values an engine of `tavoliere match` takes too; a match shows "
        "whether "
        "they are better.\nAfter Ctrl-C or a kill the same command continues; the file is of its settings and no "
        "others, but for "
        "--pairs and --threads.\n"
        "Examples:\n"
        "  tavoliere tune ataxx --out ataxx.tune --pairs 3000 --threads 2\n"
        "  tavoliere tune boop --out boop.tune --limit nodes=2000 --parameters lmr_base,lmr_factor\n"
        "  tavoliere match ataxx --first engine:lmr_base=61,lmr_factor=35 --second engine --limit nodes=20000");
    command->callback([o] { tune(*o); });
}

}
