// What can't be read is refused with one line that says what, where, and what would be right.
#include "base/json.hpp"
#include "base/text.hpp"
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

// What stands after BOARD and TURN is that of a game that begins there, where it is left out.
TEST(Text, FieldsMayBeLeftOut) {
    for (const std::string& variant : sample_variants()) {
        const auto session = opened(variant);
        const std::string start = session->position();
        const std::string least = start.substr(0, start.find(' ') + 2);
        for (std::size_t end = start.size(); end != start.npos && end >= least.size();
             end = start.rfind(' ', end - 1)) {
            ASSERT_TRUE(session->set_position(start.substr(0, end))) << variant << ": " << start.substr(0, end);
            EXPECT_EQ(session->position().substr(0, least.size()), least) << variant;
        }
        ASSERT_TRUE(session->set_position(least));
        EXPECT_EQ(session->position(), start) << variant;
    }
}

TEST(Text, RefusalsNameThePlace) {
    const auto error = [](std::string_view variant) { return open(variant).error().text; };
    EXPECT_EQ(error("ataxx:size=2x7"), "variant: ataxx: size: \"2x7\" is too small: each side has 3 to 11");
    EXPECT_EQ(error("ataxx:colour=red"),
              "variant: ataxx has no option \"colour\"; it has size, blocks, misere, orthogonal, straight, start");
    EXPECT_EQ(error("clobber:size=13x12"), "variant: clobber: size: 13x12 has 156 cells; a board has 2 to 144");
    auto ataxx = opened("ataxx");
    EXPECT_EQ(
        ataxx->set_position("o5x/7/7/3*3/7/7/x5o x 0 1").error().text,
        "position: row 4 from the top, \"3*3\": \"*\" at place 2 means nothing in this game; it has xo- and numbers");
    EXPECT_EQ(
        ataxx->play("a1-a4").error().text,
        "move: \"a1-a4\" is not legal for x here (a1 holds x, a4 is empty); from a1: a1-a3 a1-b3 a1-c3 a1-c2 a1-c1");
    // However many cells are named.
    std::string many = "a1";
    for (int i = 0; i < 40; ++i) many += "-b2-c3-d4-e5-f6-g1-g2-g3-g4-a1";
    const auto refused = opened("ataxx")->play(many);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("(a1 holds x, b2 is empty, c3 is empty, d4 is empty, e5 is empty, f6 is empty, "
                                        "g1 holds o, g2 is empty …); from a1: "),
              std::string::npos)
        << refused.error().text;
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

TEST(Texts, GoodUtf8IsShownAsItIs) {
    for (const std::string good : {"città.tgn", "a7–a5", "Jörg", "将棋", "Ω≈ç", "🙂", "e\u0301", "\u200d", "\u00a0"}) {
        EXPECT_EQ(in_quotes(good), "\"" + good + "\"");
        EXPECT_EQ(json_string(good), "\"" + good + "\"");
        EXPECT_TRUE(is_one_line(good)) << good;
        EXPECT_EQ(as_one_line(good), good);
    }
    EXPECT_EQ(letters_in("Jörg 🙂"), 6u);
}

TEST(Texts, WhatSteersATerminalIsNot) {
    struct Bad {
        std::string text, shown, json, line;
    };
    for (const Bad& bad :
         {Bad{"a\tb", R"("a\x09b")", R"("a\u0009b")", "a b"}, Bad{"a\nb", R"("a\x0ab")", R"("a\nb")", "a b"},
          Bad{std::string("\0", 1), R"("\x00")", R"("\u0000")", " "},
          Bad{"\x1b[2J", R"("\x1b[2J")", R"("\u001b[2J")", " [2J"}, Bad{"\x7f", R"("\x7f")", R"("\u007f")", " "},
          Bad{"\u009b", R"("\xc2\x9b")", R"("\u009b")", " "}, Bad{"\u2028", R"("\xe2\x80\xa8")", R"("\u2028")", " "},
          Bad{"\u2029", R"("\xe2\x80\xa9")", R"("\u2029")", " "},
          Bad{"x\u202ey", R"("x\xe2\x80\xaey")", R"("x\u202ey")", "x y"},
          Bad{"\u2066", R"("\xe2\x81\xa6")", R"("\u2066")", " "},
          Bad{"\ufeff", R"("\xef\xbb\xbf")", R"("\ufeff")", " "},
          Bad{"J\xf6rg", R"("J\xf6rg")", R"("J\ufffdrg")", "J\ufffdrg"},
          Bad{"\xc3", R"("\xc3")", R"("\ufffd")", "\ufffd"},                     // cut off
          Bad{"\xc0\xaf", R"("\xc0\xaf")", R"("\ufffd\ufffd")", "\ufffd\ufffd"}, // longer than need be
          Bad{"\xe0\x80\xaf", R"("\xe0\x80\xaf")", R"("\ufffd\ufffd\ufffd")", "\ufffd\ufffd\ufffd"},
          Bad{"\xed\xa0\x80", R"("\xed\xa0\x80")", R"("\ufffd\ufffd\ufffd")", "\ufffd\ufffd\ufffd"},
          Bad{"\xf4\x90\x80\x80", R"("\xf4\x90\x80\x80")", R"("\ufffd\ufffd\ufffd\ufffd")",
              "\ufffd\ufffd\ufffd\ufffd"}}) {
        EXPECT_EQ(in_quotes(bad.text), bad.shown);
        EXPECT_EQ(json_string(bad.text), bad.json);
        EXPECT_EQ(as_one_line(bad.text), bad.line);
        EXPECT_FALSE(is_one_line(bad.text)) << bad.shown;
        EXPECT_TRUE(need_one_line("name", bad.text).error().text.starts_with("name: " + bad.shown)) << bad.shown;
    }
    EXPECT_EQ(need_one_line("name", "J\xf6rg").error().text, "name: \"J\\xf6rg\" is not UTF-8");
}

TEST(Texts, AreCutBetweenCharacters) {
    std::string longest;
    for (int i = 0; i < 60; ++i) longest += "à";
    EXPECT_EQ(in_quotes(longest), "\"" + longest + "\"");
    EXPECT_EQ(in_quotes(longest + "à"), "\"" + longest + "…\"");
    EXPECT_EQ(in_quotes("x" + longest), "\"x" + longest.substr(2) + "…\"");
}

}
}
