// schema: what can be asked of the program, for other programs.
#include "play/schema.hpp"
#include "common.hpp"
#include "lab/requests.hpp"
#include "play/api.hpp"
#include "training/requests.hpp"
#include <fmt/core.h>

namespace tavoliere::cli {

void add_schema(CLI::App& app) {
    auto* command = app.add_subcommand("schema", "the requests that the program takes, as one JSON Schema");
    auto is_openapi = std::make_shared<bool>(false);
    command->add_flag("--openapi", *is_openapi, "the API of HTTP instead, as an OpenAPI 3.1 document");
    command->footer("docs/requests.schema.json and docs/openapi.json are made by it, and so are the page's types and "
                    "the tables of docs/protocol.md "
                    "and docs/api.md.\n"
                    "Examples:\n  tavoliere schema\n  tavoliere schema --openapi");
    command->callback([is_openapi] {
        if (*is_openapi) return fmt::print("{}\n", openapi());
        std::vector<RequestInfo> all = commands();
        for (const auto& more :
             {lab_commands(), training::commands(), db_commands(), job_commands(), serve_commands(), store_commands()})
            all.insert(all.end(), more.begin(), more.end());
        fmt::print("{}\n", requests_schema(all));
    });
}

}
