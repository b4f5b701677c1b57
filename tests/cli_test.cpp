// The program from outside: what it prints, and how it fails.
#include "base/checksum.hpp"
#include "base/file.hpp"
#include "program.hpp"
#include "support.hpp"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <regex>
#include <sstream>
#include <sys/wait.h>

namespace tavoliere {
namespace {

TEST(Program, TheNewslettersExample) {
    const auto o = run({"show", "ataxx", "--moves", "a2 a7-a5 a2-a4"});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.out.find("6x/7/x6/x6/7/7/x5o o 2 2"), std::string::npos) << "x turned a5";
    EXPECT_NE(o.out.find("5 x . . . . . ."), std::string::npos);
    EXPECT_NE(o.out.find("White to move"), std::string::npos);
}

TEST(Program, EveryBadInputEndsWithStatusTwo) {
    for (const auto& value : test_data("bad.json")) {
        const auto& bad = value.as_object();
        const std::string kind = text_of(bad.at("kind")), text = text_of(bad.at("text"));
        SCOPED_TRACE(boost::json::serialize(value));
        if (kind == "variant") {
            expect_one_line_refusal(run({"moves", text}));
        } else if (kind == "position") {
            expect_one_line_refusal(run({"moves", text_of(bad.at("game")), "--position", text}));
        } else if (!text.empty()) { // no move at all is no error on the command line
            expect_one_line_refusal(
                run({"moves", text_of(bad.at("game")), "--position", text_of(bad.at("position")), "--moves", text}));
        }
    }
}

TEST(Program, RefusesWhatItDoesNotKnow) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {},
             {"checkers"},
             {"show"},
             {"show", "ataxx", "--sgv", "x"},
             {"perft", "ataxx"},
             {"perft", "ataxx", "--depth", "-1"},
             {"perft", "ataxx", "--depth", "x"},
             {"perft", "ataxx", "--depth", ""},
             {"perft", "ataxx", "--depth", "+3"},
             {"perft", "ataxx", "--depth", "03"},
             {"perft", "ataxx", "--depth", "1e1"},
             {"perft", "ataxx", "--depth", "0x3"},
             {"perft", "ataxx", "--depth", "99999999999999999999"},
             {"analyse", "ataxx", "--time", "nan"},
             {"analyse", "ataxx", "--time", "1e400"},
             {"analyse", "ataxx", "--nodes", "1.5"},
             {"match", "ataxx", "--first", "engine:nodes=99999999999999999999"},
             {"match", "ataxx", "--first", "engine:time=inf"},
             {"match", "ataxx", "--limit", "depth=1e1"},
             {"match", "ataxx", "--clock", "-1"},
             {"moves", "ataxx:size=99999999999999999999"},
             {"analyse", "ataxx", "--time", "0"},
             {"analyse", "ataxx", "--lines", "0"},
             {"analyse", "ataxx", "--hash", "99999999"},
             {"solve", "ataxx", "--method", "magic"},
             {"verify"},
             {"play"},
             {"play", "ataxx", "--x", "nobody"},
             {"check", "chess"},
             {"rules", "go"},
             {"rules", "ataxx", "--language", "fr"},
             {"playouts", "ataxx", "--games", "0"},
             {"match", "chess"},
             {"match", "ataxx", "--first", "nobody"},
             {"match", "ataxx", "--second", "engine:time=-1"},
             {"show", "ataxx", "--svg", "/nowhere/at/all.svg"},
             {"show", "ataxx", "--marks", "arrow:a1-z9"},
             {"show", "ataxx", "--caption", "two\nlines"},
             {"show", "ataxx", "--style", "oil"},
             {"play", "--load", "/nowhere/at/all.tgn"},
             {"play", "ataxx", "--network", "/nowhere/at/all.net"},
             {"play", "insert", "--network", PUZZLES "/../networks/ataxx.net"},
             {"serve", "--port", "70000"},
             {"serve", "--store", "postgres://x", "--port", "0"},
             // Limits are read where nobody needs them, files where they come twice.
             {"match", "ataxx", "--first", "engine:depth=1", "--second", "engine:depth=1", "--limit", "foo=1"},
             {"puzzles", "ataxx", "--check", PUZZLES "/ataxx.json"},
             {"puzzles", "--check", PUZZLES "/ataxx.json", "--out", folder() / "unwritten"},
             {"train", "/a.zst", "/./a.zst", "--out", folder() / "unwritten"}})
        expect_one_line_refusal(run(arguments));
}

// What can be given and what it is otherwise: no bound is kept back, and no 0 that stands for "none" is shown as a number to give.
TEST(Program, TellsBoundsAndDefaults) {
    const std::string analyse = run({"analyse", "--help"}).out;
    for (const std::string_view line : {"--depth 1 to 120  ", "--lines 1 to 256=1  ", "--network own|none|FILE=own ",
                                        "--tables FOLDER (Env:TAVOLIERE_TABLES)"})
        EXPECT_NE(analyse.find(line), analyse.npos) << line;
    EXPECT_NE(run({"selfplay", "--help"}).out.find("--solve-from 0 to 400=0  "), std::string::npos);
    EXPECT_NE(run({"serve", "--help"}).out.find("--page FOLDER"), std::string::npos);
}

// What the linker and the compiler were to see to is in the file that runs.
TEST(Program, IsBuiltHard) {
    if (sanitized) GTEST_SKIP() << "a sanitizer has checks of its own";
    const auto told = [](const std::string& options, const std::string& file = TAVOLIERE) {
        std::FILE* const pipe = popen(("readelf " + options + " " + file).c_str(), "r");
        std::string text;
        char buffer[1 << 16];
        for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
        EXPECT_EQ(pclose(pipe), 0) << options;
        return text;
    };
    const std::string header = told("-hW"), parts = told("-lW"), dynamic = told("-dW"), names = told("--dyn-syms -W");
    EXPECT_NE(header.find("DYN"), std::string::npos) << "it lies where chance puts it";
    EXPECT_NE(parts.find("GNU_RELRO"), std::string::npos);
    EXPECT_NE(dynamic.find("NOW"), std::string::npos) << "nothing is resolved later";
    const auto stack = parts.find("GNU_STACK");
    ASSERT_NE(stack, std::string::npos);
    EXPECT_EQ(parts.substr(stack, parts.find('\n', stack) - stack).find("RWE"), std::string::npos);
    EXPECT_NE(names.find("__stack_chk_fail"), std::string::npos);
    EXPECT_NE(names.find("_chk@"), std::string::npos) << "FORTIFY";
#ifdef __x86_64__
    // Debian's own files that a program begins with have no such note, so the whole program has none: ours have it, each of them.
    const std::string notes = told("-nW", SERVER_LIBRARY);
    const auto count = [&](std::string_view text) {
        std::size_t n = 0;
        for (auto at = notes.find(text); at != notes.npos; at = notes.find(text, at + 1)) ++n;
        return n;
    };
    EXPECT_GT(count("\nFile: "), 10u);
    EXPECT_EQ(count("x86 feature: IBT, SHSTK"), count("\nFile: ")) << "control-flow enforcement";
    EXPECT_NE(told("-nW", CORE_LIBRARY).find("x86 feature: IBT, SHSTK"), std::string::npos) << "in the search too";
#endif
}

