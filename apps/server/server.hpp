// The web page's other half: files and boards over HTTP, games over WebSocket. docs/protocol.md says what is spoken.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace tavoliere {

struct ServeOptions {
    std::string host = "127.0.0.1";
    unsigned short port = 8080; // 0: any that is free
    std::string store = {};     // "sqlite:PATH"; empty: games.db where the user's data lies
    std::string bus = {};       // "nats://HOST:PORT", where servers on one store hear of each other; empty: none
    std::string page = {};      // the folder of the built page
    int engine_threads = 1;     // how many positions are thought about at the same time
    std::string database = {};  // of games, a folder; empty: none
    std::string tables = {};    // a directory with tables of all positions, for both; empty: none
    std::vector<std::string> origins = {}; // of pages that may play here besides our own: "https://play.example"
    std::vector<std::string> proxies = {}; // whose word on where a request comes from is taken: "127.0.0.1"
    std::size_t most_connections = 20'000;
    // Games that are not over: begun from one network, and in all.
    std::size_t most_games_of_network = 10'000, most_games = 500'000;
    // After how many days a game is removed that nobody changes, "1" or "0.5", or "never": one without a move, one that was begun, and one
    // that is over.
    std::string expire_unbegun = "1", expire_untouched = "365", expire_finished = "never";
    std::string log = "text"; // the form of what is said on standard error: "text", "json"
    std::string access_log =
        {}; // a file for who asked for what, "-" for standard output; empty: none. SIGHUP opens it again
    std::string metrics = {}; // an address of its own for /metrics, "127.0.0.1:9100"; empty: none
};

// Says on standard output where it is, once it listens; serves until SIGINT or SIGTERM. Gives the exit status: 0, or 2
// where it could not begin, with one line on standard error that says why.
int serve(const ServeOptions& options);

}
