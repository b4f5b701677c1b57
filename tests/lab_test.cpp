// The laboratory: its statistics against values worked out by hand, its games and their lines, what is played.
#include "base/json_read.hpp"
#include "lab/estimate.hpp"
#include "lab/measures.hpp"
#include "lab/review.hpp"
#include "support.hpp"
#include <cmath>
#include <numeric>

namespace tavoliere {
namespace {

// The numbers of docs/records.md.
TEST(Reviews, AMoveIsJudgedByWhatItLost) {
    for (const auto& [lost, grade] : {std::pair(0., Grade::fine),
                                      {0.079, Grade::fine},
                                      {0.08, Grade::inaccuracy},
                                      {0.159, Grade::inaccuracy},
                                      {0.16, Grade::mistake},
                                      {0.299, Grade::mistake},
                                      {0.3, Grade::blunder},
                                      {1., Grade::blunder}})
        EXPECT_EQ(grade_of(lost), grade) << lost;
}

// Of the formula, with z = 1.959964: for 8 of 10 (0.8 + 0.192073) / 1.384146 ± 1.959964 / 1.384146 * sqrt(0.016 + 0.0096036).
TEST(LabEstimate, WilsonIsThatOfTheFormula) {
    struct Row {
        double points;
        std::uint64_t of;
        double value, low, high;
    };
    for (const Row& row : {Row{8, 10, 0.8, 0.4902, 0.9433}, Row{0, 20, 0, 0, 0.1611}, Row{20, 20, 1, 0.8389, 1},
                           Row{50, 100, 0.5, 0.4038, 0.5962}, Row{0.5, 1, 0.5, 0.0546, 0.9454}}) {
        const Estimate e = wilson(row.points, row.of);
        EXPECT_DOUBLE_EQ(e.value, row.value);
        EXPECT_NEAR(e.low, row.low, 1e-4) << row.points << " of " << row.of;
        EXPECT_NEAR(e.high, row.high, 1e-4) << row.points << " of " << row.of;
        EXPECT_EQ(e.by, IntervalKind::wilson);
        EXPECT_EQ(e.of, row.of);
    }
    EXPECT_EQ(wilson(0, 0).of, 0u);
}

TEST(LabEstimate, BootstrapHoldsWhatItShould) {
    const std::vector<double> same(30, 7.0);
    for (const Estimate& e : {bootstrap_mean(same), bootstrap_quantile(same, 0.9)}) {
        EXPECT_EQ(e.value, 7);
        EXPECT_EQ(e.low, 7);
        EXPECT_EQ(e.high, 7);
    }
    std::vector<double> values(100);
    std::iota(values.begin(), values.end(), 1.0);
    EXPECT_DOUBLE_EQ(bootstrap_mean(values).value, 50.5);
    EXPECT_DOUBLE_EQ(bootstrap_quantile(values, 0.5).value, 50); // the least that half of them do not exceed
    EXPECT_DOUBLE_EQ(bootstrap_quantile(values, 0.9).value, 90);
    // The mean's deviation is 28.866 / 10; a thousand samples tell 1.96 of them within a tenth.
    const Estimate mean = bootstrap_mean(values);
    EXPECT_NEAR(mean.half_width(), 1.96 * 2.8866, 0.6);
    const Estimate again = bootstrap_mean(values);
    EXPECT_EQ(again.low, mean.low);
    EXPECT_EQ(again.high, mean.high);
    // Plies are not games: (10 + 90) / (1 + 9), not the mean of 10 and 10.
    EXPECT_DOUBLE_EQ(bootstrap_ratio(std::vector{10.0, 80.0}, std::vector{1.0, 9.0}).value, 9);
    EXPECT_EQ(bootstrap_mean({}).of, 0u);
}

LabGame watched(int number, Winner winner, std::vector<int> points) {
    LabGame g{.start = "ataxx",
              .x = "nodes=64",
              .o = "nodes=64",
              .number = number,
              .winner = winner,
              .reason = "filled",
              .plies = int(points.size())};
    g.watched.emplace();
    g.watched->choices.assign(points.size(), 10);
    g.watched->points = std::move(points);
    g.watched->cells = 10;
    return g;
}

double value_of(std::string_view name, const std::vector<LabGame>& games) {
    std::vector<const LabGame*> all;
    for (const LabGame& g : games) all.push_back(&g);
    for (const MeasureInfo& m : measures())
        if (m.name == name) return m.of(all).value;
    ADD_FAILURE() << name;
    return NAN;
}

// A game told by what x has to expect after each ply, and what follows for each measure.
TEST(LabMeasures, AreThoseWorkedOutByHand) {
    struct Row {
        std::string_view name;
        Winner winner;
        std::vector<int> points;
        double value;
    };
    for (const Row& row : {
             // 650, 550, 470, 420, 600, as nobody thought once: x, x, nobody, o, x.
             Row{"lead_changes", Winner::x, {600, 700, 400, 540, -1, 300, 900}, 2},
             Row{"lead_changes", Winner::x, {600, 600, 400, 400, 600, 600}, 2},
             Row{"lead_changes", Winner::x, {550, 450, 550, 450}, 0}, // whoever moves expects more
             // 320, 320, 180, 180: behind by 0.36 and by 0.64 of 1, of which the roots are 0.6 and 0.8.
             Row{"drama", Winner::x, {320, 320, 320, 40, 320, 1000}, 0.7},
             Row{"drama", Winner::o, {500, 320, 180, 100}, 0},
             Row{"drama", Winner::o, {680, 680, 680, 960, 680, 0}, 0.7},
             // 480, 605, 675, 850: the loser's best lead is 0.04, which the winner passes at the second of four.
             Row{"after_decision", Winner::x, {400, 560, 650, 700, 1000}, 0.75},
             Row{"after_decision", Winner::x, {400, 550, 450, 560, 1000}, 0.25},
             Row{"uncertainty", Winner::x, {500, 750, 1000}, 0.5},
             Row{"uncertainty", Winner::o, {-1, 250, -1}, 0.5}, // nobody thought
         })
        EXPECT_NEAR(value_of(row.name, {watched(0, row.winner, row.points)}), row.value, 1e-9)
            << row.name << " " << row.points[1];
    // Who is drawn has no drama: the mean is of decided games alone.
    EXPECT_NEAR(value_of("drama", {watched(0, Winner::draw, {100, 900}), watched(1, Winner::x, {320, 320})}), 0.6,
                1e-9);
}

TEST(LabMeasures, OfManyGames) {
    std::vector<LabGame> games{watched(0, Winner::x, {500, 600}), watched(1, Winner::o, {500, 600, 400, 300}),
                               watched(2, Winner::draw, {500}), watched(3, Winner::x, {500, 500, 500})};
    games[2].reason = unfinished;
    games[3].reason = by_repetition.name;
    games[0].watched->openings = {"a", "b", ""};
    games[1].watched->openings = {"a", "b", "c"};
    games[2].watched->openings = {"a", "", ""};
    games[3].watched->openings = {"a", "d", ""};
    games[0].watched->only = {2, 1, {0, 1, 1}};
    games[1].watched->only = {2, 2, {1, 1, 2}};
    games[1].watched->choices = {10, 20, 30, 40};
    games[3].watched->changed = 20;
    games[0].watched->covered = 5, games[1].watched->covered = 10;
    games[0].watched->last_pieces = 8;
    EXPECT_DOUBLE_EQ(value_of("first_share", games), 2.5 / 4);
    EXPECT_DOUBLE_EQ(value_of("draws", games), 0.25);
    EXPECT_DOUBLE_EQ(value_of("endless", games), 0.5);
    EXPECT_DOUBLE_EQ(value_of("length", games), 2);
    EXPECT_DOUBLE_EQ(value_of("length_90", games), 4);
    EXPECT_DOUBLE_EQ(value_of("branching", games), (20 + 100 + 10 + 30) / 10.0);
    EXPECT_DOUBLE_EQ(value_of("change", games), 2);
    EXPECT_DOUBLE_EQ(value_of("coverage", games), 15 / 40.0);
    EXPECT_DOUBLE_EQ(value_of("pieces", games), 2);
    EXPECT_DOUBLE_EQ(value_of("alike_2", games), 1); // of one pair: the other has a game that was over before
    EXPECT_DOUBLE_EQ(value_of("only_moves", games), 0.75);
    EXPECT_DOUBLE_EQ(value_of("seen_1", games), 1 / 3.0);
    EXPECT_DOUBLE_EQ(value_of("seen_3", games), 1);
}

TEST(LabGames, LinesSayAllOfThem) {
    LabGame g = watched(7, Winner::o, {500, -1, 0});
    g.watched->openings = {"0123456789abcdef", "x", ""};
    g.watched->only = {2, 1, {0, 1, 1}};
    g.watched->changed = 12, g.watched->covered = 3, g.watched->first_pieces = 4, g.watched->last_pieces = 9;
    LabGame plain{.start = "clobber a1xa2",
                  .x = "mirror,nodes=8",
                  .o = "random",
                  .number = 2,
                  .winner = Winner::draw,
                  .reason = "unfinished",
                  .plies = 3,
                  .watched = {},
                  .trick_moves = 2,
                  .tricks = 1};
    for (const LabGame& game : {g, plain}) {
        const std::string line = to_line(game);
        const auto read = read_lab_game(*read_json(line, {.bytes = line.size()}));
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_EQ(*read, game);
    }
    for (const auto& [from, to] :
         {std::pair("\"x\":\"nodes=64\"", "\"x\":\"nodes=064\""), std::pair("\"plies\":3", "\"plies\":4"),
          std::pair("\"winner\":\"o\"", "\"winner\":\"both\""), std::pair("[500,-1,0]", "[500,-2,0]"),
          std::pair("\"covered\":3", "\"covered\":11"), std::pair("\"number\":7", "\"number\":-7")}) {
        std::string line = to_line(g);
        ASSERT_NE(line.find(from), std::string::npos) << from;
        line.replace(line.find(from), std::string_view(from).size(), to);
        EXPECT_FALSE(read_lab_game(*read_json(line, {.bytes = line.size()}))) << to;
    }
}

TEST(LabGames, PlayersHaveOneNameEach) {
    for (const char* name :
         {"random", "nodes=1", "nodes=16,random=25", "mirror,nodes=64", "pass,nodes=64", "shuffle,nodes=2"}) {
        const auto player = read_lab_player(name);
        ASSERT_TRUE(player) << name;
        EXPECT_EQ(player->name(), name);
    }
    for (const char* name :
         {"", "nodes=0", "nodes=", "nodes=1,", "random=5", "mirror", "nodes=4,mirror", "nodes=4,random=0", "engine"})
        EXPECT_FALSE(read_lab_player(name)) << name;
}

TEST(LabGames, LaddersHalve) {
    const auto rungs = ladder(100);
    std::string names;
    for (const LabPlayer& p : rungs) names += p.name() + " ";
    EXPECT_EQ(names, "nodes=100 nodes=50 nodes=25 nodes=25,random=12 nodes=25,random=25 nodes=25,random=50 random ");
}

TEST(LabGames, SweepsMakeVariants) {
    struct Row {
        std::vector<std::string> variants;
        std::string text;
        std::vector<std::string> out;
    };
    for (const Row& row : {Row{{"ataxx"}, "size=5x5,none", {"ataxx:size=5x5", "ataxx"}},
                           Row{{"ataxx", "ataxx:misere"}, "size=5", {"ataxx:size=5", "ataxx:misere,size=5"}},
                           Row{{"ataxx"}, "misere=on,none", {"ataxx:misere", "ataxx"}},
                           Row{{"insert"},
                               "board=random-9..11",
                               {"insert:board=random-9", "insert:board=random-10", "insert:board=random-11"}},
                           Row{{"insert"},
                               "board=228224.414818.812214.812482.484112.128488",
                               {"insert:board=228224.414818.812214.812482.484112.128488"}}}) {
        const auto out = sweep(row.variants, row.text);
        ASSERT_TRUE(out) << out.error().text;
        EXPECT_EQ(*out, row.out);
    }
    for (const char* text :
         {"", "size", "=5", "size=", "size=5,,6", "board=random-3..1", "board=random-..4", "board=random-0..99999999"})
        EXPECT_FALSE(sweep({"ataxx"}, text)) << text;
}

// A mirroring second player answers each move of Attract's empty board by the half turn's.
TEST(LabGames, MirrorsTurnTheBoardByHalf) {
    const auto board = opened("attract");
    LabMover mover({.trick = LabPlayer::Trick::mirror, .nodes = 1}, *board, 1);
    const auto move = board->play("b3");
    ASSERT_TRUE(move);
    mover.played(*move, false);
    const auto answer = mover.choose(0, never);
    EXPECT_EQ(answer.move, "g6");
    EXPECT_TRUE(answer.is_trick);
}

TEST(LabGames, SymmetricOpeningsAreAlike) {
    const auto key = [](const char* variant, const char* move) {
        const auto board = opened(variant);
        EXPECT_TRUE(board->play(move)) << move;
        return opening_key(*board);
    };
    EXPECT_EQ(key("attract", "b3"), key("attract", "f2"));
    EXPECT_NE(key("attract", "b3"), key("attract", "b4"));
    EXPECT_NE(key("insert", "a1"), key("insert", "f6")); // its lines lie otherwise there
}

TEST(LabRuns, TrickIsFoundWhereItBreaksTheGame) {
    LabRun run;
    run.starts.push_back({"ataxx", opened("ataxx")});
    run.series = series_of({.variants = {"ataxx"}, .nodes = 64});
    const auto add = [&](const std::string& first, int number, double points) {
        const bool first_is_x = number % 2 == 0;
        LabGame g{.start = "ataxx",
                  .x = first_is_x ? first : "nodes=64",
                  .o = first_is_x ? "nodes=64" : first,
                  .number = number,
                  .winner = points == 0.5                 ? Winner::draw
                            : (points == 1) == first_is_x ? Winner::x
                                                          : Winner::o,
                  .reason = "filled",
                  .plies = 10,
                  .watched = {}};
        if (first.starts_with("mirror") || first.starts_with("shuffle")) g.trick_moves = 5, g.tricks = 4;
        if (first.starts_with("pass")) g.trick_moves = 100, g.tricks = 1;
        run.games.push_back(g);
    };
    for (int number = 0; number < 40; ++number) {
        add("nodes=8", number, 0);
        add("mirror,nodes=8", number, 0.5);
        add("shuffle,nodes=8", number, number < 8 ? 1 : 0);
        add("pass,nodes=8", number, 1);
    }
    const LabReport report = reports(run).at(0);
    ASSERT_EQ(report.tricks.size(), 4u);
    for (const LabTrick& t : report.tricks)
        EXPECT_EQ(t.is_breaking, t.player.trick == LabPlayer::Trick::mirror)
            << t.player.name(); // who passes hardly ever can
}

// Of each step ten pairs: three quarters of the points are 190.8 Elo; all of them are told as 19.5 of 20, which is 636.4.
TEST(LabRuns, StepsAddUpToDepth) {
    for (const bool is_all : {false, true}) {
        LabRun run;
        run.starts.push_back({"ataxx", opened("ataxx")});
        run.series = series_of({.variants = {"ataxx"}, .nodes = 32});
        const auto rungs = ladder(32); // 32, 16, three that draw some moves, and one that draws all
        ASSERT_EQ(rungs.size(), 6u);
        for (std::size_t i = 0; i + 1 < rungs.size(); ++i)
            for (int number = 0; number < 20; ++number) {
                const bool first_is_x = number % 2 == 0, is_draw = !first_is_x && (!is_all || i > 0);
                run.games.push_back({.start = "ataxx",
                                     .x = (first_is_x ? rungs[i] : rungs[i + 1]).name(),
                                     .o = (first_is_x ? rungs[i + 1] : rungs[i]).name(),
                                     .number = number,
                                     .winner = is_draw      ? Winner::draw
                                               : first_is_x ? Winner::x
                                                            : Winner::o,
                                     .reason = "filled",
                                     .plies = 10,
                                     .watched = {}});
            }
        const LabReport report = reports(run).at(0);
        ASSERT_EQ(report.steps.size(), 5u);
        EXPECT_NEAR(report.steps[0].elo.value, 190.85, 0.01); // the lowest first
        EXPECT_EQ(report.steps[0].elo.of, 10u);
        EXPECT_NEAR(report.steps[4].elo.value, is_all ? 636.43 : 190.85, 0.01);
        EXPECT_EQ(report.steps[4].is_least, is_all);
        EXPECT_EQ(report.is_elo_least, is_all);
        EXPECT_NEAR(report.elo.value, is_all ? 4 * 190.85 + 636.43 : 5 * 190.85, 0.05);
        EXPECT_NEAR(elo_of_level(), 147.19, 0.01);
        std::erase_if(run.games, [](const LabGame& g) { return g.x == "random" || g.o == "random"; });
        EXPECT_EQ(reports(run).at(0).elo.of, 0u) << "a step is missing";
    }
}

TEST(LabRuns, AreTheSameForAnyNumberOfThreads) {
    const auto lines = [](int threads) {
        const LabPlan plan{.variants = {"clobber:size=3x4", "ataxx:size=4x4"},
                           .nodes = 32,
                           .games = 16,
                           .solve = 0,
                           .threads = threads};
        const auto run = run_lab(plan, [](const LabProgress&) {}, never);
        EXPECT_TRUE(run);
        std::string out;
        for (const LabGame& g : run->games) out += to_line(g) + "\n";
        for (const LabReport& r : reports(*run)) out += to_json(r) + "\n";
        return out;
    };
    EXPECT_EQ(lines(1), lines(3));
}

TEST(LabRuns, SearchesKeepTheFairest) {
    const LabPlan plan{
        .variants = {"clobber:size=3x3"}, .search = true, .pie = true, .nodes = 64, .games = 64, .solve = 0};
    const auto run = run_lab(plan, [](const LabProgress&) {}, never);
    ASSERT_TRUE(run) << run.error().text;
    ASSERT_EQ(run->candidates.size(), run->starts.size());
    ASSERT_GT(run->candidates.size(), 1u);
    std::uint64_t games = 0;
    for (const LabCandidate& c : run->candidates) {
        games += c.share.of;
        EXPECT_GE(c.most, c.least);
        EXPECT_GE(c.share.of, 16u);
        EXPECT_LE(c.round, run->candidates[0].round);
    }
    EXPECT_EQ(games, run->games.size());
    EXPECT_LE(run->candidates[0].most, run->candidates[1].most);
}

}
}