TEST(Program, NamesTheWordItDoesNotKnow) {
    EXPECT_EQ(run({"checkers"}).err.substr(0, 45), "tavoliere: \"checkers\" is not a command; there");
    EXPECT_EQ(run({"analyse", "ataxx", "--time", "nan"}).err,
              "tavoliere: --time: \"nan\" is not a number from 0.001 to 1e+09 (see tavoliere analyse --help)\n");
    EXPECT_EQ(run({"play", "ataxx", "--level", "2.5"}).err,
              "tavoliere: --level: \"2.5\" is not a whole number from 1 to 8 (see tavoliere play --help)\n");
    EXPECT_TRUE(run({"--nope"}).err.starts_with("tavoliere: \"--nope\" is not an option before a command; "));
    for (const std::string wrong : {"010", "08", "+5", "1e3", "5x", "-1", "0x10", "99999999999999999999"})
        EXPECT_TRUE(run({"check", "ataxx", "--seed", wrong})
                        .err.starts_with("tavoliere: --seed: \"" + wrong + "\" is not a whole number from 0 to "))
            << wrong;
    const std::string values = (folder() / "values.tune").string();
    EXPECT_TRUE(run({"tune", "boop", "--out", values, "--parameters", "lmr_factor,foo"})
                    .err.starts_with("tavoliere: tune: \"foo\" is not a parameter; there are "));
    EXPECT_EQ(run({"tune", "boop", "--out", values, "--parameters", "lmr_factor,lmr_factor"}).err,
              "tavoliere: tune: the parameter lmr_factor is named twice\n");
}

TEST(Program, SaysWhenItsOutputIsLost) {
    const std::string program = shell_quoted(TAVOLIERE);
    const auto search = folder() / "search";
    std::ofstream(search) << "go depth 2\n";
    for (const std::string& command : std::vector<std::string>{
             " moves ataxx >/dev/full", " moves ataxx --json >&-", " perft ataxx --depth 2 >/dev/full",
             " match ataxx:size=3x3 --first random --second random --games 200 --threads 2 --json >/dev/full",
             " engine >/dev/full <" + search.string(), " --help >/dev/full", " --version >/dev/full",
             " play --help >/dev/full"})
        EXPECT_EQ(WEXITSTATUS(std::system((program + command + " 2>/dev/null").c_str())), 1) << command;
}

