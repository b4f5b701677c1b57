// Our engine behind UAI and UGI, spoken to as another program would.
#include "protocols/engine.hpp"
#include "support.hpp"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tavoliere {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

class Talk {
public:
    explicit Talk(const Dialect& dialect, std::string_view game = "")
        : engine(dialect, opened(game.empty() ? dialect.variant : game),
                 [this](const std::string& line) { heard(line); }) {}

    // What is said in answer to these lines, while they are read.
    Lines say(const std::vector<std::string>& commands) {
        const std::size_t before = all().size();
        for (const std::string& line : commands) EXPECT_TRUE(engine.hear(line)) << line;
        const Lines now = all();
        return {now.begin() + std::ptrdiff_t(before), now.end()};
    }
    // Waits for a line that begins so, among those to come or after the last one waited for.
    std::string wait_for(std::string_view beginning) {
        std::unique_lock lock(mutex);
        std::string found;
        EXPECT_TRUE(news.wait_for(lock, 20s, [&] {
            for (; seen < lines.size(); ++seen)
                if (lines[seen].starts_with(beginning)) return found = lines[seen++], true;
            return false;
        })) << beginning;
        return found;
    }
    Lines all() {
        const std::lock_guard lock(mutex);
        return lines;
    }

private:
    void heard(const std::string& line) {
        const std::lock_guard lock(mutex);
        lines.push_back(line);
        news.notify_all();
    }
    std::mutex mutex;
    std::condition_variable news;
    Lines lines;
    std::size_t seen = 0;

public:
    LineEngine engine; // last: it is gone before what it writes to
};

// The game's own, though another first position than ours is played; none for boards with blocks, which it was not made for.
TEST(Uai, JudgesByTheNetwork) {
    Talk talk(uai);
    talk.say({"uai", "uainewgame", "position startpos"});
    ASSERT_TRUE(talk.engine.session().network());
    EXPECT_EQ(talk.engine.session().network(), opened("ataxx")->network());
    talk.say({"position fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"});
    EXPECT_FALSE(talk.engine.session().network());
}

TEST(Uai, Greets) {
    const Lines said = Talk(uai).say({"uai"});
    EXPECT_EQ(said.front(), "id name Tavoliere");
    EXPECT_EQ(said.back(), "uaiok");
    EXPECT_EQ(Talk(uai).say({"isready"}), Lines{"readyok"});
}

TEST(Uai, PlaysFromItsOwnFirstPosition) {
    Talk talk(uai);
    EXPECT_EQ(talk.engine.session().position(), "x5o/7/7/7/7/7/o5x x 0 1");
    talk.say({"uainewgame", "position startpos moves g2 a1c3 0000"});
    EXPECT_EQ(talk.all().size(), 1u) << "a pass is refused where there are moves";
    EXPECT_EQ(talk.engine.session().position(), "x5o/7/7/7/7/7/o5x x 0 1") << "and nothing was half done";
    EXPECT_TRUE(talk.say({"position startpos moves g2 a1c3"}).empty());
    talk.say({"go depth 3"});
    const std::string best = talk.wait_for("bestmove ").substr(9);
    EXPECT_TRUE(talk.engine.session().copy()->play(best).has_value()) << best;
}

TEST(Uai, PassesAndSaysWhenAllIsOver) {
    Talk talk(uai);
    talk.say({"position fen 7/7/7/7/4ooo/4ooo/o3oox x 0 1", "go depth 2"});
    EXPECT_EQ(talk.wait_for("bestmove"), "bestmove 0000");
    EXPECT_TRUE(talk.say({"position fen 7/7/7/7/4ooo/4ooo/o3oox x 0 1 moves 0000"}).empty());
    EXPECT_EQ(talk.engine.session().view().turn, 'o');
    talk.say({"position fen 7/7/7/7/7/7/o6 x 0 1", "go infinite"});
    talk.say({"stop"});
    EXPECT_EQ(talk.wait_for("bestmove"), "bestmove 0000");
}

TEST(Uai, CountsTheTree) {
    Talk talk(uai);
    talk.say({"perft 4"});
    EXPECT_EQ(talk.wait_for("info depth 4"), "info depth 4 nodes 155888");
    for (const char* wrong : {"perft", "perft 0", "perft -1", "perft 21", "perft x", "perft 4.0",
                              "perft 99999999999999999999", "perft 3 3"})
        EXPECT_EQ(talk.say({wrong}).size(), 1u) << wrong;
    talk.say({"perft 20"}); // no one waits for this
    EXPECT_EQ(talk.say({"isready"}).back(), "readyok");
}

