// What a store in a file of SQLite is made of, and how one of an older version becomes one of this.
#pragma once
#include <SQLiteCpp/Database.h>
#include <string>

namespace tavoliere::server {

bool is_of_this_version(SQLite::Database& database);
// A problem's text where a newer version made it, or empty.
std::string made_by_newer(SQLite::Database& database);

// Makes it one of this version, all of it or nothing. A problem's text, or empty.
std::string migrate(SQLite::Database& database);

// What was deleted or changed is still in the file where nothing was written over it: keys as they were, of older versions. Where this
// fails, as on a disk with little room, the next start does it.
void sweep(SQLite::Database& database);

}
