#include "nats.hpp"
#include "support.hpp"
#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tavoliere {
namespace {

bool answers(unsigned short port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(port);
    const bool does = connect(socket, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0;
    close(socket);
    return does;
}

}

NatsProcess::NatsProcess(Keeps keeps) : port_(free_port()) {
    if (keeps == Keeps::streams) {
        std::string name = (std::filesystem::temp_directory_path() / "tavoliere-nats-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    start();
}

NatsProcess::~NatsProcess() {
    kill();
    lose_data();
}

void NatsProcess::lose_data() {
    std::error_code none;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, none);
}

std::string NatsProcess::url() const { return "nats://127.0.0.1:" + std::to_string(port_); }

void NatsProcess::start() {
    const std::string port = std::to_string(port_);
    process_ = fork();
    if (process_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // it does not outlive a test that crashes
        if (!freopen("/dev/null", "a", stdout) || !freopen("/dev/null", "a", stderr)) _exit(125);
        // Where Debian has it, which is not where everybody looks.
        execl("/usr/sbin/nats-server", "nats-server", "-a", "127.0.0.1", "-p", port.c_str(),
              folder_.empty() ? nullptr : "-js", "-sd", folder_.c_str(), nullptr);
        _exit(127);
    }
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
         std::chrono::steady_clock::now() < end;) {
        if (answers(port_)) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "nats-server does not answer; scripts/setup test installs it";
}

void NatsProcess::kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    waitpid(std::exchange(process_, 0), nullptr, 0);
}

}
