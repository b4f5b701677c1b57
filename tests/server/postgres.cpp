#include "postgres.hpp"
#include "server_process.hpp"
#include "sql/libpq.hpp"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tavoliere {
namespace {

namespace fs = std::filesystem;

// Where Debian has them.
std::string program(const std::string& name) {
    const fs::path all = "/usr/lib/postgresql";
    std::error_code none;
    for (const auto& version : fs::directory_iterator(all, none))
        if (const fs::path found = version.path() / "bin" / name; fs::exists(found)) return found;
    ADD_FAILURE() << "there is no PostgreSQL in " << all << "; scripts/setup test installs it";
    return {};
}

// PostgreSQL refuses root.
void become_nobody_special() {
    if (getuid() != 0) return;
    if (const passwd* user = getpwnam("postgres"))
        if (initgroups(user->pw_name, user->pw_gid) || setgid(user->pw_gid) || setuid(user->pw_uid)) _exit(126);
}

pid_t begin(const std::vector<std::string>& words, const fs::path& log) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t id = fork();
    if (id != 0) return id;
    become_nobody_special();
    prctl(PR_SET_PDEATHSIG, SIGQUIT); // it does not outlive a test that crashes
    setpgid(0, 0);
    if (!freopen(log.c_str(), "a", stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0) _exit(125);
    execv(argv[0], argv.data());
    _exit(127);
}

struct ProcessState {
    char state = 'X'; // as proc(5) has it: Z for one that has ended and is not waited for
    pid_t parent = 0;
};

// X for one that is no more.
ProcessState state_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    std::getline(file, line);
    ProcessState found;
    // 4711 (its name, which may have spaces and brackets) S 4700 …
    if (const auto end = line.rfind(')'); end != std::string::npos)
        sscanf(line.c_str() + end + 1, " %c %d", &found.state, &found.parent);
    return found;
}

std::vector<pid_t> children_of(pid_t process) {
    std::vector<pid_t> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator("/proc", none)) {
        const pid_t id = atoi(entry.path().filename().c_str());
        if (id > 0 && state_of(id).parent == process) found.push_back(id);
    }
    return found;
}

}

PostgresProcess::PostgresProcess() {
    std::string name = (fs::temp_directory_path() / "tavoliere-postgres-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    if (getuid() == 0)
        if (const passwd* user = getpwnam("postgres")) {
            EXPECT_EQ(chown(folder_.c_str(), user->pw_uid, user->pw_gid), 0);
        }
    const pid_t made = begin({program("initdb"), "-D", folder_ / "data", "-A", "trust", "-U", "postgres", "-N", "-E",
                              "UTF8", "--locale=C", "--no-instructions"},
                             folder_ / "log");
    int status = 0;
    waitpid(made, &status, 0);
    EXPECT_EQ(status, 0) << "initdb";
    port_ = free_port();
    start();
}

PostgresProcess::~PostgresProcess() {
    if (process_ > 0) ::kill(process_, SIGQUIT), waitpid(process_, nullptr, 0);
    std::error_code none;
    fs::remove_all(folder_, none);
}

void PostgresProcess::start() {
    // Little of everything: it starts sooner. Changes are on the disk when they are acknowledged, as they are by default.
    process_ = begin({program("postgres"), "-D", folder_ / "data", "-p", std::to_string(port_), "-h", "127.0.0.1", "-k",
                      folder_, "-c", "shared_buffers=16MB", "-c", "max_connections=50"},
                     folder_ / "log");
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
         std::chrono::steady_clock::now() < end;) {
        if (sql::PostgresConnection::open(url("postgres"))) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "PostgreSQL does not answer";
}

// Its children have groups of their own.
void PostgresProcess::freeze() {
    ::kill(process_, SIGSTOP); // it begins no more of them
    waitpid(process_, nullptr, WUNTRACED);
    frozen_ = children_of(process_);
    for (const pid_t child : frozen_) ::kill(child, SIGSTOP);
}

void PostgresProcess::thaw() {
    for (const pid_t child : frozen_) ::kill(child, SIGCONT);
    ::kill(process_, SIGCONT);
}

// Children would end when they see that the first of them is gone: till then one answers what it was asked before, and holds the memory
// that the next one must have.
void PostgresProcess::kill() {
    freeze();
    for (const pid_t child : frozen_) ::kill(child, SIGKILL);
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
    for (const pid_t child : frozen_)
        for (ProcessState now = state_of(child); now.state != 'X' && now.state != 'Z'; now = state_of(child))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::string PostgresProcess::url(const std::string& database) const {
    return "postgresql://postgres@127.0.0.1:" + std::to_string(port_) + "/" + database;
}

std::string PostgresProcess::make_database(const std::string& name) const {
    auto sql = sql::PostgresConnection::open(url("postgres"));
    EXPECT_TRUE(sql) << sql.error().text;
    if (sql) sql->run(("CREATE DATABASE " + name).c_str());
    return url(name);
}

PostgresProcess& shared_postgres() {
    static PostgresProcess one;
    return one;
}

std::string new_database() {
    static int number = 0;
    return shared_postgres().make_database("test" + std::to_string(++number));
}

}
