// Our engine behind GTP, spoken to as another program would; and two of them that play each other.
#include "base/random.hpp"
#include "base/text.hpp"
#include "protocols/gtp.hpp"
#include "records/format.hpp"
#include "support.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

class Gtp {
public:
    explicit Gtp(std::string_view game = "ataxx")
        : engine(opened(game), Limits{.nodes = 200}, "1.2.3", [this](const std::string& answer) { said += answer; }) {}
    std::string ask(std::string_view line) {
        said.clear();
        goes_on = engine.hear(line, never);
        return said;
    }
    // What follows "= "; the test fails where it is refused.
    std::string get(std::string_view line) {
        const std::string answer = ask(line);
        EXPECT_TRUE(answer.starts_with("=") && answer.ends_with("\n\n")) << line << ": " << answer;
        return answer.size() > 4 ? answer.substr(2, answer.size() - 4) : "";
    }

    std::string said;
    bool goes_on = true;
    GtpEngine engine;
};

TEST(GtpProtocol, AnswersAsVersionTwoHasIt) {
    Gtp gtp;
    EXPECT_EQ(gtp.ask("protocol_version"), "= 2\n\n");
    EXPECT_EQ(gtp.ask("17 name"), "=17 Tavoliere\n\n");
    EXPECT_EQ(gtp.ask("version"), "= 1.2.3\n\n");
    EXPECT_EQ(gtp.ask("  \t"), "");
    EXPECT_EQ(gtp.ask("# only a comment"), "");
    EXPECT_EQ(gtp.ask("3\tkomi\t6.5 # half\r"), "=3\n\n");
    EXPECT_EQ(gtp.ask("4 fly"), "?4 unknown command\n\n");
    EXPECT_EQ(gtp.ask("known_command play"), "= true\n\n");
    EXPECT_EQ(gtp.ask("known_command fly"), "= false\n\n");
    const std::string all = gtp.get("list_commands");
    for (std::string_view word : split(all, '\n')) EXPECT_EQ(gtp.get("known_command " + std::string(word)), "true");
    EXPECT_EQ(gtp.ask("komi none"), "? komi not a float\n\n");
    EXPECT_TRUE(gtp.goes_on);
    EXPECT_EQ(gtp.ask("quit"), "=\n\n");
    EXPECT_FALSE(gtp.goes_on);
}

TEST(GtpProtocol, PlaysTakesBackAndShows) {
    Gtp gtp;
    EXPECT_EQ(gtp.ask("play b A2"), "=\n\n");
    EXPECT_EQ(gtp.ask("play black b1"), "? illegal move: white has the move\n\n");
    EXPECT_TRUE(gtp.ask("play w a1").starts_with("? illegal move: "));
    EXPECT_EQ(gtp.ask("play red a1"), "? invalid color or coordinate\n\n");
    EXPECT_EQ(gtp.ask("play w a7-a5"), "=\n\n");
    EXPECT_EQ(gtp.ask("final_score"), "? cannot score\n\n");
    EXPECT_EQ(gtp.engine.session().ply(), 2);
    EXPECT_TRUE(gtp.get("showboard").ends_with("\n" + gtp.engine.session().position()));
    EXPECT_FALSE(gtp.get("showboard").contains("\n\n"));
    EXPECT_EQ(gtp.ask("undo"), "=\n\n");
    EXPECT_EQ(gtp.ask("undo"), "=\n\n");
    EXPECT_EQ(gtp.ask("undo"), "? cannot undo\n\n");
    const std::string before = gtp.engine.session().position();
    EXPECT_FALSE(gtp.get("reg_genmove b").empty());
    EXPECT_EQ(gtp.engine.session().position(), before);
    EXPECT_FALSE(gtp.get("genmove b").empty());
    EXPECT_EQ(gtp.engine.session().ply(), 1);
}

