// What stands in the address of a request.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere::server {

// %XX decoded; nothing where a % is not followed by two digits. A + stays one.
std::optional<std::string> url_decoded(std::string_view text);

// Whatever is neither a letter, a digit nor one of - . _ ~ as %XX.
std::string url_encoded(std::string_view text);

// "/a/b?c=d" taken apart; the query is empty where there is none.
struct Target {
    std::string_view path, query;
};
Target target_of(std::string_view target);

// The pairs of "a=1&b=2" as they were sent; of "a" the value is empty.
std::vector<std::pair<std::string_view, std::string_view>> pairs_of(std::string_view query);

// The first value of a name in a target's query, decoded; nothing where it is missing, or cannot be decoded.
std::optional<std::string> query_text(std::string_view target, std::string_view name);

}
