// JSON from outside, taken apart with a problem for everything that is not as it should be.
#pragma once
#include "base/problem.hpp"
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace tavoliere::server {

// Any text; an object no deeper than 16.
Expected<boost::json::object> read_object(std::string_view text);
// A member that must be one line of text. `where` is how a problem names the object.
Expected<std::string> read_text(const boost::json::object& object, std::string_view where, std::string_view name);

}
