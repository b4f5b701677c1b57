// Matches, and what they say about strength; random games.
#include "lab/tournament.hpp"
#include "support.hpp"
#include <cmath>
#include <set>

namespace tavoliere {
namespace {

MatchScore played(const MatchPlan& plan) {
    const auto score = play_match(plan, [](const PlayedGame&, const MatchReport&) {}, never);
    EXPECT_TRUE(score.has_value());
    return score.value_or(MatchReport{}).score;
}

TEST(Elo, IsZeroWhereBothTookHalfButNeverCertain) {
    const auto many = elo({50, 0, 50, {0, 0, 50, 0, 0}}), few = elo({5, 0, 5, {0, 0, 5, 0, 0}});
    EXPECT_EQ(many->value, 0);
    EXPECT_FALSE(std::signbit(many->value));
    EXPECT_GT(many->error, 0);
    EXPECT_GT(few->error, 5 * many->error);
}

TEST(Elo, IsAHundredAndNinetyOneAtThreeQuarters) {
    const auto d = elo({150, 0, 50, {10, 0, 30, 0, 60}});
    EXPECT_NEAR(d->value, 190.85, 0.01);
    // Squares of the distances from 3/4: 10 x 0.5625 + 30 x 0.0625 + 60 x 0.0625, and one of 0.0625 for doubt.
    const double deviation = std::sqrt(5.625 + 1.875 + 3.75 + 0.0625) / 100;
    const auto of = [](double share) { return -400 * std::log10(1 / share - 1); };
    EXPECT_NEAR(d->error, (of(0.75 + 1.96 * deviation) - of(0.75 - 1.96 * deviation)) / 2, 0.1);
}

TEST(Elo, IsInfiniteWhereOneTookAllAndUnknownWithoutAPair) {
    EXPECT_EQ(elo({4, 0, 0, {0, 0, 0, 0, 2}})->value, INFINITY);
    EXPECT_EQ(elo({0, 0, 4, {2, 0, 0, 0, 0}})->value, -INFINITY);
    EXPECT_GT(elo({1, 0, 1, {0, 0, 1, 0, 0}})->error, 500); // one pair says next to nothing
    EXPECT_FALSE(elo({1, 0, 0, {}}));
}

// Values of another implementation (fastchess's, of the same formula), to the two places it gives.
TEST(SprtRatio, IsWhatOthersCompute) {
    EXPECT_NEAR(log_likelihood_ratio({.pairs = {223, 9863, 21279, 10037, 246}}, {.elo0 = 0.5, .elo1 = 2.5}), -3.07,
                0.005);
    EXPECT_NEAR(log_likelihood_ratio({.pairs = {871, 26175, 55983, 26678, 821}}, {.elo0 = 0, .elo1 = 2}), -4.98, 0.005);
}

// Where pairs are only lost or won, the mean is all there is to a distribution, and the ratio is that of a coin.
TEST(SprtRatio, OfWinsAndLossesAloneIsThatOfACoin) {
    const double s0 = 1 / (1 + std::pow(10, -20 / 400.0)), s1 = 1 / (1 + std::pow(10, -80 / 400.0));
    const MatchScore score{.pairs = {4000, 0, 0, 0, 6000}};
    EXPECT_NEAR(log_likelihood_ratio(score, {.elo0 = 20, .elo1 = 80}),
                6000 * std::log(s1 / s0) + 4000 * std::log((1 - s1) / (1 - s0)), 0.05);
}

TEST(SprtRatio, IsThereFromTheFirstPairOnAndPointsTheRightWay) {
    const Sprt sprt{.elo0 = 0, .elo1 = 10};
    EXPECT_EQ(log_likelihood_ratio({}, sprt), 0);
    double last = -1;
    for (std::size_t i = 0; i < 5; ++i) {
        MatchScore one;
        one.pairs[i] = 1;
        const double llr = log_likelihood_ratio(one, sprt);
        EXPECT_TRUE(std::isfinite(llr));
        EXPECT_LT(std::abs(llr), 0.1);
        EXPECT_GT(llr, last);
        last = llr;
    }
    EXPECT_GT(log_likelihood_ratio({.pairs = {0, 0, 0, 0, 1000}}, sprt), sprt.upper());
    EXPECT_LT(log_likelihood_ratio({.pairs = {0, 0, 1000, 0, 0}}, sprt), sprt.lower());
}

TEST(SprtRatio, HasWaldsBounds) {
    EXPECT_NEAR(Sprt{}.upper(), 2.944, 0.001);
    EXPECT_NEAR(Sprt{}.lower(), -2.944, 0.001);
    const auto sprt = read_sprt("elo0=-5,elo1=0,alpha=0.1,beta=0.01");
    ASSERT_TRUE(sprt);
    EXPECT_NEAR(sprt->upper(), std::log(9.9), 1e-9);
    EXPECT_NEAR(sprt->lower(), std::log(0.01 / 0.9), 1e-9);
    for (const char* wrong : {"", "elo0=0", "elo0=0,elo1=0", "elo0=3,elo1=1", "elo1=5,alpha=0.5", "elo1=5,beta=0",
                              "elo1=nan", "elo1=5,gamma=1", "elo1=5,elo1=6"})
        EXPECT_FALSE(read_sprt(wrong)) << wrong;
}

TEST(Adjudication, NeedsBothSidesToAgreeForAsLongAsWasSaid) {
    const Score good{Score::Kind::estimate, 600}, bad{Score::Kind::estimate, -600}, mated{Score::Kind::loss, 4},
        even{Score::Kind::estimate, 3};
    const Adjudication rules{.draw = {.move = 3, .count = 2, .score = 5}, .resign = {.count = 2, .score = 500}};
    using Scores = std::vector<std::optional<Score>>;
    const auto end = [&](const Scores& scores) { // x moves first; "PLY WINNER", or nothing
        Adjudicator judge(rules);
        for (std::size_t i = 0; i < scores.size(); ++i)
            if (const auto result = judge.after(i % 2, scores[i], int(i) + 1))
                return std::to_string(i + 1) + " " + std::string(name(result->winner));
        return std::string();
    };
    EXPECT_EQ(end({good, bad, good, bad}), "4 x");
    EXPECT_EQ(end({bad, good, mated, good}), "4 o");
    EXPECT_EQ(end({good, even, good, bad, good, bad}), "6 x");
    EXPECT_EQ(end({good, bad, even, bad, good, bad}), "") << "the row is broken";
    EXPECT_EQ(end({good, bad, {}, bad, good, bad}), "") << "and by a move without a score";
    EXPECT_EQ(end({bad, bad, bad, bad, bad, bad}), "") << "they do not agree";
    EXPECT_EQ(end({even, even, even, even, even, even}), "6 draw") << "from move 3 on";
    EXPECT_EQ(end({good, good, even, even, even, even}), "6 draw");
    EXPECT_EQ(end({even, even, even, good, even, even, even}), "") << "o's row is broken";
}

TEST(Adjudication, IsOffUnlessAskedFor) {
    Adjudication none, short_games;
    short_games.most_plies = 4;
    Adjudicator off(none), on(short_games);
    for (int ply = 1; ply < 1000; ++ply) EXPECT_FALSE(off.after(std::size_t(ply % 2), Score{}, ply));
    EXPECT_FALSE(on.after(0, {}, 3));
    EXPECT_EQ(on.after(1, {}, 4)->reason, "too long");
    for (const char* wrong : {"", "move=3", "count=0", "count=1,score=-1", "count=1,plies=3"})
        EXPECT_FALSE(read_draw(wrong)) << wrong;
    for (const char* wrong : {"", "count=3", "score=3", "count=1,score=0"}) EXPECT_FALSE(read_resign(wrong)) << wrong;
}

TEST(Matches, EndGamesThatBothSidesCallDecided) {
    // By the plain evaluation, a count of pieces: networks change, and with them who is sure of what.
    const PlayerPlan plain{"engine:depth=2,network=none"};
    MatchPlan plan{.variant = "ataxx", .first = plain, .second = plain, .games = 4};
    plan.adjudication.resign = {.count = 1, .score = 300};
    const auto report = play_match(plan, [](const PlayedGame&, const MatchReport&) {}, never);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->ends.at("adjudicated"), 4);
}

TEST(Matches, CountEveryGameOnceOnAnyNumberOfThreads) {
    MatchPlan plan{.variant = "ataxx:size=4x4", .first = {"greedy"}, .second = {"random"}, .games = 21};
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
        .variant = "clobber:size=4x4", .first = {"random"}, .second = {"random"}, .games = 10, .opening_plies = 3};
    std::map<int, PlayedGame> games;
    const auto keep = [&](const PlayedGame& g, const MatchReport&) { games[g.number] = g; };
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
    for (const char* variant : {"ataxx", "boop", "attract:size=6x6", "insert"}) {
        const MatchPlan search{.variant = variant, .first = {"engine:depth=3"}, .second = {"greedy"}, .games = 20};
        EXPECT_GT(played(search).share(), 0.6) << variant;
        const MatchPlan greed{.variant = variant, .first = {"greedy"}, .second = {"random"}, .games = 20};
        EXPECT_GT(played(greed).share(), 0.6) << variant;
    }
}

