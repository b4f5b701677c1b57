// games, rules: what there is and how it is played.
#include "ask/json.hpp"
#include "common.hpp"
#include "games/written/library.hpp"
#include "language.hpp"
#include "session/manual.hpp"
#include <fmt/core.h>
#include <regex>
#include <unistd.h>

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
    fmt::print("{}  {} ({})\n    {}\n", g.name, g.title, g.origin.en, g.summary.en);
    if (!g.note.en.empty()) fmt::print("    {}\n", g.note.en);
    fmt::print("    {} begins.\n", g.colours[0].en);
    for (const OptionInfo& o : g.options) fmt::print("      {:<32} {}\n", std::string(o.name) + limits(o), o.help.en);
    for (const Preset& p : g.presets)
        if (p.variant != g.name) fmt::print("      {:<32} {}\n", p.variant, p.title.en);
    for (const Alias& a : g.aliases) fmt::print("      {:<32} the same as {}\n", a.name, a.means);
    fmt::print("\n");
}

}

void add_games(CLI::App& app) {
    auto* command = app.add_subcommand("games", std::string(games_help.en));
    struct Asked {
        GamesRequest request;
        bool written = false, json = false;
    };
    auto o = std::make_shared<Asked>();
    add_fields(*command, o->request);
    command->add_flag("--written", o->written,
                      "the written games, whose rules are texts as yours may be, in place of the others");
    command->add_flag("--json", o->json, "one JSON object per line");
    command->footer(
        "docs/writing-games.md tells how games are written.\n"
        "Examples:\n  tavoliere games\n  tavoliere games ataxx\n  tavoliere games --written\n  tavoliere games --json");
    command->callback([o] {
        const auto tell = [&](const GameInfo& game) {
            if (o->json)
                fmt::print("{}\n", to_json(game));
            else
                describe(game);
        };
        if (!o->request.game.empty()) return tell(need(open(o->request.game))->info());
        for (const GameInfo* game : o->written ? written_games() : games()) tell(*game);
    });
}

namespace {

// What the command of a page's comment draws: "<!-- tavoliere show GAME … --svg FILE -->".
void draw_example(std::string_view line) {
    CLI::App command;
    StudyPlace place;
    std::string file;
    add_fields(command, place);
    command.add_option("--svg", file);
    const std::string before = "<!-- tavoliere show ", after = " -->";
    command.parse(std::string(line.substr(before.size(), line.size() - before.size() - after.size())));
    fmt::print("{}\n", terminal_picture(picture_of(open_at(place)), wants_colour(STDOUT_FILENO)));
}

// The page with its pictures drawn in the terminal, and the names alone of the other pages that it links to.
void print_rules(std::string_view page) {
    static const std::regex link_to_a_page(R"(\[([^\]]*)\]\([^):]*\.md\))");
    while (!page.empty()) {
        const std::string_view line = page.substr(0, page.find('\n'));
        page.remove_prefix(std::min(line.size() + 1, page.size()));
        if (line.starts_with("<!-- tavoliere show "))
            draw_example(line);
        else if (line.starts_with("!["))
            fmt::print("({})\n", line.substr(2, line.find(']') - 2));
        else
            fmt::print("{}\n", std::regex_replace(std::string(line), link_to_a_page, "$1"));
    }
}

}

void add_rules(CLI::App& app) {
    auto* command = app.add_subcommand("rules", std::string(rules_help.en));
    auto wanted = std::make_shared<RulesRequest>();
    add_fields(*command, *wanted);
    command->footer("Examples:\n  tavoliere rules ataxx\n  tavoliere rules thomas --language it");
    command->callback([wanted] {
        const auto session = need(open(wanted->game));
        const std::string_view page =
            rules_text(session->info().name, wanted->language.empty() ? own_language() : wanted->language);
        if (page.empty() && session->info().is_written()) {
            describe(session->info());
            fmt::print("{}", written::text_of(session->info()));
            return;
        }
        if (page.empty())
            fail(fmt::format("rules: the program was built without a page of {}; it is docs/games/{}.md, and "
                             "docs/games/{}.it.md in Italian",
                             session->info().title, session->info().name, session->info().name),
                 1);
        print_rules(page);
    });
}

}
