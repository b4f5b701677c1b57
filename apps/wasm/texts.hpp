// What a request is that has a text: the text, then those that others inherit from, a form feed before each.
#pragma once
#include <string>
#include <string_view>

namespace tavoliere::written {

// Keeps those that are inherited from, in place of the ones before; gives the text itself, which stays until the next call.
std::string_view take_bases(std::string request);

}
