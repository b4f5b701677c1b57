// tune: the search's parameters, by playing.
#include "base/file.hpp"
#include "common.hpp"
#include "game/options.hpp"
#include "lab/requests.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

void tune(const TuneRequest& o) {
    const auto opened = need(open(o.plan.variant));
    TunePlan plan = need(complete(o));
    plan.variant = opened->variant();
    const std::string_view game = opened->info().name;
    tell_renamed(o.begin);
    tell_renamed(o.parameters);
    need(WholeFile::try_path(o.out));
    const bool goes_on = file_exists(o.out);
    auto state = need(goes_on ? read_tuning(need(read_text_file(o.out, file_kind::tuning)), plan) : begin_tuning(plan));
    if (goes_on) fmt::print(stderr, "{} pairs were played already\n", state.done);

    Expected<void> written;
    const auto report = [&](const TuneState& now) {
        if (now.done % 50 == 0 && written) written = write_whole(o.out, tuning_file(now, plan));
        if (!written) interrupted() = true; // said at the end: nothing may be thrown in the threads of the games
        show_progress(bar(std::uint64_t(now.done), std::uint64_t(plan.pairs)));
    };
    state = need(tavoliere::tune(plan, std::move(state), report, interrupted()));
    end_progress();
    need(written);
    need(write_whole(o.out, tuning_file(state, plan)));
    fmt::print("{} search {}\n", game, state.text());
    if (interrupted()) fail("interrupted; the same command goes on where this one ended", 1);
}

}

void add_tune(CLI::App& app) {
    auto* command = app.add_subcommand("tune", std::string(tune_help.en));
    auto o = std::make_shared<TuneRequest>();
    add_fields(*command, *o);
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
