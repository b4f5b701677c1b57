// In place of src/base/json_number.cpp and decimal.cpp, whose tables are large.
#include "base/json.hpp"
#include "base/text.hpp"
#include <cmath>
#include <cstdint>

namespace tavoliere {

// To nine decimals, which is more than any number here has (coordinates have four).
std::string json_number(double value) {
    constexpr std::int64_t unit = 1'000'000'000;
    if (!std::isfinite(value)) return "null";
    const double size = std::abs(value);
    const std::string sign = value < 0 ? "-" : "";
    if (size >= double(unit)) return sign + std::to_string(std::int64_t(std::min(size, 9e18)));
    const std::int64_t units = std::llround(size * double(unit));
    std::string decimals = std::to_string(unit + units % unit).substr(1);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    const std::string whole = std::to_string(units / unit);
    return (units ? sign : "") + whole + (decimals.empty() ? "" : "." + decimals);
}

// What is read so are seconds, of a few digits: those are read exactly, and longer ones to some sixteen digits.
Number<double> parse_decimal(std::string_view text, double least, double most) {
    double digits = 0, exponent = 0;
    bool is_fraction = false, has_digits = false;
    std::string_view rest = text;
    const bool is_negative = take(rest, "-");
    while (!rest.empty() && rest[0] != 'e' && rest[0] != 'E') {
        const char c = rest[0];
        rest.remove_prefix(1);
        if (c == '.' && !is_fraction && has_digits) {
            is_fraction = true;
            continue;
        }
        if (c < '0' || c > '9') return std::unexpected(NumberFault::unreadable);
        has_digits = true;
        digits = 10 * digits + (c - '0');
        exponent -= is_fraction;
    }
    if (!has_digits || text.ends_with('.')) return std::unexpected(NumberFault::unreadable);
    if (!rest.empty()) {
        rest.remove_prefix(1);
        take(rest, "+");
        const auto power = parse_number(rest, -999, 999);
        if (!power) return std::unexpected(NumberFault::unreadable);
        exponent += *power;
    }
    double unit = 1;
    for (double power = std::abs(exponent); power > 0; --power) unit *= 10;
    const double size = exponent < 0 ? digits / unit : digits * unit;
    const double value = is_negative ? -size : size;
    if (!(value >= least)) return std::unexpected(NumberFault::too_small);
    if (value > most) return std::unexpected(NumberFault::too_large);
    return value;
}

}
