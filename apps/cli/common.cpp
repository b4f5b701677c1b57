#include "common.hpp"
#include "game/options.hpp"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace tavoliere::cli {

void Place::add_to(CLI::App& command) {
    command.add_option("GAME", game, "a game or variant, as in ataxx or ataxx:misere,size=5x5")->required();
    command.add_option("--position", position, "its text, or startpos");
    command.add_option("--moves", moves, "moves to play from there, parted by spaces");
}

std::vector<std::string> Place::move_list() const {
    std::istringstream words(moves);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    return list;
}

std::unique_ptr<Session> Place::open() const {
    auto session = need(tavoliere::open(game));
    need(session->set_position(position));
    int number = 0;
    for (const std::string& move : move_list()) {
        ++number;
        if (const auto played = session->play(move); !played)
            fail("--moves, move " + std::to_string(number) + ": " + played.error().text);
    }
    return session;
}

std::atomic<bool>& interrupted() {
    static std::atomic<bool> flag{false};
    return flag;
}

void watch_interrupts() {
    interrupted(); // made before the handler can ask for it
    std::signal(SIGINT, [](int) {
        interrupted() = true;
        std::signal(SIGINT, SIG_DFL);
    });
}

bool is_terminal(int fd) { return isatty(fd) && !std::getenv("NO_COLOR"); }

void write_file(const std::string& path, const std::string& content) {
    const std::string beside = path + ".new";
    const auto give_up = [&] { fail("cannot write " + in_quotes(path) + ": " + std::strerror(errno)); };
    const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) give_up();
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t n = ::write(fd, content.data() + done, content.size() - done);
        if (n < 0) break;
        done += std::size_t(n);
    }
    const bool kept = done == content.size() && ::fsync(fd) == 0;
    if (::close(fd) != 0 || !kept || std::rename(beside.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(beside.c_str());
        errno = error;
        give_up();
    }
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    if (!in) fail("cannot read " + in_quotes(path));
    return text.str();
}

std::vector<Cell> cells_of(const MoveView& move, const Geometry& geometry) {
    std::vector<Cell> cells;
    for (const std::string& step : move.path)
        if (const auto cell = geometry.find(step)) cells.push_back(*cell);
    return cells;
}

std::string situation(const Session& session) {
    const auto& colours = session.info().colours;
    const auto result = session.result();
    if (!result) return std::string(colours[session.view().turn == 'x' ? 0 : 1]) + " to move";
    const std::string why = " (" + std::string(result->reason) +
                            (result->score && *result->score ? ", by " + std::to_string(*result->score) : "") + ")";
    if (result->winner == Winner::draw) return "a draw" + why;
    return std::string(colours[result->winner == Winner::x ? 0 : 1]) + " wins" + why;
}

}
