#include "game/options.hpp"
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>

namespace tavoliere {
namespace {

std::string range(int least, int most) { return std::to_string(least) + " to " + std::to_string(most); }

// The names a person may have meant: all there are, while they fit a line.
template <class Range> std::string list_names(const Range& names) {
    std::string out;
    for (std::string_view n : names) out += (out.empty() ? "" : ", ") + std::string(n);
    return out;
}

std::optional<Size> parse_size(std::string_view text, int least, int most, std::string& wrong) {
    const auto parts = split(text, 'x');
    if (parts.size() > 2) return wrong = "is not COLUMNSxROWS", std::nullopt;
    std::vector<int> sides;
    for (std::string_view p : parts) {
        const auto side = parse_number<int>(p, least, most);
        if (!side && side.error() == NumberFault::unreadable)
            return wrong = "is not COLUMNSxROWS or one number", std::nullopt;
        if (!side && side.error() == NumberFault::too_small)
            return wrong = "is too small: each side has " + range(least, most), std::nullopt;
        if (!side) return wrong = "is too large: each side has " + range(least, most), std::nullopt;
        sides.push_back(*side);
    }
    return Size{sides.front(), sides.back()};
}

// A value in its canonical form, or what is wrong with it.
Expected<std::string> read_value(const OptionInfo& option, std::string_view value) {
    switch (option.kind) {
    case OptionInfo::Kind::flag: return std::string();
    case OptionInfo::Kind::number: {
        const auto n = parse_number(value, option.least, option.most);
        if (!n) return problem(in_quotes(value) + " is not a whole number from " + range(option.least, option.most));
        return std::to_string(*n);
    }
    case OptionInfo::Kind::size: {
        std::string wrong;
        const auto size = parse_size(value, option.least, option.most, wrong);
        if (!size) return problem(in_quotes(value) + " " + wrong);
        return std::to_string(size->columns) + "x" + std::to_string(size->rows);
    }
    case OptionInfo::Kind::cells: {
        auto names = split(value, '+');
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!parse_name(names[i])) return problem(in_quotes(names[i]) + " is not a cell; cells are joined by +");
            if (std::count(names.begin(), names.begin() + long(i), names[i]))
                return problem(in_quotes(names[i]) + " is given twice");
        }
        return std::string(value);
    }
    case OptionInfo::Kind::choice:
        if (std::find(option.choices.begin(), option.choices.end(), value) == option.choices.end())
            return problem(in_quotes(value) + " is not one of " + list_names(option.choices));
        return std::string(value);
    case OptionInfo::Kind::text: break;
    }
    return std::string(value);
}

}

std::string without(std::span<const std::string_view> options, std::string_view variant) {
    const std::size_t colon = std::min(variant.find(':'), variant.size());
    std::string out(variant.substr(0, colon));
    char before = ':';
    for (std::string_view option : split(variant.substr(std::min(colon + 1, variant.size())), ',')) {
        const std::string_view name = option.substr(0, option.find('='));
        if (option.empty() || std::ranges::find(options, name) != options.end()) continue;
        (out += before) += option;
        before = ',';
    }
    return out;
}

std::string join_cells(std::vector<Cell> cells, const Geometry& geometry) {
    std::sort(cells.begin(), cells.end(), [&](Cell a, Cell b) { return geometry.before(a, b); });
    std::string out;
    for (Cell c : cells) out += (out.empty() ? "" : "+") + geometry.name(c);
    return out;
}

std::size_t Options::index(std::string_view name) const {
    const auto it =
        std::find_if(info_->options.begin(), info_->options.end(), [&](const OptionInfo& o) { return o.name == name; });
    if (it == info_->options.end()) {
        // No caller could go on: it is a mistake in the game's file.
        const std::string line = std::string(info_->name) + ": its setup asks for the option " + in_quotes(name) +
                                 ", which it does not declare\n";
#ifndef TAVOLIERE_FOR_PLAYERS // the page's modules have no standard error
        std::fputs(line.c_str(), stderr);
#endif
        std::abort();
    }
    return std::size_t(it - info_->options.begin());
}

int Options::number(std::string_view name) const {
    const std::size_t i = index(name);
    return int(*parse_number(values_[i] ? *values_[i] : info_->options[i].standard, 0, 999999999));
}