TEST(Program, ReplacesFilesButNotLinksAndPipes) {
    const auto file = folder() / "real.svg", link = folder() / "link.svg", other = folder() / "real.svg.new";
    std::ofstream(file) << "old";
    std::ofstream(other) << "somebody's";
    std::filesystem::create_symlink(file, link);
    EXPECT_EQ(run({"show", "ataxx", "--svg", link}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(slurp(file).starts_with("<svg "));
    EXPECT_EQ(slurp(other), "somebody's");
    EXPECT_EQ(run({"show", "ataxx", "--svg", "/dev/null"}).status, 0);
    EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
}

TEST(Program, TakesBackOverAForcedPass) {
    const auto o = run({"play", "ataxx", "--o", "person", "--position", "7/7/7/7/4xxx/4xxx/x3xxo x 0 1"},
                       "b1\nundo\nposition\nquit\n");
    EXPECT_NE(o.out.find("7/7/7/7/4xxx/4xxx/x3xxo x 0 1"), std::string::npos) << o.out;
}

TEST(Program, KeepsAGameThatWasResigned) {
    const auto record = folder() / "resigned.tgn";
    run({"play", "ataxx", "--o", "person"}, "a2\nresign\nsave " + record.string() + "\n");
    EXPECT_NE(slurp(record).find("[Result \"1-0\"]"), std::string::npos) << slurp(record);
    EXPECT_NE(slurp(record).find("[Termination \"resigned\"]"), std::string::npos);
}

TEST(Program, SaysHowAGameEndedThatGoesOn) {
    const std::string record = folder() / "ended.tgn";
    run({"play", "ataxx", "--o", "person"}, "a2\nresign\nsave " + record + "\n");
    EXPECT_NE(run({"play", "--load", record}, "quit\n")
                  .out.find("This game was won by Black (resigned); it goes on from there.\n"),
              std::string::npos);
    std::ofstream(record) << "%tgn 1\n[Game \"ataxx\"]\n[Result \"1/2-1/2\"]\n\n1. a2 1/2-1/2\n";
    EXPECT_NE(run({"play", "--load", record}, "quit\n").out.find("This game was a draw; it goes on from there.\n"),
              std::string::npos);
    std::ofstream(record) << "%tgn 1\n[Game \"ataxx\"]\n\n1. a2 *\n";
    EXPECT_EQ(run({"play", "--load", record}, "quit\n").out.find("goes on"), std::string::npos);
}

TEST(Program, ReadsAllLettersAtATerminal) {
    const std::string record = folder() / "Übung però.tgn";
    const auto o = run_at_terminal({"play", "ataxx", "--o", "person"}, {"a2", "save " + record, "quit"});
    EXPECT_EQ(o.status, 0) << o.out;
    EXPECT_TRUE(std::filesystem::exists(record)) << o.out;
}

TEST(Program, ShowsNoMoreProgressThanFitsInALine) {
    const std::string games = folder() / "progress.zst";
    for (const unsigned short columns : {20, 200}) {
        std::filesystem::remove(games);
        const auto o = run_at_terminal(
            {"selfplay", "clobber:size=4x4", "--out", games, "--games", "3", "--nodes", "10"}, {}, columns);
        EXPECT_EQ(o.status, 0) << o.out;
        std::size_t longest = 0;
        for (std::size_t begin = 0, end; (end = o.out.find("\x1b[K", begin)) != std::string::npos; begin = end + 3)
            longest = std::max(longest, end - o.out.rfind('\r', end) - 1);
        EXPECT_LT(longest, columns);
        EXPECT_GT(longest, 18u) << o.out;
    }
}

// A variable of a script that is empty is no option that was left out.
TEST(Program, RefusesValuesThatAreEmpty) {
    std::vector<std::vector<std::string>> all{{"solve", "clobber:size=3x3", "--proof", ""},
                                              {"solve", "clobber:size=3x3", "--checkpoint", ""},
                                              {"serve", "--port", "0", "--store", ""},
                                              {"serve", "--port", "0", "--host", ""},
                                              {"engine", "--game", ""},
                                              {"check", ""},
                                              {"train", "", "--out", "x"},
                                              {"train", "x", "--out", ""},
                                              {"play", "ataxx", "--network", ""},
                                              {"play", "--load", ""},
                                              {"show", "ataxx", "--svg", ""},
                                              {"puzzles", "ataxx", "--out="},
                                              {"show", "ataxx", "--svg=", "--no-coordinates"},
                                              {"value", "--of", ""},
                                              {"tune", "boop", "--out", "x", "--begin", ""}};
    for (const char* option : {"--records", "--clock", "--sprt", "--draw", "--resign", "--limit", "--first-limit",
                               "--second-name", "--first", "--openings", "--engine-log", "--first-option", "--games"})
        all.push_back({"match", "ataxx:size=3x3", "--second", "random", "--first", "random", option, ""});
    for (const auto& arguments : all) {
        const Output o = run(arguments);
        SCOPED_TRACE(arguments[0] + " " + arguments[arguments.size() - 2] + ": " + o.err);
        expect_one_line_refusal(o);
        EXPECT_NE(o.err.find("it is empty; give it a value, or leave it out"), std::string::npos);
    }
    EXPECT_EQ(run({"show", "ataxx", "--moves", "", "--marks=", "--caption", "", "--svg", "/dev/null"}).status, 0);
    EXPECT_FALSE(std::filesystem::exists("--no-coordinates"));
}

TEST(Program, HelpHasExamplesInPlainWords) {
    EXPECT_EQ(run({"--help"}).status, 0);
    for (const char* command :
         {"games",  "rules",  "show",  "moves",    "perft",  "playouts", "play",   "analyse", "solve",
          "verify", "value",  "match", "selfplay", "train",  "tune",     "levels", "puzzles", "check",
          "bench",  "engine", "serve", "convert",  "review", "db",       "lab",    "job",     "worker"}) {
        const auto o = run({command, "--help"});
        EXPECT_EQ(o.status, 0);
        EXPECT_NE(o.out.find("Example"), std::string::npos) << command;
        EXPECT_NE(o.out.find("tavoliere " + std::string(command)), std::string::npos) << command;
        for (const char* odd : {"parted by", "nobody says", "unless you say", "there shall be", "gone on with",
                                " is none", "may stand", "object a line", "what to call"})
            EXPECT_EQ(o.out.find(odd), std::string::npos) << command << ": " << odd;
    }
}

// A JSON value a line.
std::vector<boost::json::value> lines(const std::string& text) {
    std::vector<boost::json::value> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.push_back(boost::json::parse(line));
    return all;
}

// What `check` prints is what the file of signatures takes, nothing more.
TEST(Program, ChecksPrintRowsOfTheSignatures) {
    const auto rows = lines(run({"check", "clobber", "--games", "3", "--json"}).out);
    ASSERT_FALSE(rows.empty());
    const auto& known = test_data("signatures.json");
    for (const auto& row : rows)
        EXPECT_NE(std::find(known.begin(), known.end(), row), known.end()) << boost::json::serialize(row);
}

TEST(Program, ChecksThatAGameBegins) {
    const Output o = run({"check", "ataxx:size=3x3,blocks=a2+b1+b2+b3+c2", "--games", "1"});
    EXPECT_EQ(o.status, 1);
    EXPECT_NE(o.out.find("BROKEN: the game is over before its first move\n"), std::string::npos) << o.out;
}

TEST(Program, TellsHowAGameEnded) {
    const auto shown = [](const char* game, const char* position) {
        const std::string out = run({"show", game, "--position", position}).out;
        return out.substr(out.rfind('\n', out.size() - 2) + 1);
    };
    EXPECT_EQ(shown("clobber:size=5x6", "x4/5/1o3/5/3xx/5 x"), "Black wins: the player to move cannot move\n");
    EXPECT_EQ(shown("ataxx:size=4x4", "xxxx/xxxx/xxxo/xxoo x"), "Black wins by 10: nobody can move any more\n");
}

TEST(Program, SpeaksJson) {
    EXPECT_EQ(lines(run({"games", "--json"}).out).size(), games().size());
    EXPECT_EQ(lines(run({"games", "ataxx:misere", "--json"}).out).at(0).as_object().at("game").as_string(), "ataxx");
    EXPECT_EQ(lines(run({"games", "ataxx:misere", "--json"}).out).size(), 1u);

    const auto moves =
        lines(run({"moves", "clobber:size=3x1", "--position", "oxo x", "--moves", "b1xa1", "--json"}).out)
            .at(0)
            .as_object();
    EXPECT_EQ(moves.at("turn").as_string(), "o");
    EXPECT_TRUE(moves.at("moves").as_array().empty());
    EXPECT_EQ(moves.at("result").at("winner").as_string(), "x");
    EXPECT_EQ(moves.at("result").at("reason").as_string(), "stuck");

    const auto perft = lines(run({"perft", "ataxx", "--depth", "4", "--json"}).out).at(0).as_object();
    EXPECT_EQ(perft.at("nodes").as_int64(), 155888);
    EXPECT_EQ(perft.at("game").as_string(), "ataxx");

    const auto analysis = lines(run({"analyse", "hexxagon", "--depth", "3", "--json"}).out);
    ASSERT_EQ(analysis.size(), 4u);
    EXPECT_EQ(analysis[2].at("depth").as_int64(), 3);
    EXPECT_TRUE(analysis[2].at("score").as_object().contains("cp"));
    EXPECT_EQ(analysis[3].at("best"), analysis[2].at("pv").as_array().at(0));

    const auto solved = lines(run({"analyse", "clobber:size=2x2", "--json"}).out);
    EXPECT_EQ(solved.at(solved.size() - 2).at("score").at("win").as_int64(), 3);
}

// A table of every position, and what the rules say of it.
TEST(Program, SolvesAndVerifiesTables) {
    ASSERT_EQ(run({"solve", "ataxx:size=3x3", "--method", "retrograde", "--tables", folder()}).status, 0);
    const std::string table = folder() / "ataxx,size=3x3.table", broken = folder() / "broken.table";
    const auto verified = run({"verify", table});
    EXPECT_EQ(verified.status, 0) << verified.err;
    EXPECT_EQ(verified.out, "proved: every value, 4,599 positions\nataxx:size=3x3\n");
    EXPECT_TRUE(run({"verify", table, "--sample", "10"}).out.starts_with("right: 10 positions drawn at random, of "));
    const auto json = lines(run({"verify", table, "--json"}).out).at(0).as_object();
    EXPECT_TRUE(json.at("proved").as_bool());
    EXPECT_EQ(json.at("positions").as_int64(), json.at("of").as_int64());

    std::string text = slurp(table);
    for (const std::size_t at : {std::size_t(30), text.size() / 2}) { // its head, its values
        std::string wrong = text;
        wrong[at] ^= 1;
        std::ofstream(broken, std::ios::binary) << wrong;
        expect_one_line_refusal(run({"verify", broken}));
    }
    std::ofstream(broken) << "nonsense";
    expect_one_line_refusal(run({"verify", broken, "--sample", "10"}));

    // Whole, but it says one position too few to be won: status 1, as of a proof that proves nothing.
    const std::size_t counts = text.find("counts 17592 "), head = text.find("\n\n") + 2;
    ASSERT_NE(counts, text.npos);
    text[counts + 11] = '1';
    const std::uint64_t sum = checksum(std::string_view(text).substr(0, head));
    std::memcpy(text.data() + head, &sum, sizeof sum);
    std::ofstream(broken, std::ios::binary) << text;
    const auto unproved = run({"verify", broken});
    EXPECT_EQ(unproved.status, 1);
    EXPECT_EQ(unproved.err, "tavoliere: not proved: the table counts its positions wrongly\n");
    EXPECT_FALSE(lines(run({"verify", broken, "--json"}).out).at(0).as_object().at("right").as_bool());
}

// Who wins, a proof of it, and what the rules say of the proof.
TEST(Program, SolvesAndVerifies) {
    const std::string proof = folder() / "clobber.proof", checkpoint = folder() / "clobber.checkpoint";
    const auto solved = run({"solve", "clobber:size=3x4", "--proof", proof});
    EXPECT_EQ(solved.status, 0) << solved.err;
    EXPECT_TRUE(solved.out.starts_with("White to move: loss, best ")) << solved.out;
    const auto verified = run({"verify", proof});
    EXPECT_EQ(verified.status, 0) << verified.err;
    EXPECT_TRUE(verified.out.starts_with("proved: win for o, ")) << verified.out;
    const auto json = lines(run({"verify", proof, "--json"}).out).at(0).as_object();
    EXPECT_EQ(json.at("claim").as_string(), "win for o");
    EXPECT_EQ(json.at("variant").as_string(), "clobber:size=3x4");

    // Cut or changed it is not a proof; whole and false it proves nothing.
    const std::string text = slurp(proof), broken = folder() / "broken.proof";
    for (const std::string& wrong :
         {std::string("nonsense"), text.substr(0, text.size() / 2), text + "\n", std::string()}) {
        std::ofstream(broken) << wrong;
        expect_one_line_refusal(run({"verify", broken}));
    }
    expect_one_line_refusal(run({"verify", folder() / "nothing.proof"}));
    expect_one_line_refusal(run({"verify", folder()}));
    Checksum sum;
    const std::string claim = "tavoliere proof 1\nvariant clobber:size=3x4\nposition xox/oxo/xox/oxo o\nvalue win\n"
                              "strategy o wins\n";
    sum.add(claim.data(), claim.size());
    char end[32];
    std::snprintf(end, sizeof end, "end %016llx\n", static_cast<unsigned long long>(sum.value()));
    std::ofstream(broken) << claim << end;
    const auto unproved = run({"verify", broken});
    EXPECT_EQ(unproved.status, 1);
    EXPECT_TRUE(unproved.err.starts_with("tavoliere: not proved: ")) << unproved.err;
    EXPECT_EQ(std::count(unproved.err.begin(), unproved.err.end(), '\n'), 1);

    // What ends without an answer leaves a checkpoint; another search does not take it.
    const auto unknown =
        run({"solve", "clobber:size=8x8", "--time", "0.1", "--memory", "16", "--checkpoint", checkpoint, "--json"});
    EXPECT_EQ(unknown.status, 0) << unknown.err;
    const auto answer = lines(unknown.out).at(0).as_object();
    EXPECT_EQ(answer.at("value").as_string(), "unknown");
    EXPECT_EQ(answer.at("why").as_string(), "time");
    EXPECT_GE(answer.at("seconds").as_double(), 0.1);
    expect_one_line_refusal(run({"solve", "clobber:size=4x4", "--memory", "16", "--checkpoint", checkpoint}));
    EXPECT_EQ(run({"solve", "clobber:size=8x8", "--time", "0.1", "--memory", "16", "--checkpoint", checkpoint}).status,
              0);
    expect_one_line_refusal(run({"solve", "clobber:size=3x3", "--proof", "/nowhere/at/all.proof"}));
    expect_one_line_refusal(run({"solve", "clobber:size=3x3", "--method", "alphabeta", "--proof", proof}));
    expect_one_line_refusal(run({"solve", "insert", "--checkpoint", checkpoint}));
    expect_one_line_refusal(run({"solve", "ataxx:size=3x4", "--method", "alphabeta"}));
    EXPECT_NE(run({"solve", "clobber:size=3x3", "--each", "--proof", proof}).status, 0);
    EXPECT_EQ(run({"solve", "attract:size=6x6", "--proof", proof, "--time", "0.1"}).status, 1);
    // The clock of the position does not count, nor with --each.
    const auto each = run({"solve", "ataxx:size=3x4", "--position", "o1x/3/3/x1o x 99 60", "--each"}).out;
    EXPECT_NE(each.find("c4-b2  win in 3\n"), std::string::npos) << each;
    // Where it has ended the game there is no move.
    EXPECT_EQ(run({"solve", "ataxx:size=3x4", "--position", "o1x/3/3/x1o x 100 60", "--each"}).out, "");
}

// Every page is there in both languages, with pictures that the program draws from the positions it names.
// From nothing to a network that the engine judges by.
TEST(Program, MakesANetwork) {
    const std::string games = folder() / "games.zst", network = folder() / "own.net", plot = folder() / "loss.svg";
    const std::vector<std::string> selfplay{"selfplay", "clobber:size=4x4", "--out", games,     "--nodes",
                                            "50",       "--plies",          "3",     "--games", "40"};
    EXPECT_EQ(run(selfplay).status, 0);
    const std::string before = slurp(games);
    EXPECT_EQ(run(selfplay).status, 0); // nothing left to do
    EXPECT_EQ(slurp(games), before);
    auto other = selfplay;
    other[5] = "51";
    expect_one_line_refusal(run(other)); // games made otherwise are not mixed in
    EXPECT_EQ(slurp(games), before);

    const auto trained = run({"train", games, "--out", network, "--hidden", "32", "--epochs", "2", "--plot", plot});
    EXPECT_EQ(trained.status, 0) << trained.err;
    EXPECT_NE(trained.out.find("epoch   2"), std::string::npos) << trained.out;
    EXPECT_EQ(slurp(plot).substr(0, 4), "<svg");
    EXPECT_EQ(run({"analyse", "clobber:size=4x4", "--depth", "3", "--network", network}).status, 0);
    const std::string better = folder() / "better.net";
    const auto more = run({"train", games, "--out", better, "--from", network, "--epochs", "1"});
    EXPECT_EQ(more.status, 0) << more.err;
    EXPECT_NE(slurp(better).find("hidden 32, buckets 8, epochs 1,"), std::string::npos);
    EXPECT_EQ(slurp(better).find("game clobber:size=4x4\n"), slurp(better).find("game "));
    const std::string many = folder() / "many.net";
    const std::vector<std::string> of_shared{"train",    games, "--out",    many, "--inputs", "shared-corners",
                                             "--hidden", "32",  "--epochs", "1",  "--any",    "size"};
    auto with_room = of_shared;
    with_room.insert(with_room.end(), {"--largest", "clobber:size=12x12"});
    const auto for_all = run(with_room);
    EXPECT_EQ(for_all.status, 0) << for_all.err;
    EXPECT_EQ(for_all.err, "");
    EXPECT_NE(slurp(many).find("game clobber:size=any\n"), std::string::npos);
    // Without games it is the network as it is, for more variants than before.
    const std::string as_it_is = folder() / "as_it_is.net";
    EXPECT_EQ(run({"train", "--from", many, "--also", "clobber:size=5x4", "--out", as_it_is}).out,
              as_it_is + ": for clobber:size=any clobber:size=5x4\n");
    const std::string of_many = slurp(many), widened = slurp(as_it_is);
    EXPECT_EQ(widened.substr(0, widened.find("\ninputs ")),
              "tavoliere network 1\ngame clobber:size=any clobber:size=5x4");
    EXPECT_EQ(widened.substr(widened.find("\ninputs "), 500), of_many.substr(of_many.find("\ninputs "), 500));
    EXPECT_EQ(run({"analyse", "clobber:size=4x4", "--depth", "3", "--network", as_it_is}).status, 0);
    // Not for boards that it does not know.
    const std::string of_first = slurp(network);
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--from", network, "--any", "size"},
                                                  {"--from", network, "--also", "clobber:size=5x4"},
                                                  {"--from", many, "--also", "clobber:size=9x1"}}) {
        auto command = wrong;
        command.insert(command.begin(), "train");
        command.insert(command.end(), {"--out", as_it_is});
        expect_one_line_refusal(run(command));
        EXPECT_EQ(slurp(as_it_is), widened);
    }
    const std::string any = folder() / "any.net";
    EXPECT_EQ(run({"train", games, "--out", any, "--inputs", "shared-corners", "--hidden", "32", "--epochs", "1",
                   "--any", "size"})
                  .status,
              0);
    const auto again = run({"train", "--from", any, "--any", "size", "--out", as_it_is});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(slurp(as_it_is), slurp(any));
    // Of version 1.0 nobody knows on which board it was made.
    std::string of_before = slurp(any);
    const auto line = of_before.find("\npatterns ");
    of_before.erase(line, of_before.find("\n\n") - line);
    of_before.resize(of_before.size() - sizeof(std::uint64_t));
    const std::uint64_t sum = checksum(of_before);
    of_before.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    const std::string old = folder() / "old.net";
    std::ofstream(old, std::ios::binary) << of_before;
    EXPECT_EQ(run({"analyse", "clobber:size=4x4", "--depth", "3", "--network", old}).status, 0);
    expect_one_line_refusal(run({"train", "--from", old, "--any", "size", "--out", as_it_is}));
    EXPECT_EQ(slurp(as_it_is), slurp(any));
    std::uint64_t checksum = 0; // the file's last eight bytes
    std::memcpy(&checksum, of_first.data() + of_first.size() - sizeof checksum, sizeof checksum);
    std::ostringstream from;
    from << ", from " << std::hex << std::setw(16) << std::setfill('0') << checksum << ";";
    EXPECT_NE(slurp(better).find(from.str()), std::string::npos);
    EXPECT_EQ(run({"match", "clobber:size=4x4", "--first", "engine:depth=2,network=" + network, "--second", "greedy",
                   "--games", "2"})
                  .status,
              0);
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"analyse", "ataxx", "--depth", "2", "--network", network},
          {"analyse", "ataxx", "--depth", "2", "--network", "/no/such/file"},
          {"match", "ataxx", "--first", "engine:depth=2,network=" + network, "--second", "greedy", "--games", "2"},
          {"train", network, "--out", network},
          {"train", games, "--out", network, "--hidden", "33"},
          {"train", games, "--out", network, "--hidden", "many"},
          {"train", games, "--out", network, "--inputs", "rows9"},
          {"train", games, "--out", network, "--from", network, "--hidden", "64"},
          {"train", games, "--out", network, "--any", "misere"},
          {"train", games, "--out", network, "--any", "size"},
          {"train", games, "--out", network, "--inputs", "shared-corners+cells", "--any", "size"},
          {"train", games, "--out", network, "--inputs", "cells+cells"},
          {"train", "--out", network},
          {"train", "--out", network, "--from", network},
          {"train", "--out", network, "--any", "size"},
          {"train", "--out", network, "--also", "clobber"},
          {"train", "--out", network, "--from", network, "--any", "misere"},
          {"train", "--out", network, "--from", network, "--also", "boop"},
          {"train", "--out", network, "--from", network, "--also", "clobber:size=0x0"},
          {"train", "--out", network, "--from", many, "--any", "misere"},
          {"train", games, "--out", network, "--inputs", "shared-cells", "--any", "size", "--largest",
           "clobber:size=99x99"},
          {"train", games, "--out", network, "--inputs", "shared-cells", "--any", "size", "--largest", "boop"},
          {"train", games, "--out", network, "--inputs", "shared-cells", "--largest", "clobber:size=5x5"},
          {"train", games, "--out", network, "--inputs", "rows8"},
          {"train", games, "--out", network, "--from", games},
          {"train", games, "--out", network, "--from", ""},
          {"train", folder(), "--out", network},
          {"train", folder() / "none", "--out", network},
          {"selfplay", "clobber", "--out", folder()},
          {"play", "--load", folder()},
          {"selfplay", "clobber", "--out", network}})
        expect_one_line_refusal(run(wrong));
    // Said before the work, not after it.
    for (const std::string nowhere : {folder(), folder() / "none/x.net"}) {
        const auto o = run({"train", games, "--out", nowhere});
        expect_one_line_refusal(o);
        EXPECT_EQ(o.out, "") << nowhere;
        const auto puzzles = run({"puzzles", "clobber:size=4x4", "--out", nowhere});
        expect_one_line_refusal(puzzles);
        EXPECT_NE(puzzles.err.find("cannot write"), std::string::npos) << puzzles.err;
    }
    const auto of_ataxx = run({"train", games, "--out", network, "--from", PUZZLES "/../networks/ataxx.net"});
    expect_one_line_refusal(of_ataxx);
    EXPECT_NE(of_ataxx.err.find("made for \"ataxx\""), std::string::npos) << of_ataxx.err;
}

