// What the tests of the program from outside share: how to run it, and what it may leave behind.
#pragma once
#include <filesystem>
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
void expect_one_line_refusal(const Output& o);
// The file of so many games of a variant, drawn by chance, in folder().
std::string random_games(const std::string& variant, int games, const std::string& name);

}
