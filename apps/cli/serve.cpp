// serve: the page, and games over WebSocket.
#include "../server/server.hpp"
#include "common.hpp"
#include <thread>

namespace tavoliere::cli {
namespace {

// The built page: beside the program where it is installed, as in /usr/bin and /usr/share/tavoliere/page, or where it was built, in build
// and web/dist.
std::string own_page() {
    const auto root = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    const auto installed = root / "share" / "tavoliere" / "page";
    std::error_code none;
    return (std::filesystem::is_directory(installed, none) ? installed : root / "web" / "dist").string();
}

using Serve = ServeOptions;
constexpr std::string_view log_forms[] = {"text", "json"};
constexpr Field serve_fields[] = {
    field<Serve, &Serve::host>("host", TextLine{}, {"the address to listen on", "l'indirizzo su cui ascoltare"}),
    field<Serve, &Serve::port>("port", WholeRange{0, 65535},
                               {"the port; 0 for any that is free", "la porta; 0 per una libera qualsiasi"}),
    field<Serve, &Serve::store>("store", TextLine{},
                                {"where games are kept: sqlite:PATH, or postgresql://USER@HOST/DATABASE, which several "
                                 "servers may share; by default in the user's data folder",
                                 "dove si tengono le partite: sqlite:FILE, o postgresql://UTENTE@HOST/DATABASE, che "
                                 "più server possono condividere; se manca, nella cartella dei dati dell'utente"}),
    field<Serve, &Serve::bus>(
        "bus", TextLine{},
        {"where servers that share a PostgreSQL hear at once of each other's moves: "
         "nats://HOST:PORT, or several with commas between them; without it they look each second",
         "dove i server che condividono un PostgreSQL sentono subito le mosse l'uno dell'altro: "
         "nats://HOST:PORTA, o più d'uno separati da virgole; senza, guardano ogni secondo"}),
    field<Serve, &Serve::database>(
        "db", FileName{"FOLDER"},
        {"a database of games, as `tavoliere db import` makes it, whose games the explorer shows",
         "una base di partite, come la crea `tavoliere db import`, mostrata dall'esploratore"}),
    field<Serve, &Serve::page>("page", FileName{"FOLDER"},
                               {"the folder of the built page; by default that of this build or installation",
                                "la cartella della pagina costruita; se manca, quella di questo programma"}),
    field<Serve, &Serve::origins>(
        "origin", TextList{most_texts},
        {"a page's address as its browser has it, by which the server is asked or another one's page plays here: "
         "https://play.example; may be given several times",
         "l'indirizzo di una pagina come l'ha il suo browser, con cui si chiama il server o da cui un'altra pagina "
         "gioca qui: https://play.example; si può dare più volte"}),
    field<Serve, &Serve::proxies>(
        "proxy", TextList{most_texts},
        {"the address of a proxy that is believed where X-Forwarded-For says whom a request comes from: 127.0.0.1; "
         "may be given several times",
         "l'indirizzo di un proxy a cui si crede dove X-Forwarded-For dice da chi viene una richiesta: 127.0.0.1; si "
         "può dare più volte"}),
    explained(with_name(threads_field<Serve, &Serve::engine_threads>, "engine_threads"),
              {"how many positions are thought about at the same time; who asks for more waits for his turns",
               "a quante posizioni si pensa allo stesso tempo; chi ne chiede di più aspetta il suo turno"}),
    field<Serve, &Serve::most_connections>(
        "connections", WholeRange{1, 1'000'000},
        {"how many connections at the same time; one network has no more of them than twice what it leaves to others",
         "quante connessioni allo stesso tempo; una rete non ne ha più del doppio di quante ne lascia agli altri"}),
    field<Serve, &Serve::most_games>("games", WholeRange{1, 1'000'000'000},
                                     {"how many games that are not over in all; no more are begun then",
                                      "quante partite non finite in tutto; oltre non se ne cominciano"}),
    field<Serve, &Serve::most_games_of_network>(
        "games_of_network", WholeRange{1, 1'000'000'000},
        {"how many games that are not over may have been begun from one network",
         "quante partite non finite può aver cominciato una rete"}),
    field<Serve, &Serve::expire_unbegun>("expire_unbegun", TextLine{},
                                         {"after how many days a game without a move is removed (two weeks later where "
                                          "somebody is invited or players have days for a move), or never",
                                          "dopo quanti giorni si toglie una partita senza mosse (due settimane dopo, "
                                          "dove qualcuno è invitato o i giocatori hanno giorni per una mossa), o "
                                          "never: mai"}),
    field<Serve, &Serve::expire_untouched>(
        "expire_untouched", TextLine{},
        {"after how many days a game is removed that was begun, is not over, has no clock that runs, and that nobody "
         "has changed; or never",
         "dopo quanti giorni si toglie una partita cominciata, non finita, senza orologio che corra e che nessuno ha "
         "cambiato; o never: mai"}),
    field<Serve, &Serve::expire_finished>("expire_finished", TextLine{},
                                          {"after how many days a game that is over is removed, or never",
                                           "dopo quanti giorni si toglie una partita finita, o never: mai"}),
    field<Serve, &Serve::log>(
        "log", ChoiceOf{log_forms},
        {"the form of what is said on standard error: text, a line each, or json, an object on a line",
         "la forma di ciò che si dice sull'errore standard: text, una riga ciascuno, o json, un oggetto per riga"}),
    field<Serve, &Serve::access_log>(
        "access_log", FileName{},
        {"a file for every request and WebSocket, in the form of --log, which SIGHUP opens again; - for standard "
         "output; by default it is not kept",
         "un file per ogni richiesta e WebSocket, nella forma di --log, che SIGHUP riapre; - per l'uscita standard; se "
         "manca, non si tiene"}),
    field<Serve, &Serve::metrics>(
        "metrics", TextLine{},
        {"an address of its own for /metrics, which only its host should reach: 127.0.0.1:9100",
         "un indirizzo a parte per /metrics, che solo il suo host dovrebbe raggiungere: 127.0.0.1:9100"}),
};

}

std::vector<RequestInfo> serve_commands() {
    RequestInfo info = request_info<Serve>(
        "serve", {"serve the page on this machine", "serve la pagina su questa macchina"}, "", serve_fields);
    info.standard = [](const Field& field) {
        Serve request;
        // There is one for each processor.
        return field.name == "engine_threads" ? std::nullopt : text_of(field, &request);
    };
    return {info};
}

void add_serve(CLI::App& app) {
    auto* command = app.add_subcommand("serve", std::string(serve_commands().front().help.en));
    auto o = std::make_shared<ServeOptions>();
    o->engine_threads = std::max(1, int(std::thread::hardware_concurrency()));
    add_fields(*command, serve_fields, o.get());
    command->get_option("--engine-threads")->default_str("one for each processor");
    add_tables_option(*command, o->tables);
    command->footer("Only this machine can reach it unless --host says otherwise.\n"
                    "Examples:\n  tavoliere serve\n  tavoliere serve --port 0 --store sqlite:games.db\n"
                    "  tavoliere serve --origin https://play.example");
    command->callback([o] {
        std::error_code none;
        if (!o->page.empty() && !std::filesystem::is_regular_file(std::filesystem::path(o->page) / "index.html", none))
            fail("--page: there is no built page in " + in_quotes(o->page) + "; scripts/build makes one");
        if (o->page.empty()) o->page = own_page();
        if (const int status = serve(*o)) fail("", status);
    });
}

}
