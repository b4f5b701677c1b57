#include "records/json_form.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tavoliere {
namespace {

// Goes through the brackets and strings of a text's first object: `name` hears of each member of it. True once it has ended, at `at`.
bool walk(std::string_view text, std::size_t& at, const std::function<void(std::string_view)>& name) {
    std::string open;        // the brackets that are
    std::size_t objects = 0; // of which are {
    for (at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t begin = at + 1;
            for (++at; at < text.size() && text[at] != '"'; ++at)
                if (text[at] == '\\') ++at;
            if (at >= text.size()) return false;
            const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
            if (open.ends_with('{') && objects == 1 && next != std::string_view::npos && text[next] == ':')
                name(text.substr(begin, at - begin));
        } else if (c == '{' || c == '[') {
            open += c;
            objects += c == '{';
        } else if ((c == '}' || c == ']') && !open.empty()) {
            const bool was_object = open.back() == '{';
            open.pop_back();
            objects -= was_object;
            if (was_object && objects == 0) return ++at, true;
        }
    }
    return false;
}

}

std::optional<std::size_t> first_object(std::string_view text) {
    std::size_t at = 0;
    if (!walk(text, at, [](std::string_view) {})) return {};
    return at;
}

bool first_object_has(std::string_view text, std::string_view name) {
    bool has = false;
    std::size_t at = 0;
    walk(text, at, [&](std::string_view member) { has |= member == name; });
    return has;
}

Expected<Json> read_object(std::string_view format, std::string_view text, std::uint64_t first_line) {
    auto json = read_json(text, {.bytes = std::size_t(file_kind::record.most_bytes), .first_line = first_line});
    if (!json) return problem(std::string(format) + ": " + json.error().text);
    if (!json->object())
        return problem(std::string(format) + ": line " + std::to_string(first_line) + ": a game is an object");
    return json;
}

std::string json_text(const Json& json) {
    if (const auto* text = json.text()) return json_string(*text);
    if (const auto* digits = json.digits()) return *digits;
    if (const auto* is = json.boolean()) return *is ? "true" : "false";
    if (const auto* list = json.array()) return json_array(*list, json_text);
    const auto* members = json.object();
    if (!members) return "null";
    JsonObject out;
    for (const auto& [name, value] : *members) out.raw(name, json_text(value));
    return out.text();
}

std::string tags_json(const Record& record) {
    std::vector<std::pair<std::string_view, std::vector<std::string>>> named; // in the order of the tags
    std::unordered_map<std::string_view, std::size_t> place;
    for (const auto& [name, value] : record.tags) {
        const auto [at, is_new] = place.try_emplace(name, named.size());
        if (is_new) named.emplace_back(name, std::vector<std::string>());
        named[at->second].second.push_back(as_one_line(value));
    }
    JsonObject out;
    for (const auto& [name, values] : named)
        values.size() == 1 ? out.add(name, values[0]) : out.raw(name, json_strings(values));
    return out.text();
}

Expected<void> read_tags(const Json& tags, Record& record) {
    if (tags.is_null()) return {};
    const auto wrong = [&](const std::string& what) { return problem("tags" + what); };
    if (!tags.object()) return wrong(" is an object of texts");
    for (const auto& [name, value] : *tags.object()) {
        if (!is_tag_name(name)) return wrong(": " + in_quotes(name) + " cannot be a tag's name");
        const auto keep = [&](const Json& one) {
            if (one.text()) record.tags.emplace_back(name, as_one_line(*one.text()));
            return one.text() != nullptr;
        };
        const bool is_kept = value.array() ? std::ranges::all_of(*value.array(), keep) : keep(value);
        if (!is_kept) return wrong("." + in_quotes(name) + " is neither a text nor an array of texts");
    }
    return {};
}

Expected<std::string> text_member(const Json& object, std::string_view name, std::string_view otherwise) {
    const Json& value = object[name];
    if (value.is_null()) return std::string(otherwise);
    if (!value.text()) return problem(std::string(name) + " is not a text");
    return as_one_line(*value.text());
}

}
