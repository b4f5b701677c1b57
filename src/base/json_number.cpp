// In a file of its own: the tables behind std::to_chars are 100 kB, which the page's build replaces (apps/wasm/numbers.cpp).
#include "base/json.hpp"
#include <charconv>
#include <cmath>

namespace tavoliere {

std::string json_number(double value) {
    if (!std::isfinite(value)) return "null";
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

}
