// The unit for systemd: what it lets the server do, and that what it starts is understood.
#include "program.hpp"
#include "support.hpp"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/wait.h>

namespace tavoliere {
namespace {

std::set<std::string> unit_lines() {
    std::ifstream file(UNIT);
    std::set<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.insert(line);
    return lines;
}

TEST(Unit, IsASandbox) {
    const auto lines = unit_lines();
    for (const std::string wanted :
         {"User=tavoliere", "StateDirectory=tavoliere", "Restart=on-failure", "LimitNOFILE=40000", "UMask=0077",
          "CapabilityBoundingSet=", "NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes",
          "PrivateDevices=yes", "PrivateUsers=yes", "RestrictAddressFamilies=AF_INET AF_INET6",
          "MemoryDenyWriteExecute=yes", "SystemCallFilter=@system-service", "IPAddressDeny=any"})
        EXPECT_TRUE(lines.contains(wanted)) << wanted;
}

TEST(Unit, SystemdFindsItSafe) {
    if (std::system("systemd-analyze --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "systemd-analyze is not here";
    const auto rates = [](int threshold) { // tenths
        const std::string command = "systemd-analyze security --offline=true --threshold=" + std::to_string(threshold) +
                                    " " UNIT " >/dev/null 2>&1";
        return WEXITSTATUS(std::system(command.c_str())) == 0;
    };
    EXPECT_TRUE(rates(20));
    EXPECT_FALSE(rates(5)); // so that a program that says yes to all is found out
}

TEST(Unit, StartsWhatTheProgramKnows) {
    std::string command;
    for (const std::string& line : unit_lines())
        if (line.starts_with("ExecStart=/usr/bin/tavoliere serve ")) command = line;
    ASSERT_NE(command, "");
    const std::string help = run({"serve", "--help"}).out;
    std::istringstream words(command);
    for (std::string word; words >> word;)
        if (word.starts_with("--") && help.find(word + " ") == help.npos) ADD_FAILURE() << word;
}

}
}