TEST(Matches, OfAnotherSeedAreOtherGames) {
    std::set<std::vector<std::string>> openings;
    const auto keep = [&](const PlayedGame& g, const MatchReport&) {
        openings.insert({g.moves.begin(), g.moves.begin() + 6});
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        ASSERT_TRUE(play_match({.variant = "clobber",
                                .first = {"random"},
                                .second = {"random"},
                                .games = 20,
                                .opening_plies = 6,
                                .seed = seed},
                               keep, never));
    EXPECT_EQ(openings.size(), 50u); // one a pair
}

TEST(Matches, RefuseOpeningsThatEndTheGame) {
    const auto refused = play_match(
        {.variant = "clobber:size=3x3",
         .first = {"random"},
         .second = {"random"},
         .games = 4,
         .opening_plies = 50,
         .threads = 2},
        [](const PlayedGame&, const MatchReport&) {}, never);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "match: clobber:size=3x3 is over within 50 random plies; begin with fewer");
}

TEST(Matches, RefuseUnknownPlayersAndLimits) {
    for (const char* player : {"", "nobody", "engine:", "engines", "engine:time=", "engine:time=0", "engine:time=nan",
                               "engine:network=", "engine:depth=0", "engine:nodes=-1", "engine:depth=3,",
                               "engine:speed=3", "engine:depth=3,depth=4"}) {
        const auto made = read_player({.spec = player});
        ASSERT_FALSE(made) << player;
        EXPECT_TRUE(made.error().text.starts_with("player: ")) << made.error().text;
    }
    EXPECT_EQ(read_player({.spec = "engine:history_kept=101"}).error().text,
              "player: history_kept: \"101\" is not a whole number from 0 to 100");
    EXPECT_EQ(read_player({.spec = "engine:depth=3,time=0"}).error().text,
              "player: time: \"0\" is not a number from 0.001 to 1e+09");
    EXPECT_EQ(read_player({.spec = "engine:depth=3,depth=4"}).error().text,
              "player: \"depth=3,depth=4\" gives depth twice");
    EXPECT_EQ(read_player({.spec = "uct:depth=3"}).error().text,
              "player: \"depth=3\" is no setting; there are time=0.001 to 1e+09, nodes=1 or more, hash=1 to 65536, "
              "explore=0 to 100");
    EXPECT_EQ(read_player({.spec = "engine:tables=/nowhere"}).error().text,
              "player: tables: \"/nowhere\" is no folder");
    EXPECT_TRUE(read_player({.spec = "engine:kept_history=1"}).error().text.contains(", history_kept, "));
    EXPECT_FALSE(play_match({.variant = "chess"}, [](const PlayedGame&, const MatchReport&) {}, never));
}

TEST(Matches, KnowMonteCarloTreeSearch) {
    for (const char* player : {"uct:time=0.1,hash=8,explore=1.4", "mcts:nodes=5,unit=300,temperature=0.2,network=none"})
        EXPECT_TRUE(read_player({.spec = player})) << player;
    for (const char* wrong : {"uct:depth=3", "uct:network=none", "mcts:threads=2", "uct:explore=x", "ucts", "mcts:"})
        EXPECT_FALSE(read_player({.spec = wrong})) << wrong;
    EXPECT_FALSE(read_player({.spec = "uct", .limits = "depth=3"}));
    for (const char* player : {"uct:nodes=3000", "mcts:nodes=3000"})
        EXPECT_GE(played({.variant = "clobber:size=4x4", .first = {player}, .second = {"random"}, .games = 10}).share(),
                  0.8)
            << player;
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
