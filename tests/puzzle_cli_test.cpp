// Puzzles from outside: the command, and the files that the page is built with.
#include "program.hpp"
#include "support.hpp"
#include <fstream>
#include <regex>

namespace tavoliere {
namespace {

std::string changed_text(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The program checks legality, that no two are alike, and the ends of the lines; and proves some of them again.
TEST(PuzzleFiles, AreTrueForEveryGame) {
    int proved_again = 0;
    for (const GameInfo* info : games()) {
        const std::string file = std::string(PUZZLES) + "/" + std::string(info->name) + ".json";
        const auto o = run({"puzzles", "--check", file, "--time", "0.4"});
        ASSERT_EQ(o.status, 0) << o.err;
        std::smatch found;
        const std::regex line(
            ": (\\d+) puzzles of (\\w+), legal and all different; (\\d+) proved, (\\d+) of \\d+ tried");
        ASSERT_TRUE(std::regex_search(o.out, found, line)) << o.out;
        EXPECT_EQ(found[2].str(), info->name);
        EXPECT_GE(std::stoi(found[1]), 50) << info->name;
        proved_again += std::stoi(found[4]);

        const auto all = boost::json::parse(slurp(file)).as_object();
        EXPECT_TRUE(text_of(all.at("made")).starts_with("tavoliere puzzles " + std::string(info->name)));
        int easy = 0;
        for (const auto& p : all.at("puzzles").as_array()) easy += p.at("depth").as_int64() <= 2;
        EXPECT_LE(easy * 5, int(all.at("puzzles").as_array().size())) << info->name;
    }
    EXPECT_GE(proved_again, 5); // one a file at least is tried, and a few are too hard for so short a time
}

TEST(PuzzleFiles, AreMadeAgainByTheirCommand) {
    const std::string one = folder() / "one.json", two = folder() / "two.json";
    const auto make = [](const std::string& file, const std::vector<std::string>& more) {
        std::vector<std::string> all{"puzzles",  "insert", "insert:xplus", "--puzzles", "5",
                                     "--screen", "2000",   "--out",        file};
        all.insert(all.end(), more.begin(), more.end());
        const auto o = run(all);
        EXPECT_EQ(o.status, 0) << o.err;
        EXPECT_NE(o.out.find(": 5 puzzles, "), std::string::npos) << o.out;
    };
    make(one, {});
    make(two, {"--threads", "2"});
    EXPECT_EQ(slurp(one), slurp(two));
    const std::string made = text_of(boost::json::parse(slurp(one)).at("made"));
    EXPECT_EQ(made.find("tavoliere puzzles insert insert:xplus --puzzles 5 "), 0u) << made;
    EXPECT_EQ(run({"puzzles", "--check", one}).status, 0);

    // What is not a file of puzzles is bad input; a false one is a failure.
    const std::string text = slurp(one), bad = folder() / "bad.json";
    for (const std::string& wrong :
         {std::string(), text.substr(0, text.size() / 2), changed_text(text, "\"format\":1", "\"format\":2"),
          changed_text(text, "\"goal\":\"win\"", "\"goal\":\"fun\""), changed_text(text, "\"depth\":", "\"depht\":"),
          changed_text(text, "\"line\":[", "\"line\":[7,")}) {
        std::ofstream(bad) << wrong;
        expect_one_line_refusal(run({"puzzles", "--check", bad}));
    }
    std::ofstream(bad) << changed_text(text, "\"id\":\"insert-", "\"id\":\"insert-0");
    const auto lies = run({"puzzles", "--check", bad});
    EXPECT_EQ(lies.status, 1);
    EXPECT_NE(lies.err.find("id: it is insert-"), std::string::npos) << lies.err;
}

TEST(PuzzleFiles, RefuseBadInput) {
    const std::string out = folder() / "none.json";
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{},
                                                                                      {"chess", "--out", out},
                                                                                      {"ataxx"},
                                                                                      {"ataxx", "boop", "--out", out},
                                                                                      {"ataxx", "--time", "1"},
                                                                                      {"ataxx", "--margin", "0"},
                                                                                      {"--check", "/nowhere/at/all"}}) {
        std::vector<std::string> all{"puzzles"};
        all.insert(all.end(), more.begin(), more.end());
        expect_one_line_refusal(run(all));
    }
    EXPECT_FALSE(std::filesystem::exists(out));
}

}
}
