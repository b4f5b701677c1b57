// The laws every game obeys, on random games of every board; and the signatures that change only when the rules do.
#include "game/laws.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

TEST(Laws, HoldInEveryVariant) {
    for (const std::string& variant : sample_variants()) {
        const LawReport report = opened(variant)->check(1, 1, never);
        EXPECT_EQ(report.broken, "") << variant;
        EXPECT_EQ(report.games, 1u) << variant;
    }
}

// After a change of the rules: `tavoliere check` prints the new ones; say so in the commit ("Rules: …").
TEST(Laws, SignaturesAreThoseOfTheRules) {
    if (sanitized)
        GTEST_SKIP() << "a minute under sanitizers; the release build runs it, and the laws are the same code";
    std::size_t seen = 0;
    for (const auto& value : test_data("signatures.json")) {
        const auto& row = value.as_object();
        const LawReport report = opened(text_of(row.at("game")))->check(int(row.at("games").as_int64()), 1, never);
        char hex[17];
        std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(report.signature));
        EXPECT_EQ(hex, text_of(row.at("signature"))) << row.at("game");
        ++seen;
    }
    EXPECT_GE(seen, games().size());
}

}
}
