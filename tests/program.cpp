#include "program.hpp"
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
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

void expect_one_line_refusal(const Output& o) {
    EXPECT_EQ(o.status, 2) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_TRUE(o.err.starts_with("tavoliere")) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
}

}
