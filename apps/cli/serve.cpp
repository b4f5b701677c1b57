// serve: the page, and games over WebSocket.
#include "../server/server.hpp"
#include "common.hpp"
#include <thread>

namespace tavoliere::cli {
namespace {

// The built page: beside the program where it is installed, as in /usr/bin and /usr/share/tavoliere/page, or where it was built, in build
// and web/dist.
std::filesystem::path own_page() {
    const auto root = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    const auto installed = root / "share" / "tavoliere" / "page";
    std::error_code none;
    return std::filesystem::is_directory(installed, none) ? installed : root / "web" / "dist";
}

}

void add_serve(CLI::App& app) {
    auto* command = app.add_subcommand("serve", "serve the page on this machine");
    auto o = std::make_shared<ServeOptions>();
    o->engine_threads = std::max(1, int(std::thread::hardware_concurrency()));
    command->add_option("--host", o->host, "the address to listen on")->capture_default_str();
    command->add_option("--port", o->port, "the port; 0 for any that is free")
        ->check(whole(0, 65535))
        ->capture_default_str();
    command->add_option("--store", o->store, "where games are kept: sqlite:PATH; by default in the user's data folder");
    command->add_option("--page", o->page,
                        "the folder of the built page; by default that of this build or installation");
    command
        ->add_option("--origin", o->origins,
                     "a page's address as its browser has it, by which the server is asked or another one's page plays "
                     "here: https://play.example; may be given several times")
        ->allow_extra_args(false);
    command
        ->add_option("--proxy", o->proxies,
                     "the address of a proxy that is believed where X-Forwarded-For says whom a request comes from: "
                     "127.0.0.1; may be given several times")
        ->allow_extra_args(false);
    command
        ->add_option("--engine-threads", o->engine_threads,
                     "how many positions are thought about at the same time; who asks for more waits for his turns")
        ->check(whole(1, 256))
        ->default_str("one for each processor");
    command
        ->add_option("--connections", o->most_connections,
                     "how many connections at the same time; one network has no more of them than twice what it leaves "
                     "to others")
        ->check(whole(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--games", o->most_games, "how many games that are not over in all; no more are begun then")
        ->check(whole(1, 1'000'000'000))
        ->capture_default_str();
    command
        ->add_option("--games-of-network", o->most_games_of_network,
                     "how many games that are not over may have been begun from one network")
        ->check(whole(1, 1'000'000'000))
        ->capture_default_str();
    command
        ->add_option(
            "--expire-unbegun", o->expire_unbegun,
            "after how many days a game without a move is removed (two weeks later where players have days for a "
            "move), or never")
        ->capture_default_str();
    command
        ->add_option("--expire-untouched", o->expire_untouched,
                     "after how many days a game is removed that was begun, is not over, has no clock that runs, and "
                     "that nobody has changed; or never")
        ->capture_default_str();
    command
        ->add_option("--expire-finished", o->expire_finished,
                     "after how many days a game that is over is removed, or never")
        ->capture_default_str();
    command
        ->add_option("--log", o->log,
                     "the form of what is said on standard error: text, a line each, or json, an object on a line")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->add_option("--access-log", o->access_log,
                        "a file for every request and WebSocket, in the form of --log, which SIGHUP opens again; - for "
                        "standard output; by default it is not kept");
    command->add_option("--metrics", o->metrics,
                        "an address of its own for /metrics, which only its host should reach: 127.0.0.1:9100");
    add_tables_option(*command, o->tables);
    command->footer("Only this machine can reach it unless --host says otherwise.\n"
                    "Examples:\n  tavoliere serve\n  tavoliere serve --port 0 --store sqlite:games.db\n"
                    "  tavoliere serve --origin https://play.example");
    command->callback([o] {
        std::error_code none;
        if (!o->page.empty() && !std::filesystem::is_regular_file(o->page / "index.html", none))
            fail("--page: there is no built page in " + in_quotes(o->page.string()) + "; scripts/build makes one");
        if (o->page.empty()) o->page = own_page();
        if (const int status = serve(*o)) fail("", status);
    });
}

}
