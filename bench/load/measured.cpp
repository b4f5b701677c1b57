#include "measured.hpp"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tavoliere::load {

namespace fs = std::filesystem;

namespace {

// "VmRSS:     1234 kB" of /proc/PID/status.
double status_megabytes(pid_t process, std::string_view name) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name)) return std::atof(line.c_str() + name.size() + 1) / 1024;
    return 0;
}

}

Server::Server(const std::string& program, const std::string& folder) : folder_(folder) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const std::string store = "sqlite:" + folder_ + "/games.db";
    process_ = fork();
    if (process_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it does not outlive who measures it
        dup2(ends[1], STDOUT_FILENO);
        close_range(STDERR_FILENO + 1, ~0U, 0);
        const char* words[] = {program.c_str(),    "serve", "--port", "0", "--store", store.c_str(),
                               "--engine-threads", "1",     nullptr};
        execv(program.c_str(), const_cast<char* const*>(words));
        _exit(127);
    }
    close(ends[1]);
    std::string line; // "Tavoliere at http://127.0.0.1:8080/"
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
    close(ends[0]);
    if (const auto colon = line.rfind(':'); colon != line.npos)
        port_ = static_cast<unsigned short>(std::atoi(line.c_str() + colon + 1));
    if (!port_) throw std::runtime_error(program + " serve does not begin; is it built?");
}

Server::~Server() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    fs::remove_all(folder_);
}

double Server::megabytes() const { return status_megabytes(process_, "VmRSS:"); }
double Server::most_megabytes() const { return status_megabytes(process_, "VmHWM:"); }

double Server::processor_seconds() const {
    std::ifstream stat("/proc/" + std::to_string(process_) + "/stat");
    std::string line;
    std::getline(stat, line);
    line.erase(0, line.rfind(')') + 2); // the name may have spaces; the state is next, and 11 fields later the times
    double ticks = 0;
    std::size_t at = 0;
    for (int field = 0; field < 13; ++field) {
        if (field >= 11) ticks += std::atof(line.c_str() + at);
        at = line.find(' ', at) + 1;
    }
    return ticks / double(sysconf(_SC_CLK_TCK));
}

double Sample::at(double part) const {
    if (values_.empty()) return 0;
    std::vector<double> sorted = values_;
    const auto i = std::size_t(std::max(0., std::ceil(part * double(sorted.size())) - 1));
    std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(i), sorted.end());
    return sorted[i];
}

void Row::add(std::string_view name, const Sample& milliseconds) {
    const std::string of(name);
    add(of + " p50", milliseconds.at(0.5), "ms");
    add(of + " p99", milliseconds.at(0.99), "ms");
    add(of + " p99.9", milliseconds.at(0.999), "ms");
    add(of + " worst", milliseconds.at(1), "ms");
}

}
