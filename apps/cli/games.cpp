// games, rules: what there is and how it is played.
#include "common.hpp"
#include "session/manual.hpp"
#include "speak/json.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

std::string limits(const OptionInfo& o) {
    switch (o.kind) {
    case OptionInfo::Kind::flag: return "";
    case OptionInfo::Kind::number: return fmt::format("={} ({} to {})", o.standard, o.least, o.most);
    case OptionInfo::Kind::size: return fmt::format("={} (sides {} to {})", o.standard, o.least, o.most);
    case OptionInfo::Kind::choice: {
        std::string all;
        for (auto c : o.choices) all += (all.empty() ? "" : "|") + std::string(c);
        return "=" + all;
    }
    case OptionInfo::Kind::cells: return "=CELL+CELL…";
    case OptionInfo::Kind::text: break;
    }
    return fmt::format("={}", o.standard);
}

void describe(const GameInfo& g) {
    fmt::print("{}  {} ({})\n    {}\n", g.name, g.title, g.origin, g.summary.en);
    if (!g.note.en.empty()) fmt::print("    {}\n", g.note.en);
    fmt::print("    {} begins.\n", g.colours[0]);
    for (const OptionInfo& o : g.options) fmt::print("      {:<32} {}\n", std::string(o.name) + limits(o), o.help.en);
    for (const Alias& a : g.aliases) fmt::print("      {:<32} the same as {}\n", a.name, a.means);
    fmt::print("\n");
}

}

void add_games(CLI::App& app) {
    auto* command = app.add_subcommand("games", "every game, its options and where its rules come from");
    auto json = std::make_shared<bool>();
    command->add_flag("--json", *json, "one JSON object a line");
    command->footer("Examples:\n  tavoliere games\n  tavoliere games --json");
    command->callback([json] {
        for (const GameInfo* g : games()) {
            if (*json)
                fmt::print("{}\n", to_json(*g));
            else
                describe(*g);
        }
    });
}

void add_rules(CLI::App& app) {
    auto* command = app.add_subcommand("rules", "how a game is played");
    auto game = std::make_shared<std::string>();
    command->add_option("GAME", *game, "a game or variant")->required();
    command->footer("Examples:\n  tavoliere rules ataxx\n  tavoliere rules thomas");
    command->callback([game] {
        const auto session = need(open(*game));
        fmt::print("{}", rules_text(session->info().name));
    });
}

}
