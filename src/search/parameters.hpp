// The search's parameters, out of parameters.def.
#pragma once
#include "game/problem.hpp"
#include <span>
#include <string>
#include <string_view>

namespace tavoliere {

struct Parameters {
#define PARAMETER(name, standard, least, most, what) int name = standard;
#include "search/parameters.def"
#undef PARAMETER
    bool operator==(const Parameters&) const = default;
};

struct ParameterInfo {
    std::string_view name;
    int Parameters::* member;
    int least, most;
    std::string_view what;
};
std::span<const ParameterInfo> parameters();

// Sets one: a problem where there is none of that name, or the value is not one of its.
Expected<void> set_parameter(Parameters& p, std::string_view name, std::string_view value);

}
