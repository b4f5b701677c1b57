// What the server bears, measured from outside: answers' times, memory, moves a second. Each scene has a fresh server and store on
// this machine; the generator has one thread, and shares the processors with the server.
//
//     cmake --preset bench && cmake --build --preset bench --target tavoliere tavoliere_load
//     build/tavoliere_load [--seconds 30] [--only rush …] [--json]
#include "base/json.hpp"
#include "scenes.hpp"
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <sys/resource.h>

namespace {

using namespace tavoliere;
using namespace tavoliere::load;

void print(const Row& row) {
    std::printf("%s\n", row.what.c_str());
    // Four figures a line, as a percentile's four belong together.
    int on_line = 0;
    for (const Figure& figure : row.figures) {
        const bool begins = figure.name.ends_with(" p50");
        if (on_line && (on_line == 4 || begins)) std::printf("\n"), on_line = 0;
        std::printf("  %22s %9.2f %-2s", figure.name.c_str(), figure.value, figure.unit.c_str());
        ++on_line;
    }
    std::printf("\n");
    std::fflush(stdout);
}

std::string as_json(const Row& row) {
    JsonObject object;
    object.add("what", row.what);
    for (const Figure& figure : row.figures)
        object.raw(figure.unit.empty() ? figure.name : figure.name + " (" + figure.unit + ")",
                   json_number(figure.value));
    return object.text();
}

}

int main(int argc, char** argv) {
    Settings settings;
    settings.program = BUILT_PROGRAM;
    std::vector<std::string> only;
    bool json = false;
    double scale = 1;
    CLI::App app{"What the server bears, measured from outside"};
    app.add_option("--seconds", settings.seconds, "how long each scene with games is measured")
        ->check(CLI::Range(1, 3600))
        ->capture_default_str();
    app.add_option("--scale", scale, "all numbers of games and connections times this")
        ->check(CLI::Range(0.001, 10.))
        ->capture_default_str();
    app.add_option("--only", only, "these scenes alone")
        ->check(CLI::IsMember({"games", "crowd", "idle", "deaf", "rush"}));
    app.add_option("--program", settings.program, "the server's program")->capture_default_str();
    app.add_flag("--json", json, "a line of JSON for each row");
    CLI11_PARSE(app, argc, argv);

    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const auto of = [&](int n) { return std::max(1, int(n * scale)); };
    const std::pair<const char*, std::function<Row()>> scenes[] = {
        {"games", [&] { return games(settings, of(50), of(1000)); }},
        {"games", [&] { return games(settings, of(200), of(1000)); }},
        {"games", [&] { return games(settings, of(500), of(1000)); }},
        {"crowd", [&] { return crowd(settings, of(2000)); }},
        {"idle", [&] { return idle(settings, of(10'000)); }},
        {"deaf", [&] { return deaf(settings, of(5000)); }},
        {"rush", [&] { return rush(settings, of(400)); }},
    };
    try {
        for (const auto& [name, scene] : scenes) {
            if (!only.empty() && std::ranges::find(only, name) == only.end()) continue;
            const Row row = scene();
            if (json)
                std::printf("%s\n", as_json(row).c_str()), std::fflush(stdout);
            else
                print(row);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "load: %s\n", error.what());
        return 1;
    }
    return 0;
}
