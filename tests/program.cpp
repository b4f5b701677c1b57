#include "program.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <pty.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tavoliere {

std::string slurp(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

std::filesystem::path folder() {
    struct Folder {
        std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("tavoliere-test-" + std::to_string(getpid()));
        Folder() { std::filesystem::create_directories(path); }
        ~Folder() { std::filesystem::remove_all(path); }
    };
    static const Folder mine;
    return mine.path;
}

std::string shell_quoted(const std::string& text) {
    std::string out = "'";
    for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

Output run(const std::vector<std::string>& arguments, const std::string& input) {
    std::string command = shell_quoted(TAVOLIERE);
    for (const auto& a : arguments) command += " " + shell_quoted(a);
    const auto in = folder() / "in", out = folder() / "out", err = folder() / "err";
    std::ofstream(in) << input;
    const int status = std::system((command + " <" + in.string() + " >" + out.string() + " 2>" + err.string()).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, slurp(out), slurp(err)};
}

Output run_at_terminal(const std::vector<std::string>& arguments, const std::vector<std::string>& typed,
                       unsigned short columns) {
    std::vector<std::string> words{TAVOLIERE};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    winsize size{};
    size.ws_row = 24, size.ws_col = columns;
    int terminal = -1;
    const pid_t id = forkpty(&terminal, nullptr, nullptr, &size);
    if (id == 0) {
        setenv("LC_ALL", "C.UTF-8", 1);
        setenv("TERM", "xterm", 1);
        alarm(60);
        execv(TAVOLIERE, argv.data());
        _exit(127);
    }
    std::string shown;
    char buffer[4096];
    std::size_t next = 0, prompt = 0;
    for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0;) { // fails once the program has ended
        shown.append(buffer, std::size_t(n));
        const auto found = shown.find("> ", prompt);
        if (next == typed.size() || found == std::string::npos) continue;
        prompt = shown.size();
        const std::string line = typed[next++] + "\n";
        EXPECT_EQ(write(terminal, line.data(), line.size()), ssize_t(line.size()));
    }
    close(terminal);
    int status = 0;
    waitpid(id, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, shown, ""};
}

pid_t start(const std::vector<std::string>& arguments, const std::filesystem::path& out,
            const std::filesystem::path& err) {
    std::string command = "exec " + shell_quoted(TAVOLIERE);
    for (const auto& a : arguments) command += " " + shell_quoted(a);
    command += " >" + shell_quoted(out) + " 2>" + shell_quoted(err);
    const pid_t id = fork();
    if (id == 0) {
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    return id;
}

int status_of(pid_t id) {
    int status = 0;
    waitpid(id, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ended_when(pid_t id, int signal, const std::function<bool()>& is_so) {
    siginfo_t ended{};
    while (!is_so() && waitid(P_PID, id_t(id), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(id, signal);
    return status_of(id);
}

Output interrupted(const std::vector<std::string>& command, int signal, const std::function<bool()>& has_begun,
                   const std::function<bool()>& is_done, const std::function<void()>& undo) {
    const auto err = folder() / "interrupted.err";
    int status = 0;
    for (int tries = 0; tries < 50; ++tries) {
        if (tries) undo();
        status = ended_when(start(command, "/dev/null", err), signal, has_begun);
        if (!is_done()) return {status, "", slurp(err)};
    }
    ADD_FAILURE() << command.front() << " was always done before it was seen to have begun";
    return {status, "", slurp(err)};
}

void expect_one_line_refusal(const Output& o) {
    EXPECT_EQ(o.status, 2) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_TRUE(o.err.starts_with("tavoliere")) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
}

std::string random_games(const std::string& variant, int games, const std::string& name) {
    const std::string file = folder() / name;
    std::filesystem::remove(file);
    EXPECT_EQ(run({"match", variant, "--first", "random", "--second", "random", "--games", std::to_string(games),
                   "--records", file})
                  .status,
              0);
    return file;
}

}
