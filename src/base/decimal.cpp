// In a file of its own: the tables behind std::from_chars are large, and the page's build replaces it (apps/wasm/numbers.cpp).
#include "base/text.hpp"
#include <charconv>
#include <cstdlib>

namespace tavoliere {

Number<double> parse_decimal(std::string_view text, double least, double most) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool has_words = text.find_first_of("aAfFiInN") != std::string_view::npos; // nan, inf
    if (error == std::errc::invalid_argument || end != text.data() + text.size() || has_words)
        return std::unexpected(NumberFault::unreadable);
    // Too large for any double, or too near to zero: std::strtod says which.
    if (error != std::errc()) value = std::strtod(std::string(text).c_str(), nullptr);
    if (value < least) return std::unexpected(NumberFault::too_small);
    if (value > most) return std::unexpected(NumberFault::too_large);
    return value;
}

}
