// In place of src/base/json_number.cpp: to nine decimals, which is more than any number here has (coordinates have four).
#include "base/json.hpp"
#include <cmath>
#include <cstdint>

namespace tavoliere {

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

}
