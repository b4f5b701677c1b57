// JSON from outside, taken apart with a problem for everything that is not as it should be.
#pragma once
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include <string>
#include <string_view>

namespace tavoliere {

// A value. Fails if the text is no JSON, longer than 64 kB or deeper than 16. `what` is how a problem names it:
// "message: \"{\" is not JSON: line 1, column 2: …".
Expected<Json> read_value(std::string_view text, std::string_view what);
// The same; fails if it is no object.
Expected<Json> read_object(std::string_view text, std::string_view what);
// A member that is one line of text. Fails if it is none, or missing. `where` is how a problem names the object.
Expected<std::string> read_text(const Json& object, std::string_view where, std::string_view name);
// How a problem names a member: "d.clock".
std::string member(std::string_view where, std::string_view name);

}
