// Matches from outside: against other programs, killed and gone on with, interrupted.
#include "program.hpp"
#include "support.hpp"
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace tavoliere {
namespace {

using namespace std::chrono_literals;
using Arguments = std::vector<std::string>;

Arguments match(const Arguments& more) {
    Arguments all{"match"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

// The last line of --json: the score.
boost::json::object score_of(const Output& o) {
    std::istringstream in(o.out);
    std::string line, last;
    while (std::getline(in, line)) last = line;
    boost::system::error_code wrong;
    const auto value = boost::json::parse(last, wrong);
    EXPECT_FALSE(wrong) << o.out << o.err;
    return wrong ? boost::json::object() : value.as_object();
}

// Until the file has so many records, or ten minutes: nothing is decided by it.
void wait_for_records(const std::filesystem::path& file, std::size_t wanted) {
    for (const auto until = std::chrono::steady_clock::now() + 10min; std::chrono::steady_clock::now() < until;
         std::this_thread::sleep_for(5ms)) {
        const std::string text = slurp(file);
        std::size_t n = 0;
        for (auto at = text.find("[Round"); at != std::string::npos; at = text.find("[Round", at + 1)) ++n;
        if (n >= wanted) return;
    }
    ADD_FAILURE() << file << " does not grow";
}

const Arguments some_match{"ataxx:size=5x5", "--first", "engine:depth=3", "--second", "greedy",
                           "--games",        "60",      "--threads",      "2",        "--json"};

TEST(MatchProgram, GoesOnAfterAKillAsIfNothingHadBeen) {
    const auto file = folder() / "killed.tgn";
    const auto unbroken = score_of(run(match(some_match)));
    Arguments kept = match(some_match);
    kept.insert(kept.end(), {"--records", file});
    const pid_t id = start(kept, "/dev/null", "/dev/null");
    wait_for_records(file, 5);
    kill(id, SIGKILL);
    status_of(id);
    // And as if it had been killed in the middle of a record, with its tags written and not its moves.
    std::string text = slurp(file);
    const auto last = text.substr(text.rfind("%tgn"));
    std::ofstream(file, std::ios::app) << last.substr(0, last.find("\n\n") + 2);
    kept.emplace_back("--resume");
    const auto resumed = run(kept);
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_LE(std::count(resumed.out.begin(), resumed.out.end(), '\n'), 56) << "it plays only what is missing";
    // The report is the unbroken match's, and tells how many games were there.
    const auto without_resumed = [](boost::json::object report) {
        EXPECT_GE(report.at("resumed").as_int64(), 4);
        report.erase("resumed");
        return report;
    };
    EXPECT_EQ(without_resumed(score_of(resumed)), unbroken);
    // Once more there is nothing to do, and the score is the same.
    const auto again = run(kept);
    EXPECT_EQ(std::count(again.out.begin(), again.out.end(), '\n'), 1);
    EXPECT_EQ(without_resumed(score_of(again)), unbroken);
}

TEST(MatchProgram, SaysHowToGoOnWhenInterrupted) {
    const auto file = folder() / "it's interrupted.tgn", out = folder() / "i.out", err = folder() / "i.err";
    const Arguments arguments = match({"clobber", "--second", "random", "--first-limit", "depth=3", "--games", "100000",
                                       "--shuffle", "--records", file});
    const pid_t id = start(arguments, out, err);
    wait_for_records(file, 2);
    kill(id, SIGINT);
    EXPECT_EQ(status_of(id), 1);
    const std::string said = slurp(err), wanted = "tavoliere: interrupted; go on with: tavoliere match clobber ";
    ASSERT_TRUE(said.starts_with(wanted)) << said;
    EXPECT_NE(slurp(out).find("clobber: engine:depth=3 against random"), std::string::npos);
    // What it says is a command that goes on.
    std::string command = said.substr(said.find(": tavoliere match") + 2);
    const auto games = command.find("100000");
    ASSERT_NE(games, std::string::npos) << command;
    command = shell_quoted(TAVOLIERE) + command.replace(games, 6, "4").substr(9, command.size() - 10) + " >/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

// A record says how its game ended, and the moves and the rules are asked whether it is so.
TEST(MatchProgram, BelievesTheRulesAndNotATag) {
    const auto file = folder() / "rules.tgn";
    const Arguments arguments = match(
        {"ataxx:size=5x5", "--first", "greedy", "--second", "random", "--games", "2", "--records", file, "--resume"});
    ASSERT_EQ(run(arguments).status, 0);
    const std::string text = slurp(file);
    // The first record's parts, put together again with others in their place.
    const auto tag_at = [&](const char* name) { return text.find(std::string("[") + name + " \""); };
    const auto value_of = [&](const char* name) {
        const auto at = text.find('"', tag_at(name)) + 1;
        return text.substr(at, text.find('"', at) - at);
    };
    const std::string result = value_of("Result"), other = result == "1-0" ? "0-1" : "1-0",
                      reason = value_of("Termination");
    const auto moves_at = text.find("\n\n") + 2, end = text.find(result + "\n\n", moves_at);
    ASSERT_LT(end, text.size());
    const std::string moves = text.substr(moves_at, end - moves_at), rest = text.substr(end + result.size());
    const auto written = [&](const std::string& by_tag, const std::string& why, const std::string& line,
                             const std::string& by_end) {
        std::ofstream(file) << text.substr(0, tag_at("Termination")) << "[Termination \"" << why << "\"]\n[Result \""
                            << by_tag << "\"]\n\n"
                            << line << by_end << rest;
    };
    written(result, reason, moves, result);
    EXPECT_EQ(slurp(file), text);
    const auto expect_refused = [&](const std::string& wanted) {
        const std::string before = slurp(file);
        const Output o = run(arguments);
        expect_one_line_refusal(o);
        EXPECT_TRUE(o.err.contains(": line 1: ") && o.err.contains(wanted)) << o.err;
        EXPECT_EQ(slurp(file), before);
    };
    written(other, reason, moves, result);
    expect_refused("the result is " + result + " here and " + other + " before");
    written("*", reason, moves, result);
    expect_refused("game 1: its moves end with " + result + ", and its tag Result is another");
    written(other, reason, moves, other);
    expect_refused("game 1: its result is " + other + " (" + reason + "), and by its moves it is " + result);
    written(result, "time forfeit", moves, result);
    expect_refused("and by its moves it is " + result + " (" + reason + ")");
    written(result, reason, "1. a1 " + moves.substr(3), result);
    expect_refused("game 1: move 1: ");
    // Cut short after an x and an o: nobody has won, unless x failed then, or this match ends games early.
    const std::string cut = moves.substr(0, moves.find("3. "));
    ASSERT_LT(cut.size(), moves.size());
    for (const char* const why : {reason.c_str(), "too long", "adjudicated", "crash"})
        for (const char* const by : {"1-0", "1/2-1/2"}) {
            written(by, why, cut, by);
            expect_refused("do not end the game");
        }
    written("0-1", "crash", cut, "0-1");
    EXPECT_EQ(run(arguments).status, 0);
}

// What ends in the middle is cut away only where this match wrote it.
TEST(MatchProgram, CutsAwayNobodysRecord) {
    const auto file = folder() / "mine.tgn";
    const Arguments arguments = match(
        {"ataxx:size=4x4", "--first", "random", "--second", "random", "--games", "1", "--records", file, "--resume"});
    for (const std::string text :
         {"%tgn 1\n[Game \"ataxx\"]\n[First \"Anna\"]\n\n1. a2 mistyped\n",
          "%tgn 1\n[Game \"ataxx:size=4x4\"]\n[First \"Anna\"]\n\n1. a2 mistyped\n",
          "%tgn 1\n[Game \"ataxx:size=4x4\"]\n[Match \"mine\"]\n[Round \"1\"]\n",
          "%tgn 1\n[Game \"ataxx:size=4x4\"]\n[Start \"x3/4/4/3o x 0 1\"]\n[First \"A", "%tgn 12"}) {
        std::ofstream(file) << text;
        expect_one_line_refusal(run(arguments));
        EXPECT_EQ(slurp(file), text);
    }
    // What it wrote, cut off at any byte, is gone on with.
    std::ofstream(file, std::ios::trunc).close();
    ASSERT_EQ(run(arguments).status, 0);
    const std::string whole = slurp(file);
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 16) {
        std::ofstream(file) << whole.substr(0, size);
        const auto resumed = run(arguments);
        EXPECT_EQ(resumed.status, 0) << size << ": " << resumed.err;
        const std::string now = slurp(file);
        EXPECT_TRUE(now.starts_with(whole.substr(0, whole.find("\n\n"))) && now.find("%tgn", 1) == now.npos) << now;
    }
}

// Of what Linux says of a process: whether it is the program, and no more the shell that starts it, and handles the signal.
bool catches(const std::string& status, int signal) {
    const auto at = status.find("SigCgt:");
    return status.starts_with("Name:\ttavoliere\n") && at != status.npos &&
           (std::stoull(status.substr(at + 7), nullptr, 16) >> (signal - 1) & 1);
}

// Half an answer must not look like a whole one.
TEST(Program, SaysThatItWasInterrupted) {
    const std::vector<Arguments> long_ones{{"solve", "insert", "--each", "--patience", "0", "--time", "60"},
                                           {"perft", "ataxx", "--depth", "9"},
                                           {"playouts", "insert", "--games", "10000000"},
                                           {"check", "clobber", "--games", "1000000"},
                                           {"levels", "clobber", "--games", "10000"}};
    for (const Arguments& arguments : long_ones) {
        const auto err = folder() / "long.err";
        const pid_t id = start(arguments, "/dev/null", err);
        const auto status = std::filesystem::path("/proc") / std::to_string(id) / "status";
        const auto in_the_middle = [&, asked = 0]() mutable { return catches(slurp(status), SIGINT) && ++asked > 300; };
        EXPECT_EQ(ended_when(id, SIGINT, in_the_middle), 1) << arguments.front();
        const std::string more = arguments.front() == "levels" ? "; without --checkpoint nothing is kept" : "";
        EXPECT_EQ(slurp(err), "tavoliere: interrupted" + more + "\n") << arguments.front();
    }
}

TEST(MatchProgram, RefusesRecordsOfAnotherMatch) {
    const auto file = folder() / "other.tgn";
    Arguments arguments =
        match({"ataxx:size=4x4", "--first", "random", "--second", "random", "--games", "2", "--records", file});
    EXPECT_EQ(run(arguments).status, 0);
    expect_one_line_refusal(run(arguments)); // without --resume
    arguments.emplace_back("--resume");
    EXPECT_EQ(run(arguments).status, 0);
    const std::string before = slurp(file);
    auto other = arguments;
    other[3] = "greedy";
    const auto refused = run(other);
    expect_one_line_refusal(refused);
    EXPECT_NE(refused.err.find("it has \"first=random\" where this one has \"first=greedy\""), std::string::npos)
        << refused.err;
    EXPECT_EQ(slurp(file), before);
    std::ofstream(file) << "nonsense\n\n" << before;
    expect_one_line_refusal(run(arguments));
    std::ofstream(file) << before << before;
    EXPECT_NE(run(arguments).err.find("game 1 is there twice"), std::string::npos);
}

TEST(MatchProgram, PlaysOpeningsWithBothColours) {
    const auto openings = folder() / "openings.txt", records = folder() / "openings.tgn";
    std::ofstream(openings) << "# positions, or moves\r\n\n"
                               "x5o/7/2-4/7/7/7/o5x o 0 1   # o moves first\n"
                               "b1 a6\n"
                               "x5o/7/7/7/7/7/o5x x 0 1 moves g2\n";
    const Arguments arguments = match({"ataxx", "--first", "random", "--second", "random", "--games", "6", "--openings",
                                       openings, "--records", records, "--json"});
    const auto o = run(arguments);
    ASSERT_EQ(o.status, 0) << o.err;
    std::vector<boost::json::object> games;
    std::istringstream in(o.out);
    for (std::string line; std::getline(in, line);) games.push_back(boost::json::parse(line).as_object());
    ASSERT_EQ(games.size(), 7u);
    for (std::size_t i : {0u, 1u}) {
        EXPECT_EQ(text_of(games[i].at("start")), "x5o/7/2-4/7/7/7/o5x o 0 1");
        EXPECT_FALSE(games[2 + i].contains("start"));
        EXPECT_EQ(text_of(games[2 + i].at("moves").at(0)), "b1");
        EXPECT_EQ(games[2 + i].at("opening").as_int64(), 2);
        EXPECT_EQ(text_of(games[4 + i].at("moves").at(0)), "g2");
    }
    EXPECT_NE(slurp(records).find("1... "), std::string::npos) << "o moves first";
    // Another order, by the seed.
    std::set<std::string> orders;
    for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
        const auto with_seed = match({"ataxx", "--first", "random", "--second", "random", "--games", "1", "--openings",
                                      openings, "--shuffle", "--json", "--seed", seed});
        const std::string out = run(with_seed).out;
        const auto first = boost::json::parse(out.substr(0, out.find('\n'))).as_object();
        orders.insert(boost::json::serialize(first.at("opening")) + (first.contains("start") ? "s" : ""));
    }
    EXPECT_GT(orders.size(), 1u);
    for (const auto& [bad, wanted] : std::vector<std::pair<std::string, std::string>>{
             {"", "is empty"},
             {"# nothing\n", "openings: there is none"},
             {"b1 z9\n", "openings: line 1: move: \"z9\""},
             {"\n\nx5o/7/7/7/7/7/o5 x 0 1\n", "openings: line 3: position: "},
             {"7/7/7/7/7/7/o6 x 0 1\n", "openings: line 1: the game is over there"}}) {
        std::ofstream(openings) << bad;
        const auto refused = run(match({"ataxx", "--first", "random", "--second", "random", "--openings", openings}));
        expect_one_line_refusal(refused);
        EXPECT_NE(refused.err.find(wanted), std::string::npos) << refused.err;
    }
}

TEST(MatchProgram, PlaysOurEngineBehindItsProtocols) {
    const std::string engine = shell_quoted(TAVOLIERE);
    const auto o =
        run(match({"ataxx:start=uai", "--first", "ugi:" + engine + " engine", "--second",
                   "uai:" + engine + " engine --protocol uai", "--first-name", "ours", "--first-option", "Hash=1",
                   "--first-option", "Threads=1", "--limit", "depth=2", "--games", "4", "--json"}));
    ASSERT_EQ(o.status, 0) << o.err;
    const auto score = score_of(o);
    EXPECT_EQ(text_of(score.at("first")), "ours");
    EXPECT_EQ(score.at("games").as_int64(), 4);
    EXPECT_TRUE(score.at("forfeits").at("first").as_object().empty()) << o.err;
    EXPECT_TRUE(score.at("forfeits").at("second").as_object().empty()) << o.err;
    EXPECT_EQ(score.at("pairs").at(2).as_int64(), 2) << "the same engine twice, and nothing random about it";
    // A game in which a repetition draws, over UGI, on a clock.
    const auto boop = run(match({"boop", "--first", "ugi:" + engine + " engine", "--second", "engine", "--clock",
                                 "0.5+0.005", "--games", "2", "--margin", "5", "--json"}));
    ASSERT_EQ(boop.status, 0) << boop.err;
    EXPECT_TRUE(score_of(boop).at("forfeits").at("first").as_object().empty()) << boop.err;
}

TEST(MatchProgram, PlaysFairyStockfish) {
    const std::string program = "/usr/games/fairy-stockfish";
    if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not installed";
    const auto o = run(match({"clobber:size=5x6", "--first", "uci:" + program, "--second", "engine", "--limit",
                              "nodes=2000", "--first-option", "Hash=1", "--games", "4", "--json"}));
    ASSERT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(score_of(o).at("forfeits").at("first").as_object().empty()) << o.err;
    EXPECT_EQ(score_of(o).at("ends").at("stuck").as_int64(), 4);
    const auto refused = run(match({"clobber:size=6x6", "--first", "uci:" + program}));
    expect_one_line_refusal(refused);
    EXPECT_NE(refused.err.find("set it with an option UCI_Variant="), std::string::npos) << refused.err;
}

TEST(MatchProgram, StopsWhenTheTestIsDecided) {
    const auto o = run(match({"ataxx:size=5x5", "--first", "engine:depth=3", "--second", "random", "--games", "5000",
                              "--sprt", "elo0=0,elo1=200", "--json"}));
    ASSERT_EQ(o.status, 0) << o.err;
    const auto score = score_of(o);
    EXPECT_EQ(text_of(score.at("end")), "sprt");
    EXPECT_LT(score.at("games").as_int64(), 200);
    EXPECT_GE(score.at("sprt").at("llr").to_number<double>(), 2.94);
    EXPECT_NE(run(match({"ataxx:size=5x5", "--first", "random", "--second", "greedy", "--games", "5000", "--sprt",
                         "elo0=0,elo1=200"}))
                  .out.find("elo0 is accepted"),
              std::string::npos);
}

TEST(MatchProgram, RefusesWhatItCannotDo) {
    for (const Arguments& wrong : std::vector<Arguments>{{"--sprt", "elo0=5,elo1=0"},
                                                         {"--sprt", "elo0"},
                                                         {"--sprt", "elo1=10,alpha=0.7"},
                                                         {"--draw", "move=3"},
                                                         {"--resign", "count=3"},
                                                         {"--clock", "sixty"},
                                                         {"--limit", "time=0"},
                                                         {"--first", "uai:"},
                                                         {"--first", "uai:./nothing/there"},
                                                         {"--first", "xboard:gnuchess"},
                                                         {"--first-option", "Hash=1"},
                                                         {"--resume"},
                                                         {"--records", "/nowhere/at/all.tgn"},
                                                         {"--engine-log", "/nowhere/at/all"},
                                                         {"--openings", "/nowhere/at/all"}}) {
        auto arguments = match({"ataxx", "--second", "random"});
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        SCOPED_TRACE(wrong[0] + " " + wrong.back());
        expect_one_line_refusal(run(arguments));
    }
}

// What the program lacks is no engine's fault.
TEST(MatchProgram, IsGivenUpWhereItHasNoDescriptors) {
    const auto out = folder() / "few-out", err = folder() / "few-err";
    const std::string engine = "uai:" + shell_quoted(TAVOLIERE) + " engine --protocol uai";
    const int status =
        std::system(("(exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 10; exec " + shell_quoted(TAVOLIERE) +
                     " match ataxx --second random --games 200 --threads 4 --json --limit depth=1 --first " +
                     shell_quoted(engine) + ") >" + shell_quoted(out) + " 2>" + shell_quoted(err))
                        .c_str());
    const Output o{WEXITSTATUS(status), slurp(out), slurp(err)};
    EXPECT_EQ(o.status, 1) << o.out << o.err;
    EXPECT_TRUE(o.err.contains("the match was given up: ") && o.err.contains("Too many open files")) << o.err;
    EXPECT_FALSE(o.out.contains("did not start")) << o.out;
}

// The engines go on meanwhile, and their time with them.
TEST(MatchProgram, CountsNoGameInWhichItWasStopped) {
    const auto out = folder() / "paused-out", err = folder() / "paused-err";
    const pid_t id = start(match({"ataxx", "--first", "engine:time=0.1", "--second", "engine:time=0.1", "--games", "2",
                                  "--margin", "2", "--max-plies", "20", "--json"}),
                           out, err);
    for (int i = 0; i < 2; ++i) {
        std::this_thread::sleep_for(700ms);
        kill(id, SIGSTOP);
        std::this_thread::sleep_for(2500ms);
        kill(id, SIGCONT);
    }
    EXPECT_EQ(status_of(id), 0) << slurp(err);
    EXPECT_FALSE(slurp(out).contains("forfeit\"")) << slurp(out);
    EXPECT_EQ(score_of({0, slurp(out), slurp(err)}).at("games").as_int64(), 2);
}

TEST(MatchProgram, GivesLimitsToWhoHasNone) {
    const auto o = run(match({"ataxx:size=4x4", "--first", "engine:hash=1", "--second", "engine:depth=1", "--limit",
                              "depth=2", "--games", "2"}));
    EXPECT_TRUE(o.out.starts_with("ataxx:size=4x4: engine:hash=1,depth=2 against engine:depth=1, 2 games: "))
        << o.out << o.err;
}

TEST(MatchProgram, ShowsATable) {
    const auto o = run(match({"ataxx", "--first", "engine:depth=2", "--second", "random", "--games", "4", "--max-plies",
                              "6", "--opening-plies", "0"}));
    EXPECT_EQ(o.status, 0);
    EXPECT_NE(o.out.find("pairs with 0, 1/2, 1, 3/2, 2 points"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("too long"), std::string::npos) << o.out;
}

}
}
