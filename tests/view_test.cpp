// What a view says besides the pieces: lines that bind the next move, figures that decide the game, half-made moves.
#include "support.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

using Names = std::vector<std::string>;

Names figures(const GameSession& s) {
    Names names = s.view().figures;
    std::sort(names.begin(), names.end());
    return names;
}

MoveView move_of(const GameSession& s, std::string_view text) {
    for (const MoveView& m : s.moves())
        if (m.text == text) return m;
    ADD_FAILURE() << text << " is not legal";
    return {};
}

TEST(Guides, RunFromEdgeToEdgeThroughTheLastCell) {
    const auto s = opened("insert");
    EXPECT_TRUE(s->view().guides.empty());
    ASSERT_TRUE(s->play("c4")); // a column's line
    const auto guides = s->view().guides;
    ASSERT_EQ(guides.size(), 1u);
    const Geometry& g = s->geometry();
    const auto is_end = [&](Point p, const char* cell) {
        const Point c = g.centre(*g.find(cell));
        return std::abs(p.x - c.x) < 1e-9 && std::abs(p.y - c.y) < 1e-9;
    };
    EXPECT_TRUE((is_end(guides[0][0], "c1") && is_end(guides[0][1], "c6")) ||
                (is_end(guides[0][0], "c6") && is_end(guides[0][1], "c1")));
    for (const MoveView& m : s->moves()) EXPECT_EQ(m.text[0], 'c');
}

TEST(Guides, AreTwoWhereACellBearsTwoLinesAndNoneWhereTheyDoNotBind) {
    // Every cell a rising diagonal but b2, row and column.
    EXPECT_EQ(opened("insert:xplus,board=444444.444444.444444.444444.434444.444444", "6/6/6/6/1x4/6 o b2")
                  ->view()
                  .guides.size(),
              2u);
    EXPECT_TRUE(
        opened("insert:board=444444.444444.444444.444444.444444.444444", "x5/6/6/6/6/6 o a6")->view().guides.empty());
}

TEST(Figures, AreTheRowThatWon) {
    const auto s = opened("magnetone", "8/6o1/3x4/3x4/2ox4/2x1o3/7o/8 x 8,8");
    EXPECT_TRUE(figures(*s).empty());
    ASSERT_TRUE(s->play("b3"));
    EXPECT_EQ(figures(*s), (Names{"d3", "d4", "d5", "d6"}));
}

TEST(Figures, AreAllConfigurationsAlsoWhereTheyAreEqual) {
    const auto s = opened("attract", "8/1o1o1x1x/2x3o1/1o1o1x1x/8/8/8/8 x");
    EXPECT_FALSE(s->result());
    EXPECT_EQ(figures(*s), (Names{"b5", "b7", "c6", "d5", "d7", "f5", "f7", "g6", "h5", "h7"}));
}

// Rows of the player to move, which count for nothing, are no figures.
TEST(Figures, AreThoseOfWhoHasMoved) {
    const auto s = opened("boop", "6/6/6/XX1X2/6/6 o 5,0,7,1");
    ASSERT_TRUE(s->play("Ce3")); // pushes d3 to c3
    EXPECT_FALSE(s->result());
    EXPECT_TRUE(figures(*s).empty());
}

TEST(Figures, AreThereExactlyWhereAGameEndedByOne) {
    for (const char* variant : {"boop", "insert", "insert:xplus", "magnetone:size=5x5"})
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            const auto s = opened(variant);
            for (std::uint64_t ply = 0; !s->result(); ++ply) {
                EXPECT_TRUE(figures(*s).empty()) << variant << " " << s->position();
                ASSERT_TRUE(s->play(s->greedy(seed + 1000 * ply)));
            }
            const auto reason = s->result()->reason;
            EXPECT_EQ(figures(*s).empty(), reason != "line" && reason != "cats") << variant << " " << s->position();
        }
}

TEST(HalfMoves, ShowTheBoardBeforeTheLastChoice) {
    const auto blocco = opened("blocco:size=3x3");
    EXPECT_EQ(blocco->view().cells, "oxoxoxoxo");
    EXPECT_EQ(move_of(*blocco, "b3xc3@c2").half, "o.xxoxoxo");
    EXPECT_EQ(move_of(*blocco, "b3xc3@c3").half, "o.xxoxoxo");

    const auto clobber = opened("clobber:size=3x3");
    for (const MoveView& m : clobber->moves()) EXPECT_EQ(m.half, "") << m.text;
}

TEST(HalfMoves, ShowWhatWasBoopedBeforeItGraduates) {
    // x places on c3; a3 and b3 stay where they are, as c3 pushes b3 nowhere: a3 is behind it.
    const auto s = opened("boop", "6/6/6/xx4/6/6 x 6,0,8,0");
    const MoveView m = move_of(*s, "c3=a3b3c3");
    EXPECT_EQ(m.half, "..................xxx...............");
    ASSERT_TRUE(s->play(m.text));
    EXPECT_EQ(s->view().cells, std::string(36, '.'));
    EXPECT_EQ(move_of(*opened("boop"), "c3").half, "");
}

}
}