// A user's own game, a file of rules in a game's place; wrong ones are told where they are wrong.
TEST(Program, PlaysAGameThatItsUserWrote) {
    const std::string file = ::testing::TempDir() + "mine.game";
    std::ofstream(file)
        << "game mine\noption size size 3x3 from 3 to 9\nboard rectangle size\nmove place  at in empty\n  put mine at\n"
           "end line lose if any row(3, theirs)\nstuck full draw\n";
    EXPECT_EQ(run({"perft", file, "--depth", "9"}).out.substr(0, 6), "127872");
    EXPECT_EQ(run({"perft", file + ":size=4x4", "--depth", "1"}).out.substr(0, 2), "16");
    EXPECT_EQ(run({"show", file, "--moves", "b2"}).status, 0);
    EXPECT_EQ(run({"check", file, "--games", "2"}).status, 0);
    EXPECT_NE(run({"rules", file}).out.find("put mine at"), std::string::npos);
    std::ofstream(file) << "game mine\nboard rectangle 3x3\nmove place  at in emty\n  put mine at\nstuck full draw\n";
    const auto wrong = run({"perft", file, "--depth", "1"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find("line 3, column 19"), std::string::npos) << wrong.err;
    EXPECT_EQ(run({"perft", ::testing::TempDir() + "no-such.game", "--depth", "1"}).status, 2);
}

// Who changes a text and not its name has another game: what was made by the old one is not gone on with.
TEST(Program, ATextThatWasChangedIsAnotherGame) {
    const auto at = [](const std::string& name) { return ::testing::TempDir() + "changed-" + name; };
    const std::string text = at("mine.game");
    const auto write = [&](const char* in_a_row) {
        std::ofstream(text) << "game changed\nboard rectangle 4x4\nmove place  at in empty\n  put mine at\n"
                            << "end line lose if any row(" << in_a_row << ", theirs)\nstuck full draw\n";
    };
    const std::vector<std::pair<std::string, std::vector<std::string>>> all{
        {"games", {"selfplay", text, "--games", "4", "--nodes", "10", "--plies", "2"}},
        {"records", {"match", text, "--games", "2", "--first", "random", "--second", "random", "--resume"}},
        {"tuned", {"tune", text, "--pairs", "1", "--limit", "nodes=20", "--parameters", "lmr_factor"}},
        {"report", {"lab", text, "--games", "4", "--nodes", "64", "--time", "3"}}};
    for (const bool is_changed : {false, true}) {
        write(is_changed ? "4" : "3");
        for (const auto& [name, command] : all) {
            auto words = command;
            words.insert(words.end(), {name == "records" ? "--records" : "--out", at(name)});
            if (!is_changed) std::filesystem::remove(at(name));
            const Output o = run(words);
            if (!is_changed) {
                EXPECT_EQ(o.status, 0) << name << ": " << o.err;
                continue;
            }
            EXPECT_EQ(o.status, 2) << name << ": " << o.out;
            EXPECT_TRUE(o.err.contains("rules")) << name << ": " << o.err;
        }
    }
}

TEST(Program, TellsTheRulesInBothLanguages) {
    for (const GameInfo* info : games()) {
        std::string pages[2];
        for (int language : {0, 1}) {
            const auto o = run({"rules", std::string(info->name), "--language", language ? "it" : "en"});
            EXPECT_EQ(o.status, 0) << info->name << ": " << o.err;
            EXPECT_TRUE(o.out.starts_with("# " + std::string(info->title) + "\n")) << info->name;
            EXPECT_NE(o.out.find(language ? "\n## Nostre decisioni\n" : "\n## Our decisions\n"), std::string::npos)
                << info->name;
            EXPECT_EQ(o.out.find("<!--"), std::string::npos) << info->name;
            EXPECT_EQ(o.out.find("]("), std::string::npos) << info->name << " shows a link's address";
            EXPECT_TRUE(std::regex_search(o.out, std::regex("\\. +\\. +\\."))) << info->name << " has no picture";
            pages[language] = o.out;
        }
        EXPECT_NE(pages[0], pages[1]);
    }
}

TEST(Program, TellsTheRulesInTheLanguageOfTheTerminal) {
    const auto out = folder() / "rules";
    const auto told = [&](const std::string& environment) {
        const std::string command = environment + " " + shell_quoted(TAVOLIERE) + " rules boop >" + out.string();
        EXPECT_EQ(std::system(command.c_str()), 0);
        return slurp(out);
    };
    EXPECT_NE(told("LC_ALL= LC_MESSAGES= LANG=it_IT.UTF-8").find("Nostre decisioni"), std::string::npos);
    EXPECT_NE(told("LC_ALL=C LANG=it_IT.UTF-8").find("Our decisions"), std::string::npos);
}

TEST(Program, PlaysMatches) {
    const std::vector<std::string> match{"match",    "ataxx:size=3x3", "--first", "engine:depth=3",
                                         "--second", "random",         "--games", "6"};
    const auto o = run(match);
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(o.out.starts_with("ataxx:size=3x3: engine:depth=3 against random, 6 games: ")) << o.out;
    auto json = match;
    json.emplace_back("--json");
    std::istringstream lines(run(json).out);
    std::vector<boost::json::object> objects;
    for (std::string line; std::getline(lines, line);) objects.push_back(boost::json::parse(line).as_object());
    ASSERT_EQ(objects.size(), 7u);
    EXPECT_TRUE(objects[0].contains("moves"));
    EXPECT_EQ(objects[6].at("games").as_int64(), 6);
}

TEST(Program, SpeaksProtocols) {
    const auto uai = run({"engine", "--protocol", "uai"}, "uai\nisready\nposition startpos moves g2\ngo depth 3\n");
    EXPECT_EQ(uai.status, 0) << uai.err;
    EXPECT_NE(uai.out.find("uaiok\nreadyok\ninfo depth 1 "), std::string::npos) << uai.out;
    EXPECT_NE(uai.out.find("\nbestmove "), std::string::npos) << "the input's end does not cut the search off";
    const auto ugi = run({"engine", "--game", "boop"}, "position startpos moves c3\nquery p1turn\ngo infinite\nquit\n");
    EXPECT_TRUE(ugi.out.starts_with("response false\n")) << ugi.out;
    expect_one_line_refusal(run({"engine", "--protocol", "xboard"}));
    expect_one_line_refusal(run({"engine", "--protocol", "uai", "--game", "boop"}));
}

// From a pipe: what has an end is answered, and what cannot be read does not go on for ever.
TEST(Program, AnswersAProtocolFromAPipe) {
    const auto perft = run({"engine", "--protocol", "uai"}, "uai\nposition startpos\nperft 4\nquit\n");
    EXPECT_EQ(perft.status, 0) << perft.err;
    EXPECT_NE(perft.out.find("info depth 4 nodes 155888\n"), std::string::npos) << perft.out;
    for (const char* end : {"", "\nquit", "\r\nquit\r\n"})
        for (const char* go :
             {"go btime -50 wtime 1000 binc 100 winc 100", "go movetime -1", "go movetime 100.5",
              "go btime 99999999999999999999", "go movetime", "go depth 3", "go nodes 1000", "go movetime 20"}) {
            const auto o = run({"engine", "--protocol", "uai"}, std::string("position startpos\n") + go + end);
            EXPECT_EQ(o.status, 0) << o.err;
            EXPECT_NE(o.out.find("bestmove "), std::string::npos) << go << o.out;
            EXPECT_TRUE(std::string_view(go) != "go depth 3" || o.out.contains("info depth 3 ")) << o.out;
        }
    const auto flood = run({"engine"}, "isready\n" + std::string(3 << 20, 'x') + "\nisready\n");
    EXPECT_EQ(flood.out,
              "readyok\ninfo string standard input: line 2 is longer than 1 MB, the most that is read\nreadyok\n");
}

// Ctrl-C ends it, while it waits for commands and while it finishes what was asked for.
TEST(Program, IsInterruptedWhileItSpeaksAProtocol) {
    // Once it is the program that is there, and no shell, and hears of interrupts; and then in the middle.
    const std::string begun = "for i in {1..600}; do grep -q ^Name:.tavoliere$ /proc/$program/status && "
                              "(( 0x$(sed -n s/^SigCgt:.//p /proc/$program/status) & 2 )) && break; sleep 0.1; done; "
                              "sleep 0.4; ";
    for (const char* said : {"echo perft 20; echo quit", "echo perft 20", "echo perft 20; sleep 600", "sleep 600",
                             "echo go infinite; sleep 600", "echo go depth 90; echo quit"}) {
        const auto out = folder() / "interrupted";
        const std::string command =
            "exec 3>" + shell_quoted(out.string()) + "; mkfifo " + shell_quoted(out.string() + ".in") + "; (" + said +
            ") >" + shell_quoted(out.string() + ".in") + " & " + shell_quoted(TAVOLIERE) + " engine --protocol uai <" +
            shell_quoted(out.string() + ".in") + " >&3 2>&3 & program=$!; " + begun +
            "kill -INT $program; wait $program; status=$?; kill %1; rm " + shell_quoted(out.string() + ".in") +
            "; exit $status";
        const auto begin = std::chrono::steady_clock::now();
        // With job control: without it a shell starts what is in the background deaf to interrupts.
        const int status = std::system(("bash -mc " + shell_quoted(command) + " 2>/dev/null").c_str());
        EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 1) << said << slurp(out);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(300)) << said;
        EXPECT_NE(slurp(out).find("tavoliere: interrupted\n"), std::string::npos) << slurp(out);
    }
}

