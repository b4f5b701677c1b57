// Positions that belong to no game: their moves, the engine's lines, exact values.
#include "ask/drawing.hpp"
#include "ask/study.hpp"
#include "base/random.hpp"
#include "client.hpp"
#include "server_process.hpp"
#include "support.hpp"
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

namespace tavoliere {
namespace {

namespace json = boost::json;

class AnalysisTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server{folder};
    Client client{server.port()};

    json::object study(const json::object& place) {
        const auto answer = client.ask("study", place);
        EXPECT_EQ(answer.at("t"), "study");
        return answer.at("d").as_object();
    }
    // All that is said of one analysis, its end the last.
    std::vector<json::object> lines(const json::object& asked) {
        std::vector<json::object> said{client.ask("analyse", asked)};
        while (said.back().at("t") == "lines" && said.back().at("d").at("done") == false)
            said.push_back(client.receive());
        return said;
    }
};

json::object analysis_of(std::string_view game, std::string_view moves, double seconds, int lines) {
    return {{"game", game}, {"moves", moves}, {"seconds", seconds}, {"lines", lines}};
}

TEST_F(AnalysisTest, AStudyIsTheSessionsPosition) {
    const auto d = study({{"game", "ataxx"}, {"moves", "a2 a7-a5 a2-a4"}});
    const auto session = opened("ataxx");
    const std::string start = session->position();
    for (const char* move : {"a2", "a7-a5", "a2-a4"}) ASSERT_TRUE(session->play(move));
    EXPECT_EQ(text_of(d.at("start").at("position")), start);
    EXPECT_EQ(text_of(d.at("position")), session->position());
    EXPECT_EQ(d.at("moves").as_array().size(), session->moves().size());
    EXPECT_TRUE(d.at("result").is_null());
    ASSERT_EQ(d.at("history").as_array().size(), 3u);
    EXPECT_EQ(text_of(d.at("history").at(1).at("text")), "a7-a5");
    EXPECT_EQ(text_of(d.at("history").at(1).at("turn")), "o");
    EXPECT_EQ(d.at("history").at(2).at("position"), d.at("position"));
}

TEST_F(AnalysisTest, AStudyLeavesOutWhatIsKnown) {
    const auto d = study({{"game", "ataxx"}, {"moves", "a2 a7-a5 a2-a4"}, {"from", 2}});
    EXPECT_EQ(d.at("from"), 2);
    ASSERT_EQ(d.at("history").as_array().size(), 1u);
    EXPECT_EQ(text_of(d.at("history").at(0).at("text")), "a2-a4");
}

TEST_F(AnalysisTest, AStudySaysWhatIsWrong) {
    EXPECT_NE(client.error("study", {{"game", "ataxx"}, {"moves", "a2 h9"}}).find("moves, move 2"), std::string::npos);
    EXPECT_NE(client.error("study", {{"game", "ataxx"}, {"moves", "a2  a7"}}).find("move"), std::string::npos);
    EXPECT_NE(client.error("study", {{"game", "ataxx"}, {"position", "x"}}).find("position"), std::string::npos);
    EXPECT_NE(client.error("study", {{"game", "chess"}}).find("chess"), std::string::npos);
    EXPECT_NE(client.error("study", {{"game", "ataxx"}, {"from", -1}}).find("d.from"), std::string::npos);
}

// With a sanitizer it also tells whether the engine used anything that had ended before it.
TEST_F(AnalysisTest, TheServerEndsInTheMiddleOfOne) {
    client.send(json::serialize(json::object{{"t", "analyse"}, {"id", 1}, {"d", analysis_of("ataxx", "", 10, 1)}}));
    EXPECT_EQ(client.receive().at("t"), "lines");
    EXPECT_EQ(server.stop(), 0);
}

TEST_F(AnalysisTest, LinesComeUntilTheTimeIsOver) {
    const auto begun = std::chrono::steady_clock::now();
    const auto said = lines(analysis_of("ataxx", "a2", 1, 3));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    EXPECT_GT(said.size(), 1u);
    const auto& d = said.back().at("d").as_object();
    EXPECT_EQ(d.at("done"), true);
    EXPECT_EQ(d.at("lines").as_array().size(), 3u);
    EXPECT_TRUE(d.at("lines").at(0).at("score").as_object().contains("cp"));
    const auto session = opened("ataxx");
    ASSERT_TRUE(session->play("a2"));
    for (const auto& move : d.at("lines").at(0).at("moves").as_array())
        ASSERT_TRUE(session->play(text_of(move))) << move;
    const auto& depths = d.at("depths").as_array();
    ASSERT_FALSE(depths.empty());
    for (std::size_t i = 1; i < depths.size(); ++i)
        EXPECT_GT(depths[i].at("depth").as_int64(), depths[i - 1].at("depth").as_int64());
    EXPECT_LT(taken.count(), 10);
}

TEST_F(AnalysisTest, WhatIsProvedIsNoEstimate) {
    const auto said = lines(analysis_of("clobber:size=2x2", "", 1, 1));
    EXPECT_EQ(said.back().at("d").at("lines").at(0).at("score").at("win"), 3);
    const auto solved = client.ask("solve", {{"game", "clobber:size=3x4"}, {"seconds", 5}});
    ASSERT_EQ(solved.at("t"), "solution");
    EXPECT_EQ(solved.at("d").at("value"), "loss");
    const auto unsolved = client.ask("solve", {{"game", "hexxagon"}, {"seconds", 0.1}});
    EXPECT_TRUE(unsolved.at("d").at("value").is_null());
}

TEST_F(AnalysisTest, IsStoppedOnRequestAndByTheNextOne) {
    const auto begun = std::chrono::steady_clock::now();
    client.send(R"({"t":"analyse","id":501,"d":{"game":"ataxx","seconds":10,"lines":1}})");
    client.send(R"({"t":"analyse","id":502,"d":{"game":"ataxx","seconds":10,"lines":1}})");
    client.send(R"({"t":"stop","id":503,"d":{}})");
    std::set<std::int64_t> ended;
    while (ended.size() < 3) {
        const auto said = client.receive();
        if (said.at("t") == "stopped" || said.at("d").at("done") == true) ended.insert(said.at("id").as_int64());
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    EXPECT_LT(taken.count(), 10) << "as long as each of them would go on";
}

TEST_F(AnalysisTest, EndsWithItsConnection) {
    for (int i = 0; i < 5; ++i) {
        Client gone(server.port());
        gone.send(R"({"t":"analyse","id":1,"d":{"game":"ataxx","seconds":10,"lines":1}})");
        gone.receive();
    }
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(lines(analysis_of("clobber:size=2x2", "", 1, 1)).back().at("d").at("done"), true);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    EXPECT_LT(taken.count(), 10);
}

TEST_F(AnalysisTest, ThoseWhoPlayDoNotWaitForIt) {
    std::vector<Client> analysts;
    for (int i = 0; i < 8; ++i) {
        analysts.emplace_back(server.port());
        analysts.back().send(R"({"t":"analyse","id":1,"d":{"game":"ataxx","seconds":10,"lines":5}})");
    }
    const auto begun = std::chrono::steady_clock::now();
    client.state("new", {{"game", "ataxx"}, {"x", engine(0.05)}, {"o", person}});
    EXPECT_EQ(client.news().at("history").as_array().size(), 1u);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    EXPECT_LT(taken.count(), 10) << "as long as each of those goes on";
}

TEST_F(AnalysisTest, RequestsOutOfBoundsAreRefused) {
    EXPECT_NE(client.error("analyse", analysis_of("ataxx", "", 11, 1)).find("d.seconds"), std::string::npos);
    EXPECT_NE(client.error("analyse", analysis_of("ataxx", "", 1, 9)).find("d.lines"), std::string::npos);
    EXPECT_NE(client.error("solve", {{"game", "ataxx"}}).find("d.seconds"), std::string::npos);
    auto over = analysis_of("ataxx", "", 1, 1);
    over["position"] = "xx5/7/7/7/7/7/7 o 0 1";
    EXPECT_NE(client.error("analyse", over).find("the game is over"), std::string::npos);
}

// A table in the folder that the server was given: nothing is left to be computed.
TEST(AnalysisByTables, ExactValuesComeOutOfThem) {
    const std::string variant = "ataxx:size=3x3";
    const TemporaryFolder folder;
    SolveLimits limits;
    limits.tables = folder / ".";
    const auto solved = opened(variant)->solve(limits, [](const SolveProgress&) {}, std::atomic<bool>(false));
    ASSERT_TRUE(solved && solved->plies);

    ServerProcess server(folder, {.port = 0, .tables = limits.tables});
    Client client(server.port());
    const auto said = client.ask("solve", {{"game", variant}, {"seconds", 5}}).at("d").as_object();
    EXPECT_EQ(said.at("nodes"), 0);
    EXPECT_EQ(said.at("plies"), *solved->plies);
    const auto lines = client.ask("analyse", analysis_of(variant, "", 5, 1)).at("d").as_object();
    EXPECT_EQ(lines.at("lines").at(0).at("score").at("win"), *solved->plies);
}

double thread_milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

// The longest game that a request can hold, of some games by chance; the header of one is 8 KB, a message 4 KB.
StudyPlace longest(std::string_view game) {
    constexpr std::size_t room = 8000;
    StudyPlace place{std::string(game), "startpos", ""};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto session = opened(game);
        Random random(seed);
        std::string moves;
        while (!session->result()) {
            const auto legal = session->moves();
            const std::string move = legal[random.below(legal.size())].text;
            if (moves.size() + move.size() + 1 > room) break;
            moves += (moves.empty() ? "" : " ") + move;
            EXPECT_TRUE(session->play(move));
        }
        if (moves.size() > place.moves.size()) place.moves = moves;
    }
    return place;
}

DiagramRequest diagram_of(const StudyPlace& place) {
    DiagramRequest diagram;
    static_cast<StudyPlace&>(diagram) = place;
    return diagram;
}

// They are answered by the thread that talks to everybody. It takes 5 ms at most; the bound is far off, so that only
// another order of growth meets it.
TEST(Study, TakesAMomentWhateverIsAsked) {
    const double most = sanitized ? 2000 : 100;
    for (const std::string_view game : {"ataxx:size=11x11", "hexxagon:size=6", "penntagon", "clobber:size=12x12",
                                        "blocco", "boop", "magnetone", "attract", "insert"}) {
        const StudyPlace place = longest(game);
        const double begun = thread_milliseconds();
        const auto study = study_json({place});
        const double studied = thread_milliseconds();
        const auto drawn = drawing_svg(diagram_of(place));
        const double end = thread_milliseconds();
        ASSERT_TRUE(study && drawn) << game;
        std::printf("%s: %zu letters of moves; study %.1f ms, diagram %.1f ms\n", std::string(game).c_str(),
                    place.moves.size(), studied - begun, end - studied);
        EXPECT_LT(studied - begun, most) << game;
        EXPECT_LT(end - studied, most) << game;
    }
}

}
}
