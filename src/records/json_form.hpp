// What the formats of JSON share.
#pragma once
#include "base/json_read.hpp"
#include "base/problem.hpp"
#include "game/record.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace tavoliere {

// How many bytes a text takes up to the end of its first object; nothing where that is not to be seen.
std::optional<std::size_t> first_object(std::string_view text);
// Whether the first object of a text has a member of that name, as far as the text goes.
bool first_object_has(std::string_view text, std::string_view name);
// One game's text as JSON.
Expected<Json> read_object(std::string_view format, std::string_view text, std::uint64_t first_line);
// JSON as it was read, on one line.
std::string json_text(const Json& json);

// {"NAME":"value","NAME":["value","value"]}: an array where a name stands for several tags.
std::string tags_json(const Record& record);
Expected<void> read_tags(const Json& tags, Record& record);
// A member that is a text or is not there; a problem where it is something else. As those of tags it begins with the member's name.
Expected<std::string> text_member(const Json& object, std::string_view name, std::string_view otherwise = "");

}
