// Settings written as "name=value,name=value": the limits of a player, the bounds of an SPRT. Each kind is a table.
#pragma once
#include "base/problem.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// Reads a number and keeps it, where it is one from least to most.
template <class T>
bool set_number(T& kept, std::string_view text, std::type_identity_t<T> least, std::type_identity_t<T> most) {
    const auto value = [&] {
        if constexpr (std::floating_point<T>)
            return parse_decimal(text, least, most);
        else
            return parse_number<T>(text, least, most);
    }();
    if (value) kept = *value;
    return value.has_value();
}

template <class T> struct Setting {
    std::string_view name, right;                 // "depth", "depth=N from 1 to 100"
    bool (*set)(T& into, std::string_view value); // false: the value is wrong
};

// Settings that are no table of ours: `set` sets one by its name; false where there is none of that name, a problem, which says what
// would be right, as in "depth=N from 1 to 100", where the value is wrong.
template <class T> struct OtherSettings {
    std::string names; // for who asks for one that is not there
    Expected<bool> (*set)(T& into, std::string_view name, std::string_view value) = nullptr;
};

// Reads the settings in `text` into a value; `what` begins the problem, as in "player".
template <class T>
Expected<void> read_settings(std::string_view what, std::string_view text, std::span<const Setting<T>> known, T& into,
                             const OtherSettings<T>& others = {}) {
    std::vector<std::string_view> given;
    for (std::string_view part : split(text, ',')) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view name = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
        const std::string place =
            std::string(what) + ": " + in_quotes(part) + (part == text ? "" : " in " + in_quotes(text)) + " is no ";
        if (std::find(given.begin(), given.end(), name) != given.end())
            return problem(std::string(what) + ": " + in_quotes(text) + " gives " + std::string(name) + " twice");
        given.push_back(name);
        const auto s = std::find_if(known.begin(), known.end(), [&](const Setting<T>& k) { return k.name == name; });
        if (s != known.end()) {
            if (!s->set(into, value)) return problem(place + std::string(s->right));
            continue;
        }
        const auto found = others.set ? others.set(into, name, value) : Expected<bool>(false);
        if (!found) return problem(place + found.error().text);
        if (*found) continue;
        std::string all;
        for (const Setting<T>& k : known) (all += all.empty() ? "" : ", ") += k.right;
        if (!others.names.empty()) all += ", " + others.names;
        return problem(place + "setting; there are " + all);
    }
    return {};
}

}
