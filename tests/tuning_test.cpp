// The search's parameters and the levels: both are found by playing.
#include "lab/levels.hpp"
#include "lab/tune.hpp"
#include "session/strength.hpp"
#include "support.hpp"
#include <algorithm>
#include <filesystem>
#include <set>
#include <unistd.h>

namespace tavoliere {
namespace {

TunePlan small_plan() {
    TunePlan plan;
    plan.variant = "ataxx";
    plan.limits = "nodes=100,hash=1";
    plan.names = {"gain_order_weight", "lmr_factor", "gain_pruning_margin"};
    plan.begin = *read_parameters(
        "gain_order_weight=0,lmr_factor=40,gain_pruning_margin=230"); // moves unordered by gain: any order wins
    plan.pairs = 40;
    plan.opening_plies = 4;
    plan.rate = 0.5;
    return plan;
}

TuneState tuned(const TunePlan& plan, const TuneState& from, int until = 1'000'000) {
    std::atomic<bool> stop{false};
    const auto found = tune(plan, from, [&](const TuneState& s) { stop = s.done >= until; }, stop);
    EXPECT_TRUE(found) << found.error().text;
    return found.value_or(TuneState{});
}

TEST(Tune, GoesTheSameWayEvenWhenInterrupted) {
    const TunePlan plan = small_plan();
    const auto begin = begin_tuning(plan);
    ASSERT_TRUE(begin);
    const TuneState whole = tuned(plan, *begin);
    EXPECT_EQ(whole.done, 40);
    EXPECT_NE(whole.text(), begin->text()) << "forty pairs, and none was won by the same side twice";
    const TuneState half = tuned(plan, *begin, 5);
    EXPECT_EQ(half.done, 5);
    const auto read = read_tuning(tuning_file(half, plan), plan);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(tuning_file(tuned(plan, *read), plan), tuning_file(whole, plan));
}

TEST(Tune, ItsValuesAreWhatAnEngineTakes) {
    const TunePlan plan = small_plan();
    const TuneState state = tuned(plan, *begin_tuning(plan), 3);
    EXPECT_TRUE(read_player({.spec = "engine:depth=1," + state.text()}));
    EXPECT_TRUE(read_parameters(state.text()));
}

TEST(Tune, BeginsWhereItIsTold) {
    TunePlan plan = small_plan();
    plan.begin = *read_parameters("gain_pruning_margin=9,gain_order_weight=7"); // and the third from the game's own
    const std::string own = std::to_string(opened(plan.variant)->parameters().lmr_factor);
    EXPECT_EQ(begin_tuning(plan)->text(), "gain_order_weight=7,lmr_factor=" + own + ",gain_pruning_margin=9");
}

TEST(Tune, RefusesOtherFilesAndParameters) {
    const TunePlan plan = small_plan();
    const std::string file = tuning_file(*begin_tuning(plan), plan);
    EXPECT_TRUE(file.starts_with("{\"tavoliere\":\"tune\",\"version\":2,\"settings\":\"game=")) << file;
    EXPECT_EQ(file.rfind("},\"checksum\":\""), file.size() - 33)
        << file; // sixteen digits, and `"}` with the end of the line
    TunePlan other = plan;
    other.variant = "ataxx:size=4x4";
    EXPECT_FALSE(read_tuning(file, other));
    other = plan;
    other.names.pop_back();
    EXPECT_FALSE(read_tuning(file, other));
    const auto said_to = [&](const TunePlan& by) {
        const auto read = read_tuning(file, by);
        return read ? std::string("read") : read.error().text;
    };
    other = plan;
    other.seed = 2;
    EXPECT_TRUE(said_to(other).contains("it has \"seed=1\" where this one has \"seed=2\"")) << said_to(other);
    other = plan;
    other.rate = 0.25;
    EXPECT_TRUE(said_to(other).contains("it has \"rate=0.5\" where this one has \"rate=0.25\"")) << said_to(other);
    other = plan;
    other.begin = *read_parameters("gain_order_weight=1");
    EXPECT_FALSE(read_tuning(file, other));
    other = plan;
    other.pairs = 80; // more may be asked for
    other.threads = 2;
    EXPECT_TRUE(read_tuning(file, other));
    for (std::size_t at = 0; at + 1 < file.size(); ++at) {
        std::string damaged = file;
        damaged[at] = char(damaged[at] ^ 1 << at % 7);
        EXPECT_FALSE(read_tuning(damaged, plan)) << damaged;
    }
    // As it was before it said all its settings.
    const std::string before =
        "{\"tavoliere\":\"tune\",\"version\":1,\"game\":\"ataxx\",\"limits\":\"nodes=100,hash=1\","
        "\"done\":7,\"values\":{\"gain_order_weight\":1,\"lmr_factor\":2,\"gain_pruning_margin\":3}}\n";
    ASSERT_TRUE(read_tuning(before, plan));
    EXPECT_EQ(read_tuning(before, plan)->done, 7);
    for (const char* wrong : {"", "{}", "[]", "{\"tavoliere\":\"tune\"}", "not json"})
        EXPECT_FALSE(read_tuning(wrong, plan)) << wrong;
    other = plan;
    other.names = {"no_such_parameter"};
    EXPECT_FALSE(begin_tuning(other));
    other.names = {"gain_order_weight", "gain_order_weight"};
    EXPECT_FALSE(begin_tuning(other));
    for (const char* wrong :
         {"gain_order_weight", "gain_order_weight=", "gain_order_weight=x", "gain_order_weight=-1", "x=1", "=", ","})
        EXPECT_FALSE(read_parameters(wrong)) << wrong;
}

TEST(Tune, EveryParameterTakesAllThatItDeclares) {
    for (const ParameterInfo& p : parameters())
        for (const int value : {p.least, Parameters{}.*p.member, p.most}) {
            ParameterChanges changes;
            const auto done = change_parameter(changes, p.name, std::to_string(value));
            EXPECT_TRUE(done) << p.name << "=" << value;
            EXPECT_EQ(changed({}, changes).*p.member, value);
        }
}

TEST(Tune, GamesOwnValuesAreRight) {
    for (const GameInfo* game : games()) {
        const auto changes = read_parameters(search_changes(game->name));
        ASSERT_TRUE(changes) << game->name << ": " << changes.error().text;
        EXPECT_EQ(opened(game->name)->parameters(), changed({}, *changes)) << game->name;
    }
}

std::string first_choice(GameSession& s, const Limits& limits) {
    return s.think(limits, [](const ThoughtView&) {}, never).lines.at(0).moves.at(0);
}

TEST(Strength, WeakPlayersStrayAndStrongOnesDoNot) {
    const auto s = opened("clobber");
    std::set<std::string> weak, strong;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Limits limits;
        weaken(limits, 0);
        limits.seed = seed;
        weak.insert(first_choice(*s->copy(), limits));
        weaken(limits, 8);
        strong.insert(first_choice(*s->copy(), limits));
    }
    EXPECT_GT(weak.size(), 3u);
    EXPECT_EQ(strong.size(), 1u);
}

TEST(Strength, AWinInSightIsAlwaysTaken) {
    const auto s = opened("clobber:size=3x2");
    ASSERT_TRUE(s->set_position("x1x/o2 x"));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Limits limits;
        weaken(limits, least_strength);
        limits.seed = seed;
        EXPECT_EQ(first_choice(*s, limits), "a2xa1");
    }
}

