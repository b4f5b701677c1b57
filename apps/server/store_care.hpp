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
// meanwhile. Fails if there is no store of ours at `url` ("sqlite:PATH"; empty: where the user's data lies).
Expected<StoreReport> check_store(const std::string& url);

// The store as it is at one moment, in a file of its own that replaces what was there when it is whole and on the disk. A server may use
// the store meanwhile. Fails if there is no store, or the file cannot be written.
Expected<void> back_up_store(const std::string& url, const std::string& file);

// A backup in the place of the store, which stays beside it as PATH.before-restore. Fails, and changes nothing, if the backup has a fault
// (check_store), if a server uses the store, or if something cannot be written.
Expected<void> restore_store(const std::string& file, const std::string& url);

}
