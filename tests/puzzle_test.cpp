// Puzzles: how they are found, told apart and checked.
#include "lab/in_order.hpp"
#include "lab/puzzle_check.hpp"
#include "lab/puzzle_maker.hpp"
#include "support.hpp"
#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace tavoliere {
namespace {

PuzzlePlan small_plan() {
    PuzzlePlan plan;
    plan.variants = {"clobber:size=4x4", "clobber:size=5x4"};
    plan.puzzles = 8;
    plan.plies = 2;
    plan.strength = 0;
    plan.screen = plan.proof = plan.search = 5000;
    return plan;
}

std::vector<Puzzle> made_by(const PuzzlePlan& plan) {
    const auto puzzles = make_puzzles(plan, [](const PuzzleProgress&) {}, never);
    EXPECT_TRUE(puzzles) << puzzles.error().text;
    return puzzles.value_or(std::vector<Puzzle>{});
}

ThoughtView two_lines(Score best, Score other) {
    ThoughtView t;
    t.lines = {{best, {"a"}}, {other, {"b"}}};
    return t;
}

std::string best_move(GameSession& session) {
    Limits limits;
    limits.nodes = 20'000;
    limits.lines = 2; // as it is judged
    return session.think(limits, [](const ThoughtView&) {}, never).lines.front().moves.front();
}

// Byte by byte as files were written before.
TEST(Puzzles, StandALineEachInTheirFile) {
    EXPECT_EQ(puzzle_file("clobber", "by \"hand\"", {}),
              "{\"format\":1,\"game\":\"clobber\",\"made\":\"by \\\"hand\\\"\",\"puzzles\":[\n]}\n");
    const auto made = made_by(small_plan());
    const std::string file = puzzle_file("clobber", "", made);
    EXPECT_TRUE(file.starts_with("{\"format\":1,\"game\":\"clobber\",\"made\":\"\",\"puzzles\":[\n{\"id\":"));
    EXPECT_TRUE(file.ends_with("}}\n]}\n"));
    EXPECT_EQ(std::ranges::count(file, '\n'), std::ptrdiff_t(made.size() + 2));
}

TEST(Puzzles, AreTheSameForAnyNumberOfThreads) {
    PuzzlePlan plan = small_plan();
    const auto one = made_by(plan);
    plan.threads = 3;
    const auto three = made_by(plan);
    EXPECT_EQ(one.size(), 8u);
    EXPECT_EQ(puzzle_file("clobber", "", one), puzzle_file("clobber", "", three));
    plan.seed = 2;
    EXPECT_NE(puzzle_file("clobber", "", one), puzzle_file("clobber", "", made_by(plan)));
}

// Ended again and again, after each game and each position that is judged by a longer search.
TEST(Puzzles, AreTheSameWhateverEndedTheSearch) {
    const auto kept = std::filesystem::temp_directory_path() / ("tavoliere-puzzles-" + std::to_string(::getpid()));
    std::filesystem::remove(kept);
    PuzzlePlan plan = small_plan();
    plan.variants = {"insert"};
    plan.games = 8; // too few of them proved, so that others are judged by a longer search
    plan.screen = 1000;
    plan.proof = 2000;
    const std::string whole = puzzle_file("insert", "", made_by(plan));
    plan.checkpoint = kept;
    std::string made;
    int searched = 0;
    for (int until = 1; made.empty(); ++until) {
        ASSERT_LT(until, 1000);
        plan.threads = 1 + until % 2;
        std::atomic<bool> stop{false};
        std::uint64_t there = 0;
        int told = 0;
        const auto puzzles = make_puzzles(
            plan,
            [&](const PuzzleProgress& p) {
                there = p.were_there;
                searched = std::max(searched, p.searched);
                stop = ++told == until;
            },
            stop);
        ASSERT_TRUE(puzzles) << puzzles.error().text;
        EXPECT_EQ(there, std::min<std::uint64_t>(plan.games, std::uint64_t(until - 1)));
        if (!stop) made = puzzle_file("insert", "", *puzzles);
    }
    EXPECT_EQ(made, whole);
    EXPECT_GT(searched, 0) << "some were judged by a longer search";
    EXPECT_EQ(puzzle_file("insert", "", made_by(plan)), whole) << "all of it was there";
    plan.margin = 200;
    const auto other = make_puzzles(plan, [](const PuzzleProgress&) {}, never);
    ASSERT_FALSE(other);
    EXPECT_TRUE(other.error().text.contains("it has \"--margin 300\" where this one has \"--margin 200\""))
        << other.error().text;
    std::filesystem::remove(kept);
}

// Those that are not proved stand until a search finds a second move, or a better one.
TEST(Puzzles, ThatAreNotProvedAreJudgedAgain) {
    const auto judged = [](const std::string& variant, const std::string& position, const std::string& move) {
        const Puzzle p{.id = "p", .variant = variant, .position = position, .goal = Goal::win, .line = {move}};
        const auto stands = judge_again(p, 20'000, never);
        return stands ? std::string("stands") : stands.error().text;
    };
    const Puzzle right = made_by(small_plan()).front();
    EXPECT_EQ(judged(right.variant, right.position, right.line.front()), "stands");
    ASSERT_FALSE(right.wrong.empty());
    EXPECT_NE(judged(right.variant, right.position, right.wrong.front().first).find("is better"), std::string::npos);
    const auto start = opened("clobber:size=3x3"); // several of its moves win, among them the first that is found
    const std::string best = best_move(*start);
    EXPECT_NE(judged("clobber:size=3x3", start->position(), best).find("gets as much"), std::string::npos);
}

TEST(Puzzles, AreWhatTheySay) {
    auto puzzles = made_by(small_plan());
    std::ranges::sort(puzzles, {}, [](const Puzzle& p) { return std::pair(p.depth, p.id); });
    ASSERT_FALSE(puzzles.empty());
    const auto checked = check_puzzles("clobber", puzzles);
    EXPECT_TRUE(checked) << checked.error().text;
    int easy = 0;
    for (const Puzzle& p : puzzles) {
        EXPECT_TRUE(p.proved); // nothing else is to be had on boards so small
        EXPECT_TRUE(prove_again(p, 1'000'000, never).value_or(false)) << p.id;
        easy += p.depth <= 2;
    }
    EXPECT_LE(easy, 1);
}

// Whatever is changed in a puzzle, something notices.
TEST(Puzzles, AreNotBelieved) {
    const auto puzzles = made_by(small_plan());
    const auto is_long = [](const Puzzle& p) { return p.line.size() > 2 && !p.wrong.empty(); };
    const auto one = std::ranges::find_if(puzzles, is_long);
    ASSERT_NE(one, puzzles.end());
    const Puzzle& good = *one;
    const auto refused = [](const Puzzle& p) { return !check_puzzles("clobber", {&p, 1}); };
    ASSERT_FALSE(refused(good));
    Puzzle p = good;
    p.line.front() = good.wrong.front().first;
    EXPECT_FALSE(prove_again(p, 1'000'000, never)) << "a wrong move for the right one";
    EXPECT_TRUE(refused(p));
    const auto changes = std::to_array<void (*)(Puzzle&)>({
        [](Puzzle& q) { q.id = "clobber-000000"; },
        [](Puzzle& q) { q.variant = "clobber:size=4"; },
        [](Puzzle& q) { q.variant = "ataxx"; },
        [](Puzzle& q) { q.position = "startpos"; },
        [](Puzzle& q) { q.goal = Goal::draw; },
        [](Puzzle& q) { q.goal = Goal::gain; },
        [](Puzzle& q) { q.plies = *q.plies + 2; },
        [](Puzzle& q) { q.plies = {}; },
        [](Puzzle& q) { q.line.pop_back(), --*q.plies; },
        [](Puzzle& q) { q.line.clear(); },
        [](Puzzle& q) { q.line.front() += " "; },
        [](Puzzle& q) { q.find = 0; },
        [](Puzzle& q) { q.find = int(q.line.size()); },
        [](Puzzle& q) { q.depth = 0; },
        [](Puzzle& q) { q.proved = false, q.nodes = 0; },
        [](Puzzle& q) { q.wrong.emplace_back(q.line.front(), q.line); },
        [](Puzzle& q) { q.wrong.front().second = {"a1xa1"}; },
    });
    for (std::size_t i = 0; i < changes.size(); ++i) {
        p = good;
        changes[i](p);
        EXPECT_TRUE(refused(p)) << "change " << i;
    }
    const Puzzle twice[] = {good, good};
    EXPECT_FALSE(check_puzzles("clobber", twice));
    EXPECT_FALSE(check_puzzles("ataxx", {&good, 1}));
}

TEST(Puzzles, AreAlikeWhenTurnedAndWithColoursChanged) {
    const auto id = [](std::string_view variant, std::string_view position) {
        return puzzle_id(*opened(variant, position));
    };
    EXPECT_EQ(id("clobber:size=3x2", "xox/o1x x"), id("clobber:size=3x2", "x1o/xox x"));
    EXPECT_EQ(id("clobber:size=3x2", "xox/o1x x"), id("clobber:size=3x2", "oxo/x1o o"));
    EXPECT_NE(id("clobber:size=3x2", "xox/o1x x"), id("clobber:size=3x2", "xox/o1x o"));
    EXPECT_NE(id("insert", "x5/6/6/6/6/6 o a6"), id("insert", "5x/6/6/6/6/6 o f6")) << "its board has lines on it";
}

TEST(Puzzles, HaveOneRightMove) {
    using enum Score::Kind;
    const auto goal = [](Score best, Score other) -> std::string {
        const auto only = only_move(two_lines(best, other), 300);
        return only ? std::string(name(only->goal)) + (only->proved ? " proved" : "") : "none";
    };
    EXPECT_EQ(goal({win, 5}, {loss, 4}), "win proved");
    EXPECT_EQ(goal({win, 5}, {draw, 0}), "win proved");
    EXPECT_EQ(goal({win, 5}, {win, 9}), "none");
    EXPECT_EQ(goal({win, 5}, {estimate, 200}), "win");
    EXPECT_EQ(goal({win, 5}, {estimate, 400}), "none");
    EXPECT_EQ(goal({draw, 0}, {loss, 4}), "draw proved");
    EXPECT_EQ(goal({draw, 0}, {draw, 0}), "none");
    EXPECT_EQ(goal({draw, 0}, {estimate, -900}), "none");
    EXPECT_EQ(goal({estimate, 100}, {estimate, -200}), "gain");
    EXPECT_EQ(goal({estimate, 100}, {estimate, -199}), "none");
    EXPECT_EQ(goal({estimate, 100}, {loss, 4}), "gain");
    EXPECT_EQ(goal({estimate, -100}, {loss, 4}), "none");
    EXPECT_EQ(goal({loss, 5}, {loss, 4}), "none");
}

TEST(Puzzles, AreOfOneGame) {
    PuzzlePlan plan = small_plan();
    plan.variants.emplace_back("blocco");
    EXPECT_FALSE(make_puzzles(plan, [](const PuzzleProgress&) {}, never));
    plan.variants.clear();
    EXPECT_FALSE(make_puzzles(plan, [](const PuzzleProgress&) {}, never));
}

TEST(InOrder, TakesAllInOrderAndStops) {
    for (int threads : {1, 4})
        for (std::uint64_t last : {5u, 50u, 1000u}) {
            std::vector<std::uint64_t> taken;
            in_order<std::uint64_t>(
                threads, 100, [](std::uint64_t i) { return i * i; },
                [&](std::uint64_t i, std::uint64_t square) {
                    EXPECT_EQ(square, i * i);
                    taken.push_back(i);
                    return i < last;
                });
            EXPECT_EQ(taken.size(), std::min<std::uint64_t>(100, last + 1));
            EXPECT_TRUE(std::ranges::is_sorted(taken));
        }
}

}
}
