// Several processes that make one table: the algorithm in threads that stand for them, and the program by mpirun. Whatever their number,
// the file is one process's, byte for byte.
#include "games/infection.hpp"
#include "games/magnetone.hpp"
#include "program.hpp"
#include "solve/by_table.hpp"
#include "solving.hpp"
#include <barrier>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <thread>

namespace tavoliere {
namespace {

// Processes that are threads.
class Threads {
public:
    explicit Threads(int count) : all_(std::size_t(count)), gate_(count) {
        for (int r = 0; r < count; ++r) all_[std::size_t(r)] = std::make_unique<One>(*this, r);
    }
    Ranks& operator[](std::size_t r) { return *all_[r]; }

private:
    struct One final : Ranks {
        One(Threads& all, int number) : team(all), rank(number) {}
        int count() const override { return int(team.all_.size()); }
        int me() const override { return rank; }
        void exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in) override {
            given = &out;
            team.gate_.arrive_and_wait();
            in.clear();
            for (const auto& other : team.all_) in.push_back((*other->given)[std::size_t(rank)]);
            team.gate_.arrive_and_wait();
        }
        void combine(std::span<std::uint64_t> own, Combining how) override {
            numbers.assign(own.begin(), own.end());
            team.gate_.arrive_and_wait();
            for (const auto& other : team.all_)
                for (std::size_t i = 0; other.get() != this && i < own.size(); ++i)
                    own[i] = how == Combining::sum    ? own[i] + other->numbers[i]
                             : how == Combining::most ? std::max(own[i], other->numbers[i])
                                                      : own[i] | other->numbers[i];
            team.gate_.arrive_and_wait();
        }
        Threads& team;
        const int rank;
        const std::vector<Bytes>* given = nullptr;
        std::vector<std::uint64_t> numbers;
    };
    std::vector<std::unique_ptr<One>> all_;
    std::barrier<> gate_;
};

// What each of so many answers, and the file.
template <Game G> struct Made {
    std::vector<Expected<Solution<MoveOf<G>>>> answers;
    std::string file;
};
template <Game G>
Made<G> made(const G& g, const std::string& variant, int ranks, SolveLimits limits = {},
             const std::optional<PositionOf<G>>& p = {}) {
    const auto directory = folder() / "tables";
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    limits.tables = directory;
    Made<G> all{std::vector<Expected<Solution<MoveOf<G>>>>(std::size_t(std::max(ranks, 1))), {}};
    const auto solve = [&](std::size_t r, Ranks* one) {
        SolveLimits own = limits;
        own.ranks = one;
        all.answers[r] = solve_by_table(g, variant, p.value_or(g.start()), own, unheard, never);
    };
    if (ranks == 0) {
        solve(0, nullptr);
    } else {
        Threads team(ranks);
        std::vector<std::jthread> threads;
        for (std::size_t r = 0; r < all.answers.size(); ++r) threads.emplace_back(solve, r, &team[r]);
    }
    if (const auto path = table_path(limits.tables, variant); file_exists(path)) all.file = slurp(path);
    return all;
}

template <class F> void expect_the_same_file(const std::string& variant) {
    const auto g = rules<F>(variant);
    const auto alone = made(g, variant, 0);
    ASSERT_TRUE(alone.answers[0]) << alone.answers[0].error().text;
    ASSERT_GT(alone.file.size(), 100u);
    for (const int ranks : {1, 2, 3, 4, 7}) {
        const auto together = made(g, variant, ranks);
        EXPECT_TRUE(together.file == alone.file) << variant << " by " << ranks;
        for (const auto& answer : together.answers) {
            ASSERT_TRUE(answer) << answer.error().text;
            EXPECT_EQ(answer->value, alone.answers[0]->value);
            EXPECT_EQ(answer->plies, alone.answers[0]->plies);
            EXPECT_EQ(answer->counts, alone.answers[0]->counts);
            EXPECT_TRUE(answer->best == alone.answers[0]->best);
            EXPECT_EQ(answer->nodes, alone.answers[0]->nodes); // of all: nobody does another's work
        }
    }
}

TEST(Ranks, MakeOneProcessesFile) {
    for (const char* variant : {"ataxx:size=3x3", "ataxx:size=3x3,misere", "ataxx:size=3x4,orthogonal",
                                "thomas:size=3x4", "ataxx:size=4x3,blocks=b1+b3+c2", "hexxagon:size=2"})
        expect_the_same_file<InfectionFamily>(variant);
    expect_the_same_file<MagnetoneFamily>("magnetone:size=4x4,pieces=2"); // not all patterns are there
}

// Each has a share of every layer and no more, whatever their number, and every position is somebody's.
TEST(Ranks, ShareEveryLayerEvenly) {
    const auto g = rules<InfectionFamily>("ataxx:size=4x4");
    Tablebase<std::remove_const_t<decltype(g)>> table(g, g.start());
    table.number(g);
    const Placements& places = table.places();
    for (const int ranks : {1, 2, 3, 5, 8, 64}) {
        Threads team(ranks);
        std::vector<Together> all;
        for (int r = 0; r < ranks; ++r) all.emplace_back(team[std::size_t(r)]);
        for (int n = 0; n < places.layers(); ++n) {
            const Pieces cut(places.patterns(n));
            std::vector<std::uint64_t> has(std::size_t(ranks), 0);
            for (int r = 0; r < ranks; ++r) {
                all[std::size_t(r)].begin(places, n);
                std::vector<bool> taken(all[std::size_t(r)].size(n));
                for (std::uint32_t block = 0; block < places.blocks(n); ++block)
                    for (std::uint32_t piece = 0; piece < cut.per_block(); ++piece) {
                        if (!all[std::size_t(r)].has(block, piece)) continue;
                        for (std::uint32_t i = 0; i < cut.begin(piece + 1) - cut.begin(piece); ++i) {
                            const std::size_t at = all[std::size_t(r)].index(block, piece) + i;
                            ASSERT_LT(at, taken.size());
                            ASSERT_FALSE(taken[at]);
                            taken[at] = true;
                            ++has[std::size_t(r)];
                        }
                    }
            }
            std::uint64_t sum = 0;
            for (const auto h : has) {
                EXPECT_LE(h, places.size(n) / std::uint64_t(ranks) + cut.length());
                sum += h;
            }
            EXPECT_EQ(sum, places.size(n));
        }
    }
}

TEST(Ranks, EndTogether) {
    const auto g = rules<InfectionFamily>("ataxx:size=4x4");
    SolveLimits limits;
    limits.seconds = 0.2;
    const auto ended = made(g, "ataxx:size=4x4", 3, limits);
    for (const auto& answer : ended.answers) {
        ASSERT_TRUE(answer);
        EXPECT_FALSE(answer->value);
        EXPECT_EQ(answer->why, Unsolved::time);
    }
    EXPECT_EQ(ended.file, "");
    limits.memory_mb = 1; // of each
    for (const auto& answer : made(g, "ataxx:size=4x4", 2, limits).answers) {
        ASSERT_FALSE(answer);
        EXPECT_NE(answer.error().text.find("it may take 1 MB"), std::string::npos);
    }
}

// The program by mpirun.

Output mpirun(const std::string& parts) {
    // Root may not run it without saying so, nor anybody more processes than there are processors. Open MPI's library gives not all of
    // its memory back, which the sanitizer's leak check would take for ours.
    const std::string command = "export ASAN_OPTIONS=\"${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0\"; "
                                "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe "
                                "--mca btl self,vader --mca orte_tmpdir_base " +
                                folder().string() + " " + parts;
    const auto out = folder() / "mpirun.out", err = folder() / "mpirun.err";
    const int status =
        std::system(("exec 2>" + shell_quoted(err) + " >" + shell_quoted(out) + " </dev/null; " + command).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(out), slurp(err)};
}
std::string solving(const std::string& variant, const std::string& directory) {
    return shell_quoted(TAVOLIERE) + " solve " + variant + " --method retrograde --tables " + shell_quoted(directory);
}
bool has_mpirun() { return std::system("command -v mpirun >/dev/null 2>&1") == 0; }
#define NEED_MPIRUN                                                                                                    \
    if (!has_mpirun()) GTEST_SKIP() << "Open MPI's mpirun is not there; scripts/setup test installs it"

std::string new_directory(const std::string& name) {
    const auto directory = folder() / name;
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    return directory;
}

TEST(Mpirun, MakesOneProcessesFile) {
    NEED_MPIRUN;
    for (const std::string variant :
         {"ataxx:size=3x4", "thomas:size=3x3", "hexxagon:size=2", "magnetone:size=4x4,pieces=2"}) {
        const std::string alone = new_directory("alone");
        const Output one = run({"solve", variant, "--method", "retrograde", "--tables", alone});
        ASSERT_EQ(one.status, 0) << one.err;
        for (int ranks = 1; ranks <= 4; ++ranks) {
            if (ranks > 2 && variant != "ataxx:size=3x4") continue; // starting them takes most of the time
            const std::string together = new_directory("together");
            const Output several = mpirun("-np " + std::to_string(ranks) + " " + solving(variant, together));
            ASSERT_EQ(several.status, 0) << several.err;
            EXPECT_TRUE(slurp(table_path(together, variant)) == slurp(table_path(alone, variant)))
                << variant << " by " << ranks;
            EXPECT_EQ(several.out.substr(0, several.out.find("\nretrograde:")),
                      one.out.substr(0, one.out.find("\nretrograde:")));
            EXPECT_NE(several.out.find("\n" + std::to_string(ranks) + " processes: "), std::string::npos)
                << several.out;
            EXPECT_EQ(std::ranges::distance(std::filesystem::directory_iterator(together)), 1);
        }
    }
}

TEST(Mpirun, OneThatDiesEndsAllAndLeavesNoFile) {
    NEED_MPIRUN;
    const std::string directory = new_directory("killed");
    // The second kills itself as soon as the first is at work: both have a second to begin.
    const std::string second = "sh -c " + shell_quoted("timeout -s KILL 2 \"$0\" \"$@\"; kill -9 $$") + " ";
    const Output o = mpirun("-np 1 " + solving("hexxagon:size=3", directory) + " --time 200 : -np 1 " + second +
                            solving("hexxagon:size=3", directory) + " --time 200");
    EXPECT_NE(o.status, 0);
    EXPECT_NE(o.err.find("exited on signal 9"), std::string::npos) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_TRUE(std::filesystem::is_empty(directory));
}

void expect_refusal(const Output& o, const std::string& why) {
    EXPECT_EQ(o.status, 2);
    EXPECT_EQ(o.out, "");
    std::size_t lines = 0;
    for (auto at = o.err.find("tavoliere: "); at != std::string::npos; at = o.err.find("tavoliere: ", at + 1)) ++lines;
    EXPECT_EQ(lines, 1u) << o.err;
    EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
}

TEST(Mpirun, RefusesWhatItCannotDo) {
    NEED_MPIRUN;
    const std::string directory = new_directory("refused"), variant = "ataxx:size=3x3";
    const std::string solve = solving(variant, directory);
    expect_refusal(mpirun("-np 2 " + solve + " --each"), "solve: several processes make a table together");
    expect_refusal(mpirun("-np 2 " + solve + " --threads 2"), "threads: each process has one here");
    expect_refusal(mpirun("-np 1 " + solve + " : -np 1 " + solving("ataxx:size=3x4", directory)),
                   "solve: process 2 of 2 is another version of the program, or has other arguments");
    const std::string mpich = "-x PMI_SIZE=2 env -u OMPI_COMM_WORLD_SIZE ";
    expect_refusal(mpirun("-np 1 " + mpich + solve), "solve: this was started by another MPI");
    std::ofstream(table_path(directory, variant)) << "anything";
    expect_refusal(mpirun("-np 2 " + solve), "is there already, and several processes make one from the beginning");
    EXPECT_EQ(slurp(table_path(directory, variant)), "anything");
}

}
}