// The number that stands for the search's behaviour. The page's tests ask the modules for it (web/static).
TEST(Program, VisitsThePositionsThatItDid) {
    std::uint64_t nodes = 0;
    for (const auto& row : test_data("counts.json"))
        if (text_of(row.at("name")) == "tavoliere bench") nodes = row.at("nodes").to_number<std::uint64_t>();
    EXPECT_EQ(run({"bench"}).out, "Bench: " + std::to_string(nodes) + "\n")
        << "The search visits other positions than before. Where that is meant, write the new number into "
           "tests/data/counts.json and, as Bench: NUMBER, into the commit's message.";
}

// A win within so many plies, where the distance was not looked for.
TEST(Program, TellsTheBoundOfAWin) {
    const std::vector<std::string> solve{"solve", "insert", "--patience", "0"};
    auto with = [&](std::string_view more) {
        auto arguments = solve;
        arguments.emplace_back(more);
        return run(arguments).out;
    };
    const auto found = boost::json::parse(with("--json")).as_object();
    EXPECT_TRUE(found.contains("most_plies")) << with("--json");
    EXPECT_NE(run(solve).out.find(" in at most "), std::string::npos) << run(solve).out;
}

TEST(Program, DividesPerft) {
    const auto o = run({"perft", "ataxx", "--depth", "3", "--divide"});
    int lines = 0;
    std::uint64_t sum = 0;
    std::istringstream in(o.out);
    for (std::string line; std::getline(in, line) && line.find("nodes") == std::string::npos; ++lines)
        sum += std::stoull(line.substr(line.find(' ')));
    EXPECT_EQ(lines, 16);
    EXPECT_EQ(sum, 6460u);
}

