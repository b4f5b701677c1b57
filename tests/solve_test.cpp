// Solving: the same answers as plain minimax without any device, with distances; known results; obedient to its limits.
#include "base/random.hpp"
#include "games/attract.hpp"
#include "games/clobber.hpp"
#include "games/insert.hpp"
#include "solve/alphabeta.hpp"
#include "solving.hpp"

namespace tavoliere {
namespace {

// The value with its distance, as the solver means it, by trying everything.
template <Game G> int plain_value(const G& g, const PositionOf<G>& p) {
    if (const auto verdict = g.verdict(p)) return verdict->outcome * won;
    MovesOf<G> list;
    g.moves(p, list);
    int best = -won;
    for (const auto& m : list) best = std::max(best, value_of_move_to(plain_value(g, g.after(p, m))));
    return best;
}

// A position of a random game that has at most `most` empty cells, or moves; or where the game ended.
template <Game G> PositionOf<G> late(const G& g, Random& random, const auto& is_late) {
    auto p = g.start();
    while (!is_late(p)) {
        MovesOf<G> list;
        g.moves(p, list);
        if (list.empty()) return p;
        p = g.after(p, list[random.below(list.size())]);
    }
    return p;
}

template <Game G> void agrees(const G& g, const PositionOf<G>& p, BoundsTable& table, int threads = 1) {
    if (g.verdict(p)) return;
    const int truth = plain_value(g, p);
    SolveLimits limits;
    limits.threads = threads;
    const auto s = solve_by_search(g, p, limits, table, unheard, never);
    ASSERT_EQ(s.value, (truth > 0) - (truth < 0));
    ASSERT_EQ(s.plies.value_or(won), won - std::abs(truth));
    ASSERT_TRUE(s.best);
    ASSERT_EQ(value_of_move_to(plain_value(g, g.after(p, *s.best))), truth);
}

TEST(Solve, ATableGrowsWithWhatIsInIt) {
    BoundsTable table(64);
    Random random(1);
    std::vector<Key> keys(100'000);
    for (Key& key : keys) {
        key = {random.next(), random.next()};
        const std::uint64_t n = key.check;
        table.keep(key, {std::int16_t(n % 1000), won, std::uint16_t(n % 50), std::uint8_t(1 + n % 9)});
    }
    const auto kept = [&] {
        std::vector<Key> found;
        for (const Key& key : keys)
            if (Proved p; table.find(key, p) && p.low == std::int16_t(key.check % 1000) && p.move == key.check % 50)
                found.push_back(key);
        return found;
    };
    const auto before = kept();
    EXPECT_GT(before.size(), 95'000u);
    std::size_t bytes = table.bytes();
    EXPECT_LE(bytes, std::size_t{4} << 20);
    for (; table.is_small_for(~std::uint64_t{0}); bytes *= 2) {
        EXPECT_EQ(table.bytes(), bytes);
        table.grow();
    }
    EXPECT_GT(bytes, std::size_t{60} << 20);
    EXPECT_EQ(kept(), before);
}

TEST(Solve, InsertAgreesWithPlainSearch) {
    Random random(1);
    for (const char* variant : {"insert", "insert:board=random-3", "insert:xplus", "insert:xplus,board=random-8"}) {
        const auto g = rules<InsertFamily>(variant);
        BoundsTable table(16);
        for (int i = 0; i < 1000; ++i) {
            const int left = 2 + random.below(5);
            const auto p = late(g, random, [&](const auto& q) { return count(q.taken()) >= g.rings - left; });
            agrees(g, p, table);
            if (::testing::Test::HasFatalFailure()) FAIL() << variant << " position " << i;
        }
    }
}

// Positions set up by hand, with rings of any colour and so more rows, groups and rings to turn than play has.
TEST(Solve, InsertAgreesWithPlainSearchOnAnyPosition) {
    Random random(2);
    const auto g = rules<InsertFamily>("insert:xplus,board=random-5");
    BoundsTable table(16);
    for (int i = 0; i < 2000; ++i) {
        auto p = g.start();
        const int rings = g.rings - 1 - random.below(5);
        while (count(p.taken()) < rings) {
            const Cell c = Cell(random.below(36));
            if (!has(p.taken(), c)) (random.below(2) ? p.mine : p.theirs)[0] |= bit<Word64>(c), p.number[0] = c;
        }
        p.turn = std::uint8_t(rings % 2);
        agrees(g, p, table);
        if (::testing::Test::HasFatalFailure()) FAIL() << "position " << i;
    }
}

TEST(Solve, ClobberAndAttractAgreeWithPlainSearch) {
    Random random(3);
    const auto clobber = rules<ClobberFamily>("clobber:size=4x4");
    const auto attract = rules<AttractFamily>("attract:size=4x4");
    BoundsTable of_clobber(16), of_attract(16);
    for (int i = 0; i < 500; ++i) {
        agrees(clobber, late(clobber, random, [&](const auto& q) { return clobber.count(q) <= 9; }), of_clobber);
        agrees(attract, late(attract, random, [&](const auto& q) { return attract.count(q) <= 6; }), of_attract);
        if (::testing::Test::HasFatalFailure()) FAIL() << "position " << i;
    }
}

TEST(Solve, ThreadsAgree) {
    Random random(4);
    const auto g = rules<InsertFamily>("insert");
    BoundsTable table(16);
    for (int i = 0; i < 100; ++i)
        agrees(g, late(g, random, [&](const auto& q) { return count(q.taken()) >= 24; }), table, 3);
}

// What playing needs where there is no time to find the shortest. Truth is here what the solver says with patience.
TEST(Solve, AWinWithoutItsDistanceHasABound) {
    Random random(7);
    const auto g = rules<InsertFamily>("insert");
    SolveLimits patient, limits;
    limits.patience = 0;
    int wins = 0, longer = 0;
    for (int i = 0; i < 60; ++i) {
        const auto p = late(g, random, [](const auto& q) { return count(q.taken()) >= 10; });
        if (g.verdict(p)) continue;
        BoundsTable table(1), other(16);
        const auto s = solve_by_search(g, p, limits, table, unheard, never);
        ASSERT_EQ(s.value == 1, s.most_plies.has_value());
        if (s.value != 1) continue;
        ++wins;
        const auto truth = solve_by_search(g, p, patient, other, unheard, never);
        ASSERT_EQ(truth.most_plies, truth.plies);
        ASSERT_LE(truth.plies.value(), *s.most_plies);
        longer += *truth.plies < *s.most_plies;
        const auto next = g.after(p, s.best.value());
        if (const auto verdict = g.verdict(next)) {
            ASSERT_EQ(verdict->outcome, -1);
            continue;
        }
        const auto lost = solve_by_search(g, next, patient, other, unheard, never);
        ASSERT_EQ(lost.value, -1);
        ASSERT_LT(lost.plies.value(), *s.most_plies);
    }
    EXPECT_GT(wins, 10);
    EXPECT_GT(longer, 0);
}

// Grown many times over on the way, also while the distance is looked for.
TEST(Solve, ItGoesOnWithALargerTable) {
    Random random(6);
    const auto g = rules<InsertFamily>("insert");
    for (int i = 0; i < 6; ++i) {
        const auto p = late(g, random, [&](const auto& q) { return count(q.taken()) >= 8; });
        SolveLimits limits;
        BoundsTable whole(16, std::size_t{16} << 20);
        const auto expected = solve_by_search(g, p, limits, whole, unheard, never);
        for (const int threads : {1, 2}) {
            limits.threads = threads;
            BoundsTable growing(1, 1024);
            const std::size_t first_bytes = growing.bytes();
            const auto found = solve_by_search(g, p, limits, growing, unheard, never);
            EXPECT_EQ(found.value, expected.value);
            EXPECT_EQ(found.plies, expected.plies);
            EXPECT_TRUE(found.best);
            if (found.nodes > 20'000) { EXPECT_GT(growing.bytes(), first_bytes); }
        }
    }
}

// `soonest` says 1 exactly where a move wins, and never more than a win takes.
TEST(Solve, InsertKnowsWinsAtOnce) {
    Random random(5);
    const auto g = rules<InsertFamily>("insert:xplus");
    int won_now = 0;
    for (int i = 0; i < 2000; ++i) {
        const int rings = 4 + random.below(26);
        const auto p = late(g, random, [&](const auto& q) { return count(q.taken()) >= rings; });
        if (g.verdict(p)) continue;
        MovesOf<decltype(g)> list;
        g.moves(p, list);
        bool wins = false;
        for (const auto& m : list) {
            const auto verdict = g.verdict(g.after(p, m));
            wins |= verdict && verdict->outcome < 0;
        }
        EXPECT_EQ(g.soonest(p) == 1, wins);
        won_now += wins;
    }
    EXPECT_GT(won_now, 100);
}

TEST(Solve, KnownResults) {
    SolveLimits limits;
    limits.patience = 0;
    for (const auto& [size, value] : {std::pair{"clobber:size=2x6", -1},
                                      {"clobber:size=3x4", -1},
                                      {"clobber:size=3x5", 1},
                                      {"clobber:size=3x6", -1},
                                      {"clobber:size=4x4", 1}}) {
        const auto g = rules<ClobberFamily>(size);
        BoundsTable table(64);
        EXPECT_EQ(solve_by_search(g, g.start(), limits, table, unheard, never).value, value) << size;
    }
    const auto g = rules<InsertFamily>("insert");
    BoundsTable table(64);
    EXPECT_EQ(solve_by_search(g, g.start(), limits, table, unheard, never).value, 1);
}

TEST(Solve, GivesUpInTime) {
    const auto g = rules<AttractFamily>("attract:size=8x8");
    SolveLimits limits;
    limits.seconds = 0.2;
    BoundsTable table(16);
    const auto s = solve_by_search(g, g.start(), limits, table, unheard, never);
    EXPECT_FALSE(s.value);
    EXPECT_EQ(s.why, Unsolved::time);
    EXPECT_LT(s.seconds, 5);
    const std::atomic<bool> stop{true};
    EXPECT_EQ(solve_by_search(g, g.start(), {}, table, unheard, stop).why, Unsolved::stopped);
}

}
}
