// The real server in a process of its own, on a free port of the loopback: it can be asked to stop, and killed.
#pragma once
#include "server/server.hpp"
#include "support.hpp"
#include <chrono>
#include <filesystem>
#include <string>
#include <sys/types.h>

namespace tavoliere {

// The SQL that gives a key to a game, and its name's, as an expression.
std::string row_of_key(const std::string& key, const std::string& game, const std::string& opens);
std::string game_of_key(const std::string& key);
// A column of the table of games, and the statements by which some of them come to have these moves.
extern const std::string moves_of_games;
std::string moves_become(const std::string& moves, const std::string& which = "TRUE");

// A folder that is gone when the test is over.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    void write(const std::string& name, const std::string& content) const;

private:
    std::filesystem::path path_;
};

class ServerProcess {
public:
    // With the store "games.db" in the folder where none is given. Its clock is so far ahead of the test's.
    explicit ServerProcess(const TemporaryFolder& folder, ServeOptions options = {.port = 0},
                           std::chrono::seconds clock_ahead = {});
    ~ServerProcess() { kill(); }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    unsigned short port() const { return port_; } // 0: it did not begin
    const std::string& first_line() const { return first_line_; }
    void send(int signal) const;
    int stop();  // SIGTERM; gives the exit status, -1 where it died of a signal
    int wait();  // for its end
    void kill(); // SIGKILL
    bool is_alive() const;
    std::chrono::duration<double> processor_time() const; // that it has used

private:
    std::string first_line_;
    unsigned short port_ = 0;
    pid_t process_ = 0;
};

}