TEST(Program, DrawsFiles) {
    const auto svg = folder() / "b.svg", png = folder() / "b.png";
    EXPECT_EQ(run({"show", "penntagon", "--svg", svg, "--png", png}).status, 0);
    EXPECT_TRUE(slurp(svg).starts_with("<svg "));
    EXPECT_TRUE(slurp(png).starts_with("\x89PNG"));
}

TEST(Program, DrawsGamesAsMovingPictures) {
    const auto svg = folder() / "moving.svg", gif = folder() / "moving.gif";
    const std::string moves = "a2 a6 b2";
    EXPECT_EQ(run({"show", "ataxx", "--moves", moves, "--animate", svg}).status, 0);
    EXPECT_TRUE(slurp(svg).starts_with("<svg "));
    EXPECT_NE(slurp(svg).find("dur=\"6s\""), std::string::npos);
    EXPECT_EQ(run({"show", "ataxx", "--moves", moves, "--animate", gif, "--seconds", "0.2", "--rest", "1"}).status, 0);
    EXPECT_TRUE(slurp(gif).starts_with("GIF89a"));
    const Output wrong = run({"show", "ataxx", "--animate", folder() / "moving.png"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find("its name ends in .svg or .gif"), std::string::npos) << wrong.err;
}

TEST(Program, DrawsMarks) {
    const auto svg = folder() / "marks.svg";
    EXPECT_EQ(run({"show", "ataxx", "--marks", "arrow:a1-c3 label:b2=A", "--caption", "Black's plan", "--style",
                   "print", "--svg", svg})
                  .status,
              0);
    const std::string drawn = slurp(svg);
    for (const char* part : {"class=\"arrow\"", ">A</text>", ">Black's plan</text>"})
        EXPECT_NE(drawn.find(part), std::string::npos) << part;
}

TEST(Program, PlaysAGameAndKeepsIt) {
    const auto record = folder() / "game.tgn";
    const auto o = run({"play", "ataxx", "--o", "person"},
                       "a2\na7-a5\nmoves a2\na2-a4\nnonsense\nundo\na2-b4\nsave " + record.string() + "\nquit\n");
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_NE(o.out.find("Black (x) plays a2-a4"), std::string::npos);
    EXPECT_NE(o.out.find("move: \"nonsense\""), std::string::npos);
    EXPECT_NE(slurp(record).find("1. a2 a7-a5 2. a2-b4 *"), std::string::npos) << slurp(record);
    const auto again = run({"play", "--load", record, "--x", "person", "--o", "person"}, "position\nresign\n");
    EXPECT_NE(again.out.find("o 2 2"), std::string::npos) << again.out;
    EXPECT_NE(again.out.find("White resigns"), std::string::npos) << again.out;
}

TEST(Program, ASavedGameKeepsItsPlayers) {
    const std::string file = (folder() / "players.tgn").string(), again = (folder() / "again.tgn").string();
    const auto tags = [](const std::string& first, const std::string& second) {
        return "[First \"" + first + "\"]\n[Second \"" + second + "\"]\n";
    };
    // The tags of what is saved after these words; the next game may be loaded from there.
    const auto saved_after = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "play");
        std::filesystem::remove(again);
        const auto o = run(arguments, "save " + again + "\nquit\n");
        EXPECT_EQ(o.status, 0) << o.err;
        const std::string text = slurp(again);
        std::filesystem::rename(again, file);
        return text.substr(text.find("[First"), text.find("[Result") - text.find("[First"));
    };
    const std::vector<std::string> load{"--load", file};
    EXPECT_EQ(saved_after({"ataxx"}), tags("person", "engine:time=1"));
    EXPECT_EQ(saved_after({"ataxx", "--level", "2"}), tags("person", "engine:level=2"));
    EXPECT_EQ(saved_after(load), tags("person", "engine:level=2"));
    EXPECT_NE(run({"play", "--load", file}, "a2\nquit\n").out.find("White (o) plays "), std::string::npos);
    EXPECT_EQ(saved_after({"--load", file, "--time", "0.1"}), tags("person", "engine:time=0.1"));
    EXPECT_EQ(saved_after(load), tags("person", "engine:time=0.1"));
    EXPECT_EQ(saved_after({"--load", file, "--o", "person"}), tags("person", "person"));
    EXPECT_EQ(saved_after(load), tags("person", "person"));
    const auto refused = run({"play", "--load", file, "--level", "3"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("both players are persons"), std::string::npos) << refused.err;
    EXPECT_EQ(saved_after({"--load", file, "--level", "3", "--o", "engine"}), tags("person", "engine:level=3"));
    EXPECT_EQ(saved_after({"ataxx", "--moves", "a2", "--x", "engine", "--o", "person", "--level", "1"}),
              tags("engine:level=1", "person"));
    EXPECT_EQ(saved_after(load), tags("engine:level=1", "person"));
    const std::string kept = slurp(file);
    const std::string names = tags("engine:level=1", "person");
    // A number that cannot be read is not taken for the usual one.
    for (const char* engine :
         {"engine:level=9", "engine:level=", "engine:level=1.5", "engine:time=1e10", "engine:time=x"}) {
        std::string record = kept;
        record.replace(record.find(names), names.size(), tags(engine, "person"));
        std::ofstream(file) << record;
        expect_one_line_refusal(run({"play", "--load", file}, "quit\n"));
    }
    // Records that do not say it as `play` does: a match's, people's, one without names.
    for (const std::string& other : {tags("engine:nodes=5", "engine:nodes=6"), tags("engine:nodes=5", "person"),
                                     tags("engineer Bob", "person"), tags("person", "Ada"), std::string()}) {
        std::string record = kept;
        record.replace(record.find(names), names.size(), other);
        record.replace(record.find(" a2"), 3, " a2 a7-a5");
        std::ofstream(file) << record;
        EXPECT_EQ(saved_after(load), tags("person", "engine:time=1")) << other;
    }
}

TEST(Program, EnginesPlayToTheEnd) {
    for (const char* game : {"ataxx:size=4x4", "hexxagon:size=3", "penntagon:size=3x3", "clobber:size=4x4", "boop",
                             "magnetone:size=5x5", "attract:size=6x6", "insert:xplus", "blocco:size=4x4"}) {
        const auto o = run({"play", game, "--x", "engine", "--o", "engine", "--time", "0.01"});
        EXPECT_EQ(o.status, 0);
        EXPECT_TRUE(o.out.find(" wins") != std::string::npos || o.out.find("a draw: ") != std::string::npos) << o.out;
    }
}

}
}