Size Options::size(std::string_view name) const {
    const std::size_t i = index(name);
    std::string wrong;
    return *parse_size(values_[i] ? std::string_view(*values_[i]) : info_->options[i].standard, 0, 999, wrong);
}

std::string_view Options::choice(std::string_view name) const {
    const std::size_t i = index(name);
    return values_[i] ? std::string_view(*values_[i]) : info_->options[i].standard;
}

Expected<std::vector<Cell>> Options::cells(std::string_view name, const Geometry& geometry) const {
    std::vector<Cell> cells;
    if (!given(name)) return cells;
    for (std::string_view n : split(*given(name), '+')) {
        const auto cell = geometry.find(n);
        if (!cell) return wrong(name, in_quotes(n) + " is not a cell of this board");
        cells.push_back(*cell);
    }
    return cells;
}

std::unexpected<Problem> Options::wrong(std::string_view option, const std::string& what) const {
    return problem("variant: " + std::string(info_->name) + ": " + std::string(option) + ": " + what);
}

Expected<void> Options::read(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const auto option =
        std::find_if(info_->options.begin(), info_->options.end(), [&](const OptionInfo& o) { return o.name == name; });
    if (option == info_->options.end()) {
        std::vector<std::string_view> names;
        for (const OptionInfo& o : info_->options) names.push_back(o.name);
        return problem("variant: " + std::string(info_->name) + " has no option " + in_quotes(name) +
                       (names.empty() ? " or any other" : "; it has " + list_names(names)));
    }
    auto& value = values_[std::size_t(option - info_->options.begin())];
    if (value) return wrong(name, "is given twice, or is already part of the game's name; give it once");
    const bool has_value = equals != std::string_view::npos;
    if (option->kind == OptionInfo::Kind::flag && has_value) return wrong(name, "takes no value");
    if (option->kind != OptionInfo::Kind::flag && (!has_value || equals + 1 == text.size()))
        return wrong(name, "needs a value, as in " + std::string(name) + "=" +
                               std::string(option->standard.empty() ? "…" : option->standard));
    auto read = read_value(*option, has_value ? text.substr(equals + 1) : std::string_view());
    if (!read) return wrong(name, read.error().text);
    value = std::move(*read);
    return {};
}

std::string Options::variant() const {
    std::string out(info_->name);
    char before = ':';
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const OptionInfo& option = info_->options[i];
        if (!values_[i] || (option.kind != OptionInfo::Kind::flag && *values_[i] == option.standard)) continue;
        out += before + std::string(option.name);
        if (option.kind != OptionInfo::Kind::flag) out += "=" + *values_[i];
        before = ',';
    }
    return out;
}

std::optional<std::string_view> name_given_twice(std::span<const GameInfo* const> games) {
    std::vector<std::string_view> names;
    for (const GameInfo* g : games) {
        names.push_back(g->name);
        for (const Alias& alias : g->aliases) names.push_back(alias.name);
    }
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    return twice == names.end() ? std::nullopt : std::optional(*twice);
}

Expected<Options> parse_variant(std::string_view text, std::span<const GameInfo* const> games) {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    std::vector<std::string_view> known;
    const auto read_options = [](Options& options, std::string_view list) -> Expected<void> {
        for (std::string_view one : split(list, ','))
            if (auto read = options.read(one); !read) return read;
        return {};
    };
    const auto finish = [&](Options options) -> Expected<Options> {
        if (colon == std::string_view::npos) return options;
        if (colon + 1 == text.size())
            return problem("variant: " + in_quotes(text) + " ends in a colon; an option follows it, or nothing");
        if (auto read = read_options(options, text.substr(colon + 1)); !read) return std::unexpected(read.error());
        return options;
    };
    for (const GameInfo* info : games) {
        known.push_back(info->name);
        if (info->name == name) return finish(Options(*info));
        for (const Alias& alias : info->aliases) {
            known.push_back(alias.name);
            if (alias.name != name) continue;
            Options options(*info);
            const auto opened = read_options(options, alias.means.substr(alias.means.find(':') + 1));
            assert(opened && "a game's alias is a variant of it");
            return finish(std::move(options));
        }
    }
    return problem("variant: there is no game " + in_quotes(name) + "; there are " + list_names(known));
}

}
