// A PostgreSQL of a test's own: on a free port of the loopback, in a temporary folder, as the user `postgres` where the test is run by root.
#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tavoliere {

class PostgresProcess {
public:
    PostgresProcess();
    ~PostgresProcess();
    PostgresProcess(const PostgresProcess&) = delete;
    PostgresProcess& operator=(const PostgresProcess&) = delete;

    // An empty database of that name.
    std::string make_database(const std::string& name) const;
    std::string url(const std::string& database) const;
    int port() const { return port_; }
    void kill();   // all of it, as kill -9 does
    void freeze(); // all of it, until thaw()
    void thaw();
    void start(); // again, where it was; answers when this returns

private:
    std::filesystem::path folder_;
    int port_ = 0;
    pid_t process_ = 0;
    std::vector<pid_t> frozen_; // its children, at the last freeze
};
// One for all tests of a program.
PostgresProcess& shared_postgres();
// A name that no other database of it has.
std::string new_database();

}
