#include "diagram/marks.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

constexpr std::string_view kind_names[] = {"arrow", "cross", "dot", "circle", "label"};
constexpr std::string_view examples = "arrow:a1-c3, cross:b2, dot:b2, circle:b2 and label:b2=A";

std::unexpected<Problem> wrong(std::string_view word, const std::string& what) {
    return problem("marks: " + in_quotes(word) + " " + what);
}

Expected<Mark> read_mark(std::string_view word, const Geometry& geometry) {
    const auto colon = word.find(':');
    const auto kind = std::ranges::find(kind_names, word.substr(0, colon));
    if (colon == word.npos || kind == std::end(kind_names))
        return wrong(word, "is not a mark; marks are written " + std::string(examples));
    Mark mark{Mark::Kind(kind - std::begin(kind_names)), 0};
    const std::string_view rest = word.substr(colon + 1);
    const bool arrow = mark.kind == Mark::Kind::arrow, label = mark.kind == Mark::Kind::label;
    const auto parted = arrow ? rest.find('-') : label ? rest.find('=') : rest.npos;
    if ((arrow || label) && parted == rest.npos)
        return wrong(word, arrow ? "is not an arrow, which is written arrow:a1-c3"
                                 : "is not a label, which is written label:b2=A");

    const std::string_view first = rest.substr(0, parted);
    const auto at = geometry.find(first);
    if (!at) return wrong(word, "names " + in_quotes(first) + ", which is not a cell of this board");
    mark.at = *at;
    const std::string_view second = parted == rest.npos ? std::string_view() : rest.substr(parted + 1);
    if (arrow) {
        const auto to = geometry.find(second);
        if (!to) return wrong(word, "names " + in_quotes(second) + ", which is not a cell of this board");
        if (*to == *at) return wrong(word, "begins and ends on one cell");
        mark.to = *to;
    }
    if (label) {
        mark.text = second;
        const auto letters = letters_in(second);
        if (!letters) return wrong(word, "has a label that is not plain text in UTF-8");
        if (*letters == 0 || *letters > longest_label)
            return wrong(word, "has a label of " + std::to_string(*letters) + " letters; it has 1 to " +
                                   std::to_string(longest_label));
    }
    return mark;
}

}

Expected<std::vector<Mark>> read_marks(std::string_view text, const Geometry& geometry) {
    std::vector<Mark> marks;
    for (std::string_view word : split(text, ' ')) {
        if (word.empty()) continue;
        if (marks.size() == most_marks) return problem("marks: there are more than " + std::to_string(most_marks));
        auto mark = read_mark(word, geometry);
        if (!mark) return std::unexpected(mark.error());
        marks.push_back(std::move(*mark));
    }
    return marks;
}

}