TEST(GtpProtocol, BoardsizeIsAnOptionOrRefused) {
    Gtp gtp;
    EXPECT_EQ(gtp.ask("boardsize 5"), "=\n\n");
    EXPECT_EQ(gtp.engine.session().variant(), "ataxx:size=5x5");
    EXPECT_EQ(gtp.ask("boardsize 19"), "? unacceptable size\n\n");
    EXPECT_EQ(gtp.ask("boardsize 0"), "? unacceptable size\n\n");
    EXPECT_EQ(gtp.ask("boardsize -7"), "? unacceptable size\n\n");
    EXPECT_EQ(gtp.ask("boardsize 2000"), "? unacceptable size\n\n");
    EXPECT_EQ(gtp.ask("boardsize x"), "? boardsize not an integer\n\n");
    EXPECT_EQ(gtp.ask("set_game ataxx:misere"), "=\n\n");
    EXPECT_EQ(gtp.ask("boardsize 6"), "=\n\n");
    EXPECT_EQ(gtp.engine.session().variant(), "ataxx:size=6x6,misere");
    EXPECT_TRUE(gtp.ask("set_game go").starts_with("? "));
    EXPECT_EQ(gtp.engine.session().variant(), "ataxx:size=6x6,misere");
    const std::string all = gtp.get("list_games");
    for (std::string_view game : split(all, '\n')) EXPECT_EQ(gtp.ask("set_game " + std::string(game)), "=\n\n");
}

TEST(GtpProtocol, ColoursAreTheGamesOwn) {
    Gtp gtp("magnetone");
    EXPECT_EQ(gtp.ask("genmove b"), "? illegal move: white has the move\n\n");
    EXPECT_TRUE(gtp.ask("genmove w").starts_with("= "));
}

TEST(GtpProtocol, TimeIsKept) {
    Gtp gtp;
    EXPECT_EQ(gtp.ask("time_settings 0 1 0"), "=\n\n");
    EXPECT_EQ(gtp.ask("time_settings 60 5 1"), "=\n\n");
    EXPECT_EQ(gtp.ask("time_left b 0.01 1"), "=\n\n");
    EXPECT_TRUE(gtp.ask("genmove b").starts_with("= "));
    EXPECT_TRUE(gtp.ask("time_settings 1 2").starts_with("? "));
    EXPECT_TRUE(gtp.ask("time_left b x 1").starts_with("? "));
    EXPECT_TRUE(gtp.ask("time_left b nan 1").starts_with("? "));
}

// Each move that one makes the other takes, to the end, and both tell the same score: in every variant.
TEST(GtpProtocol, TwoEnginesPlayEveryVariant) {
    for (const std::string& variant : sample_variants()) {
        SCOPED_TRACE(variant);
        Gtp first, second;
        const auto start = opened(variant);
        for (Gtp* gtp : {&first, &second}) ASSERT_EQ(gtp->ask("set_game " + variant), "=\n\n");
        Random random(1);
        const bool is_black_first = !is_black_second(start->info());
        for (int ply = 0; ply < 30; ++ply) {
            const std::string colour = (ply % 2 == 0) == is_black_first ? "b" : "w";
            Gtp &mover = ply % 2 ? second : first, &other = ply % 2 ? first : second;
            const bool was_over = mover.engine.session().result().has_value();
            std::string move;
            if (ply < 2 || was_over) {
                move = mover.get("genmove " + colour);
            } else { // by chance, to be done sooner
                const auto moves = mover.engine.session().moves();
                move = moves[std::size_t(random.below(int(moves.size())))].text;
                ASSERT_EQ(mover.ask("play " + colour + " " + move), "=\n\n") << move;
            }
            ASSERT_EQ(other.ask("play " + colour + " " + move), "=\n\n") << move;
            ASSERT_EQ(first.get("showboard"), second.get("showboard"));
            ASSERT_EQ(first.ask("final_score"), second.ask("final_score"));
            if (was_over) {
                EXPECT_EQ(move, "pass");
                break;
            }
        }
    }
}

}
}
