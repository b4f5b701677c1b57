// Numbers read: what is none is unreadable, and what is one is never taken for another.
#include "base/text.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

TEST(Numbers, WholeOnesAreReadExactly) {
    EXPECT_EQ(parse_number("0", 0, 9), 0);
    EXPECT_EQ(parse_number("-3", -9, 9), -3);
    EXPECT_EQ(parse_number("1000000000000", 0, 1'000'000'000'000), 1'000'000'000'000) << "of more than nine digits";
    EXPECT_EQ(parse_number("9223372036854775807", 0, INT64_MAX), INT64_MAX);
    EXPECT_EQ(parse_number("-9223372036854775808", INT64_MIN, 0), INT64_MIN);
    EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615", 0, ~0ull), ~0ull);
}

TEST(Numbers, SayWhetherTheyAreTooSmallTooLargeOrNone) {
    const auto fault = [](std::string_view text) { return parse_number(text, 1, 100).error(); };
    for (const char* small : {"0", "-1", "-100", "-9223372036854775809", "-99999999999999999999999999"})
        EXPECT_EQ(fault(small), NumberFault::too_small) << small;
    for (const char* large : {"101", "9223372036854775808", "18446744073709551616", "99999999999999999999999999"})
        EXPECT_EQ(fault(large), NumberFault::too_large) << large;
    for (const char* none : {"",    "-",    "+5",    "+",  "--5", "05",   "-05", "-0",       "00",  "1.0", "100.5",
                             "1e3", "0x10", "1,000", " 5", "5 ",  "five", "5x",  "\xd9\xa5", "nan", "inf"})
        EXPECT_EQ(fault(none), NumberFault::unreadable) << none;
    EXPECT_EQ(parse_number<std::uint64_t>("-1", 0, 9).error(), NumberFault::too_small);
    EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551616", 0, ~0ull).error(), NumberFault::too_large);
}

TEST(Numbers, WithFractionsToo) {
    EXPECT_EQ(parse_decimal("0.5", 0, 1), 0.5);
    EXPECT_EQ(parse_decimal("-1e-3", -1, 1), -0.001);
    EXPECT_EQ(parse_decimal("1e-999", 0, 1), 0.0) << "too near to zero for any double";
    EXPECT_EQ(parse_decimal("1e999", 0, 1).error(), NumberFault::too_large);
    EXPECT_EQ(parse_decimal("-1e999", 0, 1).error(), NumberFault::too_small);
    EXPECT_EQ(parse_decimal("-0.5", 0, 1).error(), NumberFault::too_small);
    for (const char* none :
         {"", "-", "+1", "nan", "-nan", "inf", "infinity", "INF", "0x1p3", "0.5.5", "0,5", "1e", " 1", "1 "})
        EXPECT_EQ(parse_decimal(none, -1e300, 1e300).error(), NumberFault::unreadable) << none;
}

}
}
