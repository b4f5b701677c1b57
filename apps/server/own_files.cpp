#include "server/own_files.hpp"
#include "base/text.hpp"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace tavoliere::server {

void make_for_its_owner(const std::string& path) {
    const Descriptor made(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600));
}

Expected<void> make_folders_for_their_owner(const std::string& path) {
    for (std::size_t end = 0; end != path.npos;) {
        end = path.find('/', end + 1);
        const std::string folder = path.substr(0, end);
        if (::mkdir(folder.c_str(), 0700) == 0) continue;
        if (const int error = errno; !is_folder(folder))
            return problem(fmt::format("cannot make the folder {}: {}", in_quotes(folder),
                                       std::generic_category().message(error)));
    }
    return {};
}

Expected<std::string> path_in_user_data(std::string_view name) {
    namespace fs = std::filesystem;
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    fs::path folder;
    if (data && fs::path(data).is_absolute())
        folder = data;
    else if (home && *home)
        folder = fs::path(home) / ".local" / "share";
    else
        return problem("neither XDG_DATA_HOME nor HOME is set");
    folder /= "tavoliere";
    if (const auto made = make_folders_for_their_owner(folder.string()); !made) return std::unexpected(made.error());
    return (folder / name).string();
}

Expected<Descriptor> open_own_stream(const std::string& path) {
    make_for_its_owner(path);
    return open_stream(path);
}

}
