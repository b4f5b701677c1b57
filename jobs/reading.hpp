// What the kinds of jobs share.
#pragma once
#include "ask/field.hpp"
#include "base/file.hpp"
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace tavoliere::jobs {

// A request's fields, but those that say where one process writes, and how it works.
template <class R> std::vector<Field> fields_without(std::initializer_list<std::string_view> names) {
    std::vector<Field> all(fields_of<R>.begin(), fields_of<R>.end());
    std::erase_if(all, [&](const Field& f) { return std::ranges::find(names, f.name) != names.end(); });
    return all;
}

template <class R> Expected<R> read_written(std::span<const Field> fields, const std::string& text) {
    const auto json = read_json(text, {.bytes = file_kind::mb});
    if (!json) return problem("job: its request: " + json.error().text);
    R request;
    if (auto read = read_fields(fields, *json, "job", &request, Asker::owner); !read)
        return std::unexpected(read.error());
    return request;
}

}
