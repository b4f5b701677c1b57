// What the tests of the program from outside share: how to run it, and what it may leave behind.
#pragma once
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tavoliere {

struct Output {
    int status;
    std::string out, err;
};

std::string slurp(const std::filesystem::path& file);
// A folder of its own for each test process, since ctest runs several at once; gone when the process ends.
std::filesystem::path folder();
std::string shell_quoted(const std::string& text);
Output run(const std::vector<std::string>& arguments, const std::string& input = "");
// At a terminal of so many columns, in a language that has UTF-8: each line is typed once there is a prompt, "> ". Gives what is
// shown, all of it in `out`.
Output run_at_terminal(const std::vector<std::string>& arguments, const std::vector<std::string>& typed = {},
                       unsigned short columns = 80);
// Starts the program and leaves it running; its status once it has ended, 128 and the signal where that ended it.
pid_t start(const std::vector<std::string>& arguments, const std::filesystem::path& out,
            const std::filesystem::path& err);
int status_of(pid_t id);
// Sends it a signal as soon as that is so, or once it has ended by itself; its status.
int ended_when(pid_t id, int signal, const std::function<bool()>& is_so);
// Begins a command and ends it by a signal in the middle of its work: once it `has_begun`, and before it `is_done`. Where a busy
// machine lets it come to its end first, its work is undone and it begins anew. Its output is thrown away.
Output interrupted(const std::vector<std::string>& command, int signal, const std::function<bool()>& has_begun,
                   const std::function<bool()>& is_done, const std::function<void()>& undo);
void expect_one_line_refusal(const Output& o);
// The file of so many games of a variant, drawn by chance, in folder().
std::string random_games(const std::string& variant, int games, const std::string& name);

}
