// A store looked after: checked, copied while a server uses it, put back. What `tavoliere store` does.
#pragma once
#include "base/problem.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace tavoliere::server {

struct StoreReport {
    std::uint64_t games = 0, plies = 0, keys = 0;
    std::vector<std::string> faults; // one line each: which game, and what is wrong with it
};

// Every page of the database, every key, and every game played again by its rules. Changes nothing, and a server may use the store
// meanwhile. Fails if there is no store of ours at `url` (Store::open). Of a PostgreSQL its pages are its own affair. A file of an
// older version is looked through as this one would take it over.
Expected<StoreReport> check_store(const std::string& url);

// The store as it is at one moment, in a file of its own that replaces what was there when it is whole and on the disk. A server may use
// the store meanwhile. Fails if there is no store, or the file cannot be written.
Expected<void> back_up_store(const std::string& url, const std::string& file);

// All games of one store into another, which has none, whatever they are kept in: all or nothing of them. Gives how many. A server may use
// the first one meanwhile, and what changes from then on is not in the second.
Expected<std::uint64_t> copy_store(const std::string& from, const std::string& to);

// A backup in the place of the store, which stays beside it as PATH.before-restore; into a PostgreSQL only where that has no games. Fails, and changes nothing, if the backup has a fault
// (check_store), if a server uses the store, or if something cannot be written.
Expected<void> restore_store(const std::string& file, const std::string& url);

}
