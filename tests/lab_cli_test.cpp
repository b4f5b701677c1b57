// The laboratory from outside.
#include "program.hpp"
#include "support.hpp"
#include <csignal>
#include <fstream>

namespace tavoliere {
namespace {

using Arguments = std::vector<std::string>;

Arguments with(Arguments all, const Arguments& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

const Arguments small{"lab", "clobber:size=3x4", "ataxx:size=4x4", "--nodes", "32", "--games", "16", "--solve", "0"};

TEST(Lab, FilesGoOnAfterKillsWithTheSameGames) {
    const std::string whole = folder() / "whole.games", made = folder() / "killed.games";
    const Arguments job{"lab", "ataxx:size=5x5", "--nodes", sanitized ? "64" : "256", "--games", "200", "--solve",
                        "0",   "--json",         "--out"};
    const Output all = run(with(job, {whole}));
    ASSERT_EQ(all.status, 0) << all.err;
    for (const std::size_t wanted : {std::size_t{1}, std::size_t{10'000}, std::size_t{30'000}}) {
        std::error_code none;
        interrupted(
            with(job, {made}), SIGKILL,
            [&] { return std::filesystem::exists(made) && std::filesystem::file_size(made, none) >= wanted; },
            [&] { return slurp(made) == slurp(whole); }, [&] { std::filesystem::remove(made); });
    }
    const std::string kept = slurp(made);
    ASSERT_LT(kept.size(), slurp(whole).size());
    EXPECT_TRUE(slurp(whole).starts_with(kept.substr(0, kept.rfind('\n') + 1)));
    { std::ofstream(made, std::ios::app) << R"({"game":"ata)"; } // a line that was being written
    const Output o = run(with(job, {made, "--threads", "2"}));
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(o.err.contains("of an unfinished line were cut off")) << o.err;
    EXPECT_EQ(o.out, all.out);
    EXPECT_EQ(slurp(made), slurp(whole));
}

// Wherever the file ends, the games that follow are those that came then: what is decided in a round depends on its games alone.
TEST(Lab, SearchesGoOnWithTheSameList) {
    const std::string file = folder() / "search.games";
    const Arguments job{"lab", "ataxx:size=4x4", "--pie", "--search", "--nodes", "16", "--games",
                        "64",  "--json",         "--out", file};
    const Output whole = run(job);
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_TRUE(whole.out.contains("\"rank\":3")) << whole.out;
    const std::string games = slurp(file);
    for (const std::size_t part : {1, 4, 7, 9}) {
        { std::ofstream(file) << games.substr(0, games.size() * part / 10); }
        const Output o = run(with(job, {"--threads", "2"}));
        EXPECT_EQ(o.status, 0) << o.err;
        EXPECT_EQ(o.out, whole.out) << part;
        EXPECT_EQ(slurp(file), games) << part;
    }
}

TEST(Lab, ReportsAreMadeBetter) {
    const std::string file = folder() / "better.games", at_once = folder() / "at-once.games";
    ASSERT_EQ(run(with(small, {"--out", file})).status, 0);
    const std::string before = slurp(file);
    Arguments more = small;
    more[6] = "48";
    const Output o = run(with(more, {"--json", "--out", file}));
    ASSERT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(slurp(file).starts_with(before));
    // Where all is there nothing is late.
    EXPECT_FALSE(run(with(more, {"--time", "0.001", "--out", file})).out.contains("The time was over"));
    EXPECT_EQ(o.out, run(with(more, {"--json", "--out", at_once})).out);
}

TEST(Lab, JsonHasEveryMeasureWithItsInterval) {
    const Output o = run(with(small, {"--json"}));
    ASSERT_EQ(o.status, 0) << o.err;
    std::istringstream in(o.out);
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) {
        const auto report = boost::json::parse(line).as_object();
        const auto& measures = report.at("measures").as_object();
        EXPECT_GE(measures.size(), 19u);
        for (const auto& [name, m] : measures) {
            if (m.at("value").is_null()) continue;
            EXPECT_LE(m.at("low").to_number<double>(), m.at("value").to_number<double>()) << name;
            EXPECT_GE(m.at("high").to_number<double>(), m.at("value").to_number<double>()) << name;
            EXPECT_TRUE(text_of(m.at("by")) == "wilson" || text_of(m.at("by")) == "bootstrap") << name;
        }
        EXPECT_EQ(report.at("games").as_int64(), 16);
        EXPECT_FALSE(report.contains("exact"));
    }
    EXPECT_EQ(count, 2);
}

TEST(Lab, ExactValuesAreTheSolvers) {
    for (const auto& [variant, value] : {std::pair("ataxx:size=3x3", "win"), std::pair("clobber:size=2x3", "loss")}) {
        const Output solved = run({"solve", variant, "--json"});
        ASSERT_EQ(solved.status, 0) << solved.err;
        EXPECT_EQ(text_of(boost::json::parse(solved.out).as_object().at("value")), value);
        const Output o = run({"lab", variant, "--nodes", "16", "--games", "2", "--solve", "60", "--json"});
        ASSERT_EQ(o.status, 0) << o.err;
        EXPECT_EQ(text_of(boost::json::parse(o.out).as_object().at("exact").as_object().at("value")), value);
    }
}

TEST(Lab, PagesHavePlotsAndNoScript) {
    const std::string page = folder() / "lab.html";
    ASSERT_EQ(run(with(small, {"--html", page, "--language", "en"})).status, 0);
    const std::string html = slurp(page);
    EXPECT_TRUE(html.starts_with("<!doctype html>"));
    EXPECT_TRUE(html.contains("<svg") && html.contains("prefers-color-scheme: dark") && html.ends_with("</html>\n"));
    EXPECT_TRUE(html.contains("tavoliere lab clobber:size=3x4 ataxx:size=4x4 --nodes 32 --games 16 --solve 0"));
    for (const char* never_there : {"<script", "nan", "inf\"", "http:", "https:"})
        EXPECT_FALSE(html.contains(never_there)) << never_there;
    const std::string list = folder() / "list.html";
    ASSERT_EQ(run({"lab", "clobber:size=3x3", "--pie", "--search", "--nodes", "16", "--html", list, "--language", "en"})
                  .status,
              0);
    EXPECT_TRUE(slurp(list).contains("The fairest first"));
}

// The same page in words of the other language, and numbers as they are written there.
TEST(Lab, PagesAreInEitherLanguage) {
    std::string pages[2];
    for (const bool italian : {false, true}) {
        const std::string page = folder() / "language.html";
        ASSERT_EQ(run(with(small, {"--html", page, "--language", italian ? "it" : "en"})).status, 0);
        pages[italian] = slurp(page);
    }
    const auto& [english, italian] = pages;
    for (const auto& [en, it] : {std::pair("<html lang=\"en\">", "<html lang=\"it\">"),
                                 {"Laboratory:", "Laboratorio:"},
                                 {"<th>draws</th>", "<th>patte</th>"},
                                 {"plies of a game", "semimosse di una partita"},
                                 {"Length of the games", "Durata delle partite"},
                                 {"Side by side", "Fianco a fianco"},
                                 {"Ended by:", "Fine per:"},
                                 {"<small>pairs</small>", "<small>coppie</small>"},
                                 {"50.0 %", "50,0 %"}}) {
        EXPECT_TRUE(english.contains(en) && !english.contains(it)) << en;
        EXPECT_TRUE(italian.contains(it) && !italian.contains(en)) << it;
    }
    EXPECT_TRUE(italian.contains(" (da ") && !english.contains(" (da ")) << "an interval";
    const auto count = [](std::string_view of, std::string_view what) {
        int n = 0;
        for (std::size_t at = 0; (at = of.find(what, at)) != of.npos; at += what.size()) ++n;
        return n;
    };
    for (const char* part : {"<svg", "<tr", "<td", "<text", "<circle"})
        EXPECT_EQ(count(english, part), count(italian, part)) << part;
    EXPECT_EQ(run(with(small, {"--html", folder() / "x.html", "--language", "fr"})).status, 2);
}

TEST(Lab, TellsTheTableAndEndsInTime) {
    const Output o = run(small);
    EXPECT_EQ(o.status, 0);
    for (const char* row :
         {"first mover's share", "length, 90 %", "drama", "depth, levels of 70 %", "  mirrors", "nodes=16,random=25"})
        EXPECT_TRUE(o.out.contains(row)) << row;
    EXPECT_EQ(o.err, ""); // no bar where nobody looks
    EXPECT_TRUE(run_at_terminal(small).out.contains("[====="));
    const Output late =
        run({"lab", "attract", "--nodes", "100000", "--games", "100000", "--solve", "0", "--time", "0.5"});
    EXPECT_EQ(late.status, 0) << late.err;
    EXPECT_TRUE(late.out.starts_with("The time was over")) << late.out;
    // Also while one move is searched that would take hours.
    const Output long_move = run({"lab", "ataxx", "--nodes", "100000000000", "--solve", "0", "--time", "0.3"});
    EXPECT_EQ(long_move.status, 0) << long_move.err;
    EXPECT_TRUE(long_move.out.starts_with("The time was over")) << long_move.out;
}

TEST(Lab, BadInputIsRefusedInOneLine) {
    const std::string games = folder() / "refused.games", other = folder() / "other.games",
                      broken = folder() / "broken.games";
    ASSERT_EQ(run(with(small, {"--out", games})).status, 0);
    { std::ofstream(other) << "somebody's\n"; }
    const std::string text = slurp(games);
    const std::size_t second = text.find('\n') + 1;
    const std::string line = text.substr(second, text.find('\n', second) + 1 - second);
    struct Row {
        Arguments arguments;
        std::string said;
    };
    const std::vector<Row> rows{
        {{"lab"}, "GAME"},
        {{"lab", "chess"}, "chess"},
        {{"lab", "ataxx", "ataxx:size=7x7"}, "\"ataxx\" is there twice"},
        {{"lab", "ataxx", "--sweep", "size"}, "OPTION=VALUE,VALUE"},
        {{"lab", "ataxx", "--sweep", "size=5x5,"}, "a value that is empty"},
        {{"lab", "ataxx", "--sweep", "size=99x99"}, "99x99"},
        {{"lab", "insert", "--sweep", "board=random-9..1"}, "does not count"},
        {{"lab", "ataxx", "--search"}, "--search: there is nothing to choose from"},
        {{"lab", "ataxx", "--nodes", "0"}, "--nodes"},
        {{"lab", "ataxx", "--games", "none"}, "--games"},
        {{"lab", "ataxx", "--width", "0.7"}, "--width"},
        {{"lab", "ataxx", "--html", folder() / "no-folder" / "x.html"}, "no-folder"},
        {{"lab", "ataxx", "--html", games, "--out", games}, "--html"},
        {{"lab", "ataxx", "--out", other}, "holds something else"},
        {with(small, {"--seed", "2", "--out", games}), "made with other settings"},
        {{"lab", "ataxx", "--out", "/dev/zero"}, "it is no plain file"},
    };
    for (const Row& row : rows) {
        const Output o = run(row.arguments);
        SCOPED_TRACE(o.err);
        expect_one_line_refusal(o);
        EXPECT_TRUE(o.err.contains(row.said)) << row.said;
    }
    EXPECT_EQ(slurp(games), text);
    EXPECT_EQ(slurp(other), "somebody's\n");
    for (const auto& [from, to, said] :
         {std::tuple("\"plies\":", "\"plies\":1", "a number for each ply"),
          std::tuple("{\"game\"", "{\"gome\"", "\"game\""),
          std::tuple("\"winner\":\"", "\"winner\":\"z", "x, o or draw"), std::tuple("{", "[", "line 2")}) {
        std::string wrong = line;
        wrong.replace(wrong.find(from), std::string_view(from).size(), to);
        { std::ofstream(broken) << text.substr(0, second) << wrong; }
        const Output o = run(with(small, {"--out", broken}));
        SCOPED_TRACE(o.err);
        expect_one_line_refusal(o);
        EXPECT_TRUE(o.err.contains("line 2") && o.err.contains(said));
    }
    // A number that no game can have takes no memory.
    std::string far = line;
    far.replace(far.find("\"number\":0"), 10, "\"number\":2000000000");
    { std::ofstream(broken) << text << far; }
    EXPECT_EQ(run(with(small, {"--out", broken})).status, 0);
    { std::ofstream(broken) << text << line; }
    EXPECT_TRUE(run(with(small, {"--out", broken})).err.contains("this game is there twice"));
}

}
}
