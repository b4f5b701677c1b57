#include "search/parameters.hpp"
#include "game/options.hpp"
#include <algorithm>
#include <array>

namespace tavoliere {
namespace {

// What the parameters were called in records, files of values and scripts until version 0.1.
constexpr std::array<std::string_view, 2> old_names[] = {
    {"aspiration", "aspiration_window"},
    {"order_depth", "gain_order_depth"},
    {"order_gain", "gain_order_weight"},
    {"order_killer", "killer_bonus"},
    {"order_answer", "countermove_bonus"},
    {"learn_good", "history_bonus"},
    {"learn_bad", "history_malus"},
    {"keep_history", "history_kept"},
    {"reduce_from", "lmr_depth"},
    {"reduce_after", "lmr_after"},
    {"reduce_base", "lmr_base"},
    {"reduce_by", "lmr_factor"},
    {"reduce_history", "lmr_history"},
    {"skip_depth", "lmp_depth"},
    {"skip_base", "lmp_base"},
    {"skip_by", "lmp_factor"},
    {"dull_depth", "gain_pruning_depth"},
    {"dull_gain", "gain_pruning_margin"},
    {"dull_after", "gain_pruning_after"},
    {"futile_depth", "reverse_futility_depth"},
    {"futile_margin", "reverse_futility_margin"},
    {"hopeless_depth", "futility_depth"},
    {"hopeless_after", "futility_after"},
    {"hopeless_base", "futility_base"},
    {"hopeless_margin", "futility_margin"},
    {"guess_depth", "iir_depth"},
    {"alone_depth", "singular_depth"},
    {"alone_margin", "singular_margin"},
    {"threats", "threat_extension"},
};

// The name of today.
std::string_view today(std::string_view name) {
    const auto* const row = std::ranges::find(old_names, name, [](const auto& pair) { return pair[0]; });
    return row == std::end(old_names) ? name : (*row)[1];
}

}

std::span<const ParameterInfo> parameters() {
    static constexpr ParameterInfo all[] = {
#define PARAMETER(name, standard, least, most, step, what) {#name, &Parameters::name, least, most, step},
#include "search/parameters.def"
#undef PARAMETER
    };
    return all;
}

std::string parameter_names() {
    std::string names;
    for (const ParameterInfo& info : parameters()) (names += names.empty() ? "" : ", ") += info.name;
    return names;
}

const ParameterInfo* find_parameter(std::string_view name) {
    const auto found = std::ranges::find(parameters(), today(name), &ParameterInfo::name);
    return found == parameters().end() ? nullptr : &*found;
}

std::string renamed_parameters(std::string_view settings) {
    std::string told;
    for (std::string_view part : split(settings, ',')) {
        part = part.substr(0, part.find('='));
        part.remove_prefix(part.rfind(':') + 1); // npos + 1 is 0
        if (const std::string_view name = today(part); name != part)
            told += (told.empty() ? "" : "; ") + std::string(part) + " is called " + std::string(name) + " now";
    }
    return told;
}

Expected<void> change_parameter(ParameterChanges& changes, std::string_view name, std::string_view value) {
    const ParameterInfo* const info = find_parameter(name);
    if (!info) return problem("parameter: there is no " + in_quotes(name) + "; there are " + parameter_names());
    const auto number = parse_number<int>(value, info->least, info->most);
    if (!number)
        return problem("parameter: " + in_quotes(value) + " is not a value for " + std::string(info->name) +
                       "; it is a number from " + std::to_string(info->least) + " to " + std::to_string(info->most));
    std::erase_if(changes, [&](const ParameterChange& c) { return c.member == info->member; });
    changes.push_back({info->member, *number});
    return {};
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
