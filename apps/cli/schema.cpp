// schema: what can be asked of the program, for other programs.
#include "play/schema.hpp"
#include "common.hpp"
#include "lab/requests.hpp"
#include "training/requests.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {

void add_schema(CLI::App& app) {
    auto* command = app.add_subcommand("schema", "the requests that the program takes, as one JSON Schema");
    command->footer(
        "docs/requests.schema.json is made by it, and so are the page's types and the tables of docs/protocol.md.\n"
        "Example:\n  tavoliere schema");
    command->callback([] {
        std::vector<RequestInfo> all = commands();
        for (const auto& more : {lab_commands(), training::commands()}) all.insert(all.end(), more.begin(), more.end());
        fmt::print("{}\n", requests_schema(all));
    });
}

}
