// What the page asks, and how it is answered.
//
// A request is lines of a name and a value, written where room() says:
//
//     game ataxx:misere
//     position startpos
//     moves a2 a7-a5
//
// Each function that is exported says its answer, which is JSON, and gives true; or {"error":"one line"} and false.
#pragma once
#include "ask/requests.hpp"
#include "base/problem.hpp"
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tavoliere {

std::string& request(); // as it came

void say(std::string_view json);
bool refuse(const Problem& problem);
bool answer(const Expected<std::string>& json);

// The value of a name, which may be empty; nothing where the request does not have the name.
std::optional<std::string_view> given(std::string_view name);
// The same, and the standard in place of nothing.
std::string text_of(std::string_view name, std::string_view standard = "");

// Reads the fields of a request, as the command line would; a text that is empty is none. Fails if one is wrong, or missing.
Expected<void> read_asked(std::span<const Field> fields, void* asked);
template <class R> Expected<R> asked_for() {
    R asked;
    if (auto read = read_asked(fields_of<R>, &asked); !read) return std::unexpected(read.error());
    return asked;
}

}
