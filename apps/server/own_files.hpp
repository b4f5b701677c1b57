// Files and folders that are for their owner alone, whatever the process's mask is: who reads them knows of games, or who asked. What is
// there already is left as it is.
#pragma once
#include "base/file.hpp"
#include "base/problem.hpp"
#include <string>

namespace tavoliere::server {

// A file, where nothing is yet. What goes wrong is said by who opens it.
void make_for_its_owner(const std::string& path);
// A folder, and those above it that are not there.
Expected<void> make_folders_for_their_owner(const std::string& path);
// The path of a file where the user's data lies, in a folder that is made where it is not there: $XDG_DATA_HOME/tavoliere/NAME. A problem
// names what is not set.
Expected<std::string> path_in_user_data(std::string_view name);
// open_stream(), of a file that is made so.
Expected<Descriptor> open_own_stream(const std::string& path);

}
