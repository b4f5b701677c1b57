// JSON read: what RFC 8259 allows and nothing else, exactly, within bounds; with the place where it goes wrong.
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "support.hpp"
// rapidcheck's bridge wants gtest before it.
#include <rapidcheck/gtest.h>

namespace tavoliere {
namespace {

constexpr JsonBounds enough{.bytes = 1 << 20};

Json read(std::string_view text) {
    auto value = read_json(text, enough);
    EXPECT_TRUE(value) << text << ": " << value.error().text;
    return value ? *value : Json();
}
std::string refusal(std::string_view text, JsonBounds bounds = enough) {
    const auto value = read_json(text, bounds);
    EXPECT_FALSE(value) << text;
    return value ? "" : value.error().text;
}

TEST(JsonReading, GivesWhatWasWritten) {
    const Json value = read(" { \"a\" : [ 1 , -2.50e+1 , true , false , null ] ,\r\n\t\"\" : \"x\" , \"o\":{} } ");
    ASSERT_TRUE(value.object());
    ASSERT_EQ(value.object()->size(), 3u);
    EXPECT_EQ((*value.object())[1].name, "");
    const auto& a = *value["a"].array();
    ASSERT_EQ(a.size(), 5u);
    EXPECT_EQ(a[0].whole(0, 9), 1);
    EXPECT_EQ(*a[1].digits(), "-2.50e+1");
    EXPECT_EQ(a[1].decimal(-100, 100), -25.0);
    EXPECT_TRUE(*a[2].boolean());
    EXPECT_FALSE(*a[3].boolean());
    EXPECT_TRUE(a[4].is_null());
    EXPECT_EQ(*value[""].text(), "x");
    EXPECT_TRUE(value["o"].object()->empty());
    EXPECT_TRUE(value["none"].is_null());
    EXPECT_FALSE(value.find("none"));
    EXPECT_TRUE(a[0]["a"].is_null()) << "a number has no members";
    EXPECT_TRUE(read("[]").array()->empty());
    EXPECT_EQ(*read("\xEF\xBB\xBF\"a byte order mark\"").text(), "a byte order mark");
}

// Nothing is another kind of value than it was written as.
TEST(JsonReading, MakesNothingIntoSomethingElse) {
    for (const char* text : {"null", "true", "1", "\"1\"", "[1]", "{\"a\":1}"}) {
        const Json v = read(text);
        EXPECT_EQ(int(v.is_null()) + (v.boolean() != nullptr) + (v.digits() != nullptr) + (v.text() != nullptr) +
                      (v.array() != nullptr) + (v.object() != nullptr),
                  1)
            << text;
        EXPECT_EQ(v.whole(0, 9).has_value(), v.digits() != nullptr) << text;
        EXPECT_EQ(v.decimal(0, 9).has_value(), v.digits() != nullptr) << text;
    }
}

TEST(JsonReading, KeepsNumbersExact) {
    constexpr std::int64_t least = INT64_MIN, most = INT64_MAX;
    EXPECT_EQ(read("9223372036854775807").whole(least, most), most);
    EXPECT_EQ(read("-9223372036854775808").whole(least, most), least);
    EXPECT_EQ(read("18446744073709551615").whole<std::uint64_t>(0, ~0ull), ~0ull);
    EXPECT_EQ(read("9007199254740993").whole(least, most), 9007199254740993) << "which no double is";
    EXPECT_EQ(read("-0").whole(least, most), 0);
    EXPECT_EQ(read("0.1").decimal(0, 1), 0.1);
    EXPECT_EQ(read("1e-400").decimal(0, 1), 0.0);
    EXPECT_EQ(read("123456789012345678901234567890").decimal(0, 1e300), 123456789012345678901234567890.0);
    const auto fault = [](const char* text) { return read(text).whole(-10, 10).error(); };
    EXPECT_EQ(fault("11"), NumberFault::too_large);
    EXPECT_EQ(fault("99999999999999999999999"), NumberFault::too_large);
    EXPECT_EQ(fault("-99999999999999999999999"), NumberFault::too_small);
    for (const char* text : {"1.0", "1e1", "10E-1", "\"1\"", "true", "null", "[1]"})
        EXPECT_EQ(fault(text), NumberFault::unreadable) << text;
    EXPECT_EQ(read("1e400").decimal(-1e308, 1e308).error(), NumberFault::too_large);
    EXPECT_EQ(read("-1e400").decimal(-1e308, 1e308).error(), NumberFault::too_small);
}

TEST(JsonReading, UnderstandsEscapesAndUtf8) {
    EXPECT_EQ(*read(R"("\"\\\/\b\f\n\r\t")").text(), "\"\\/\b\f\n\r\t");
    EXPECT_EQ(*read(R"("\u0041\u00e9\u20AC\ud83d\uDE00\u0000")").text(), std::string("Aé€😀\0", 11));
    EXPECT_EQ(*read("\"é€😀\x7f\"").text(), "é€😀\x7f");
    EXPECT_EQ(*read(json_string("tab\tquote\" città")).text(), "tab\tquote\" città");
    for (const char* half : {R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\u0041")", R"("\ud83d\ud83d")"})
        EXPECT_NE(refusal(half).find("surrogate"), std::string::npos) << half;
    for (const char* bytes : {"\"\xff\"", "\"\xc0\x80\"", "\"\xe0\x80\x80\"", "\"\xed\xa0\x80\"",
                              "\"\xf0\x80\x80\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc3\"", "\"\xe2\x82\"", "\"\x80\""})
        EXPECT_NE(refusal(bytes).find("is not UTF-8"), std::string::npos) << bytes;
}

TEST(JsonReading, RefusesWhatTheGrammarDoesNotHave) {
    for (const char* text : {"",
                             " ",
                             "[",
                             "]",
                             "{",
                             "}",
                             "[1",
                             "[1,",
                             "[1,]",
                             "[,1]",
                             "[1 2]",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"a\":1,}",
                             "{a:1}",
                             "{1:2}",
                             "{'a':1}",
                             "'a'",
                             "\"",
                             "\"a",
                             "\"\\",
                             "\"\\x\"",
                             "\"\\u12\"",
                             "\"\\u12g4\"",
                             "\"\\u\"",
                             "\"\n\"",
                             "\"\x01\"",
                             "01",
                             "-",
                             "+1",
                             "-01",
                             "1.",
                             ".5",
                             "1e",
                             "1e+",
                             "0x10",
                             "1_000",
                             "NaN",
                             "Infinity",
                             "-Infinity",
                             "nan",
                             "tru",
                             "truex",
                             "True",
                             "nul",
                             "1 1",
                             "[]]",
                             "[1]x",
                             "// a\n1",
                             "/* */1",
                             "1\f",
                             "\xc2\xa0"
                             "1",
                             "[1}"})
        EXPECT_TRUE(refusal(text).starts_with("line ")) << text;
    EXPECT_FALSE(read_json(std::string_view("1\0", 2), enough));
    EXPECT_FALSE(read_json(std::string_view("\"a\0\"", 4), enough));
    EXPECT_NE(refusal(R"({"a":1,"b":2,"a":3})").find("has \"a\" twice"), std::string::npos);
}

TEST(JsonReading, SaysWhere) {
    EXPECT_EQ(refusal("[1, 2 3]"), "line 1, column 7: a comma or ] is wanted here, and there is \"3\"");
    EXPECT_EQ(refusal("{\n  \"è\": tru\n}"), "line 2, column 8: a value is wanted here, and there is \"t\"");
    EXPECT_EQ(refusal("[\n"), "line 2, column 1: a value is wanted here, and there is the end");
    EXPECT_EQ(refusal("{\"a\" 1}"), "line 1, column 6: a colon is wanted here, and there is \"1\"");
    EXPECT_EQ(refusal("[\"no end"), "line 1, column 2: this text has no end");
}

TEST(JsonReading, BearsSoMuchAndNoMore) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_TRUE(read_json(nested(16), enough));
    EXPECT_NE(refusal(nested(17)).find("too deep"), std::string::npos);
    EXPECT_NE(refusal(std::string(1 << 19, '[')).find("too deep"), std::string::npos);
    EXPECT_TRUE(read_json("[[1],[2],[[3]]]", {.bytes = 100, .depth = 3})) << "beside one another is not deep";
    EXPECT_TRUE(read_json("1234", {.bytes = 4}));
    EXPECT_EQ(refusal("12345", {.bytes = 4}), "it has 5 bytes; at most 4 are read");
}

// Boost.JSON, which is none of ours, takes the same texts, and finds the same in them.
bool is_same(const Json& ours, const boost::json::value& theirs) {
    if (theirs.is_null()) return ours.is_null();
    if (theirs.is_bool()) return ours.boolean() && *ours.boolean() == theirs.get_bool();
    if (theirs.is_string()) return ours.text() && *ours.text() == std::string_view(theirs.get_string());
    if (theirs.is_int64()) return ours.whole(INT64_MIN, INT64_MAX) == theirs.get_int64();
    if (theirs.is_uint64()) return ours.whole<std::uint64_t>(0, ~0ull) == theirs.get_uint64();
    if (theirs.is_double()) { // which it rounds less well
        const auto number = ours.decimal(-1e308, 1e308);
        return number ? std::abs(*number - theirs.get_double()) <= 1e-12 * std::abs(*number)
                      : number.error() != NumberFault::unreadable;
    }
    if (theirs.is_array()) {
        if (!ours.array() || ours.array()->size() != theirs.get_array().size()) return false;
        for (std::size_t i = 0; i < ours.array()->size(); ++i)
            if (!is_same((*ours.array())[i], theirs.get_array()[i])) return false;
        return true;
    }
    if (!ours.object() || ours.object()->size() != theirs.get_object().size()) return false;
    for (const auto& [name, value] : theirs.get_object())
        if (!is_same(ours[std::string_view(name)], value)) return false;
    return true;
}

RC_GTEST_PROP(JsonReading, AgreesWithAnotherReader, ()) {
    static const std::string alphabet = "{}[]:,\"\\/u0123456789abdeEfnrtl+-. \n\x01\xc3\xa9\xed\xa0\xff";
    std::string text = *rc::gen::element<std::string>(
        R"({"a":[1,-2.5e3,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{"c":{}}})", R"([[],{},"",0,-0,1e9,"\/"])",
        R"("\ud83d\ude00é")", "-12.75E-2", "18446744073709551616");
    const int changes = *rc::gen::inRange(0, 4);
    for (int i = 0; i < changes; ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
        const char letter = alphabet[*rc::gen::inRange<std::size_t>(0, alphabet.size())];
        if (*rc::gen::inRange(0, 2))
            text.insert(at, 1, letter);
        else if (at < text.size())
            text[at] = letter;
    }
    const auto ours = read_json(text, enough);
    boost::json::error_code error;
    const auto theirs = boost::json::parse(text, error);
    if (!ours) {
        RC_ASSERT(ours.error().text.find('\n') == std::string::npos);
        // A name that stands twice is no fault to Boost.
        RC_ASSERT(error || ours.error().text.ends_with("twice"));
    } else {
        // Neither is a number that is too large for a double to us.
        RC_ASSERT(!error || error == boost::json::error::exponent_overflow);
        if (!error) RC_ASSERT(is_same(*ours, theirs));
    }
}

}
}