TEST(Levels, AreFoundFromWeakToStrongAndPlayed) {
    const LevelsPlan plan{.variant = "clobber:size=4x4", .games = 4, .opening_plies = 2};
    int tried = 0;
    const auto found = find_levels(plan, [&](const LevelMatch& m) { tried += m.score.games() == 4; }, never);
    ASSERT_TRUE(found);
    EXPECT_TRUE(std::is_sorted(found->begin(), found->end()));
    EXPECT_GE(tried, 8);
    std::vector<int> levels;
    const Levels quick{-20, -10, 0, 5, 10, 15, 20};
    EXPECT_TRUE(play_levels(plan, quick, [&](const LevelMatch& m) { levels.push_back(m.level); }, never));
    EXPECT_EQ(levels, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

TEST(Levels, AreTheSameWhateverEndedTheSearch) {
    const auto kept = std::filesystem::temp_directory_path() / ("tavoliere-levels-" + std::to_string(::getpid()));
    std::filesystem::remove(kept);
    LevelsPlan plan{.variant = "clobber:size=4x4", .games = 4, .opening_plies = 2};
    const auto whole = find_levels(plan, [](const LevelMatch&) {}, never);
    ASSERT_TRUE(whole);
    plan.checkpoint = kept;
    std::size_t played = 0, last = 0;
    Expected<Levels> found;
    for (std::size_t until = 1; !last; ++until) { // ended after each match in turn
        std::atomic<bool> stop{false};
        std::size_t there = 0, all = 0;
        found = find_levels(
            plan,
            [&](const LevelMatch& m) {
                there += m.was_there;
                stop = ++all == until;
            },
            stop);
        ASSERT_TRUE(found) << found.error().text;
        EXPECT_EQ(there, played);
        played = all;
        if (!stop) last = until;
    }
    EXPECT_GT(last, 8u);
    EXPECT_EQ(*found, *whole);
    plan.seed = 2;
    const auto other = find_levels(plan, [](const LevelMatch&) {}, never);
    ASSERT_FALSE(other);
    EXPECT_TRUE(other.error().text.contains("it has \"seed=1\" where this one has \"seed=2\"")) << other.error().text;
    std::filesystem::remove(kept);
}

TEST(Levels, OfEveryGameRise) {
    for (const GameInfo* game : games())
        for (const Preset& preset : game->presets) {
            const Levels levels = levels_of(preset.variant);
            EXPECT_TRUE(std::is_sorted(levels.begin(), levels.end())) << preset.variant;
        }
}

TEST(Levels, AreAVariantsOwnWhereItHasSome) {
    static constexpr LevelsRow rows[] = {{"ataxx", {8, 9, 10, 11, 12, 13, 14}},
                                         {"ataxx:misere", {1, 2, 3, 4, 5, 6, 7}}};
    EXPECT_EQ(levels_of("ataxx", rows), rows[0].levels);
    EXPECT_EQ(levels_of("ataxx:misere", rows), rows[1].levels);
    EXPECT_EQ(levels_of("ataxx:size=5x5", rows), rows[0].levels);
    EXPECT_EQ(levels_of("boop", rows), standard_levels);
}

TEST(Levels, RowsAreOfVariantsAndGamesThatThereAre) {
    for (const LevelsRow& row : levels_rows()) EXPECT_EQ(opened(std::string(row.variant))->variant(), row.variant);
    for (const SearchRow& row : search_rows()) EXPECT_EQ(opened(std::string(row.game))->info().name, row.game);
}

TEST(Parameters, AreKnownByTheirEarlierNames) {
    const auto now = read_parameters("reverse_futility_margin=50,lmr_factor=7");
    const auto before = read_parameters("futile_margin=50,reduce_by=7");
    ASSERT_TRUE(before);
    EXPECT_EQ(changed({}, *before), changed({}, *now));
    EXPECT_EQ(renamed_parameters("engine:futile_margin=50,lmr_factor=7,reduce_by=7"),
              "futile_margin is called reverse_futility_margin now; reduce_by is called lmr_factor now");
    EXPECT_EQ(renamed_parameters("engine:time=1,lmr_factor=7"), "");
}

TEST(Levels, TheLastIsTheWholeEngine) {
    Limits asked{.depth = 3, .nodes = 5, .lines = 4, .level = most_level, .strength = 2, .temperature = 9};
    const Limits last = limits_as_asked(asked, "ataxx");
    EXPECT_EQ(last.seconds, last_level_seconds);
    EXPECT_EQ(std::tuple(last.depth, last.nodes, last.lines, last.level, last.temperature),
              std::tuple(0, 0u, 1, 0, 0.0));
    EXPECT_FALSE(last.strength);
    for (const auto& [given, taken] : {std::pair(0.2, 0.2), {5.0, last_level_seconds}}) { // as a clock asks
        asked.seconds = given;
        EXPECT_EQ(limits_as_asked(asked, "ataxx").seconds, taken);
    }
    asked.level = most_level - 1;
    EXPECT_EQ(limits_as_asked(asked, "ataxx").strength, levels_of("ataxx").back() / 10.0);
    // It solves what the engine solves, which no other level does.
    const auto kind = [](int level) {
        Limits limits;
        limits.level = level;
        return opened("clobber:size=3x4")->think(limits, ignore, never).lines.at(0).score.kind;
    };
    EXPECT_NE(kind(most_level), Score::Kind::estimate);
    EXPECT_EQ(kind(1), Score::Kind::estimate);
}

TEST(Levels, OfASessionAreThoseOfItsVariant) {
    const auto thought = [](const std::string& variant, int level, std::optional<double> strength) {
        Limits limits;
        limits.seed = 3;
        limits.level = level;
        limits.strength = strength;
        return opened(variant)->think(limits, ignore, never);
    };
    int all = 0, told_apart = 0; // a level's first plies can be the least search there is
    for (const GameInfo* game : games())
        for (const Preset& preset : game->presets)
            for (const int level : {1, 3}) {
                const double strength = levels_of(preset.variant)[std::size_t(level - 1)] / 10.0;
                const auto by_level = thought(std::string(preset.variant), level, {});
                const auto outright = thought(std::string(preset.variant), 0, strength);
                EXPECT_EQ(by_level.nodes, outright.nodes) << preset.variant;
                EXPECT_EQ(by_level.lines.at(0).moves, outright.lines.at(0).moves) << preset.variant;
                ++all;
                told_apart += by_level.nodes != thought(std::string(preset.variant), 0, strength + 1).nodes;
            }
    EXPECT_GT(told_apart, all / 2);
}

}
}
