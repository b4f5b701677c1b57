// A variant's name: one canonical spelling, or a problem.
#include "fuzz.hpp"

void tavoliere::fuzz::try_one(std::string_view input) {
    const auto session = open(input);
    if (!session) return require_one_line(session.error());
    const std::string name = (*session)->variant();
    const auto again = open(name);
    require(again && (*again)->variant() == name, "a canonical name is its own");
    require((*again)->position() == (*session)->position(), "one name, one first position");
}
