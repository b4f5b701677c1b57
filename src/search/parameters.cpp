#include "search/parameters.hpp"
#include "game/options.hpp"

namespace tavoliere {

std::span<const ParameterInfo> parameters() {
    static constexpr ParameterInfo all[] = {
#define PARAMETER(name, standard, least, most, what) {#name, &Parameters::name, least, most, what},
#include "search/parameters.def"
#undef PARAMETER
    };
    return all;
}

Expected<void> set_parameter(Parameters& p, std::string_view name, std::string_view value) {
    std::string names;
    for (const ParameterInfo& info : parameters()) {
        names += (names.empty() ? "" : ", ") + std::string(info.name);
        if (info.name != name) continue;
        const auto number = parse_number(value.starts_with('-') ? value.substr(1) : value, 0, 1'000'000);
        const int signed_number = number ? int(value.starts_with('-') ? -*number : *number) : 0;
        if (!number || signed_number < info.least || signed_number > info.most)
            return problem("parameter: " + in_quotes(value) + " is no value for " + std::string(name) +
                           "; it is a number from " + std::to_string(info.least) + " to " + std::to_string(info.most));
        p.*info.member = signed_number;
        return {};
    }
    return problem("parameter: there is no " + in_quotes(name) + "; there are " + names);
}

}
