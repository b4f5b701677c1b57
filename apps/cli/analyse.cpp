// analyse: what the engine thinks of a position, a line a depth.
#include "ask/json.hpp"
#include "ask/running.hpp"
#include "base/json.hpp"
#include "common.hpp"
#include <fmt/core.h>
#include <unistd.h>

namespace tavoliere::cli {
namespace {

struct AnalyseOptions {
    AnalyseRequest request;
    std::string network = "own";
    std::string tables;
    bool json = false;
};

std::string score_text(const Score& s) {
    switch (s.kind) {
    case Score::Kind::win: return fmt::format("win in {}", s.value);
    case Score::Kind::loss: return fmt::format("loss in {}", s.value);
    case Score::Kind::draw: return "draw";
    case Score::Kind::estimate: break;
    }
    return fmt::format("{:+.2f}", s.value / 100.0);
}

void print(const ThoughtView& t, bool json) {
    const auto nps = std::uint64_t(t.seconds > 0 ? double(t.nodes) / t.seconds : 0);
    for (std::size_t i = 0; i < t.lines.size(); ++i) {
        const auto& line = t.lines[i];
        if (json) {
            JsonObject out;
            out.add("depth", t.depth);
            if (t.lines.size() > 1) out.add("line", i + 1);
            fmt::print("{}\n", out.raw("score", to_json(line.score))
                                   .add("nodes", t.nodes)
                                   .add("nps", nps)
                                   .add("seconds", t.seconds)
                                   .raw("pv", json_strings(line.moves))
                                   .text());
        } else {
            std::string moves;
            for (const auto& m : line.moves) moves += " " + m;
            fmt::print("{:>3}  {:>11}  {:>12} nodes  {:7.2f} s {}\n", t.depth, score_text(line.score), t.nodes,
                       t.seconds, moves);
        }
    }
    std::fflush(stdout);
}

void analyse(AnalyseOptions o) {
    // A search without any limit goes on until Ctrl-C; where nobody could press it, that would be for ever.
    Limits& limits = o.request.limits;
    if (!limits.seconds && !limits.depth && !limits.nodes && !isatty(STDIN_FILENO)) limits.seconds = 5;
    const auto prepare = [&](GameSession& session) -> Expected<void> {
        if (auto used = session.use_network(o.network); !used || o.tables.empty()) return used;
        return session.use_tables(o.tables, limits.seconds, interrupted());
    };
    const ThoughtView found =
        need(run(o.request, prepare, [&](const ThoughtView& t) { print(t, o.json); }, interrupted()));
    const std::string best = found.lines.at(0).moves.at(0);
    if (o.json)
        fmt::print("{}\n", JsonObject().add("best", best).text());
    else
        fmt::print("best {}\n", best);
}

}

void add_analyse(CLI::App& app) {
    auto* command = app.add_subcommand("analyse", std::string(analyse_help.en));
    auto o = std::make_shared<AnalyseOptions>();
    add_fields(*command, o->request);
    add_network_option(*command, o->network);
    add_tables_option(*command, o->tables);
    command->add_flag("--json", o->json, "one JSON object per line");
    command->footer(
        "Without --time, --depth or --nodes the analysis goes on until Ctrl-C (for 5 seconds where there is no "
        "terminal).\n"
        "Scores are the mover's: in pieces by the plain evaluation; by a network, 4.00 is one unit of the logistic "
        "function\n(73 % of the point). A proven win or loss is shown with the most plies that it takes.\n"
        "Examples:\n  tavoliere analyse ataxx --time 2\n  tavoliere analyse hexxagon --depth 6 --lines 3 --json");
    command->callback([o] { analyse(*o); });
}

}
