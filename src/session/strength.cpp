#include "session/strength.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

// games/strength.def is made by cmake/strength.cmake. A row without a name ends each list, for there are no empty arrays.
constexpr LevelsRow levels_list[] = {
#define LEVELS(variant, ...) {variant, {__VA_ARGS__}},
#define SEARCH(game, changes)
#include "games/strength.def"
#undef LEVELS
#undef SEARCH
    {{}, standard_levels},
};

constexpr SearchRow search_list[] = {
#define LEVELS(variant, ...)
#define SEARCH(game, changes) {game, changes},
#include "games/strength.def"
#undef LEVELS
#undef SEARCH
    {},
};

}

std::span<const LevelsRow> levels_rows() { return std::span(levels_list).first(std::size(levels_list) - 1); }
std::span<const SearchRow> search_rows() { return std::span(search_list).first(std::size(search_list) - 1); }

Levels levels_of(std::string_view variant, std::span<const LevelsRow> rows) {
    for (const std::string_view name : {variant, variant.substr(0, variant.find(':'))})
        if (const auto row = std::ranges::find(rows, name, &LevelsRow::variant); row != rows.end()) return row->levels;
    return standard_levels;
}

Limits limits_as_asked(Limits asked, std::string_view variant) {
    if (asked.level == most_level) {
        asked.seconds = asked.seconds > 0 ? std::min(asked.seconds, last_level_seconds) : last_level_seconds;
        asked.level = asked.depth = 0;
        asked.nodes = 0;
        asked.temperature = 0;
        asked.lines = 1;
        asked.strength.reset();
    } else if (asked.level) {
        asked.strength = levels_of(variant)[std::size_t(asked.level - 1)] / 10.0;
    }
    if (asked.strength) weaken(asked, *asked.strength);
    return asked;
}

std::string_view search_changes(std::string_view game) {
    const auto row = std::ranges::find(search_rows(), game, &SearchRow::game);
    return row == search_rows().end() ? std::string_view{} : row->changes;
}

}
