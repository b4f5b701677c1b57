#include "jobs/kinds.hpp"
#include "base/problem.hpp"
#include <vector>

namespace tavoliere::jobs {

std::span<const Kind> kinds() {
    static const Kind all[] = {selfplay_kind, match_kind, puzzles_kind, review_kind, levels_kind, solve_kind};
    return all;
}

Expected<const Kind*> find_kind(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Kind& kind : kinds()) {
        if (kind.name == name) return &kind;
        names.push_back(kind.name);
    }
    return problem("job: " + choose(name, names).error().text);
}

}
