// The program and its files from outside: what it reads, what it refuses, and what it says of names.
#include "base/text.hpp"
#include "program.hpp"
#include "support.hpp"
#include <fstream>
#include <regex>
#include <sstream>
#include <sys/stat.h>

namespace tavoliere {
namespace {

using Arguments = std::vector<std::string>;

void write(const std::filesystem::path& file, std::string_view text) { std::ofstream(file, std::ios::binary) << text; }
bool says(const Output& o, std::string_view what) { return o.err.find(what) != std::string::npos; }
// As an editor on another system keeps it.
std::string foreign(std::string text) {
    std::string out = "\xef\xbb\xbf";
    while (text.ends_with('\n')) text.pop_back();
    for (const char c : text) out += c == '\n' ? "\r\n" : std::string(1, c);
    return out;
}

// Without their blanks, for where a line is broken hangs on how long notes are.
std::string unbroken(const std::string& text) { return std::regex_replace(text, std::regex(R"(\s+)"), " "); }

std::vector<Arguments> readers_of(const std::string& file) {
    return {
        {"verify", file},
        {"verify", file, "--sample", "3"},
        {"play", "--load", file},
        {"analyse", "ataxx", "--depth", "1", "--network", file},
        {"play", "ataxx", "--network", file},
        {"match", "ataxx", "--openings", file, "--second", "random"},
        {"match", "ataxx", "--first", "engine:depth=1,network=" + file, "--second", "random", "--games", "2"},
        {"match", "ataxx", "--first", "random", "--second", "random", "--games", "2", "--records", file},
        {"match", "ataxx", "--first", "random", "--second", "random", "--games", "2", "--records", file, "--resume"},
        {"selfplay", "ataxx", "--out", file, "--games", "1"},
        {"selfplay", "ataxx", "--network", file, "--out", folder() / "unmade", "--games", "1"},
        {"train", file, "--out", folder() / "unmade"},
        {"train", file, "--out", folder() / "unmade", "--from", file},
        {"tune", "boop", "--out", file, "--pairs", "1"},
        {"puzzles", "--check", file},
        {"levels", "clobber:size=4x4", "--games", "2", "--checkpoint", file},
        {"lab", "clobber:size=4x4", "--nodes", "4", "--games", "2", "--solve", "0", "--out", file},
        {"solve", "clobber:size=3x3", "--checkpoint", file},
        {"serve", "--port", "0", "--store", "sqlite:" + file}};
}

TEST(FilesOfTheProgram, OnlyPlainOnesAreRead) {
    const auto pipe = folder() / "pipe", inner = folder() / "inner";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::filesystem::create_directory(inner);
    for (const std::string& file : {std::string("/dev/zero"), pipe.string(), inner.string()})
        for (const Arguments& arguments : readers_of(file)) {
            const Output o = run(arguments);
            SCOPED_TRACE(arguments[0] + " " + arguments.back() + " " + file + ": " + o.err);
            expect_one_line_refusal(o);
            EXPECT_TRUE(says(o, "\"" + file + "\": it is no plain file"));
        }
    std::filesystem::remove(pipe);
}

TEST(FilesOfTheProgram, NoneIsReadThatIsLargerThanItsKind) {
    const std::string file = folder() / "large";
    write(file, "");
    std::filesystem::resize_file(file, std::uintmax_t{2} << 40);
    for (const Arguments& arguments : readers_of(file)) {
        const Output o = run(arguments);
        SCOPED_TRACE(arguments[0] + " " + arguments.back() + ": " + o.err);
        expect_one_line_refusal(o);
        EXPECT_TRUE(says(o, "\"" + file + "\": it is larger than ") && says(o, "B, the most a ")) << o.err;
    }
    EXPECT_EQ(std::filesystem::file_size(file), std::uintmax_t{2} << 40) << "nothing was written to it";
    std::filesystem::remove(file);
}

// What is written goes to a plain file, or to a stream that takes it; nothing waits.
TEST(FilesOfTheProgram, NothingWaitsForWhoeverReads) {
    const std::string pipe = folder() / "unread";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const Arguments& arguments :
         std::vector<Arguments>{{"show", "ataxx", "--svg", pipe},
                                {"value", "clobber", "xo", "--thermograph", pipe},
                                {"match", "ataxx", "--engine-log", pipe, "--first", "random", "--second", "random"}}) {
        const Output o = run(arguments);
        expect_one_line_refusal({o.status, "", o.err});
        EXPECT_TRUE(says(o, "nobody reads from it")) << o.err;
    }
    EXPECT_NE(run({"play", "ataxx"}, "save " + pipe + "\n").out.find("nobody reads from it"), std::string::npos);
    EXPECT_TRUE(run({"show", "ataxx", "--svg", "/dev/stdout"}).out.starts_with("<svg "));
    const auto refused = run({"match", "ataxx", "--first", "random", "--second", "random", "--records", "/dev/stdout"});
    expect_one_line_refusal(refused);
    EXPECT_TRUE(says(refused, "\"/dev/stdout\": this program prints to it; name another file")) << refused.err;
}

TEST(FilesOfTheProgram, AnEngineKeepsWhatItHad) {
    const Output o = run({"engine", "--game", "ataxx"},
                         "setoption name Network value /dev/zero\nsetoption name Tables value /dev/zero\n"
                         "setoption name Tables value /nowhere\nposition startpos\ngo depth 1\n");
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.out.find("info string setoption: network: cannot read \"/dev/zero\": it is no plain file\n"),
              std::string::npos)
        << o.out;
    EXPECT_NE(o.out.find("info string setoption: Tables: \"/dev/zero\" is no folder\n"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("info string setoption: Tables: \"/nowhere\" is no folder\n"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("\nbestmove "), std::string::npos) << o.out;
}

TEST(FilesOfTheProgram, StandardInputHasLinesOfBearableLength) {
    for (const std::string& command : {shell_quoted(TAVOLIERE) + " engine", shell_quoted(TAVOLIERE) + " play ataxx"}) {
        const std::string err = folder() / "err";
        const int status = std::system(("timeout 60 " + command + " </dev/zero >/dev/null 2>" + err).c_str());
        EXPECT_EQ(WEXITSTATUS(status), 2) << command;
        EXPECT_EQ(slurp(err), "tavoliere: standard input: line 1 is longer than 1 MB, the most that is read\n");
    }
}

// An output that is an input, or another output, by whatever name.
TEST(FilesOfTheProgram, NoneIsWrittenOverWhatIsRead) {
    const std::string games = folder() / "apart.zst", network = folder() / "apart.net", link = folder() / "apart.link",
                      hard = folder() / "apart.hard", none = folder() / "apart.none",
                      also_none = (folder() / "." / "apart.none").string();
    ASSERT_EQ(run({"selfplay", "clobber:size=4x4", "--out", games, "--nodes", "50", "--games", "25"}).status, 0);
    ASSERT_EQ(run({"train", games, "--out", network, "--hidden", "32", "--epochs", "1"}).status, 0);
    std::filesystem::create_symlink(games, link);
    std::filesystem::create_hard_link(network, hard);
    const std::string kept_games = slurp(games), kept_network = slurp(network);
    const Arguments random{"match", "clobber:size=4x4", "--games", "2", "--second", "random", "--first"};
    const auto match = [&](Arguments more) {
        more.insert(more.begin(), random.begin(), random.end());
        return more;
    };
    for (const Arguments& arguments :
         std::vector<Arguments>{{"train", games, "--out", games},
                                {"train", link, "--out", games},
                                {"train", games, "--out", network, "--from", hard},
                                {"train", games, "--out", none, "--plot", games},
                                {"train", games, "--out", none, "--plot", also_none},
                                {"train", "--from", network, "--out", network, "--any", "size"},
                                {"selfplay", "clobber:size=4x4", "--network", network, "--out", hard},
                                match({"random", "--records", none, "--engine-log", also_none}),
                                match({"random", "--openings", games, "--engine-log", link}),
                                match({"engine:depth=1,network=" + network, "--engine-log", hard}),
                                {"show", "ataxx", "--svg", none, "--png", also_none},
                                {"solve", "clobber:size=3x3", "--proof", none, "--checkpoint", also_none}}) {
        const Output o = run(arguments);
        SCOPED_TRACE(arguments[0] + " " + arguments.back() + ": " + o.err);
        expect_one_line_refusal(o);
        EXPECT_TRUE(says(o, "name another file")) << o.err;
    }
    EXPECT_EQ(slurp(games), kept_games);
    EXPECT_EQ(slurp(network), kept_network);
    EXPECT_FALSE(std::filesystem::exists(none));
    EXPECT_EQ(run({"show", "ataxx", "--svg", "/dev/null", "--png", "/dev/null"}).status, 0);

    // What is saved while playing takes the place of what was saved so, and of nothing else.
    const std::string record = folder() / "apart.tgn", note = folder() / "apart.txt";
    const auto save = [](const std::string& file) {
        return run({"play", "ataxx", "--o", "person"}, "a2\nsave " + file + "\n").out;
    };
    write(note, "a note\n");
    EXPECT_TRUE(save(note).contains("is there already")) << save(note);
    EXPECT_EQ(slurp(note), "a note\n");
    write(note, "%tgn 1\n[Game \"ataxx\"]\n[First \"Ada\"]\n[Second \"Bob\"]\n\n1. a2 *\n");
    EXPECT_TRUE(save(note).contains("is there already"));
    EXPECT_TRUE(save(record).contains("saved to"));
    EXPECT_TRUE(save(record).contains("saved to"));
}

TEST(FilesOfTheProgram, GamesThatAreDamagedAreRefused) {
    const std::string games = folder() / "damaged.zst", network = folder() / "damaged.net";
    const Arguments selfplay{"selfplay", "clobber:size=4x4", "--out", games, "--nodes", "20", "--games", "400"};
    ASSERT_EQ(run(selfplay).status, 0);
    const std::string whole = slurp(games), frame("\x28\xb5\x2f\xfd", 4);
    std::vector<std::size_t> frames;
    for (auto at = whole.find(frame); at != whole.npos; at = whole.find(frame, at + 1)) frames.push_back(at);
    ASSERT_GT(frames.size(), 4u) << "batches are frames";
    const Arguments train{"train", games, "--out", network, "--hidden", "32", "--epochs", "1"};
    EXPECT_EQ(run(train).err, "");
    write(games, whole.substr(0, whole.size() - 5)); // its writer was killed
    const Output torn = run(train);
    EXPECT_EQ(torn.status, 0) << torn.err;
    EXPECT_TRUE(
        std::regex_match(torn.err, std::regex("tavoliere: \".*damaged\\.zst\": \\d+ bytes of unfinished games left "
                                              "out after \\d+ whole ones\n")))
        << torn.err;
    std::filesystem::remove(network);
    for (const std::size_t at : {frames[3], frames[3] + 40, whole.size() - 1}) {
        std::string damaged = whole;
        damaged[at] = char(damaged[at] ^ 0x55);
        write(games, damaged);
        const Output o = run(train);
        expect_one_line_refusal(o);
        EXPECT_TRUE(std::regex_search(
            o.err,
            std::regex(R"(damaged\.zst" is damaged after its game \d+, at byte \d+: the \d+ bytes that follow)")))
            << o.err;
        EXPECT_FALSE(std::filesystem::exists(network));
        auto more = selfplay;
        more.back() = "500";
        expect_one_line_refusal(run(more));
        EXPECT_EQ(slurp(games), damaged) << "nothing of it is cut away";
    }
}

// A byte order mark, lines that end with "\r\n", and no end of the last one.
TEST(FilesOfTheProgram, TextsOfOtherSystemsAreRead) {
    const std::string record = folder() / "foreign.tgn", openings = folder() / "foreign.txt";
    run({"play", "ataxx", "--o", "person"}, "a2\na6\nsave " + record + "\n");
    write(record, foreign(slurp(record)));
    EXPECT_NE(run({"play", "--load", record}, "position\n").out.find(" x 0 2"), std::string::npos);

    write(openings, foreign("# some\na2 a6\na2 f1\n"));
    EXPECT_EQ(run({"match", "ataxx", "--first", "random", "--second", "random", "--games", "2", "--openings", openings})
                  .status,
              0);

    const std::string proof = folder() / "foreign.proof";
    ASSERT_EQ(run({"solve", "clobber:size=3x3", "--proof", proof}).status, 0);
    write(proof, foreign(slurp(proof)));
    EXPECT_EQ(run({"verify", proof}).status, 0);

    const std::string puzzles = folder() / "foreign.json";
    write(puzzles, foreign(slurp(PUZZLES "/insert.json")));
    EXPECT_EQ(run({"puzzles", "--check", puzzles, "--time", "0.01"}).status, 0);

    const std::string values = folder() / "foreign.tune";
    const Arguments tune{"tune",         "ataxx:size=5x5", "--out",   values,     "--pairs",         "1",
                         "--parameters", "lmr_factor",     "--limit", "nodes=10", "--opening-plies", "2"};
    ASSERT_EQ(run(tune).status, 0);
    write(values, foreign(slurp(values)));
    EXPECT_EQ(run(tune).err, "1 pairs were played already\n");

    const std::string position = "7/7/7/7/7/7/xo5 x 0 1";
    EXPECT_EQ(run({"moves", "ataxx", "--position", foreign(position) + "\r\n"}).out,
              run({"moves", "ataxx", "--position", position}).out);
    EXPECT_EQ(run({"moves", "ataxx", "--moves", foreign("a2\na6\n")}).out,
              run({"moves", "ataxx", "--moves", "a2 a6"}).out);
    EXPECT_NE(run({"engine"}, foreign("ugi\nisready")).out.find("ugiok\nreadyok\n"), std::string::npos);
    EXPECT_NE(run({"play", "ataxx", "--o", "person"}, foreign("a2\nposition")).out.find(" o 0 1"), std::string::npos);
}

TEST(FilesOfTheProgram, AMatchGoesOnWithRecordsOfOtherSystems) {
    const std::string file = folder() / "match.tgn";
    Arguments match{"match",  "ataxx:size=3x3", "--first", "random",    "--second",
                    "random", "--games",        "4",       "--records", file};
    ASSERT_EQ(run(match).status, 0);
    const auto untimed = [](const std::string& text) {
        return std::regex_replace(text, std::regex(R"(\s\{[^}]*\})"), "");
    };
    const std::string whole = slurp(file), three = whole.substr(0, whole.rfind("%tgn 1"));
    match.emplace_back("--resume");
    const std::string last = untimed(whole.substr(three.size()));
    for (const std::string& kept :
         {foreign(three), three.substr(0, three.size() - 1), three.substr(0, three.size() - 2)}) {
        write(file, kept);
        EXPECT_EQ(run(match).status, 0);
        const std::string now = slurp(file);
        EXPECT_TRUE(now.starts_with(kept)) << now;
        EXPECT_TRUE(unbroken(untimed(now)).ends_with(unbroken("\n" + last))) << now;
        EXPECT_TRUE(run(match).err.empty()) << "all four are there";
    }
    // One that was cut off anywhere is played again, and none before it.
    for (std::size_t size = three.size() + 1; size < whole.size() - 2; size += 7) {
        write(file, whole.substr(0, size));
        EXPECT_EQ(run(match).status, 0) << size;
        EXPECT_EQ(unbroken(untimed(slurp(file))), unbroken(untimed(whole))) << size;
    }
    // What never was a record is not cut away.
    for (const std::string other : {"notes of mine", "notes\n", "\n", "{}"}) {
        write(file, other);
        expect_one_line_refusal(run(match));
        EXPECT_EQ(slurp(file), other);
    }
}

// "valid UTF-8 without control characters, or a clear refusal".
TEST(NamesOfTheProgram, AreOneLineOfUtf8) {
    const std::string records = folder() / "names.tgn";
    const auto match = [&](const std::string& option, const std::string& value) {
        return run({"match", "ataxx:size=3x3", "--first", "random", "--second", "random", "--games", "2", "--json",
                    option, value});
    };
    for (const std::string bad : {"J\xf6rg", "a\tb", "a\nb", "\x1b[2J", "\u009b", "\u202e", "\u2028"}) {
        for (const std::string option : {"--first-name", "--second-name", "--first", "--second", "--first-option"}) {
            const Output o = match(option, bad);
            SCOPED_TRACE(option + " " + o.err);
            expect_one_line_refusal(o);
            EXPECT_TRUE(is_one_line(std::string_view(o.err).substr(0, o.err.size() - 1)));
        }
        for (const Arguments& arguments : std::vector<Arguments>{{"show", "ataxx", "--caption", bad},
                                                                 {"show", "ataxx", "--marks", "label:a1=" + bad},
                                                                 {"train", "x", "--out", "y", "--note", bad},
                                                                 {bad},
                                                                 {"show", bad},
                                                                 {"show", "ataxx", bad},
                                                                 {"show", "ataxx", "--" + bad},
                                                                 {"play", "ataxx", "--x", bad},
                                                                 {"solve", "clobber:size=2x2", "--method", bad},
                                                                 {"solve", "clobber:size=2x2", "--tables", bad},
                                                                 {"perft", "ataxx", "--depth", bad},
                                                                 {"engine", "--protocol", bad},
                                                                 {"rules", "ataxx", "--language", bad},
                                                                 {"verify", bad},
                                                                 {"play", "--load", bad},
                                                                 {"puzzles", "--check", bad},
                                                                 {"serve", "--port", "0", "--store", bad},
                                                                 {"serve", "--port", "0", "--page", bad}}) {
            const Output o = run(arguments);
            SCOPED_TRACE(arguments[0] + " " + o.err);
            expect_one_line_refusal(o);
            EXPECT_TRUE(is_one_line(std::string_view(o.err).substr(0, o.err.size() - 1)));
        }
    }
    EXPECT_EQ(match("--first-name", "J\xf6rg").err,
              "tavoliere: --first-name: \"J\\xf6rg\" is not UTF-8 (see tavoliere match --help)\n");
    const Output good = run({"match", "ataxx:size=3x3", "--first", "random", "--second", "random", "--games", "2",
                             "--json", "--first-name", "Jörg 🙂", "--records", records});
    EXPECT_EQ(good.status, 0) << good.err;
    EXPECT_NE(good.out.find("\"first\":\"Jörg 🙂\""), std::string::npos) << good.out;
    EXPECT_NE(slurp(records).find("[First \"Jörg 🙂\"]"), std::string::npos);
}

TEST(NamesOfTheProgram, AreShownAsTheyAre) {
    EXPECT_EQ(run({"play", "--load", "città.tgn"}).err,
              "tavoliere: cannot read \"città.tgn\": No such file or directory\n");
    const Output move = run({"moves", "ataxx", "--moves", "a7–a5"});
    EXPECT_TRUE(says(move, "\"a7–a5\"")) << move.err;
    EXPECT_TRUE(says(run({"moves", "ataxx", "--position", "città"}), "\"città\""));
    EXPECT_TRUE(says(run({"moves", "città"}), "\"città\""));
}

// A record of somebody else's, with what no record of ours has.
TEST(NamesOfTheProgram, OfRecordsAreChecked) {
    const std::string file = folder() / "tags.tgn";
    for (const auto& [tag, line] : std::vector<std::pair<std::string, std::string>>{
             {"[First \"J\xf6rg\"]", "record: line 3: it is not UTF-8 there"},
             {"[First \"\x1b[2J\"]", "record: line 3: it has a control character there"},
             {"[First \"a\tb\"]", "record: line 3: the tag \"First\" has a tab in it"},
             {"{\u202e}", "record: line 3: it has a control character there"}}) {
        write(file, "%tgn 1\n[Game \"ataxx\"]\n" + tag + "\n\n1. a2 *\n");
        const Output o = run({"play", "--load", file});
        expect_one_line_refusal(o);
        EXPECT_TRUE(says(o, line)) << o.err;
    }
}

}
}
