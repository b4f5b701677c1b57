#include "server_process.hpp"
#include "base/text.hpp"
#include "server/kept_moves.hpp"
#include "server/keys.hpp"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

// The world's time, by this program: a server that a test starts may have it wrong.
static long world_is_ahead = 0; // seconds

extern "C" __attribute__((visibility("default"))) int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const long status = syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += world_is_ahead;
    return int(status);
}

namespace tavoliere {

namespace fs = std::filesystem;

namespace {

std::string hash_literal(const std::string& key) {
    std::string literal = "x'";
    for (const unsigned char byte : server::sha256_of(key)) {
        constexpr char digits[] = "0123456789abcdef";
        literal += digits[byte / 16];
        literal += digits[byte % 16];
    }
    return literal + "'";
}

}

std::string row_of_key(const std::string& key, const std::string& game, const std::string& opens) {
    return "INSERT INTO keys (hash, rematch, game, opens) VALUES (" + hash_literal(key) + ", 0, '" + game + "', '" +
           opens + "')";
}

std::string game_of_key(const std::string& key) {
    return "(SELECT game FROM keys WHERE hash = " + hash_literal(key) + " AND rematch = 0)";
}

const std::string moves_of_games =
    "(SELECT ifnull(group_concat(move, ' '), '') FROM (SELECT move FROM moves WHERE game = games.id ORDER BY ply))";

std::string moves_become(const std::string& moves, const std::string& which) {
    const std::string some = " FROM games WHERE " + which;
    std::string all = "DELETE FROM moves WHERE game IN (SELECT id" + some + ");";
    int plies = 0;
    if (!moves.empty())
        for (const std::string_view move : split(moves, ' '))
            all += "INSERT INTO moves SELECT id, " + std::to_string(plies++) + ", '" + std::string(move) + "'" + some +
                   ";";
    return all + "UPDATE games SET plies = " + std::to_string(plies) + ", moves_mark = '" +
           server::mark_of_moves(moves) + "' WHERE " + which;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "tavoliere-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() { fs::remove_all(path_); }

void TemporaryFolder::write(const std::string& name, const std::string& content) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
}

ServerProcess::ServerProcess(const TemporaryFolder& folder, ServeOptions options, std::chrono::seconds clock_ahead) {
    if (options.store.empty()) options.store = "sqlite:" + (folder / "games.db").string();
    int ends[2];
    if (pipe(ends) != 0) return;
    std::fflush(nullptr);
    process_ = fork();
    if (process_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it does not outlive a test that crashes
        dup2(ends[1], STDOUT_FILENO);
        // Above all the sockets of the test's clients: held here, they would never seem closed to another server.
        close_range(STDERR_FILENO + 1, ~0U, 0);
        world_is_ahead = clock_ahead.count();
        _exit(serve(options));
    }
    close(ends[1]);
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) first_line_ += c;
    close(ends[0]);
    if (const auto colon = first_line_.rfind(':'); colon != first_line_.npos)
        port_ = static_cast<unsigned short>(std::atoi(first_line_.c_str() + colon + 1));
}

void ServerProcess::send(int signal) const { ::kill(process_, signal); }

int ServerProcess::stop() {
    send(SIGTERM);
    return wait();
}

int ServerProcess::wait() {
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void ServerProcess::kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    wait();
}

std::chrono::duration<double> ServerProcess::processor_time() const {
    clockid_t clock{};
    timespec time{};
    EXPECT_EQ(clock_getcpuclockid(process_, &clock), 0);
    EXPECT_EQ(clock_gettime(clock, &time), 0);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool ServerProcess::is_alive() const { return process_ > 0 && waitpid(process_, nullptr, WNOHANG) == 0; }

}
