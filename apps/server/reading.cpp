#include "server/reading.hpp"
#include "base/text.hpp"
#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <utility>

namespace tavoliere::server {

namespace json = boost::json;

Expected<json::object> read_object(std::string_view text) {
    json::parse_options options;
    options.max_depth = 16;
    json::error_code error;
    json::value value = json::parse(text, error, {}, options);
    if (error) return problem(fmt::format("message: {} is not JSON: {}", in_quotes(text), error.message()));
    if (!value.is_object()) return problem(fmt::format("message: {} is not an object {{…}}", in_quotes(text)));
    return std::move(value.as_object());
}

Expected<std::string> read_text(const json::object& object, std::string_view where, std::string_view name) {
    const json::value* value = object.if_contains(name);
    if (!value || !value->is_string()) return problem(fmt::format("{}.{}: a text is wanted here", where, name));
    std::string_view text(value->get_string().data(), value->get_string().size());
    take(text, byte_order_mark); // of what was pasted out of a file
    if (const auto plain = need_one_line(fmt::format("{}.{}", where, name), text); !plain)
        return std::unexpected(plain.error());
    return std::string(text);
}

}
