// Sums of games: known outcomes, and those that two other programs found.
#include "solving.hpp"

namespace tavoliere {
namespace {

bool wins(const std::string& variant, int threads = 1) {
    SolveLimits limits = by(Method::sums, threads);
    limits.memory_mb = 1024; // room for the values of larger parts
    const auto found = solved(*opened(variant), limits);
    EXPECT_TRUE(found.value) << variant;
    return found.value == 1;
}
std::string clobber(int columns, int rows) {
    return "clobber:size=" + std::to_string(columns) + "x" + std::to_string(rows);
}

// The first player loses 2 x n exactly for n divisible by 3, 3 x n from 3 on exactly for even n, and (xo)^n for n = 3 alone.
TEST(Sums, KnownClobberBoards) {
    for (int n = 2; n <= 14; ++n) EXPECT_EQ(wins(clobber(n, 2)), n % 3 != 0) << n;
    for (int n = 3; n <= 6; ++n) EXPECT_EQ(wins(clobber(n, 3)), n % 2 != 0) << n;
    EXPECT_TRUE(wins(clobber(4, 4)));
    for (int n = 1; n <= 20; ++n) EXPECT_EQ(wins(clobber(2 * n, 1)), n != 3) << n;
}

// The first player wins all of these.
TEST(Sums, KnownBloccoBoards) {
    for (const char* size : {"2x1", "4x1", "6x1", "8x1", "10x1", "2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4"})
        EXPECT_TRUE(wins("blocco:size=" + std::string(size))) << size;
}

// tests/data/clobber-outcomes.json, from MCGS and SEGClobber.
TEST(Sums, AgreeWithTwoOtherSolvers) {
    int asked = 0;
    for (const auto& row : test_data("clobber-outcomes.json")) {
        const auto s = opened(text_of(row.at("game")), text_of(row.at("position")));
        const auto found = solved(*s, by(Method::sums));
        ASSERT_EQ(found.value, text_of(row.at("value")) == "win" ? 1 : -1) << text_of(row.at("position"));
        // The best move, where there is one, leaves a lost position.
        if (*found.value < 0 || ++asked % 8) continue;
        ASSERT_TRUE(found.best) << text_of(row.at("position"));
        ASSERT_TRUE(s->play(*found.best));
        EXPECT_EQ(solved(*s, by(Method::sums)).value, -1) << text_of(row.at("position")) << " " << *found.best;
    }
    EXPECT_GT(asked, 100);
}

// Proof-number search on positions knows nothing of parts and values.
TEST(Sums, AgreeWithProofs) {
    for (const char* variant : {"clobber:size=4x3", "clobber:size=9x1", "blocco:size=3x3", "blocco:size=7x1"}) {
        const auto s = opened(variant);
        for (int ply = 0; !s->result(); ++ply) {
            const auto sums = solved(*s, by(Method::sums)), proof = solved(*s, by(Method::proof));
            EXPECT_EQ(sums.value, proof.value) << variant << " " << s->position();
            const auto moves = s->moves();
            ASSERT_TRUE(s->play(moves[std::size_t(ply) * 7 % moves.size()].text));
        }
    }
}

// Thinking begins with solving: a win that is there is found, and leaves a lost position.
TEST(Sums, AreThoughtAboutFirst) {
    for (const char* variant : {"clobber:size=4x4", "blocco:size=4x4"}) {
        const auto s = opened(variant);
        Limits limits;
        limits.seconds = 4;
        const auto line = s->think(limits, ignore, never).lines.at(0);
        ASSERT_EQ(line.score.kind, Score::Kind::win) << variant;
        EXPECT_EQ(line.score.value, 15) << variant; // sixteen pieces: fifteen moves at most
        ASSERT_TRUE(s->play(line.moves.at(0)));
        EXPECT_EQ(solved(*s, by(Method::sums)).value, -1) << variant;
        // Of a lost position the search says what it can.
        EXPECT_NE(s->think(limits, ignore, never).lines.at(0).score.kind, Score::Kind::win) << variant;
        // What is limited otherwise is not solved: fixed nodes give what they always gave.
        limits.seconds = 0;
        limits.nodes = 200;
        EXPECT_LE(s->think(limits, ignore, never).nodes, 200u) << variant;
    }
}

// Where there is no room for values, larger parts stay as they are and the search goes on.
TEST(Sums, WithLittleMemory) {
    SolveLimits limits = by(Method::sums);
    limits.memory_mb = 8;
    EXPECT_EQ(solved(*opened(clobber(12, 2)), limits).value, -1);
    EXPECT_EQ(solved(*opened(clobber(6, 3)), limits).value, -1);
}

TEST(Sums, WithSeveralThreads) {
    EXPECT_FALSE(wins(clobber(9, 2), 3));
    EXPECT_TRUE(wins(clobber(5, 4), 2));
}

// Each thread has values of its own, and the first position has some: its parts are small, or one is large and narrow.
TEST(Sums, SeveralThreadsShareNoValues) {
    for (int n = 1; n <= 20; ++n) EXPECT_EQ(wins(clobber(2 * n, 1), 4), n != 3) << n;
    int asked = 0;
    for (const auto& row : test_data("clobber-outcomes.json")) {
        if (++asked % 4) continue;
        const auto s = opened(text_of(row.at("game")), text_of(row.at("position")));
        EXPECT_EQ(solved(*s, by(Method::sums, 3)).value, text_of(row.at("value")) == "win" ? 1 : -1)
            << text_of(row.at("position"));
    }
}

TEST(Sums, WriteNoProof) {
    SolveLimits limits;
    limits.method = Method::sums;
    limits.proof = "never-written.proof";
    const auto found = opened("clobber:size=3x3")->solve(limits, unheard, never);
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text.find("writes no proof"), std::string::npos);
}

}
}