TEST(Engine, StaysReadyWhileItThinks) {
    Talk talk(ugi, "hexxagon");
    talk.say({"go infinite"});
    talk.wait_for("info depth 1 ");
    for (int i = 0; i < 20; ++i) {
        const auto asked = std::chrono::steady_clock::now();
        talk.say({"isready"});
        EXPECT_LT(std::chrono::steady_clock::now() - asked, 10s);
        talk.wait_for("readyok");
    }
    const Lines said = talk.all();
    EXPECT_TRUE(std::none_of(said.begin(), said.end(), [](const auto& l) { return l.starts_with("bestmove"); }));
    talk.say({"stop"});
    talk.wait_for("bestmove ");
}

TEST(Engine, AnswersInfiniteOnlyWhenStoppedAlsoWhereAllIsKnown) {
    Talk talk(ugi, "clobber:size=2x2");
    talk.say({"go infinite"});
    talk.wait_for("info depth 1");
    talk.say({"isready"});
    EXPECT_EQ(talk.all().back(), "readyok");
    talk.say({"stop"});
    EXPECT_TRUE(talk.all().back().starts_with("bestmove "));
    EXPECT_TRUE(talk.say({"stop", "stop"}).empty());
}

TEST(Engine, ThinksWithinItsClock) {
    Talk talk(ugi, "ataxx");
    const auto timed = [&](std::string_view go) {
        const auto begin = std::chrono::steady_clock::now();
        talk.say({std::string(go)});
        talk.wait_for("bestmove ");
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    EXPECT_LT(timed("go movetime 100"), 2);
    EXPECT_LT(timed("go p1time 1000 p2time 100000 p1inc 0 p2inc 0"), 2); // x's clock, not o's
    EXPECT_LT(timed("go p1time 0 p2time 0"), 2);
    EXPECT_LT(timed("go nodes 1"), 2);
}

// Each of these asks for an end. One that cannot be read is told, and is never none.
TEST(Engine, TakesNoNumberForNoLimit) {
    struct Asked {
        const char* go;
        bool is_told; // by an info string
    };
    constexpr Asked asked[] = {
        {"go btime -50 wtime 1000 binc 100 winc 100", false}, // a clock that has run out is a clock
        {"go btime 0 wtime 0", false},
        {"go btime -99999999999999999999", true},
        {"go btime 99999999999999999999", true},
        {"go btime 1e3 wtime 1e3", true},
        {"go btime x", true},
        {"go btime", true},
        {"go wtime 1000 winc 10", true}, // nothing of x, whose turn it is
        {"go binc 100", true},
        {"go btime 1000 binc -5", true},
        {"go btime 1000 binc 99999999999999999999", true},
        {"go btime 1000 movestogo 0", true},
        {"go btime 1000 movestogo 10", false},
        {"go movestogo 10", true},
        {"go movetime -1", true},
        {"go movetime 0", true},
        {"go movetime 1", false},
        {"go movetime 100.5", true},
        {"go movetime +5", true},
        {"go movetime 0x10", true},
        {"go movetime 007", true},
        {"go movetime", true},
        {"go movetime depth 2", true},
        {"go movetime 99999999999999999999", true},
        {"go nodes 0", true},
        {"go nodes -1", true},
        {"go nodes 10.0", true},
        {"go nodes 99999999999999999999", true},
        {"go nodes ten", true},
        {"go nodes", true},
        {"go depth 0", true},
        {"go depth -3", true},
        {"go depth 1e1", true},
        {"go depth 99999999999999999999", true},
        {"go depth", true},
        {"go depth 3 depth 2", true},
        {"go depth 1 depth 99999999999999999999", true},
        {"go mate 1", false},
        {"go mate x", true},
        {"go movetiem 100", true},
        {"go searchmoves g2 g1 depth 2", true},
    };
    for (const Dialect* dialect : {&uai, &ugi})
        for (const auto& [go, is_told] : asked) {
            std::string line = go;
            for (std::size_t i = 0; i < 4; ++i)
                if (const auto at = line.find(uai.clocks[i]); at != std::string::npos)
                    line.replace(at, uai.clocks[i].size(), dialect->clocks[i]);
            Talk talk(*dialect);
            talk.say({line});
            talk.wait_for("bestmove ");
            const Lines all = talk.all();
            EXPECT_EQ(std::ranges::any_of(all, [](const auto& l) { return l.starts_with("info string go: "); }),
                      is_told)
                << line;
        }
}

TEST(Engine, MeansTheSmallerOfTwoLimits) {
    Talk talk(ugi, "clobber:size=5x6");
    talk.say({"go depth 5 depth 2"});
    talk.wait_for("bestmove ");
    talk.say({"go mate 1 depth 30"}); // within one move
    talk.wait_for("bestmove ");
    for (const auto& line : talk.all()) EXPECT_FALSE(line.starts_with("info depth 3 ")) << line;
}

// What has an end is answered before what comes after it is done, unless it is stopped.
TEST(Engine, AnswersWhatHasAnEnd) {
    Talk talk(uai);
    talk.say({"perft 4", "perft 3", "position startpos moves g2", "go depth 3", "go nodes 500",
              "setoption name MultiPV value 2", "position startpos", "go movetime 10"});
    EXPECT_FALSE(talk.engine.hear("quit"));
    talk.engine.finish(never);
    const Lines all = talk.all();
    EXPECT_EQ(std::ranges::count(all, "info depth 4 nodes 155888"), 1);
    EXPECT_EQ(std::ranges::count_if(all, [](const auto& l) { return l.starts_with("info depth 3 nodes "); }), 2);
    EXPECT_EQ(std::ranges::count_if(all, [](const auto& l) { return l.starts_with("bestmove "); }), 3);
    EXPECT_TRUE(std::ranges::any_of(all, [](const auto& l) { return l.contains(" multipv 2 "); }));
    EXPECT_TRUE(all.back().starts_with("bestmove "));
}

TEST(Engine, ListensWhileItWorks) {
    Talk talk(uai);
    talk.say({"perft 20", "go depth 90", "position startpos moves g2", "go infinite", "isready"});
    const auto bestmoves = [&] {
        const Lines all = talk.all();
        return std::ranges::count_if(all, [](const auto& l) { return l.starts_with("bestmove "); });
    };
    talk.wait_for("readyok");
    EXPECT_EQ(bestmoves(), 0);
    const auto begin = std::chrono::steady_clock::now();
    talk.say({"stop"});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s) << "or never";
    EXPECT_EQ(bestmoves(), 2);
    const Lines all = talk.all();
    EXPECT_EQ(std::ranges::count(all, "bestmove 0000"), 0);
    EXPECT_EQ(talk.engine.session().view().turn, 'o') << "what is no search is done all the same";
    talk.say({"perft 1"});
    talk.wait_for("info depth 1 nodes ");
}

