// The laws every game obeys, on random games of every board; and the signatures that change only when the rules do.
#include "game/laws.hpp"
#include "support.hpp"
#include <atomic>
#include <chrono>
#include <thread>

namespace tavoliere {
namespace {

// Whole games; under sanitizers, where those of large boards take minutes, as much of each as takes a second.
TEST(Laws, HoldInEveryVariant) {
    for (const std::string& variant : sample_variants()) {
        std::atomic<bool> stop{false};
        std::jthread timer([&](const std::stop_token& done) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
            while (sanitized && !done.stop_requested() && std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (sanitized && !done.stop_requested()) stop = true;
        });
        const LawReport report = opened(variant)->check(1, 1, stop);
        EXPECT_EQ(report.broken, "") << variant;
        EXPECT_TRUE(stop || report.games == 1) << variant;
    }
}

TEST(Laws, AskForAFirstMove) {
    EXPECT_EQ(opened("ataxx:size=3x3,blocks=a2+b1+b2+b3+c2")->check(1, 1, never).broken,
              "the game is over before its first move");
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
