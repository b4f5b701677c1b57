// Matches, and what they say about strength; random games.
#include "match/match.hpp"
#include "support.hpp"
#include <cmath>

namespace tavoliere {
namespace {

MatchScore played(MatchPlan plan) {
    const auto score = play_match(plan, [](const PlayedGame&, const MatchScore&) {}, never);
    EXPECT_TRUE(score.has_value());
    return score.value_or(MatchScore{});
}

TEST(Elo, IsZeroWhereBothTookHalf) {
    MatchScore s{50, 0, 50, {0, 0, 50, 0, 0}};
    EXPECT_DOUBLE_EQ(elo(s).value, 0);
    EXPECT_DOUBLE_EQ(elo(s).error, 0); // every pair was shared: colours decided, nothing else did
}

TEST(Elo, IsAHundredAndNinetyOneAtThreeQuarters) {
    MatchScore s{150, 0, 50, {10, 0, 30, 0, 60}};
    EXPECT_NEAR(elo(s).value, 190.85, 0.01);
    // The mean of 100 pairs is 3/4 with a deviation of sqrt(0.675 - 0.5625) / 10 = 0.0335.
    const double low = 0.75 - 1.96 * 0.0335, high = 0.75 + 1.96 * 0.0335;
    const auto of = [](double share) { return -400 * std::log10(1 / share - 1); };
    EXPECT_NEAR(elo(s).error, (of(high) - of(low)) / 2, 0.5);
}

TEST(Elo, IsInfiniteWhereOneTookAll) {
    EXPECT_EQ(elo({4, 0, 0, {0, 0, 0, 0, 2}}).value, INFINITY);
    EXPECT_EQ(elo({0, 0, 4, {2, 0, 0, 0, 0}}).value, -INFINITY);
}

TEST(Matches, CountEveryGameOnceOnAnyNumberOfThreads) {
    MatchPlan plan{.variant = "ataxx:size=4x4", .first = "greedy", .second = "random", .games = 21};
    const MatchScore one = played(plan);
    EXPECT_EQ(one.games(), 21);
    int pairs = 0;
    for (int n : one.pairs) pairs += n;
    EXPECT_EQ(pairs, 10);
    plan.threads = 2;
    const MatchScore two = played(plan);
    EXPECT_EQ(two.wins, one.wins);
    EXPECT_EQ(two.draws, one.draws);
    EXPECT_EQ(two.pairs, one.pairs);
}

TEST(Matches, GiveBothColoursTheSameOpening) {
    const MatchPlan plan{
        .variant = "clobber:size=4x4", .first = "random", .second = "random", .games = 10, .opening_plies = 3};
    std::map<int, PlayedGame> games;
    const auto keep = [&](const PlayedGame& g, const MatchScore&) { games[g.number] = g; };
    ASSERT_TRUE(play_match(plan, keep, never));
    ASSERT_EQ(games.size(), 10u);
    for (int pair = 0; pair < 5; ++pair) {
        const PlayedGame &a = games[2 * pair], &b = games[2 * pair + 1];
        EXPECT_NE(a.first_is_x, b.first_is_x);
        EXPECT_TRUE(std::equal(a.moves.begin(), a.moves.begin() + 3, b.moves.begin()));
    }
}

// Wide margins: no luck of the dice turns these over.
TEST(Matches, ASearchBeatsGreedAndGreedBeatsChance) {
    for (const char* variant : {"ataxx:size=5x5", "boop", "attract:size=6x6", "insert"}) {
        const MatchPlan search{.variant = variant, .first = "engine:depth=3", .second = "greedy", .games = 20};
        EXPECT_GT(played(search).share(), 0.6) << variant;
        const MatchPlan greed{.variant = variant, .first = "greedy", .second = "random", .games = 20};
        EXPECT_GT(played(greed).share(), 0.6) << variant;
    }
}

TEST(Matches, RefuseUnknownPlayersAndLimits) {
    for (const char* player : {"", "nobody", "engine", "engine:", "engine:time=", "engine:time=0", "engine:time=nan",
                               "engine:depth=0", "engine:nodes=-1", "engine:depth=3,", "engine:speed=3"}) {
        const auto made = make_player(player);
        ASSERT_FALSE(made) << player;
        EXPECT_TRUE(made.error().text.starts_with("player: ")) << made.error().text;
    }
    EXPECT_FALSE(play_match({.variant = "chess"}, [](const PlayedGame&, const MatchScore&) {}, never));
}

TEST(Playouts, EndAndAddUp) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        const PlayoutReport r = s->playouts(5, 1, never);
        EXPECT_EQ(r.games, 5u) << variant;
        EXPECT_EQ(r.x_won + r.o_won + r.drawn, 5u) << variant;
        EXPECT_GE(r.choices, r.plies) << variant;
        EXPECT_GE(5 * r.longest, r.plies) << variant;
    }
}

TEST(Playouts, CreditTheWinnerFromEitherSide) {
    // One move is left, and it wins.
    for (const char turn : {'x', 'o'}) {
        const auto s = opened("clobber:size=3x2", turn == 'x' ? "ox1/1x1 x" : "xo1/1o1 o");
        const PlayoutReport r = s->playouts(1, 1, never);
        EXPECT_EQ(r.plies, 1u);
        EXPECT_EQ(r.x_won, turn == 'x' ? 1u : 0u);
        EXPECT_EQ(r.o_won, turn == 'x' ? 0u : 1u);
    }
    // And none: who is to move has lost.
    const PlayoutReport r = opened("clobber:size=3x2", "x1o/3 x")->playouts(1, 1, never);
    EXPECT_EQ(r.o_won, 1u);
    EXPECT_EQ(r.plies, 0u);
}

}
}
