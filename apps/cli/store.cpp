// store: the games of a server, checked, copied and put back.
#include "../server/store_care.hpp"
#include "common.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct StoreOptions {
    std::string store, file;
};

void check_games(const StoreOptions& o) {
    const server::StoreReport report = need(server::check_store(o.store));
    for (const std::string& fault : report.faults) fmt::print("{}\n", fault);
    fmt::print("{} games, {} plies, {} keys; {}\n", report.games, report.plies, report.keys,
               report.faults.empty() ? "no fault" : fmt::format("{} faults", report.faults.size()));
    if (!report.faults.empty()) fail("", 1);
}

}

void add_store(CLI::App& app) {
    auto* command = app.add_subcommand("store", "check, copy and put back the games of a server");
    auto o = std::make_shared<StoreOptions>();
    const auto add = [&](const char* name, const char* help, auto run) {
        auto* const part = command->add_subcommand(name, help);
        part->add_option("--store", o->store,
                         "where the games are kept: sqlite:PATH; by default in the user's data folder");
        part->callback([o, run] { run(*o); });
        return part;
    };
    add("check", "every page of the database, and every game by its rules", check_games);
    add("backup", "the store as it is now, in one file; a server may use it meanwhile",
        [](const StoreOptions& s) { need(server::back_up_store(s.store, s.file)); })
        ->add_option("FILE", o->file, "the file to write")
        ->required();
    add("restore",
        "a backup in the place of the store, which stays beside it as PATH.before-restore; no server may use it",
        [](const StoreOptions& s) { need(server::restore_store(s.file, s.store)); })
        ->add_option("FILE", o->file, "the backup")
        ->required();
    command->require_subcommand(1);
    command->footer("Examples:\n  tavoliere store check\n  tavoliere store backup games-today.db\n"
                    "  tavoliere store restore games-today.db --store sqlite:games.db");
}

}
