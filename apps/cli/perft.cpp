// perft: leaves of the game tree.
#include "base/json.hpp"
#include "common.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct PerftOptions {
    PerftRequest request;
    bool json = false;
};

void perft(const PerftOptions& o) {
    const auto session = open_at(o.request).session;
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t nodes = 0;
    if (o.request.divide && o.request.depth > 0) {
        for (const auto& m : session->moves()) {
            need(session->play(m.text));
            const std::uint64_t n = session->perft(o.request.depth - 1, !o.request.listed, interrupted());
            session->undo();
            if (interrupted()) break;
            nodes += n;
            if (o.json)
                fmt::print("{}\n", JsonObject().add("move", m.text).add("nodes", n).text());
            else
                fmt::print("{} {}\n", m.text, n);
        }
    } else {
        nodes = session->perft(o.request.depth, !o.request.listed, interrupted());
    }
    if (interrupted()) fail("interrupted", 1);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (o.json)
        fmt::print("{}\n", JsonObject()
                               .add("game", session->variant())
                               .add("position", session->position())
                               .add("depth", o.request.depth)
                               .add("nodes", nodes)
                               .add("seconds", seconds)
                               .text());
    else
        fmt::print("{} nodes in {:.3f} s, {:.1f} million a second\n", nodes, seconds, double(nodes) / seconds / 1e6);
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
