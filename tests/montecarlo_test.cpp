// Monte-Carlo tree search, of both kinds: right where the truth is known, repeatable, obedient.
#include "base/random.hpp"
#include "support.hpp"
#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

namespace tavoliere {
namespace {

Limits visits(const MonteCarlo& how, std::uint64_t nodes) {
    Limits l;
    l.nodes = nodes;
    l.monte_carlo = how;
    return l;
}
ThoughtView think(GameSession& s, const Limits& limits) { return s.think(limits, ignore, never); }
std::string choice(GameSession& s, const Limits& limits) { return think(s, limits).lines.at(0).moves.at(0); }

constexpr MonteCarlo kinds[] = {plain_uct, judged_tree};

void play_random_moves(GameSession& s, int plies, Random& random) {
    for (int i = 0; i < plies && !s.result(); ++i) {
        const auto moves = s.moves();
        ASSERT_TRUE(s.play(moves[std::size_t(random.below(int(moves.size())))].text));
    }
}

bool wins_at_once(GameSession& s, const std::string& move) {
    const char mover = s.view().turn;
    EXPECT_TRUE(s.play(move)) << move;
    const auto result = s.result();
    s.undo();
    return result && static_cast<char>(result->winner) == mover;
}
bool can_win_at_once(GameSession& s) {
    for (const auto& m : s.moves())
        if (wins_at_once(s, m.text)) return true;
    return false;
}
bool lets_win_at_once(GameSession& s, const std::string& move) {
    EXPECT_TRUE(s.play(move)) << move;
    const bool can = !s.result() && can_win_at_once(s);
    s.undo();
    return can;
}

// By trying everything; of games without draws.
bool is_won(GameSession& s) {
    for (const auto& m : s.moves()) {
        EXPECT_TRUE(s.play(m.text));
        const bool is_lost = !is_won(s);
        s.undo();
        if (is_lost) return true;
    }
    return false;
}

// Positions from which one side can win at once, met in random games: of each variant one.
TEST(MonteCarloSearch, AJudgedTreeFindsAWinInOneInEveryGame) {
    for (const char* variant :
         {"ataxx:size=5x5", "clobber", "boop", "attract", "insert", "magnetone", "blocco:size=4x4"}) {
        Random random(1);
        bool found = false;
        for (int tries = 0; !found && tries < 200; ++tries) {
            const auto s = opened(variant);
            do play_random_moves(*s, 1, random);
            while (!s->result() && !can_win_at_once(*s));
            if (s->result()) continue;
            found = true;
            const auto best = think(*s, visits(judged_tree, 5'000)).lines.at(0);
            EXPECT_TRUE(wins_at_once(*s, best.moves.at(0))) << variant << " " << s->position();
            EXPECT_EQ(best.score, (Score{Score::Kind::win, 1})) << variant << " " << s->position();
        }
        EXPECT_TRUE(found) << variant;
    }
}

// Two plies before the end of random games, where it was the last but one move that lost and another would not have.
TEST(MonteCarloSearch, BothKindsAvoidALossInOne) {
    for (const char* variant : {"boop", "insert", "clobber:size=4x4"}) {
        Random random(2);
        bool found = false;
        for (int tries = 0; !found && tries < 100; ++tries) {
            const auto s = opened(variant);
            play_random_moves(*s, 1000, random);
            s->undo();
            if (!can_win_at_once(*s) || !s->undo() || can_win_at_once(*s)) continue;
            const auto moves = s->moves();
            found =
                std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return !lets_win_at_once(*s, m.text); });
            // Where all is lost, it is not said which move loses last.
            Limits deep;
            deep.depth = 8;
            found = found && think(*s, deep).lines.at(0).score.kind != Score::Kind::loss;
            if (!found) continue;
            for (const MonteCarlo& how : kinds)
                EXPECT_FALSE(lets_win_at_once(*s, choice(*s, visits(how, 40'000)))) << variant << " " << s->position();
        }
        EXPECT_TRUE(found) << variant;
    }
}

// Won positions of small Clobber, the whole tree of which is known by brute force.
TEST(MonteCarloSearch, BothKindsKeepAWonPosition) {
    Random random(3);
    int won = 0;
    for (int tries = 0; tries < 20; ++tries) {
        const auto s = opened("clobber:size=4x4");
        play_random_moves(*s, 5, random);
        if (!is_won(*s)) continue;
        ++won;
        for (const MonteCarlo& how : kinds) {
            const auto before = s->position();
            ASSERT_TRUE(s->play(choice(*s, visits(how, 40'000))));
            EXPECT_FALSE(is_won(*s)) << before;
            s->undo();
        }
    }
    EXPECT_GE(won, 5);
}

// They prove results as alpha-beta does, and stop when there is nothing left to find out.
TEST(MonteCarloSearch, BothKindsProveResults) {
    for (const auto& [variant, kind] :
         {std::pair{"clobber:size=2x4", Score::Kind::win}, std::pair{"clobber:size=2x3", Score::Kind::loss},
          std::pair{"clobber:size=6x1", Score::Kind::loss}})
        for (const MonteCarlo& how : kinds) {
            const auto found = think(*opened(variant), visits(how, 1'000'000));
            EXPECT_LT(found.nodes, 1'000'000u) << variant;
            EXPECT_EQ(found.lines.at(0).score.kind, kind) << variant;
        }
}

// Positions in which the mover wins in three plies whatever is replied, met in random games.
TEST(MonteCarloSearch, BothKindsProveAForcedWinAndShowIt) {
    Random random(4);
    int met = 0;
    for (int tries = 0; met < 5 && tries < 2'000; ++tries) {
        const auto s = opened("attract");
        play_random_moves(*s, 10 + random.below(20), random);
        if (s->result()) continue;
        Limits shallow;
        shallow.depth = 2;
        if (think(*s, shallow).lines.at(0).score != Score{Score::Kind::win, 3}) continue;
        ++met;
        const Winner mover = s->view().turn == 'x' ? Winner::x : Winner::o;
        for (const MonteCarlo& how : kinds) {
            const auto found = think(*s, visits(how, 1'000'000));
            EXPECT_LT(found.nodes, 1'000'000u) << s->position();
            const auto& best = found.lines.at(0);
            ASSERT_EQ(best.score.kind, Score::Kind::win) << s->position();
            EXPECT_EQ(std::size_t(best.score.value), best.moves.size());
            const auto replay = s->copy();
            for (const auto& m : best.moves) ASSERT_TRUE(replay->play(m)) << m;
            ASSERT_TRUE(replay->result()) << s->position();
            EXPECT_EQ(replay->result()->winner, mover) << s->position();
        }
    }
    EXPECT_EQ(met, 5);
}

TEST(MonteCarloSearch, IsDeterministicAtFixedNodesAndSeed) {
    for (const char* variant : {"ataxx", "clobber", "boop"})
        for (MonteCarlo how : kinds) {
            const auto a = think(*opened(variant), visits(how, 20'000)),
                       b = think(*opened(variant), visits(how, 20'000));
            EXPECT_EQ(a.nodes, 20'000u) << "the limit is met to the node";
            EXPECT_EQ(b.nodes, a.nodes);
            EXPECT_EQ(a.lines.at(0).moves, b.lines.at(0).moves);
            EXPECT_EQ(a.lines.at(0).score, b.lines.at(0).score);
        }
    Limits other = visits(plain_uct, 20'000);
    other.seed = 2;
    EXPECT_NE(think(*opened("ataxx"), visits(plain_uct, 20'000)).lines.at(0).score,
              think(*opened("ataxx"), other).lines.at(0).score);
}

// Few nodes, and a memory that some trees outgrow.
TEST(MonteCarloSearch, PlaysEveryGameByItsRules) {
    for (const std::string& variant : sample_variants())
        for (const MonteCarlo& how : kinds) {
            Limits l = visits(how, 1'500);
            l.hash_mb = 1;
            l.lines = 3;
            const auto s = opened(variant);
            for (int ply = 0; ply < 6 && !s->result(); ++ply) {
                l.seed = std::uint64_t(ply);
                const auto found = think(*s, l);
                ASSERT_FALSE(found.lines.empty()) << variant;
                EXPECT_LE(found.nodes, l.nodes) << variant;
                for (const auto& line : found.lines) {
                    const auto replay = s->copy();
                    for (const auto& m : line.moves) EXPECT_TRUE(replay->play(m)) << variant << " " << m;
                }
                ASSERT_TRUE(s->play(found.lines[0].moves.at(0))) << variant;
            }
        }
}

TEST(MonteCarloSearch, FindsNothingWhereTheGameIsOver) {
    const auto s = opened("clobber:size=4x1", "xx2 x");
    ASSERT_TRUE(s->result());
    for (const MonteCarlo& how : kinds) EXPECT_TRUE(think(*s, visits(how, 1000)).lines.empty());
}

// That it is prompt, by the processor time that it takes: the same on a busy machine.
TEST(MonteCarloSearch, StopsWhenTold) {
    for (const char* variant : {"ataxx:size=11x11", "blocco:size=12x12"})
        for (const MonteCarlo& how : kinds) {
            const auto s = opened(variant);
            std::atomic<bool> stop{false};
            ThoughtView found;
            std::thread thinker([&] { found = s->think(visits(how, 0), ignore, stop); });
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            const std::clock_t told = std::clock();
            stop = true;
            thinker.join();
            EXPECT_LT(std::clock() - told, CLOCKS_PER_SEC / 2) << variant;
            EXPECT_FALSE(found.lines.at(0).moves.empty());
        }
}

}
}
