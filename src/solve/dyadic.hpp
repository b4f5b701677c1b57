// Dyadic rationals, m / 2^k: the numbers that games can be.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>

namespace tavoliere {

// Counted in units of 2^-40, so that order and addition are those of integers. Exact as long as denominators stay within
// 2^40 and numbers within a few millions; `is_even` says whether a half is still exact.
struct Dyadic {
    static constexpr int places = 40;
    std::int64_t units = 0;

    constexpr Dyadic() = default;
    constexpr explicit Dyadic(int n) : units(std::int64_t(n) << places) {}
    static constexpr Dyadic of_units(std::int64_t units) {
        Dyadic d;
        d.units = units;
        return d;
    }
    constexpr auto operator<=>(const Dyadic&) const = default;

    friend constexpr Dyadic operator+(Dyadic a, Dyadic b) { return of_units(a.units + b.units); }
    friend constexpr Dyadic operator-(Dyadic a, Dyadic b) { return of_units(a.units - b.units); }
    friend constexpr Dyadic operator-(Dyadic a) { return of_units(-a.units); }
    friend constexpr Dyadic operator*(int n, Dyadic a) { return of_units(n * a.units); }

    constexpr bool is_even() const { return units % 2 == 0; }
    constexpr Dyadic half() const { return of_units(units / 2); }
    constexpr bool is_integer() const { return units % (std::int64_t(1) << places) == 0; }
    constexpr int floor() const { return int(units >> places); }
    constexpr double approximate() const { return double(units) / double(std::int64_t(1) << places); }

    // The k of m / 2^k in lowest terms.
    constexpr int exponent() const {
        int k = places;
        for (std::int64_t u = units; k > 0 && u % 2 == 0; u /= 2) --k;
        return k;
    }
    std::string text() const { // "-3/4", "2"
        const int k = exponent();
        const std::string top = std::to_string(units >> (places - k));
        return k == 0 ? top : top + "/" + std::to_string(std::int64_t(1) << k);
    }
};

}
