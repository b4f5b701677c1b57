// Any text as JSON: refused in one line, or a value that is written and read again the same; and Boost.JSON agrees which.
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "fuzz.hpp"
#include <boost/json/parse.hpp>

namespace tavoliere::fuzz {
namespace {

constexpr JsonBounds bounds{.bytes = 1 << 16};

std::string written(const Json& value) {
    if (const bool* const b = value.boolean()) return *b ? "true" : "false";
    if (const std::string* const digits = value.digits()) return *digits;
    if (const std::string* const text = value.text()) return json_string(*text);
    if (const auto* const array = value.array()) return json_array(*array, written);
    const auto* const members = value.object();
    if (!members) return "null";
    JsonObject out;
    for (const auto& [name, member] : *members) out.raw(name, written(member));
    return out.text();
}

// Are these the values of one text? A number is compared by what the other keeps of it.
bool is_same(const Json& ours, const boost::json::value& theirs) {
    if (theirs.is_null()) return ours.is_null();
    if (theirs.is_bool()) return ours.boolean() && *ours.boolean() == theirs.get_bool();
    if (theirs.is_string()) return ours.text() && *ours.text() == std::string_view(theirs.get_string());
    if (theirs.is_int64()) return ours.whole(INT64_MIN, INT64_MAX) == theirs.get_int64();
    if (theirs.is_uint64()) return ours.whole<std::uint64_t>(0, ~0ull) == theirs.get_uint64();
    if (theirs.is_double()) return ours.digits();
    if (theirs.is_array()) {
        bool same = ours.array() && ours.array()->size() == theirs.get_array().size();
        for (std::size_t i = 0; same && i < ours.array()->size(); ++i)
            same = is_same((*ours.array())[i], theirs.get_array()[i]);
        return same;
    }
    bool same = ours.object() && ours.object()->size() == theirs.get_object().size();
    for (const auto& [name, value] : theirs.get_object()) same = same && is_same(ours[std::string_view(name)], value);
    return same;
}

}

void try_one(std::string_view input) {
    const auto value = read_json(input, bounds);
    boost::json::error_code error;
    boost::json::parse_options options;
    options.max_depth = std::size_t(bounds.depth);
    const auto theirs = boost::json::parse(input, error, {}, options);
    if (!value) {
        require_one_line(value.error());
        require(error || value.error().text.ends_with("twice") || input.size() > bounds.bytes,
                "what is refused is JSON to nobody, unless a name is given twice");
        return;
    }
    const bool has_mark = input.starts_with("\xEF\xBB\xBF");
    require(!error || has_mark || error == boost::json::error::exponent_overflow, "what is read is JSON to others too");
    require(error || is_same(*value, theirs), "and says the same");
    const std::string text = written(*value);
    const auto again = read_json(text, bounds);
    require(again && written(*again) == text, "what is written can be read, and is the same");
}

}
