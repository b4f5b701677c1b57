#include "search/parameters.hpp"
#include "game/options.hpp"

namespace tavoliere {

std::span<const ParameterInfo> parameters() {
    static constexpr ParameterInfo all[] = {
#define PARAMETER(name, standard, least, most, step, what) {#name, &Parameters::name, least, most, step},
#include "search/parameters.def"
#undef PARAMETER
    };
    return all;
}

Expected<void> change_parameter(ParameterChanges& changes, std::string_view name, std::string_view value) {
    std::string names;
    for (const ParameterInfo& info : parameters()) {
        names += (names.empty() ? "" : ", ") + std::string(info.name);
        if (info.name != name) continue;
        const auto number = parse_number<int>(value, info.least, info.most);
        if (!number)
            return problem("parameter: " + in_quotes(value) + " is not a value for " + std::string(name) +
                           "; it is a number from " + std::to_string(info.least) + " to " + std::to_string(info.most));
        std::erase_if(changes, [&](const ParameterChange& c) { return c.member == info.member; });
        changes.push_back({info.member, *number});
        return {};
    }
    return problem("parameter: there is no " + in_quotes(name) + "; there are " + names);
}

Expected<ParameterChanges> read_parameters(std::string_view text) {
    ParameterChanges changes;
    if (text.empty()) return changes;
    for (const std::string_view part : split(text, ',')) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const auto done =
            change_parameter(changes, part.substr(0, equals), part.substr(std::min(equals + 1, part.size())));
        if (!done) return std::unexpected(done.error());
    }
    return changes;
}

Parameters changed(Parameters p, const ParameterChanges& changes) {
    for (const ParameterChange& c : changes) p.*c.member = c.value;
    return p;
}

}
