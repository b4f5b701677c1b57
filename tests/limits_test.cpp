// Every limit of time holds, whatever is asked: the largest boards, on which a single position has thousands of moves. All variants
// are asked by tavoliere_limits.
#include "lateness.hpp"
#include "support.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

// By the time that the answering thread takes for itself, with a hundred times what it needs on a machine that does nothing else. Before
// the clock was looked at within a position, some took three seconds.
TEST(Limits, HoldWhateverIsAsked) {
    if (sanitized) GTEST_SKIP() << "a question of time";
    const std::vector<std::string> variants{"ataxx:size=11x11",
                                            "hexxagon:size=6,noblocks",
                                            "clobber:size=12x12",
                                            "blocco:size=12x12",
                                            "magnetone:size=10x10,pieces=30",
                                            "attract:size=14x14",
                                            "insert:xplus,board=random-9",
                                            "boop",
                                            "penntagon:size=7x7"};
    std::vector<double> late;
    Lateness worst;
    ask_everything(variants, {}, [&](const Lateness& one) {
        if (one.own >= worst.own) worst = one;
        if (one.refused.empty()) late.push_back(one.own);
    });
    EXPECT_GT(late.size(), 200u);
    EXPECT_LT(quantile(late, 0.999), 1000) << worst.question;
}

TEST(Limits, QuantilesAreOfTheNumbers) {
    EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
    EXPECT_EQ(quantile({3, 1, 2, 4}, 0.5), 2);
    EXPECT_EQ(quantile({3, 1, 2}, 1), 3);
    EXPECT_EQ(quantile({}, 0.5), 0);
}

}
}
