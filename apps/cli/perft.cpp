// perft: leaves of the game tree.
#include "base/json.hpp"
#include "common.hpp"
#include <chrono>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct PerftOptions {
    Place place;
    int depth = 0;
    bool divide = false, listed = false, json = false;
};

void perft(const PerftOptions& o) {
    const auto session = o.place.open().session;
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t nodes = 0;
    if (o.divide && o.depth > 0) {
        for (const auto& m : session->moves()) {
            need(session->play(m.text));
            const std::uint64_t n = session->perft(o.depth - 1, !o.listed, interrupted());
            session->undo();
            if (interrupted()) break;
            nodes += n;
            if (o.json)
                fmt::print("{}\n", JsonObject().add("move", m.text).add("nodes", n).text());
            else
                fmt::print("{} {}\n", m.text, n);
        }
    } else {
        nodes = session->perft(o.depth, !o.listed, interrupted());
    }
    if (interrupted()) fail("interrupted", 1);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (o.json)
        fmt::print("{}\n", JsonObject()
                               .add("game", session->variant())
                               .add("position", session->position())
                               .add("depth", o.depth)
                               .add("nodes", nodes)
                               .add("seconds", seconds)
                               .text());
    else
        fmt::print("{} nodes in {:.3f} s, {:.1f} million a second\n", nodes, seconds, double(nodes) / seconds / 1e6);
}

}

void add_perft(CLI::App& app) {
    auto* command = app.add_subcommand("perft", "count the leaves of the game tree");
    auto o = std::make_shared<PerftOptions>();
    o->place.add_to(*command);
    command->add_option("--depth", o->depth, "the depth in plies")->required()->check(whole(0, 60));
    command->add_flag("--divide", o->divide, "print one line for each first move");
    command->add_flag("--listed", o->listed, "list the last ply's moves too, where the game could count them");
    command->add_flag("--json", o->json, "one JSON object per line");
    command->footer(
        "Examples:\n  tavoliere perft ataxx --depth 6\n  tavoliere perft clobber:size=5x6 --depth 4 --divide");
    command->callback([o] { perft(*o); });
}

}
