// What can't be read is refused with one line that says what, where, and what would be right.
#include "support.hpp"

namespace tavoliere {
namespace {

std::string refusal(const boost::json::object& bad) {
    const std::string kind = text_of(bad.at("kind")), text = text_of(bad.at("text"));
    if (kind == "variant") {
        const auto session = open(text);
        return session ? "" : session.error().text;
    }
    auto session = opened(text_of(bad.at("game")), kind == "move" ? text_of(bad.at("position")) : "startpos");
    const std::string before = session->position();
    std::string error;
    if (kind == "position") {
        const auto set = session->set_position(text);
        if (!set) error = set.error().text;
    } else {
        const auto played = session->play(text);
        if (!played) error = played.error().text;
    }
    EXPECT_EQ(session->position(), before) << "a refused input changes nothing";
    return error;
}

TEST(Text, EveryBadInputIsRefusedInOneLine) {
    ASSERT_GT(test_data("bad.json").size(), 60u);
    for (const auto& value : test_data("bad.json")) {
        SCOPED_TRACE(boost::json::serialize(value));
        const auto& bad = value.as_object();
        const std::string error = refusal(bad);
        EXPECT_TRUE(error.starts_with(text_of(bad.at("kind")) + ": ")) << error;
        EXPECT_EQ(error.find('\n'), std::string::npos) << error;
        EXPECT_LT(error.size(), 400u) << error;
    }
}

TEST(Text, RefusalsNameThePlace) {
    const auto error = [](std::string_view variant) { return open(variant).error().text; };
    EXPECT_EQ(error("ataxx:size=2x7"), "variant: ataxx: size: \"2x7\" is too small: each side has 3 to 11");
    EXPECT_EQ(error("ataxx:colour=red"),
              "variant: ataxx has no option \"colour\"; it has size, blocks, misere, orthogonal, straight, start");
    auto ataxx = opened("ataxx");
    EXPECT_EQ(
        ataxx->set_position("o5x/7/7/3*3/7/7/x5o x 0 1").error().text,
        "position: row 4 from the top, \"3*3\": \"*\" at place 2 means nothing in this game; it has xo- and numbers");
    EXPECT_EQ(
        ataxx->play("a1-a4").error().text,
        "move: \"a1-a4\" is not legal for x here (a1 holds x, a4 is empty); from a1: a1-a3 a1-b3 a1-c3 a1-c2 a1-c1");
    EXPECT_TRUE(
        ataxx->play("z9").error().text.starts_with("move: \"z9\" is not a move: it is not a cell of this board; "));
}

TEST(Text, OptionsInAnyOrderAndAliasesTakeOptions) {
    EXPECT_EQ(opened("ataxx:misere,size=5")->variant(), opened("ataxx:size=5,misere")->variant());
    EXPECT_EQ(opened("thomas:size=5x5,misere")->variant(), "ataxx:size=5x5,misere,orthogonal");
}

TEST(Text, LongClobberBoardsHaveTwoLetterColumns) {
    const auto s = opened("clobber:size=64x2");
    EXPECT_EQ(s->geometry().name(0), "a2");
    EXPECT_EQ(s->geometry().name(63), "bl2");
    EXPECT_TRUE(s->copy()->play("x1xw1")) << "the separator is a column's letter too";
    EXPECT_TRUE(s->copy()->play("x1w1"));
    EXPECT_TRUE(s->copy()->play("z1-aa1"));
}

}
}