TEST(Engine, IsInterruptedWhileItFinishes) {
    Talk talk(uai);
    talk.say({"perft 20", "go depth 90"});
    const std::atomic<bool> interrupted{true};
    talk.engine.finish(interrupted);
    EXPECT_TRUE(talk.all().back().starts_with("bestmove "));
}

TEST(Ugi, PlaysEveryGameAndAnswersQueries) {
    for (const GameInfo* info : games()) {
        Talk talk(ugi);
        const std::string game(info->name);
        EXPECT_TRUE(talk.say({"setoption name Game value " + game, "uginewgame", "position startpos"}).empty()) << game;
        EXPECT_EQ(talk.say({"query gameover", "query p1turn", "query result"}),
                  (Lines{"response false", "response true", "response none"}));
        talk.say({"go depth 2"});
        const std::string best = talk.wait_for("bestmove ").substr(9);
        EXPECT_EQ(best.find(' '), std::string::npos);
        EXPECT_TRUE(talk.say({"position startpos moves " + best}).empty()) << game << " " << best;
        EXPECT_EQ(talk.say({"query p1turn"}), Lines{"response false"});
    }
}

TEST(Ugi, TellsHowAGameEnded) {
    Talk talk(ugi, "clobber:size=3x1");
    talk.say({"position fen oxo x moves b1xa1"});
    EXPECT_EQ(talk.say({"query gameover", "query result"}), (Lines{"response true", "response p1win"}));
    talk.say({"go depth 1"});
    EXPECT_EQ(talk.wait_for("bestmove"), "bestmove none");
}

TEST(Engine, ShowsLinesAndScores) {
    Talk talk(ugi, "clobber:size=3x3");
    talk.say({"setoption name MultiPV value 3", "go depth 2"});
    talk.wait_for("info depth 2 multipv 3 score ");
    talk.wait_for("bestmove ");
    talk.say({"position fen xo1/3/3 x", "setoption name MultiPV value 1", "go"});
    EXPECT_TRUE(talk.wait_for("info depth 1 ").starts_with("info depth 1 score mate 1 nodes "));
}

// Its moves are drawn among lines that nobody asked to see.
TEST(Engine, SaysAtLastWhatTheMoveOfALevelIsWorth) {
    for (const int lines : {1, 3}) {
        bool has_strayed = false;
        for (const char* fen : {"startpos", "startpos moves a2", "startpos moves a2 a6", "startpos moves f7"}) {
            Talk talk(ugi);
            talk.say({"setoption name MultiPV value " + std::to_string(lines), "setoption name Level value 1",
                      std::string("position ") + fen, "go depth 3"});
            const std::string move = talk.wait_for("bestmove ").substr(9);
            Lines told; // of the best line, or that is said to be
            std::size_t together = 0;
            for (const std::string& line : talk.all()) {
                if (!line.starts_with("info depth ")) continue;
                const bool is_first = lines == 1 || line.contains(" multipv 1 ");
                EXPECT_EQ(line.contains(" multipv "), lines > 1) << line;
                together = is_first ? 1 : together + 1;
                EXPECT_LE(together, std::size_t(lines)) << line;
                if (is_first) told.push_back(line);
            }
            ASSERT_FALSE(told.empty());
            EXPECT_TRUE((told.back() + " ").contains(" pv " + move + " ")) << told.back() << ", " << move;
            has_strayed |= told.size() > 1 && told[told.size() - 2].starts_with(told.back().substr(0, 13));
        }
        EXPECT_TRUE(has_strayed) << "or this tests nothing";
    }
}

