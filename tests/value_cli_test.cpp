// `tavoliere value` from outside.
#include "program.hpp"
#include "support.hpp"
#include <filesystem>

namespace tavoliere {
namespace {

TEST(ValueCommand, TellsARow) {
    const auto o = run({"value", "clobber", "xxo"});
    EXPECT_EQ(o.status, 0) << o.err;
    for (const char* line :
         {"Left is x, Right is o.\n", "part           xxo  =  ↑\n", "value          ↑\n",
          "outcome        L: x wins, whoever begins\n", "atomic weight  1\n", "between        1 and 1 ups\n"})
        EXPECT_NE(o.out.find(line), std::string::npos) << line << o.out;
    EXPECT_NE(run({"value", "clobber", "xxo", "--ascii"}).out.find("value          ^\n"), std::string::npos);
}

TEST(ValueCommand, AddsTheParts) {
    const auto o = run({"value", "clobber", "xxo1/3x/xxo1/4/oox1", "--json"});
    ASSERT_EQ(o.status, 0) << o.err;
    const auto json = boost::json::parse(o.out).as_object();
    EXPECT_EQ(json.at("parts").as_array().size(), 3u);
    EXPECT_EQ(text_of(json.at("parts").at(0).at("position")), "xxo1/4/4/4/4 x");
    EXPECT_EQ(text_of(json.at("sum").at("value")), "^");
    EXPECT_EQ(text_of(json.at("sum").at("outcome")), "L");
    EXPECT_TRUE(json.at("sum").at("x_wins_first").as_bool());
    EXPECT_FALSE(json.at("sum").at("o_wins_first").as_bool());
    EXPECT_EQ(text_of(json.at("sum").at("temperature")), "0");
}

TEST(ValueCommand, TakesPositionsMovesAndNotation) {
    EXPECT_NE(run({"value", "clobber:size=4x1", "--moves", "b1xa1"}).out.find("value          *\n"), std::string::npos);
    EXPECT_NE(run({"value", "blocco", "--position", "5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x"}).out.find("part "),
              std::string::npos);
    const auto file = folder() / "thermograph.svg";
    const auto o = run({"value", "--of", "{4|{2|-1}}", "--thermograph", file.string()});
    EXPECT_NE(o.out.find("mean           9/4\ntemperature    7/4\n"), std::string::npos) << o.out << o.err;
    EXPECT_NE(slurp(file).find("</svg>"), std::string::npos);
}

TEST(ValueCommand, EndsAtItsLimitsInGoodOrder) {
    const auto o = run({"value", "clobber:size=6x6", "--time", "0.1"});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.out.find("unknown (time)"), std::string::npos) << o.out;
}

TEST(ValueCommand, RefusesWhatItCannotRead) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"value"},
                                               {"value", "clobber", "xxz"},
                                               {"value", "clobber", "x"},
                                               {"value", "clobber", "xx/o"},
                                               {"value", "clobber", "999"},
                                               {"value", "clobber", "/"},
                                               {"value", "clobber", "xo", "--position", "xo x"},
                                               {"value", "clobber:size=3x1", "xo"},
                                               {"value", "ataxx"},
                                               {"value", "go"},
                                               {"value", "--of", "{1|"},
                                               {"value", "clobber", "--of", "1"},
                                               {"value", "--of", "1", "--thermograph", "/nowhere/at/all.svg"}})
        expect_one_line_refusal(run(arguments));
}

}
}
