#include "ask/reading.hpp"
#include "base/text.hpp"

namespace tavoliere {

std::string member(std::string_view where, std::string_view name) {
    return std::string(where) + "." + std::string(name);
}

Expected<Json> read_value(std::string_view text, std::string_view what) {
    constexpr JsonBounds bounds{.bytes = 1 << 16};
    auto value = read_json(text, bounds);
    if (!value) return problem(std::string(what) + ": " + in_quotes(text) + " is not JSON: " + value.error().text);
    return value;
}

Expected<Json> read_object(std::string_view text, std::string_view what) {
    auto value = read_value(text, what);
    if (value && !value->object()) return problem(std::string(what) + ": " + in_quotes(text) + " is not an object {…}");
    return value;
}

Expected<std::string> read_text(const Json& object, std::string_view where, std::string_view name) {
    const std::string* const value = object[name].text();
    if (!value) return problem(member(where, name) + ": a text is wanted here");
    std::string_view text = *value;
    take(text, byte_order_mark); // of what was pasted out of a file
    if (const auto plain = need_one_line(member(where, name), text); !plain) return std::unexpected(plain.error());
    return std::string(text);
}

}
