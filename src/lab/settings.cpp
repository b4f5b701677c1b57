#include "lab/settings.hpp"
#include "base/text.hpp"
#include <algorithm>

namespace tavoliere {

Expected<void> read_settings(std::string_view what, std::string_view text, std::span<const Field> fields, void* into,
                             const OtherSettings& others) {
    std::vector<std::string_view> given;
    for (const std::string_view part : split(text, ',')) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view name = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
        const std::string place = std::string(what) + ": ";
        if (std::ranges::find(given, name) != given.end())
            return problem(place + in_quotes(text) + " gives " + std::string(name) + " twice");
        given.push_back(name);
        if (const auto field = std::ranges::find(fields, name, &Field::name); field != fields.end()) {
            if (const auto set = set_field(*field, place + std::string(name), value, into, Asker::owner); !set)
                return set;
            continue;
        }
        const auto found = others.set ? others.set(into, name, value) : Expected<bool>(false);
        if (!found) return problem(place + found.error().text);
        if (*found) continue;
        std::string all;
        for (const Field& field : fields)
            (((all += all.empty() ? "" : ", ") += field.name) += "=") += range_text(field.domain);
        if (!others.names.empty()) all += ", " + others.names;
        return problem(place + in_quotes(part) + (part == text ? "" : " in " + in_quotes(text)) +
                       " is no setting; there are " + all);
    }
    return {};
}

}