TEST(Engine, PondersUntilItIsToldThatTheMoveWasMade) {
    Talk talk(ugi);
    const auto answers = [&] {
        const Lines all = talk.all();
        return std::ranges::count_if(all, [](const auto& l) { return l.starts_with("bestmove "); });
    };
    talk.say({"go ponder depth 1 movetime 1"});
    talk.wait_for("info depth 3 ");
    EXPECT_EQ(answers(), 0);
    talk.say({"ponderhit"});
    talk.wait_for("bestmove ");
    talk.say({"ponderhit"});
    EXPECT_EQ(answers(), 1);
    for (const char* pondering : {"go ponder", "go ponder infinite", "go ponder p1time 10 p2time 10"}) {
        const auto before = answers();
        talk.say({pondering, "isready", "stop", "ponderhit", "stop"});
        EXPECT_EQ(answers(), before + 1) << pondering;
        talk.say({pondering, "ponderhit", "stop"});
        EXPECT_EQ(answers(), before + 2) << pondering;
        talk.say({pondering, "position startpos moves a2", "ponderhit", "stop"});
        EXPECT_EQ(answers(), before + 3) << pondering;
    }
    const auto before = answers();
    talk.say({"go depth 4", "go ponder depth 2", "ponderhit", "go ponder depth 2"});
    talk.engine.finish(never);
    EXPECT_EQ(answers(), before + 3);
}

// Nothing that is said upsets it, and what it does not know it ignores.
TEST(Engine, IsNotUpset) {
    for (const Dialect* dialect : {&uai, &ugi}) {
        Talk talk(*dialect);
        EXPECT_TRUE(
            talk.say({"", "   ", "\t\r", "joho", "debug on", "ponderhit", "register later", std::string(5000, 'x')})
                .empty());
        EXPECT_EQ(talk.say({"joho isready"}), Lines{"readyok"});
        for (const char* wrong : {"position",
                                  "position fen",
                                  "position fen nonsense",
                                  "position startpos moves z9",
                                  "position startpos moves a2 a2 a2",
                                  "setoption",
                                  "setoption name Hash",
                                  "setoption name Hash value -1",
                                  "setoption name Hash value 1e9",
                                  "setoption name Threads value x",
                                  "setoption name Hash value",
                                  "setoption name Hash value 16 32",
                                  "setoption name Hash value +16",
                                  "setoption name Hash value 016",
                                  "setoption name Hash value 99999999999999999999",
                                  "setoption name Unknown value 3",
                                  "setoption name Move Overhead value 30",
                                  "setoption name Clear Hash",
                                  "setoption value 3",
                                  "go joho 1"}) {
            const Lines said = talk.say({wrong, "stop"});
            ASSERT_GE(said.size(), 1u) << wrong;
            EXPECT_TRUE(said[0].starts_with("info string ")) << said[0];
            EXPECT_EQ(said[0].find('\n'), std::string::npos);
        }
        EXPECT_TRUE(talk.say({"stop"}).empty());
        talk.say({"go depth nonsense movetime 20", "go movetime 20", "position startpos"}); // in the middle of a search
        EXPECT_FALSE(talk.engine.hear("quit"));
    }
    EXPECT_EQ(Talk(ugi).say({"setoption name Game value chess"}).size(), 1u);
    // The search's parameters and the network are options.
    Talk talk(ugi);
    EXPECT_TRUE(talk.say({"setoption name reverse_futility_margin value 50", "setoption name lmr_base value -20",
                          "setoption name Network value none", "setoption name Network value own"})
                    .empty());
    EXPECT_EQ(talk.say({"setoption name reverse_futility_margin value x"}).size(), 1u);
    EXPECT_EQ(talk.say({"setoption name Network value /no/such file"}).size(), 1u);
}

TEST(Engine, EndsItsSearchWhenTheInputEnds) {
    Talk talk(ugi);
    talk.say({"go depth 3"});
    talk.engine.finish(never);
    EXPECT_TRUE(talk.all().back().starts_with("bestmove "));
    talk.say({"go infinite"});
    talk.engine.finish(never);
    EXPECT_TRUE(talk.all().back().starts_with("bestmove "));
}

}
}
