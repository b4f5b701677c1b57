// The search's parameters, out of parameters.def.
#pragma once
#include "base/problem.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

struct Parameters {
#define PARAMETER(name, standard, least, most, step, what) int name = standard;
#include "search/parameters.def"
#undef PARAMETER
    bool operator==(const Parameters&) const = default;
};

struct ParameterInfo {
    std::string_view name;
    int Parameters::* member;
    int least, most, step;
};
std::span<const ParameterInfo> parameters();

// Some of them, with other values than a game's own.
struct ParameterChange {
    int Parameters::* member;
    int value;
};
using ParameterChanges = std::vector<ParameterChange>;

// Adds one: a problem where there is no parameter of that name, or where it does not take that value.
Expected<void> change_parameter(ParameterChanges& changes, std::string_view name, std::string_view value);
// Those of "name=value,name=value".
Expected<ParameterChanges> read_parameters(std::string_view text);
Parameters changed(Parameters p, const ParameterChanges& changes);

}
