// A text of rules cut into lines and words, each of which knows where it stands.
#pragma once
#include "base/problem.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::written {

struct Token {
    std::string_view text;
    int line = 0, column = 0;  // from 1
    std::string_view origin{}; // the game whose text it is inherited from; empty for the text itself
};

struct Line {
    int indent = 0;
    std::vector<Token> tokens;
};

// A line that begins a statement, and those of its own that are indented below it.
struct Statement {
    std::vector<Line> lines;
    std::string key; // what another statement of the same key replaces: "relation near", "board"
};

// "line 3, column 7: what", of a game that is inherited from: "line 3 of ataxx, column 7: what".
std::string located(const Token& at, const std::string& what);

// The statements of a text, with those it inherits before them: a statement of its own takes the place of those of the same key, and
// `without KEY` takes them away.
Expected<std::vector<Statement>> statements_of(std::string_view text);

// The name that was meant, where one is near enough: `; did you mean "near"?`, or nothing.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

}
