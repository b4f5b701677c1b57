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
std::string parameter_names(); // of all, with commas between, for who asks for one that is not there

// The parameter of that name, or of the name that it had until version 0.1; nullptr where there is none.
const ParameterInfo* find_parameter(std::string_view name);
// For people who gave a parameter by its earlier name, in "name=value,name" or before that, as in "engine:name=value": which names
// are new, as in "reduce_by is called lmr_factor now"; empty where none is.
std::string renamed_parameters(std::string_view settings);

// Some of them, with other values than a game's own.
struct ParameterChange {
    int Parameters::* member;
    int value;
};
using ParameterChanges = std::vector<ParameterChange>;

// Adds a change to `changes`, in place of an earlier one of the same parameter. Fails if no parameter has that name, or if it does
// not take that value.
Expected<void> change_parameter(ParameterChanges& changes, std::string_view name, std::string_view value);
// Those of "name=value,name=value".
Expected<ParameterChanges> read_parameters(std::string_view text);
Parameters changed(Parameters p, const ParameterChanges& changes);

}
