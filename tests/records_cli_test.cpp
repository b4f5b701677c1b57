// Games converted and reviewed from outside, and two of our engines that play each other by pipe over GTP.
#include "program.hpp"
#include "sample_variants.hpp"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>

namespace tavoliere {
namespace {

std::string made_games(const std::string& variant, int games) {
    return random_games(variant, games, "games-" + variant + ".tgn");
}

void put(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

TEST(Convert, ManyGamesByWayOfEveryFormat) {
    const std::string ataxx = made_games("ataxx:size=5x5", 40), boop = made_games("boop", 20);
    const Output direct = run({"convert", ataxx, boop, "--to", "jsonl"});
    ASSERT_EQ(direct.status, 0) << direct.err;
    EXPECT_EQ(std::ranges::count(direct.out, '\n'), 60);
    for (const char* format : {"tgn", "pgn", "jsonl", "abstractplay"}) {
        const std::string file = folder() / ("by-way." + std::string(format));
        const Output o = run({"convert", ataxx, boop, "--to", format, "--out", file});
        EXPECT_TRUE(o.status == 0 && o.out.contains("60 games")) << o.err;
        EXPECT_EQ(run({"convert", file, "--to", "jsonl"}).out, direct.out) << format;
    }
    // SGF has tags in another order, and no other difference.
    const std::string sgf = folder() / "by-way.sgf", again = folder() / "again.sgf";
    ASSERT_EQ(run({"convert", ataxx, boop, "--to", "sgf", "--out", sgf}).status, 0);
    ASSERT_EQ(run({"convert", sgf, "--to", "sgf", "--out", again}).status, 0);
    EXPECT_EQ(slurp(again), slurp(sgf));
}

TEST(Convert, FilesAsOtherProgramsWriteThem) {
    for (const auto& [name, games] :
         {std::pair("ataxx.sgf", 2), {"cuteataxx.pgn", 2}, {"abstractplay.json", 2}, {"games.jsonl", 3}}) {
        const Output o = run({"convert", std::string(RECORDS) + "/" + name, "--to", "jsonl"});
        EXPECT_EQ(o.status, 0) << name << ": " << o.err;
        EXPECT_EQ(std::ranges::count(o.out, '\n'), games) << name << ": " << o.out;
    }
}

// What reads files in which a game is named alone is told its rules.
TEST(OwnText, IsKnownToWhatReadsFiles) {
    const std::string rules = folder() / "mine.game", records = folder() / "mine.tgn",
                      games = folder() / "mine.jsonl.zst";
    put(rules, "game mine\nlike breakthrough\nboard rectangle 4x5\n");
    const auto succeeds = [&](std::vector<std::string> arguments, const std::string& part) {
        const Output refused = run(arguments);
        EXPECT_TRUE(refused.err.contains("there is no game \"mine\"")) << arguments[0] << ": " << refused.err;
        for (const auto& more : std::vector<std::vector<std::string>>{{"--rules", rules}, {"--rules=" + rules}}) {
            auto with = arguments;
            with.insert(with.end(), more.begin(), more.end());
            const Output o = run(with);
            EXPECT_EQ(o.status, 0) << arguments[0] << ": " << o.err;
            EXPECT_TRUE((o.out + o.err).contains(part)) << arguments[0] << ": " << o.out << o.err;
        }
    };
    ASSERT_EQ(
        run({"match", rules, "--first", "random", "--second", "random", "--games", "4", "--records", records}).status,
        0);
    ASSERT_EQ(run({"selfplay", rules, "--games", "6", "--nodes", "30", "--out", games}).status, 0);
    ASSERT_EQ(run({"solve", rules, "--proof", folder() / "mine.proof"}).status, 0);
    succeeds({"convert", records, "--to", "jsonl"}, R"({"game":"mine",)");
    succeeds({"review", records, "--nodes", "50", "--out", folder() / "mine.review"}, "4 games");
    succeeds({"db", "import", folder() / "mine-db", records}, "mine-db");
    succeeds({"db", "explore", folder() / "mine-db", "mine"}, "4");
    succeeds({"train", games, "--inputs", "cells", "--hidden", "32", "--epochs", "1", "--out", folder() / "mine.net"},
             "6 games");
    succeeds({"verify", folder() / "mine.proof"}, "proved");
    expect_one_line_refusal(run({"convert", records, "--rules", folder() / "none.game"}));
    expect_one_line_refusal(run({"convert", records, "--rules"}));
}

TEST(Convert, OneBadGameIsNamedAndNothingIsWritten) {
    const std::string good = slurp(made_games("ataxx:size=5x5", 3)), bad = folder() / "bad.tgn",
                      out = folder() / "never.sgf";
    const auto refusal = [&](const std::string& text) {
        put(bad, text);
        for (const bool is_file : {true, false}) {
            const Output o = is_file ? run({"convert", bad, "--to", "sgf", "--out", out}) : run({"convert", bad});
            expect_one_line_refusal(o);
            EXPECT_TRUE(o.out.empty());
            EXPECT_FALSE(std::filesystem::exists(out));
            if (!is_file) return o.err;
        }
        return std::string();
    };
    const auto lines = std::ranges::count(good, '\n');
    EXPECT_TRUE(refusal(good + "%tgn 1\n[Game \"ataxx\"]\n\n1. zz *\n")
                    .contains("game 4: it begins in line " + std::to_string(lines + 1) + ": move 1: "));
    EXPECT_TRUE(refusal(good + "%tgn 1\n[Game \"ataxx\"]\n\n1. a2 {oh\n")
                    .contains("game 4: record: line " + std::to_string(lines + 4) + ": a comment"));
    EXPECT_TRUE(refusal("(;GM[10]\n;B[a2)\n").contains("game 1: sgf: line 2: "));
    EXPECT_TRUE(
        refusal("{\"game\":\"ataxx\"}\n\n{\"game\":3}\n").contains("game 2: jsonl: line 3: game is not a text"));
    EXPECT_TRUE(refusal("{\"game\":\"ataxx\"}\n{\"game\":\n").contains("game 2: jsonl: line 3, column 1: "));
    EXPECT_TRUE(refusal("hello\n").contains("it begins like none of the formats"));
    EXPECT_TRUE(refusal("").contains("it begins like none of the formats"));
    EXPECT_TRUE(refusal("(;GM[10]C[" + std::string(5 << 20, 'x') + "])").contains("larger than 4 MB"));
    expect_one_line_refusal(run({"convert", bad, "--out", bad}));
    expect_one_line_refusal(run({"convert", folder() / "nothing.tgn"}));
    expect_one_line_refusal(run({"convert", bad, "--to", "chess"}));
}

TEST(Review, GoesOnAfterSignals) {
    const std::string games = made_games("ataxx:size=5x5", 40), whole = folder() / "whole.review",
                      made = folder() / "made.review";
    const auto command = [&](const std::string& out) {
        return std::vector<std::string>{"review", games, "--nodes", "1000", "--out", out};
    };
    ASSERT_EQ(run(command(whole)).status, 0);
    EXPECT_EQ(std::ranges::count(slurp(whole), '\n'), 41);
    for (const int signal : {SIGKILL, SIGINT}) {
        std::filesystem::remove(made);
        const Output ended = interrupted(
            command(made), signal, [&] { return std::ranges::count(slurp(made), '\n') >= 4; },
            [&] { return slurp(made) == slurp(whole); }, [&] { std::filesystem::remove(made); });
        EXPECT_EQ(ended.status, signal == SIGINT ? 1 : 128 + signal) << ended.err;
        std::ofstream(made, std::ios::app) << "{\"file\":";
        auto two = command(made);
        two.insert(two.end(), {"--threads", "2"});
        const Output o = run(two);
        EXPECT_EQ(o.status, 0) << o.err;
        EXPECT_TRUE(o.err.contains("bytes of an unfinished line were cut off") &&
                    o.err.contains("games were reviewed already"))
            << o.err;
        EXPECT_EQ(slurp(made), slurp(whole));
    }
    auto other = command(made);
    other[3] = "1001";
    expect_one_line_refusal(run(other));
    expect_one_line_refusal(run({"review", made_games("boop", 1), "--nodes", "1000", "--out", made}));
    expect_one_line_refusal(run({"review", games, "--out", games}));
    EXPECT_EQ(slurp(made), slurp(whole));
}

TEST(Review, LeavesWhatIsNotItsOwn) {
    const std::string games = folder() / "own.tgn", out = folder() / "own.review";
    const std::string game = "%tgn 1\n[Game \"clobber:size=3x3\"]\n[First \"Ada\"]\n\n1. b3xc3 *\n";
    const std::vector<std::string> command{"review", games, "--nodes", "100", "--out", out};
    put(games, game);
    for (const char* others : {"a letter", "a letter\nits end", "{\"review\":1,\"nodes\":2", "\n"}) {
        put(out, others);
        expect_one_line_refusal(run(command));
        EXPECT_EQ(slurp(out), others);
    }
    // A first line that was not finished is its own.
    put(out, "{\"review\":1,\"nodes\":100,");
    EXPECT_EQ(run(command).status, 0);
    const std::string made = slurp(out);
    EXPECT_EQ(std::ranges::count(made, '\n'), 2);
    // Games that have changed since, if only in what the line says of them besides their moves.
    for (const auto& [from, to] : {std::pair("Ada", "Bo"), {"*", "1-0"}, {"First", "Second"}}) {
        std::string other = game;
        other.replace(other.find(from), std::string(from).size(), to);
        put(games, other);
        expect_one_line_refusal(run(command));
        EXPECT_EQ(slurp(out), made);
    }
    std::filesystem::remove(out);
    auto unknown = command;
    unknown.insert(unknown.end(), {"--network", "nowhere"});
    expect_one_line_refusal(run(unknown));
    EXPECT_FALSE(std::filesystem::exists(out));
}

// A blunder of Clobber's is proved one, and the best move is never a mistake.
TEST(Review, FindsWhatIsProved) {
    const std::string file = folder() / "clobber.tgn", out = folder() / "clobber.review";
    put(file, slurp(made_games("clobber:size=3x3", 20)));
    std::filesystem::remove(out);
    ASSERT_EQ(run({"review", file, "--nodes", "20000", "--out", out}).status, 0);
    const std::string found = slurp(out);
    EXPECT_TRUE(found.contains("\"lost\":1,\"best\":"));
    EXPECT_TRUE(found.contains("\"verdict\":\"blunder\""));
}

// An engine as a child, spoken to by pipe.
class GtpChild {
public:
    explicit GtpChild(const std::string& name) : in_(folder() / (name + ".in")), out_(folder() / (name + ".out")) {
        const std::string command = "mkfifo " + shell_quoted(in_) + " " + shell_quoted(out_) + "; " +
                                    shell_quoted(TAVOLIERE) + " engine --protocol gtp --nodes 200 <" +
                                    shell_quoted(in_) + " >" + shell_quoted(out_) + " &";
        EXPECT_EQ(std::system(command.c_str()), 0);
        to_.open(in_);
        from_.open(out_);
    }
    std::string ask(const std::string& line) {
        to_ << line << '\n' << std::flush;
        std::string answer;
        for (std::string one; std::getline(from_, one) && !one.empty();) answer += one + "\n";
        return answer;
    }

private:
    std::string in_, out_;
    std::ofstream to_;
    std::ifstream from_;
};

TEST(GtpByPipe, TwoEnginesPlayToTheEnd) {
    GtpChild first("first"), second("second");
    for (const char* variant : {"ataxx:size=4x4", "clobber:size=4x4", "insert", "hexxagon:size=3"}) {
        for (GtpChild* engine : {&first, &second}) ASSERT_EQ(engine->ask("set_game " + std::string(variant)), "=\n");
        const bool black_begins = first.ask("reg_genmove b").starts_with("=");
        bool is_over = false;
        for (int ply = 0; ply < 200 && !is_over; ++ply) {
            const std::string colour = (ply % 2 == 0) == black_begins ? "b" : "w";
            GtpChild &mover = ply % 2 ? second : first, &other = ply % 2 ? first : second;
            const std::string move = mover.ask("genmove " + colour);
            ASSERT_TRUE(move.starts_with("= ")) << variant << ": " << move;
            ASSERT_EQ(other.ask("play " + colour + " " + move.substr(2, move.size() - 3)), "=\n") << variant;
            const std::string score = first.ask("final_score");
            ASSERT_EQ(second.ask("final_score"), score);
            is_over = score.starts_with("=");
        }
        EXPECT_TRUE(is_over) << variant;
    }
    for (GtpChild* engine : {&first, &second}) EXPECT_EQ(engine->ask("quit"), "=\n");
}

}
}
