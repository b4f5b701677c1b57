// store: the games of a server, checked, copied and put back.
#include "../server/store_care.hpp"
#include "common.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct StoreOptions {
    std::string store, file, from, to;
};
constexpr std::array store_fields = {field<StoreOptions, &StoreOptions::store>(
    "store", TextLine{},
    {"where the games are kept: sqlite:PATH, or postgresql://USER@HOST/DATABASE; by default in the user's data folder",
     "dove si tengono le partite: sqlite:FILE, o postgresql://UTENTE@HOST/DATABASE; se manca, nella cartella dei dati "
     "dell'utente"})};
constexpr Field file_field =
    field<StoreOptions, &StoreOptions::file>("file", FileName{}, {}, {.option = "FILE", .is_required = true});
constexpr std::array copy_fields = {
    field<StoreOptions, &StoreOptions::from>("from", TextLine{}, {"the store that is copied", "l'archivio da copiare"},
                                             {.option = "FROM", .is_required = true}),
    field<StoreOptions, &StoreOptions::to>("to", TextLine{},
                                           {"the store that the games are written into, which has none",
                                            "l'archivio in cui scrivere le partite, che non ne ha"},
                                           {.option = "TO", .is_required = true})};
constexpr std::array backup_fields = {store_fields[0],
                                      explained(file_field, {"the file to write", "il file da scrivere"})},
                     restore_fields = {store_fields[0], explained(file_field, {"the backup", "la copia"})};

void check_games(const StoreOptions& o) {
    const server::StoreReport report = need(server::check_store(o.store));
    for (const std::string& fault : report.faults) fmt::print("{}\n", fault);
    fmt::print("{} games, {} plies, {} keys; {}\n", report.games, report.plies, report.keys,
               report.faults.empty() ? "no fault" : fmt::format("{} faults", report.faults.size()));
    if (!report.faults.empty()) fail("", 1);
}

constexpr Subcommand<StoreOptions> store_subcommands[] = {
    {"store check",
     {"every page of the database, and every game by its rules",
      "ogni pagina della base di dati, e ogni partita secondo le sue regole"},
     store_fields,
     check_games},
    {"store backup",
     {"the store as it is now, in one file; a server may use it meanwhile",
      "le partite come sono ora, in un solo file; intanto un server può usarle"},
     backup_fields,
     [](const StoreOptions& s) { need(server::back_up_store(s.store, s.file)); }},
    {"store restore",
     {"a backup in the place of the store, which stays beside it as PATH.before-restore; no server may use it",
      "una copia al posto delle partite, che restano accanto come FILE.before-restore; nessun server può usarle"},
     restore_fields,
     [](const StoreOptions& s) { need(server::restore_store(s.file, s.store)); }},
    {"store copy",
     {"all games into another store, as from a file into a PostgreSQL",
      "tutte le partite in un altro archivio, come da un file in un PostgreSQL"},
     copy_fields,
     [](const StoreOptions& s) { fmt::print("{} games\n", need(server::copy_store(s.from, s.to))); }}};

}

std::vector<RequestInfo> store_commands() { return infos_of<StoreOptions>(store_subcommands); }

void add_store(CLI::App& app) {
    auto* command = app.add_subcommand("store", "check, copy and put back the games of a server");
    add_subcommands<StoreOptions>(*command, store_subcommands);
    command->footer("Examples:\n  tavoliere store check\n  tavoliere store backup games-today.db\n"
                    "  tavoliere store restore games-today.db --store sqlite:games.db\n"
                    "  tavoliere store copy sqlite:games.db postgresql://tavoliere@db/games");
}

}
