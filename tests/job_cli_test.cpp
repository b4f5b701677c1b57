// Long jobs from outside: ended by a signal in the middle, and gone on with as if nothing had been.
#include "program.hpp"
#include <csignal>

namespace tavoliere {
namespace {

using Command = std::vector<std::string>;

// The command is ended by a signal once it has saved something, and before it is done; what it said on standard error.
std::string ended_by(int signal, const Command& command, const std::filesystem::path& saved,
                     const std::function<bool()>& is_done) {
    const Output o = interrupted(
        command, signal, [&] { return std::filesystem::exists(saved); }, is_done,
        [&] { std::filesystem::remove(saved), std::filesystem::remove(command.back()); });
    EXPECT_EQ(o.status, signal == SIGINT ? 1 : 128 + signal) << o.err;
    return o.err;
}

// The command's last word is the file that it makes.
void expect_the_same_after_signals(Command command, const std::string& of_other_settings, const std::string& told) {
    const std::string whole = folder() / "whole", made = folder() / "made", checkpoint = made + ".checkpoint";
    command.push_back(whole);
    ASSERT_EQ(run(command).status, 0);
    EXPECT_FALSE(std::filesystem::exists(whole + ".checkpoint")) << "it goes when its work is done";
    command.back() = made;
    for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
        const std::string said = ended_by(signal, command, checkpoint, [&] { return std::filesystem::exists(made); });
        EXPECT_EQ(said.contains("interrupted; the same command goes on where this one ended"), signal == SIGINT)
            << said;
        ASSERT_TRUE(std::filesystem::exists(checkpoint));
        const std::string kept = slurp(checkpoint);
        Command other = command;
        other.insert(other.end() - 2, {"--seed", "7"});
        const Output refused = run(other);
        EXPECT_EQ(refused.status, 2);
        EXPECT_TRUE(refused.err.contains(of_other_settings) && refused.err.find('\n') + 1 == refused.err.size())
            << refused.err;
        EXPECT_EQ(slurp(checkpoint), kept);
        const Output o = run(command);
        EXPECT_EQ(o.status, 0) << o.err;
        EXPECT_TRUE((o.out + o.err).contains(told)) << o.out << o.err;
        EXPECT_EQ(slurp(made), slurp(whole));
        EXPECT_FALSE(std::filesystem::exists(checkpoint));
        std::filesystem::remove(made);
    }
}

TEST(LongJobs, TrainingGoesOnAfterSignals) {
    const std::string games = folder() / "job.zst";
    ASSERT_EQ(run({"selfplay", "clobber:size=4x4", "--out", games, "--nodes", "20", "--games", "200"}).status, 0);
    expect_the_same_after_signals({"train", games, "--hidden", "32", "--epochs", "150", "--out"},
                                  R"(it has "seed=1" where this one has "seed=7")", "from the checkpoint");
}

TEST(LongJobs, PuzzlesGoOnAfterSignals) {
    expect_the_same_after_signals({"puzzles", "clobber:size=5x4", "--puzzles", "20", "--screen", "5000", "--out"},
                                  R"(it has "--seed 1" where this one has "--seed 7")",
                                  "games were looked through already");
}

TEST(LongJobs, TuningGoesOnAfterAKill) {
    const std::string whole = folder() / "whole.tune", made = folder() / "killed.tune";
    Command command{"tune", "clobber:size=4x4", "--limit", "nodes=200", "--pairs", "150", "--out", whole};
    ASSERT_EQ(run(command).status, 0);
    command.back() = made;
    ended_by(SIGKILL, command, made, [&] { return slurp(made) == slurp(whole); });
    const Output o = run(command);
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(o.err.contains("pairs were played already")) << o.err;
    EXPECT_EQ(slurp(made), slurp(whole));
}

TEST(LongJobs, LevelsGoOnAfterAKill) {
    const std::string checkpoint = folder() / "levels.checkpoint";
    Command command{"levels", "clobber:size=4x4", "--find", "--games", "6"};
    const Output whole = run(command);
    ASSERT_EQ(whole.status, 0);
    command.insert(command.end(), {"--checkpoint", checkpoint});
    ended_by(SIGKILL, command, checkpoint, [&] { return !std::filesystem::exists(checkpoint); });
    Command other = command;
    other[4] = "8";
    expect_one_line_refusal(run(other));
    const Output o = run(command);
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_TRUE(o.out.contains(" % | from the checkpoint\n")) << o.out;
    EXPECT_EQ(o.out.substr(o.out.rfind(" levels ")), whole.out.substr(whole.out.rfind(" levels ")));
    EXPECT_FALSE(std::filesystem::exists(checkpoint));
}

}
}
