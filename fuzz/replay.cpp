// Tries every input of a corpus: a file with an input a line, in which \\ stands for a backslash and \xNN for any byte.
#include "fuzz.hpp"
#include <cstdio>
#include <fstream>
#include <string>

namespace {

std::string decoded(const std::string& line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\') {
            out += line[i];
        } else if (line[i + 1] == 'x') {
            out += char(std::stoi(line.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            out += line[++i];
        }
    }
    return out;
}

}

int main(int argc, char** argv) {
    std::ifstream in(argc == 2 ? argv[1] : "");
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) tavoliere::fuzz::try_one(decoded(line));
    std::printf("%d inputs\n", count);
    return count > 0 ? 0 : 1; // a corpus that is not there must not pass
}
