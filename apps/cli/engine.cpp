// engine: our engine behind a protocol, for other people's programs.
#include "protocols/engine.hpp"
#include "common.hpp"
#include <cstdio>
#include <iostream>

namespace tavoliere::cli {
namespace {

struct EngineOptions {
    std::string protocol = "ugi", game, tables;
};

void talk(const EngineOptions& o) {
    const Dialect& dialect = *find_dialect(o.protocol);
    if (!o.game.empty() && !dialect.chooses_game)
        fail("--game: the protocol " + o.protocol + " plays Ataxx and nothing else");
    auto session = need(open(o.game.empty() ? dialect.variant : std::string_view(o.game)));
    // Nothing may be thrown in the search's thread; whether all was written, the program says at its end.
    LineEngine engine(dialect, std::move(session), [](const std::string& line) {
        std::fputs((line + "\n").c_str(), stdout);
        std::fflush(stdout);
    });
    if (!o.tables.empty()) engine.set_tables(o.tables);
    for (std::string line; std::getline(std::cin, line);)
        if (!engine.hear(line)) return;
    engine.finish();
}

}

void add_engine(CLI::App& app) {
    auto* command = app.add_subcommand("engine", "run the engine in a protocol, for other programs");
    auto o = std::make_shared<EngineOptions>();
    command->add_option("--protocol", o->protocol, "ugi (every game) or uai (Ataxx)")
        ->check(CLI::IsMember({"ugi", "uai"}));
    command->add_option("--game", o->game, "the game or variant at first; ugi's option Game changes it");
    add_tables_option(*command, o->tables);
    command->footer("It reads commands from standard input, one per line, and answers on standard output.\n"
                    "Examples:\n  tavoliere engine --protocol uai\n  tavoliere engine --game boop");
    command->callback([o] { talk(*o); });
}

}
