// Records: what is written can be read, what is read tolerantly is understood, what is broken is refused by line.
#include "game/record.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

// As another system's editor writes it.
TEST(Record, TakesAMarkOtherLineEndsAndNoLastOne) {
    const auto read =
        read_record("\xef\xbb\xbf%tgn 1\r\n[Game \"ataxx\"]\r\n[First \"Jörg 🙂\"]\r\n\r\n1. a2\t{perché}\r\na6 1-0");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->variant, "ataxx");
    EXPECT_EQ(read->tags.at(0).second, "Jörg 🙂");
    EXPECT_EQ(read->moves, (std::vector<std::string>{"a2", "a6"}));
    EXPECT_EQ(read->result, "1-0");
}

// What is not one line of UTF-8 is written as one, so that every record that is written can be read.
TEST(Record, IsWrittenInOneLineOfUtf8ATag) {
    Record record;
    record.variant = "ataxx";
    record.tags = {{"Detail", "J\xf6rg\nsaid \x1b[2J \"\\"}};
    const auto again = read_record(write_record(record));
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(again->tags.at(0).second, "J\ufffdrg said  [2J \"\\");
}

TEST(RecordFile, WritesAndReadsBack) {
    Record r;
    r.variant = "ataxx:misere";
    r.start = "x5o/7/7/7/7/7/o5x o 3 9";
    r.first_is_o = true;
    r.tags = {{"First", "Ada \"the Countess\""}, {"Second", "back\\slash"}};
    for (int i = 0; i < 40; ++i) r.moves.emplace_back(i % 2 ? "a7-a5" : "g2");
    r.result = "0-1";
    const std::string text = write_record(r);
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) EXPECT_LE(text.find('\n', at) - at, 80u);
    const auto read = read_record(text);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->variant, r.variant);
    EXPECT_EQ(read->start, r.start);
    EXPECT_EQ(read->moves, r.moves);
    EXPECT_EQ(read->result, r.result);
    EXPECT_EQ(read->tags, r.tags);
}

TEST(RecordFile, WritesNotesThatReadersSkip) {
    Record r;
    r.variant = "ataxx";
    r.moves = {"a2", "a7-a5", "a2-a4"};
    r.notes = {"", "+0.31 0.10s"};
    const std::string text = write_record(r);
    EXPECT_NE(text.find("1. a2 a7-a5 {+0.31 0.10s} 2. a2-a4 *"), std::string::npos) << text;
    EXPECT_EQ(read_record(text)->moves, r.moves);
}

TEST(RecordFile, ReadsWhatOthersWrite) {
    const auto read = read_record("%tgn 1\n[Game \"ataxx\"]\n\n1.a2! {a comment (with brackets)} (1. b2 (1. b1) {x)}) "
                                  "a7-a5 $3 2. a2-a4?! 2... pass *\n");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->moves, (std::vector<std::string>{"a2", "a7-a5", "a2-a4", "pass"}));
}

// Numbers apart from their dots, as chess.com has them, and what is said in a variation to the end of its line.
TEST(RecordFile, ReadsNumbersApartAndRemarksInVariations) {
    const auto read =
        read_record("[Event \"x\"]\n\n1. a2 (1. g6 ; not :( or :)\n%(\n) 1. ... a6 2. a3 *\n", TagForm::pgn);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->moves, (std::vector<std::string>{"a2", "a6", "a3"}));
}

// A result is in a tag and after the moves: neither loses what the other says. Where only the tag has it, the file was cut off.
TEST(RecordFile, ItsResultIsSaidTwiceOrOnce) {
    const auto result = [](const std::string& tag, const std::string& end) {
        const auto read = read_record("%tgn 1\n[Game \"ataxx\"]\n[Result \"" + tag + "\"]\n\n1. a2 " + end + "\n");
        return read ? read->result : read.error().text;
    };
    EXPECT_EQ(result("0-1", "0-1"), "0-1");
    EXPECT_EQ(result("0-1", "*"), "0-1");
    EXPECT_EQ(result("0-1", ""), "record: line 6: it ends without the result 0-1 that its tag has: the end is missing");
    EXPECT_EQ(result("*", ""), "*");
    EXPECT_EQ(result("*", "1-0"), "1-0");
    EXPECT_EQ(result("0-1", "1-0"), "record: line 5: the result is 1-0 here and 0-1 before");
    EXPECT_EQ(result("*", "1-0 a6 0-1"),
              "record: line 5: \"a6\" stands after the result; another game begins with its tags");
    EXPECT_EQ(result("*", "* a6"), "record: line 5: \"a6\" stands after the result; another game begins with its tags");
}

// What a tolerant reader makes of a word must not be read as something else once it is written.
TEST(RecordFile, OddWordsAreReadTheSameTwice) {
    for (const char* word : {"1.1.a2", "1.1-0", "1-0!", "12.?", "2.3.*", "1.$3", "7", "...", "1..a2?!"}) {
        const auto once = read_record("%tgn 1\n[Game \"ataxx\"]\n\n" + std::string(word) + " *\n");
        ASSERT_TRUE(once) << word;
        const auto twice = read_record(write_record(*once));
        ASSERT_TRUE(twice) << word;
        EXPECT_EQ(once->moves, twice->moves) << word;
        EXPECT_EQ(once->result, twice->result) << word;
    }
    for (const char* word : {"a2[", "1.[", "a\x01", "a2]"})
        EXPECT_FALSE(read_record("%tgn 1\n[Game \"ataxx\"]\n\n" + std::string(word) + " *\n")) << word;
}

TEST(RecordFile, SaysWhereItIsBroken) {
    const auto error = [](std::string_view text) {
        const auto read = read_record(text);
        return read ? std::string("none") : read.error().text;
    };
    EXPECT_EQ(error("1. a2"), "record: line 1: a record begins with the line %tgn 1");
    EXPECT_EQ(error("%tgn 1\n1. a2 *"), "record: line 2: the tag [Game \"…\"] is missing");
    EXPECT_EQ(error("%tgn 1\n[Game ataxx]\n"), "record: line 2: a tag is written [Name \"value\"]");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n\n1. a2 {oh"),
              "record: line 4: a comment that begins here does not end with }");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n(1. a2"),
              "record: line 3: a variation that begins here does not end with )");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n[Result \"x\"]\n"),
              "record: line 3: \"x\" is not a result; results are 1-0, 0-1, 1/2-1/2 and *");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n[First \"J\xf6rg\"]\n"), "record: line 3: it is not UTF-8 there");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n1. a2 {\x1b[2J} *"), "record: line 3: it has a control character there");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n[First \"a\tb\"]\n"),
              "record: line 3: the tag \"First\" has a tab in it");
    EXPECT_EQ(error("%tgn 1\n[Game \"ataxx\"]\n1. a2) *"), "record: line 3: \"a2)\" closes what was not opened");
}

}
}
