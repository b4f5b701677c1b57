// Games from files into a database: those of every format of src/records/, and those of selfplay.
#pragma once
#include "database/database.hpp"
#include <span>
#include <string>

namespace tavoliere::database {

struct Imported : Added {
    std::uint64_t read = 0; // games
};

struct ImportPlan {
    std::string format; // of the files; empty: by how each begins
    int threads = 1;    // that play the games
};

// In batches, each of which is on the disk before the next is begun. A game that cannot be read or played ends it with a problem that names
// it; those before it are in the database, and `imported` counts them. The same holds where `stop` ends it. What is imported again is not
// there twice, so that the same call goes on.
Expected<void> import_files(Database& database, std::span<const std::string> files, const ImportPlan& plan,
                            Imported& imported, const std::function<void(const Imported&)>& progress,
                            const IsOver& stop);

}
