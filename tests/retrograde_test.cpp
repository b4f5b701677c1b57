// Retrograde analysis: the results that are known, every position of tiny boards against a way that shares nothing with it,
// and tables in files.
#include "base/random.hpp"
#include "games/infection.hpp"
#include "games/magnetone.hpp"
#include "lab/tournament.hpp"
#include "protocols/engine.hpp"
#include "solve/table_check.hpp"
#include "solving.hpp"
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>
#include <unordered_map>

namespace tavoliere {
namespace {

template <Game G> Tablebase<G> table_of(const G& g, int threads = 1) {
    Tablebase<G> table(g, g.start());
    table.number(g);
    SolveLimits limits;
    limits.threads = threads;
    SolveClock clock(limits, never);
    EXPECT_FALSE(Retrograde<G>(g, table, limits.threads, unheard, clock).run(table.places().layers(), [](int) {}));
    return table;
}

SolutionView solve(GameSession& s, SolveLimits limits = {}) {
    limits.method = Method::retrograde;
    return s.solve(limits, unheard, never).value();
}

TEST(Retrograde, KnownResultsOfAtaxx) {
    const std::map<std::string, int> values = {
        {"ataxx:size=3x3", 1},  {"ataxx:size=3x4", 1},        {"thomas:size=3x3", 1},      {"assimilation:size=3x3", 1},
        {"thomas:size=3x4", 1}, {"ataxx:size=3x3,misere", 1}, {"ataxx:size=3x4,misere", 0}};
    for (const auto& [variant, value] : values) EXPECT_EQ(solve(*opened(variant)).value, value) << variant;
}

// All 3^16 ways to fill 16 cells, either side to move being the mover: those that are over, of them both sides without a
// piece and the full board shared evenly as finished draws, and no legal play leading to some.
TEST(Retrograde, EveryPositionOfAtaxx4x4) {
    if (sanitized)
        GTEST_SKIP() << "takes minutes under sanitizers; the release build runs it, and 3x4 is the same code";
    const auto found = solve(*opened("ataxx:size=4x4"));
    EXPECT_EQ(found.value, 1);
    EXPECT_EQ(found.plies, 3);
    const TableCounts known{.won = 30'398'696, .lost = 1'035'187, .ended = 12'871, .drawn = 11'599'967, .longest = 47};
    EXPECT_EQ(found.counts, known);
}

// LayerValues by the definition alone: V(0) knows what is over; V(k+1) asks V(k) for all moves. No layers, symmetries or order.
template <Game G> class SlowTruth {
public:
    using Position = PositionOf<G>;
    explicit SlowTruth(const G& g) : g_(g) {
        for (Word64 taken = g.board.all & ~blocked();; taken = (taken - 1) & (g.board.all & ~blocked())) {
            for (Word64 mine = taken;; mine = (mine - 1) & taken) {
                add(mine, taken ^ mine);
                if (!mine) break;
            }
            if (!taken) break;
        }
        for (bool is_new = true; is_new;) {
            is_new = false;
            std::vector<std::pair<std::size_t, Exact>> found;
            for (std::size_t i = 0; i < positions.size(); ++i)
                if (values[i].is_draw())
                    if (const Exact v = of_moves(positions[i]); !v.is_draw()) found.emplace_back(i, v);
            for (const auto& [i, v] : found) values[i] = v;
            is_new = !found.empty();
        }
    }
    std::vector<Position> positions;
    std::vector<Exact> values;

private:
    Word64 blocked() const {
        Word64 r = 0;
        for (Word64 plane : g_.start().neutral) r |= plane;
        return r;
    }
    void add(Word64 mine, Word64 theirs) {
        Position p{};
        p.neutral = g_.start().neutral;
        p.mine[0] = mine;
        p.theirs[0] = theirs;
        if (g_.read_fields(std::span<const std::string_view>{}, p)) return;
        at_[mine | theirs << 32] = positions.size();
        positions.push_back(p);
        values.push_back(of_end(p).value_or(Exact()));
    }
    std::optional<Exact> of_end(const Position& p) const {
        const auto verdict = g_.verdict(p);
        return verdict ? std::optional(Exact::ended(*verdict)) : std::nullopt;
    }
    Exact of_moves(const Position& p) const {
        if (g_.verdict(p)) return {};
        MovesOf<G> list;
        g_.moves(p, list);
        std::optional<Exact> best;
        for (const auto& m : list) {
            Position q = g_.after(p, m);
            q.clock = 0;
            const auto ended = of_end(q);
            const Exact v = (ended ? *ended : values[at_.at(q.mine[0] | q.theirs[0] << 32)]).before();
            if (!best || is_better(v, *best)) best = v;
        }
        return *best;
    }
    const G& g_;
    std::unordered_map<Word64, std::size_t> at_; // by the mover's cells, and 32 bits higher the other's
};

template <class F> void compare_all(std::string_view variant) {
    const auto g = rules<F>(variant);
    const auto table = table_of(g);
    const SlowTruth truth(g);
    TableCounts counts;
    for (std::size_t i = 0; i < truth.positions.size(); ++i) {
        const auto& p = truth.positions[i];
        const Exact v = truth.values[i];
        ASSERT_EQ(table.probe(g, p)->code(), v.code()) << variant << " " << position_text(g, p);
        (v.outcome() > 0 ? counts.won : v.outcome() < 0 ? counts.lost : g.verdict(p) ? counts.ended : counts.drawn)++;
        if (!v.is_draw()) counts.longest = std::max(counts.longest, v.plies());
    }
    EXPECT_EQ(table.counts(), counts) << variant;
}

TEST(Retrograde, AgreesWithTheDefinitionEverywhereOnTinyBoards) {
    for (const char* variant : {"ataxx:size=3x3,misere", "ataxx:size=4x3,blocks=b1+b3+c2", "hexxagon:size=2"})
        compare_all<InfectionFamily>(variant);
    if (sanitized) return; // minutes; the release build goes on
    for (const char* variant : {"ataxx:size=3x3", "ataxx:size=3x3,orthogonal", "ataxx:size=3x3,straight",
                                "hexxagon:size=3,blocks=a2+b1+b2+b3+b4+c2+c4+d2+d3+e2"})
        compare_all<InfectionFamily>(variant);
    for (const char* variant : {"magnetone:size=4x4,pieces=2", "magnetone:size=4x4,pieces=2,weak"})
        compare_all<MagnetoneFamily>(variant);
}

TEST(Retrograde, AValueIsThatOfTheBestMove) {
    const auto g = rules<InfectionFamily>("ataxx:size=3x4,orthogonal");
    const auto table = table_of(g);
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const int n = random.below(table.places().layers());
        const auto block = std::size_t(random.below(int(table.places().blocks(n))));
        const auto p = table.position(n, block, std::size_t(random.below(int(table.places().patterns(n)))));
        MovesOf<decltype(g)> list;
        g.moves(p, list);
        std::optional<Exact> best;
        for (const auto& m : list)
            if (const Exact v = table.probe(g, g.after(p, m))->before(); !best || is_better(v, *best)) best = v;
        if (!best) continue;
        ASSERT_EQ(best->code(), table.probe(g, p)->code()) << position_text(g, p);
    }
}

TEST(Retrograde, ThreadsMakeTheSameTable) {
    const auto g = rules<InfectionFamily>("ataxx:size=3x4");
    const auto one = table_of(g, 1), three = table_of(g, 3);
    EXPECT_EQ(one.counts(), three.counts());
    for (std::size_t n = 0; n < one.values().size(); ++n)
        for (std::size_t i = 0; i < one.values()[n].size(); ++i)
            ASSERT_EQ(one.values()[n].at(i).code(), three.values()[n].at(i).code());
}

// Every way to place pieces has one number, every number is one, and a block's images add up to all.
TEST(Retrograde, PlacesAreNumberedWithoutGaps) {
    const auto g = rules<InfectionFamily>("hexxagon:size=2");
    Tablebase<std::remove_const_t<decltype(g)>> table(g, g.start());
    table.number(g);
    const Placements& places = table.places();
    std::uint64_t all = 0;
    for (int n = 0; n < places.layers(); ++n)
        for (std::size_t b = 0; b < places.blocks(n); ++b)
            for (std::size_t i = 0; i < places.patterns(n); ++i) {
                const auto [mine, theirs] = places.planes(n, b, i);
                const auto found = places.find(mine, mine | theirs);
                ASSERT_EQ(found.layer, n);
                ASSERT_EQ(found.block, b);
                ASSERT_EQ(found.number, b * places.patterns(n) + i);
                all += std::uint64_t(places.images(n, b));
            }
    EXPECT_EQ(all, 2187u); // 3^7
}

template <class F> void expect_proved(const std::string& variant) {
    const auto g = rules<F>(variant);
    const auto table = table_of(g);
    const Checked checked = TableChecker(g, table, never).check_all();
    EXPECT_EQ(checked.failure, "") << variant;
    EXPECT_EQ(checked.positions, checked.of) << variant;
    EXPECT_GT(checked.of, 500u) << variant;
}

TEST(TableChecks, ProveWhatSolvingMakes) {
    for (const char* variant : {"ataxx:size=3x3", "ataxx:size=3x4,misere", "thomas:size=3x4", "hexxagon:size=2"})
        expect_proved<InfectionFamily>(variant);
    expect_proved<MagnetoneFamily>("magnetone:size=4x4,pieces=2");
}

// Whichever value is another, of another outcome or only of other plies, its own position or one before it disagrees.
TEST(TableChecks, FindEveryWrongValue) {
    const auto g = rules<InfectionFamily>("ataxx:size=3x3");
    auto table = table_of(g);
    int changed = 0;
    for (std::size_t layer = 0; layer < table.values().size(); ++layer)
        for (std::size_t i = 0; i < table.values()[layer].size(); i += 7, ++changed) {
            const Exact right = table.values()[layer].at(i);
            const Exact later = right.outcome() > 0 ? Exact::win(right.plies() + 2) : Exact::loss(right.plies() + 2);
            table.values()[layer].set(i, right.is_draw() ? Exact::win(3) : changed % 2 ? Exact() : later);
            EXPECT_NE(TableChecker(g, table, never).check_all().failure, "") << layer << " " << i;
            EXPECT_NE(TableChecker(g, table, never).check_some(30'000, 1).failure, "") << layer << " " << i;
            table.values()[layer].set(i, right);
        }
    EXPECT_GT(changed, 500);
    ++table.counts().won;
    EXPECT_EQ(TableChecker(g, table, never).check_all().failure, "the table counts its positions wrongly");
}

TEST(Retrograde, GivesUpInTime) {
    const auto s = opened("ataxx:size=4x4");
    SolveLimits limits;
    limits.seconds = 0.05;
    const std::clock_t begin = std::clock();
    const auto found = solve(*s, limits);
    EXPECT_FALSE(found.value);
    EXPECT_EQ(found.why, Unsolved::time);
    EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC);
}

TEST(Retrograde, SaysWhatItNeeds) {
    SolveLimits limits;
    limits.method = Method::retrograde;
    limits.memory_mb = 4;
    const auto error = [&](const char* variant) { return opened(variant)->solve(limits, unheard, never).error().text; };
    EXPECT_EQ(error("ataxx:size=4x4"), "memory: a table of all positions needs more than 6 MB; it may take 4 MB");
    EXPECT_EQ(error("ataxx"),
              "memory: a table of all positions of 49 cells is too large; it can have at most 25 cells");
    EXPECT_NE(error("clobber:size=4x4").find("method: retrograde is not for this game"), std::string::npos);
}

// Tables in files.

struct TableFiles : testing::Test {
    const std::string directory =
        std::filesystem::temp_directory_path() / ("tavoliere-tables-" + std::to_string(getpid()));
    const std::string variant = "ataxx:size=3x3", path = table_path(directory, variant);
    TableFiles() { std::filesystem::create_directory(directory); }
    ~TableFiles() override { std::filesystem::remove_all(directory); }

    SolutionView solve_and_keep() const {
        SolveLimits limits;
        limits.tables = directory;
        return solve(*opened(variant), limits);
    }
    std::string content() const {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // A file that is written again has another time, however quickly it was.
    void set_content(const std::string& bytes) const {
        std::ofstream(path, std::ios::binary) << bytes;
        static int writes = 0;
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() +
                                                   std::chrono::seconds(++writes));
    }
};

TEST_F(TableFiles, AreReadAgain) {
    const auto made = solve_and_keep(), read = solve_and_keep();
    EXPECT_GT(made.nodes, 0u);
    EXPECT_EQ(read.nodes, 0u);
    EXPECT_EQ(made.counts, read.counts);
    EXPECT_EQ(made.best, read.best);
    EXPECT_EQ(made.plies, read.plies);
}

TEST_F(TableFiles, AreGoneOnWith) {
    const auto g = rules<InfectionFamily>(variant);
    auto table = table_of(g);
    const auto whole = solve_and_keep();
    const std::string bytes = content();
    auto head = head_of(g, variant, table.places().layers());
    // As a killed run leaves it: six layers solved, and counted.
    Tablebase<decltype(table)::Rules> part(g, g.start());
    part.number(g);
    std::atomic<bool> stop = false;
    SolveClock clock(SolveLimits{}, stop);
    Retrograde work(g, part, 1, unheard, clock);
    EXPECT_TRUE(work.run(part.places().layers(), [&](int layer) { stop = layer == 4; }));
    head.from = 4;
    head.counts = part.counts();
    part.values().resize(table.values().size());
    ASSERT_TRUE(write_table(path, head, part.values()));
    EXPECT_FALSE(opened(variant)->use_tables(directory)); // not finished
    const auto found = solve_and_keep();
    EXPECT_LT(found.nodes, whole.nodes);
    EXPECT_EQ(found.counts, whole.counts);
    EXPECT_EQ(content(), bytes);
}

// Wherever it is ended, and what is ended leaves nothing half done.
TEST_F(TableFiles, ReadingAndWritingCanBeEnded) {
    solve_and_keep();
    const std::string good = content();
    const auto g = rules<InfectionFamily>(variant);
    int looks = 0;
    const auto after = [&](int most) { return [&looks, most, seen = 0]() mutable { return ++looks, ++seen > most; }; };
    const auto whole = read_tablebase(g, variant, path, after(1 << 30));
    ASSERT_TRUE(whole && *whole);
    const int all = looks;
    EXPECT_GT(all, 10);
    for (int most = 0; most < all; ++most) EXPECT_FALSE(read_tablebase(g, variant, path, after(most))) << most;

    const auto& table = ***whole;
    auto head = head_of(g, variant, table.places().layers());
    head.counts = table.counts();
    looks = 0;
    EXPECT_EQ(write_table(path, head, table.values(), after(1 << 30)).value(), true);
    EXPECT_EQ(content(), good);
    set_content("an older one");
    for (int most = looks; most-- > 0;)
        EXPECT_EQ(write_table(path, head, table.values(), after(most)).value(), false) << most;
    EXPECT_EQ(content(), "an older one");
    EXPECT_EQ(std::ranges::distance(std::filesystem::directory_iterator(directory)), 1);
}

// Who has no time goes without; the table is there for the next who asks.
TEST_F(TableFiles, AreReadOnceForAllWhoAsk) {
    std::atomic<int> readings = 0;
    std::atomic<bool> may_end = false;
    const ReadOnce<std::string>::Read read = [&](const IsOver& is_unwanted) -> std::optional<std::string> {
        ++readings;
        while (!may_end)
            if (is_unwanted()) return {};
        return "read";
    };
    const auto at_once = [] { return true; };
    {
        ReadOnce<std::string> kept;
        EXPECT_FALSE(kept.get("a", "1", read, at_once));
        EXPECT_FALSE(kept.get("a", "1", read, at_once));
        may_end = true;
        EXPECT_EQ(kept.get("a", "1", read, never_over), "read");
        EXPECT_EQ(readings, 1);
        EXPECT_EQ(kept.get("a", "2", read, never_over), "read");
        EXPECT_EQ(readings, 2);
        may_end = false;
        EXPECT_FALSE(kept.get("a", "3", read, at_once));
        EXPECT_FALSE(kept.get("b", "1", read, at_once));
    } // and neither reading is waited for
    solve_and_keep();
    std::atomic<bool> stop = true;
    const auto s = opened(variant);
    EXPECT_TRUE(s->use_tables(directory, 0, stop)); // no table, or it was there already
    EXPECT_TRUE(s->use_tables(directory, 60, never));
    EXPECT_EQ(solve(*s).nodes, 0u);
}

TEST_F(TableFiles, BrokenOnesAreRefused) {
    solve_and_keep();
    const std::string good = content();
    const auto refused = [&](const std::string& bytes) {
        set_content(bytes);
        const auto used = opened(variant)->use_tables(directory);
        return used ? std::string("taken") : used.error().text;
    };
    EXPECT_EQ(refused(good), "taken");
    EXPECT_NE(refused("").find("no table of this version"), std::string::npos);
    EXPECT_NE(refused(good.substr(0, good.size() - 1)).find("is broken; delete it"), std::string::npos);
    EXPECT_NE(refused(good + "x").find("is broken"), std::string::npos);
    for (std::size_t at = 20; at < good.size(); at += 7) {
        std::string bad = good;
        bad[at] = char(bad[at] ^ 1);
        ASSERT_NE(refused(bad), "taken") << at;
    }
    // Another variant's, under this name.
    set_content(good);
    std::filesystem::rename(path, table_path(directory, "ataxx:size=3x3,misere"));
    EXPECT_NE(opened("ataxx:size=3x3,misere")->use_tables(directory).error().text.find("is for ataxx:size=3x3, not"),
              std::string::npos);
}

TEST_F(TableFiles, RefusedOnesAreNotReadAgainUntilTheyChange) {
    solve_and_keep();
    const std::string good = content();
    std::string bad = good;
    bad[bad.size() / 2] ^= 1;
    set_content(bad);
    const auto written = std::filesystem::last_write_time(path);
    EXPECT_FALSE(opened(variant)->use_tables(directory));
    set_content(good);
    std::filesystem::last_write_time(path, written); // to all appearance the same file
    EXPECT_FALSE(opened(variant)->use_tables(directory));
    std::filesystem::last_write_time(path, written + std::chrono::seconds(1));
    EXPECT_TRUE(opened(variant)->use_tables(directory));
}

TEST_F(TableFiles, SolvingAnswersByThemUntilTheyAreTakenAway) {
    const auto made = solve_and_keep();
    const auto s = opened(variant);
    const auto proved = [&] { return s->solve({.method = Method::proof}, unheard, never)->nodes; };
    const auto searched = proved();
    ASSERT_TRUE(s->use_tables(directory));
    const auto known = solve(*s);
    EXPECT_EQ(known.nodes, 0u);
    EXPECT_EQ(known.value, made.value);
    EXPECT_EQ(known.best, made.best);
    EXPECT_EQ(known.plies, made.plies);
    EXPECT_EQ(proved(), searched); // who asks for a way gets it
    ASSERT_TRUE(s->use_tables(""));
    EXPECT_GT(solve(*s).nodes, 0u);
}

TEST_F(TableFiles, APlayerOfAMatchPlaysByThem) {
    solve_and_keep();
    MatchPlan plan{.variant = variant, .games = 8};
    plan.first.spec = "engine:nodes=1,tables=" + directory;
    plan.second.spec = "engine:nodes=1";
    const auto report = play_match(plan, [](const PlayedGame&, const MatchReport&) {}, never);
    ASSERT_TRUE(report) << report.error().text;
    EXPECT_EQ(report->score.games(), 8);
    // With either colour it has what the opening is worth, or more: a whole point of two at least.
    EXPECT_EQ(report->score.pairs[0] + report->score.pairs[1], 0);

    set_content("no table");
    const auto refused = play_match(plan, [](const PlayedGame&, const MatchReport&) {}, never);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("no table of this version"), std::string::npos);
}

TEST_F(TableFiles, AnalysisAnswersByThem) {
    solve_and_keep();
    const auto s = opened(variant, "x1o/3/o1x x 0 1");
    ASSERT_TRUE(s->use_tables(directory));
    Limits limits;
    limits.lines = 3;
    const auto told = s->think(limits, ignore, never);
    ASSERT_EQ(told.lines.size(), 3u);
    const auto first = told.lines[0];
    EXPECT_EQ(first.score, (Score{Score::Kind::win, 1}));
    EXPECT_EQ(first.moves.size(), 1u);
    EXPECT_EQ(told.lines[0].moves[0], *solve(*s).best);
    for (const auto& line : told.lines) { // each ends when it says
        const bool ends = line.score.kind != Score::Kind::draw;
        EXPECT_EQ(line.moves.size(), ends ? std::size_t(line.score.value) : 1u);
    }
    EXPECT_FALSE(s->copy()->think(limits, ignore, never).lines.empty());
}

TEST_F(TableFiles, AnEngineAnswersByThem) {
    solve_and_keep();
    std::string said;
    {
        LineEngine engine(ugi, opened("boop"), [&](const std::string& line) { said += line + "\n"; });
        for (const std::string& line :
             {"setoption name Tables value " + directory, "setoption name Game value " + variant,
              std::string("position fen x1o/3/o1x x 0 1"), std::string("go nodes 1")})
            engine.hear(line);
        engine.finish(never);
    }
    EXPECT_NE(said.find(" score mate 1 "), std::string::npos) << said;
    EXPECT_NE(said.find("bestmove "), std::string::npos) << said;
}

TEST_F(TableFiles, AnEngineForgetsThemWhenItsOptionIsEmptied) {
    SolveLimits limits;
    limits.tables = directory;
    const std::string larger = "ataxx:size=3x4"; // won within three turns, which one node does not see
    solve(*opened(larger), limits);
    const std::string set = "setoption name Tables value ";
    const auto said_after = [&](std::initializer_list<std::string> options) {
        std::string said;
        LineEngine engine(ugi, opened(larger), [&](const std::string& line) { said += line + "\n"; });
        for (const std::string& option : options) engine.hear(option);
        for (const std::string_view line : {"ugi", "position startpos", "go nodes 1"}) engine.hear(line);
        engine.finish(never);
        return said;
    };
    const std::string with = said_after({set + directory});
    EXPECT_NE(with.find(" score mate "), std::string::npos) << with;
    EXPECT_EQ(with.find("<empty>"), std::string::npos) << with;
    for (const std::string_view empty : {"<empty>", ""}) {
        const std::string without = said_after({set + directory, set + std::string(empty)});
        EXPECT_EQ(without.find(" score mate "), std::string::npos) << without;
        EXPECT_NE(without.find("option name Tables type string default <empty>\n"), std::string::npos) << without;
        EXPECT_EQ(without.find("info string"), std::string::npos) << without;
    }
}

// A win that would come after the clock has ended the game is none: the search has to say.
TEST_F(TableFiles, TheClockIsRespected) {
    const auto g = rules<InfectionFamily>("ataxx:size=3x4");
    const auto table = table_of(g);
    auto p = g.start();
    ASSERT_EQ(table.probe(g, p)->code(), Exact::win(3).code());
    p.clock = 97;
    EXPECT_EQ(table.probe_in_play(g, p)->code(), Exact::win(3).code());
    p.clock = 98;
    EXPECT_FALSE(table.probe_in_play(g, p));
    p.clock = 100;
    EXPECT_TRUE(table.probe_in_play(g, p)->is_draw());
}

TEST(TableCompression, GivesBackWhatItTook) {
    Random random(7);
    for (std::size_t size : {0u, 1u, 2u, 1000u, 100'000u})
        for (int kinds : {1, 2, 256}) {
            std::vector<std::uint8_t> values(size), again(size);
            for (auto& v : values) v = std::uint8_t(255 - random.below(kinds));
            const std::string bytes = compressed(values);
            EXPECT_TRUE(expand(bytes, again));
            EXPECT_EQ(values, again);
            EXPECT_LE(bytes.size(), size + size / 4 + 64);
        }
}

TEST(TableCompression, LongWinsTakeTwoBytes) {
    LayerValues wide(3, true);
    wide.set(0, Exact::win(500));
    wide.set(2, Exact::loss(1));
    const std::string path = std::filesystem::temp_directory_path() / ("tavoliere-wide-" + std::to_string(getpid()));
    const TableHead head{.variant = "v", .rules = 1, .counts = {}, .layers = 1, .from = 0};
    ASSERT_TRUE(write_table(path, head, {wide}));
    TableValues read;
    ASSERT_TRUE(read_table(path, head, {3}, read));
    EXPECT_TRUE(read[0].is_wide());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(read[0].at(i).code(), wide.at(i).code());
    std::filesystem::remove(path);
}

}
}
