// Other people's engines: what is said to them, and that nothing they do harms a match. tests/fake_engine.py does one thing
// wrong at a time.
#include "base/random.hpp"
#include "lab/process.hpp"
#include "lab/tournament.hpp"
#include "support.hpp"
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tavoliere {
namespace {

std::string fake(const std::string& manner, const std::string& file = "") {
    return "uai:python3 -S '" FAKE_ENGINE "' " + manner + (file.empty() ? "" : " '" + file + "'");
}

void say_nothing(const PlayedGame&, const MatchReport&) {}

MatchReport played(const MatchPlan& plan) {
    const auto report = play_match(plan, say_nothing, never);
    EXPECT_TRUE(report.has_value()) << report.error().text;
    return report.value_or(MatchReport{});
}

// No process is left, not even as a zombie.
void expect_no_children() {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

int open_descriptors() {
    int n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++n;
    return n;
}

// Against a bad engine: two games, lost for the reason given. Generous where time is not what is tested.
void expect_losses(const std::string& manner, std::string_view reason, const std::string& limits = "depth=1",
                   double margin = 0.2, double patience = 60) {
    SCOPED_TRACE(manner);
    const int before = open_descriptors();
    MatchPlan plan{
        .variant = "ataxx", .first = {.spec = fake(manner), .limits = limits}, .second = {"random"}, .games = 2};
    plan.margin = margin;
    plan.patience = patience;
    std::set<std::string> details;
    const auto keep = [&](const PlayedGame& g, const MatchReport&) { details.insert(g.detail); };
    const auto report = play_match(plan, keep, never);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->end, MatchReport::End::complete) << report->why;
    EXPECT_EQ(report->score.losses, 2);
    EXPECT_EQ(report->forfeits[0], (std::map<std::string, int>{{std::string(reason), 2}}));
    EXPECT_TRUE(report->forfeits[1].empty());
    EXPECT_FALSE(details.contains(""));
    expect_no_children();
    EXPECT_EQ(open_descriptors(), before);
}

TEST(RemotePlayers, ThatPlayIllegalMovesLose) {
    expect_losses("illegal", forfeit::illegal_move);
    expect_losses("no-word", forfeit::illegal_move);
}

TEST(RemotePlayers, ThatEndLose) {
    expect_losses("crash", forfeit::crash);
    expect_losses("exit", forfeit::crash);
    expect_losses("once", forfeit::crash);
    expect_losses("orphan", forfeit::crash);
    expect_losses("deaf", forfeit::crash);
    expect_losses("close-output", forfeit::crash);
}

TEST(RemotePlayers, ThatFloodLose) {
    expect_losses("flood", forfeit::flood);
    expect_losses("flood-lines", forfeit::flood);
}

TEST(RemotePlayers, ThatHangOrAreLateLose) {
    expect_losses("hang", forfeit::time, "time=0.05");
    expect_losses("slow", forfeit::time, "time=0.05");
    expect_losses("hang", forfeit::no_answer, "depth=1", 0.2, 3);
}

TEST(RemotePlayers, OfOddMannersAreBorneWith) {
    for (const char* manner : {"rubbish", "stderr", "slow-start", "twice"}) {
        const auto report =
            played({.variant = "ataxx", .first = {fake(manner), "depth=1"}, .second = {"random"}, .games = 2});
        EXPECT_TRUE(report.forfeits[0].empty()) << manner << " " << report.forfeits[0].begin()->first;
        EXPECT_EQ(report.score.games(), 2);
    }
    expect_no_children();
}

TEST(RemotePlayers, ThatCannotStartAreBadInput) {
    const auto refused = [](const std::string& spec, const std::vector<std::string>& options = {},
                            double patience = 60) {
        MatchPlan plan{.variant = "ataxx", .first = {spec, "depth=1", options}, .second = {"random"}, .games = 2};
        plan.patience = patience;
        const auto report = play_match(plan, say_nothing, never);
        EXPECT_FALSE(report) << spec;
        return report ? "" : report.error().text;
    };
    EXPECT_NE(refused("uai:./there/is/no/such").find("No such file"), std::string::npos);
    EXPECT_NE(refused("uai:/").find("Permission denied"), std::string::npos);
    EXPECT_NE(refused(fake("dies")).find("exit status 7"), std::string::npos);
    EXPECT_NE(refused(fake("silent"), {}, 0.3).find("uaiok within 0.3 s"), std::string::npos);
    EXPECT_NE(refused("ugi:cat", {}, 0.3).find("ugiok within 0.3 s"), std::string::npos);
    EXPECT_NE(refused(fake("good"), {"Depth=3"}).find("it has Hash, Clear Hash, Style, Own Book"), std::string::npos);
    for (const auto& [option, why] : std::initializer_list<std::pair<std::string, std::string>>{
             {"Hash=65", "its option Hash: \"65\" is not a whole number from 1 to 64"},
             {"hash=0", "its option Hash: \"0\" is not a whole number from 1 to 64"},
             {"Hash=many", "is not a whole number from 1 to 64"},
             {"Style=Mad", "its option Style: \"Mad\" is none of Solid, Very Risky, Risky"},
             {"Clear Hash=now", "its option Clear Hash: it is a button"},
             {"Own Book=yes", "its option Own Book: \"yes\" is neither true nor false"}})
        EXPECT_NE(refused(fake("good"), {option}).find(why), std::string::npos) << refused(fake("good"), {option});
    EXPECT_NE(refused("uai:").find("the command is missing"), std::string::npos);
    EXPECT_NE(refused("uai:'x").find("is not closed"), std::string::npos);
    EXPECT_NE(refused("engine", {"Hash=1"}).find("options are for engines"), std::string::npos);
    expect_no_children();
}

// A byte order mark before the first, "\r\n" at their ends, and no end of the last one.
TEST(RemotePlayers, MaySpeakInLinesOfAnotherSystem) {
    auto program = Process::start({"printf", R"(\357\273\277uaiok\r\n\nbestmove a2)"}, -1);
    ASSERT_TRUE(program) << program.error().text;
    std::string line;
    for (const std::string_view wanted : {"uaiok", "", "bestmove a2"}) {
        ASSERT_EQ(program->read_line(line, in_seconds(60), never), Process::Heard::line) << wanted;
        EXPECT_EQ(line, wanted);
    }
    EXPECT_EQ(program->read_line(line, in_seconds(60), never), Process::Heard::end);
}

TEST(RemotePlayers, ThatNoLongerStartEndTheMatch) {
    const auto mark = std::filesystem::temp_directory_path() / ("tavoliere-mark-" + std::to_string(getpid()));
    const auto report = played({.variant = "ataxx",
                                .first = {fake("first-time-only", mark.string()), "depth=1"},
                                .second = {"random"},
                                .games = 50});
    std::filesystem::remove(mark);
    EXPECT_EQ(report.end, MatchReport::End::aborted);
    EXPECT_NE(report.why.find("3 times in a row"), std::string::npos) << report.why;
    EXPECT_EQ(report.forfeits[0].at("did not start"), 3);
    EXPECT_EQ(report.score.games(), 4);
}

TEST(RemotePlayers, AreToldOptionsAndLimits) {
    const auto heard = std::filesystem::temp_directory_path() / ("tavoliere-heard-" + std::to_string(getpid()));
    MatchPlan plan{.variant = "ataxx",
                   .first = {fake("options", heard.string()),
                             "time=0.5,nodes=70,depth=3",
                             {"hash=16", "Style=Very Risky", "Clear Hash="}},
                   .second = {"random"},
                   .games = 1};
    plan.clock = GameClock{100, 0.25};
    plan.margin = 30;
    EXPECT_TRUE(played(plan).forfeits[0].empty());
    std::ifstream in(heard);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::filesystem::remove(heard);
    ASSERT_GT(lines.size(), 4u);
    EXPECT_EQ(lines[0], "setoption name Hash value 16");
    EXPECT_EQ(lines[1], "setoption name Style value Very Risky");
    EXPECT_EQ(lines[2], "setoption name Clear Hash");
    EXPECT_EQ(lines[3], "go btime 100000 wtime 100000 binc 250 winc 250 movetime 500 nodes 70 depth 3");
}

// The interrupt ends a move that would take a minute.
TEST(RemotePlayers, AreLeftAloneWhenTheMatchStops) {
    std::atomic<bool> stop{false};
    MatchPlan plan{.variant = "ataxx", .first = {fake("hang"), "depth=1"}, .second = {"random"}, .games = 2};
    std::jthread later([&] { std::this_thread::sleep_for(std::chrono::milliseconds(500)), stop = true; });
    const auto report = play_match(plan, say_nothing, stop);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->end, MatchReport::End::stopped);
    EXPECT_EQ(report->score.games(), 0);
    expect_no_children();
}

TEST(Clocks, FallWhereAPlayerUsesThemUp) {
    MatchPlan plan{.variant = "ataxx", .first = {fake("slow")}, .second = {"engine"}, .games = 1};
    plan.clock = GameClock{1, 0};
    plan.margin = 0.1;
    const auto report = played(plan);
    EXPECT_EQ(report.forfeits[0], (std::map<std::string, int>{{"time forfeit", 1}}));
}

TEST(Clocks, AreReadOrRefused) {
    EXPECT_EQ(read_clock("60+0.6")->increment, 0.6);
    EXPECT_EQ(read_clock("0.5")->seconds, 0.5);
    for (const char* wrong : {"", "+", "60+", "+1", "0", "-1", "nan", "60+x", "60+1+1", "1e9"})
        EXPECT_FALSE(read_clock(wrong)) << wrong;
}

// --- what is said

TEST(Dialects, SayWhatTheyCanPlay) {
    const auto option = [](const RemoteDialect& d, const char* variant) {
        const auto o = d.game_option(*opened(variant));
        return o ? std::string(o->name) + "=" + o->value : "none";
    };
    EXPECT_EQ(option(remote_uai, "ataxx"), "=");
    EXPECT_EQ(option(remote_uai, "ataxx:start=uai,blocks=c3+e5"), "=");
    EXPECT_EQ(option(remote_uai, "ataxx:misere"), "none");
    EXPECT_EQ(option(remote_uai, "ataxx:size=5x5"), "none");
    EXPECT_EQ(option(remote_uai, "hexxagon"), "none");
    EXPECT_EQ(option(remote_ugi, "boop"), "Game=boop");
    EXPECT_EQ(option(remote_uci, "ataxx:start=uai"), "UCI_Variant=ataxx");
    EXPECT_EQ(option(remote_uci, "ataxx:straight"), "none");
    EXPECT_EQ(option(remote_uci, "clobber:size=5x6"), "UCI_Variant=clobber");
    EXPECT_EQ(option(remote_uci, "clobber:size=10x10"), "UCI_Variant=clobber10");
    EXPECT_EQ(option(remote_uci, "clobber:size=6x6"), "UCI_Variant=");
    EXPECT_EQ(option(remote_uci, "boop"), "none");
}

TEST(Dialects, SayPositions) {
    const auto ataxx = opened("ataxx", "x5o/7/2-4/7/7/6o/o5x o 3 9");
    EXPECT_EQ(remote_uai.place("s", {}, *ataxx), "fen x5o/7/2-4/7/7/6o/o5x o 3 9");
    const std::string hand = "[" + std::string(43, 'P') + std::string(43, 'p') + "]";
    EXPECT_EQ(remote_uci.place("s", {}, *ataxx), "fen P5p/7/2*4/7/7/6p/p5P" + hand + " b - - 3 9");
    const auto clobber = opened("clobber:size=3x2", "x1o/oxo x");
    EXPECT_EQ(remote_uci.place("s", {}, *clobber), "fen P1p/pPp w - - 0 1");
    EXPECT_EQ(remote_ugi.place("x1o/oxo x", std::vector<std::string>{"a2xa1", "c2xc1"}, *clobber),
              "fen x1o/oxo x moves a2xa1 c2xc1");
    EXPECT_EQ(remote_ugi.place("x1o/oxo x", {}, *clobber), "fen x1o/oxo x");
}

// Every legal move of random games, spelled as UCI has it by rules of the test's own.
TEST(Dialects, UnderstandMovesOfUci) {
    Random random(7);
    for (const char* variant : {"ataxx", "ataxx:size=4x10", "clobber:size=5x6", "clobber:size=10x10"}) {
        const auto s = opened(variant);
        while (!s->result()) {
            const auto moves = s->moves();
            for (const MoveView& m : moves) {
                const std::string word = m.path.empty()       ? "b7b7"
                                         : m.path.size() == 1 ? "P@" + m.path[0]
                                                              : m.path[0] + m.path[1];
                const auto understood = s->play(remote_uci.read_move(word));
                ASSERT_TRUE(understood) << understood.error().text;
                EXPECT_EQ(understood->text, m.text) << word;
                s->undo();
            }
            ASSERT_TRUE(s->play(moves[std::size_t(random.below(int(moves.size())))].text));
        }
    }
    EXPECT_EQ(remote_uci.read_move("0000"), "pass");
    EXPECT_EQ(remote_uci.read_move("a10a10"), "pass");
    EXPECT_EQ(remote_uci.read_move("a1a10"), "a1a10");
    for (const char* odd : {"", "@", "a", "1", "aa", "P@", "(none)"}) (void)remote_uci.read_move(odd);
}

TEST(Dialects, UnderstandScores) {
    EXPECT_EQ(score_in_info("info depth 3 score cp -31 nodes 7 pv a1"), (Score{Score::Kind::estimate, -31}));
    EXPECT_EQ(score_in_info("info depth 3 multipv 1 score mate 3"), (Score{Score::Kind::win, 5}));
    EXPECT_EQ(score_in_info("info score mate -2"), (Score{Score::Kind::loss, 4}));
    EXPECT_EQ(score_in_info("info depth 7 time 9 score 49 nodes 7"), (Score{Score::Kind::estimate, 49}));
    EXPECT_EQ(score_in_info("info score -49"), (Score{Score::Kind::estimate, -49}));
    EXPECT_EQ(score_in_info("info score cp 5 lowerbound"), (Score{Score::Kind::estimate, 5}));
    EXPECT_EQ(score_in_info("info score cp +7"), (Score{Score::Kind::estimate, 7}));
    // A number that is larger than any score is the largest, and no other.
    EXPECT_EQ(score_in_info("info score cp 99999999999999999999"), (Score{Score::Kind::estimate, 1'000'000}));
    EXPECT_EQ(score_in_info("info score cp -3000000000"), (Score{Score::Kind::estimate, -1'000'000}));
    EXPECT_EQ(score_in_info("info score mate 3000000000"), (Score{Score::Kind::win, 1'999'999}));
    for (const char* none : {"", "info", "bestmove score cp 3", "info multipv 2 score cp 3", "info multipv",
                             "info string score cp 3", "info pv score cp 3"})
        EXPECT_FALSE(score_in_info(none)) << none;
    // A score that is none is not the one before.
    for (const char* unreadable :
         {"info score", "info score cp", "info score cp x", "info score cp 1e3", "info score cp 0x10",
          "info score cp 3.5", "info score mate", "info score mate ?", "info depth 4 score cp 7x nodes 3"}) {
        const auto said = score_in_info(unreadable);
        ASSERT_TRUE(said.has_value()) << unreadable;
        EXPECT_FALSE(said->has_value()) << unreadable;
    }
}

}
}
