// perft: leaves of the game tree.
#include "ask/running.hpp"
#include "common.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct PerftOptions {
    PerftRequest request;
    bool json = false;
};

void perft(const PerftOptions& o) {
    const auto report = [&](const MoveCount& count) {
        if (o.json)
            fmt::print("{}\n", to_json(count));
        else
            fmt::print("{} {}\n", count.move, count.nodes);
    };
    const PerftAnswer answer = need(run(o.request, report, interrupted()));
    if (interrupted()) fail("interrupted", 1);
    if (o.json)
        fmt::print("{}\n", to_json(answer));
    else
        fmt::print("{} nodes in {:.3f} s, {:.1f} million a second\n", answer.nodes, answer.seconds,
                   double(answer.nodes) / answer.seconds / 1e6);
}

}

void add_perft(CLI::App& app) {
    auto* command = app.add_subcommand("perft", std::string(perft_help.en));
    auto o = std::make_shared<PerftOptions>();
    add_fields(*command, o->request);
    command->add_flag("--json", o->json, "one JSON object per line");
    command->footer(
        "Examples:\n  tavoliere perft ataxx --depth 6\n  tavoliere perft clobber:size=5x6 --depth 4 --divide");
    command->callback([o] { perft(*o); });
}

}
