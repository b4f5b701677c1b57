// The search: right where the truth is known, repeatable, obedient, and better than a player who looks one ply ahead.
#include "base/own_time.hpp"
#include "base/random.hpp"
#include "search/clock.hpp"
#include "search/history.hpp"
#include "support.hpp"
#include <chrono>
#include <ctime>
#include <thread>

namespace tavoliere {
namespace {

ThoughtView think(GameSession& s, const Limits& limits) { return s.think(limits, ignore, never); }

Limits to_depth(int depth) {
    Limits l;
    l.depth = depth;
    return l;
}

// Win, loss or draw for the player to move, by trying everything, without any of the search's devices. Values are kept by the
// position's whole text, clock and all.
int brute_force(GameSession& s, std::map<std::string, int>& known) {
    if (const auto result = s.result()) {
        if (result->winner == Winner::draw) return 0;
        return (result->winner == Winner::x) == (s.view().turn == 'x') ? 1 : -1;
    }
    const auto [it, fresh] = known.try_emplace(s.position(), -1);
    if (!fresh) return it->second;
    int best = -1;
    for (const auto& m : s.moves()) {
        EXPECT_TRUE(s.play(m.text));
        best = std::max(best, -brute_force(s, known));
        s.undo();
        if (best == 1) break;
    }
    return it->second = best;
}
int brute_force(GameSession& s) {
    std::map<std::string, int> known;
    return brute_force(s, known);
}

TEST(Search, AgreesWithBruteForceOnSmallClobber) {
    for (const char* variant : {"clobber:size=3x3", "clobber:size=2x5", "clobber:size=1x10", "clobber:size=4x3"}) {
        const auto s = opened(variant);
        const int truth = brute_force(*s);
        const auto line = think(*s, to_depth(30)).lines.at(0);
        EXPECT_EQ(line.score.kind, truth > 0 ? Score::Kind::win : Score::Kind::loss) << variant;
    }
}

// Known values, first player to move: 2xn is lost exactly for n divisible by 3, (xo)^n in one row exactly for n = 3.
TEST(Search, KnownClobberResults) {
    for (const auto& [variant, won] : std::map<std::string, bool>{{"clobber:size=2x2", true},
                                                                  {"clobber:size=2x3", false},
                                                                  {"clobber:size=2x4", true},
                                                                  {"clobber:size=2x6", false},
                                                                  {"clobber:size=6x1", false},
                                                                  {"clobber:size=8x1", true},
                                                                  {"clobber:size=12x1", true},
                                                                  {"clobber:size=4x4", true}}) {
        const auto line = think(*opened(variant), to_depth(40)).lines.at(0);
        EXPECT_EQ(line.score.kind, won ? Score::Kind::win : Score::Kind::loss) << variant;
    }
}

// Everything below was searched to its end, so the draw is no guess; as brute force confirms.
// Full boards shared evenly, and a hundred plies without growth. A draw that is another hundred plies off is for `solve`.
TEST(Search, ProvesDraws) {
    struct Drawn {
        const char *variant, *position;
    };
    for (const auto& [variant, position] :
         {Drawn{"ataxx:size=4x3", "xxx1/1ooo/oooo x 0 9"}, Drawn{"ataxx:size=4x3", "oxxx/xxx1/ox1x o 0 9"},
          Drawn{"ataxx:size=4x3", "x1oo/o1ox/1oxx o 0 9"}, Drawn{"ataxx:size=4x3,misere", "xxxx/1xoo/oxxx x 0 9"},
          Drawn{"ataxx:size=4x3,misere", "xx1x/xxxo/xxxo o 60 12"}}) {
        const auto s = opened(variant, position);
        ASSERT_EQ(brute_force(*s), 0) << position;
        Limits l;
        l.nodes = 5'000'000; // hundreds of times what each takes
        EXPECT_EQ(think(*s, l).lines.at(0).score.kind, Score::Kind::draw) << position;
    }
}

TEST(Search, PlaysOutAProvenWin) {
    const auto s = opened("clobber:size=4x4");
    const char winner = s->view().turn;
    int expected = 0;
    while (!s->result()) {
        const auto found = think(*s, to_depth(40)).lines.at(0);
        if (s->view().turn == winner) {
            EXPECT_EQ(found.score.kind, Score::Kind::win);
            if (expected) { EXPECT_LE(found.score.value, expected) << "the way to the win gets shorter"; }
            expected = found.score.value - 2;
        }
        ASSERT_TRUE(s->play(found.moves.at(0)));
    }
    EXPECT_EQ(name(s->result()->winner), std::string(1, winner));
}

// What some forty moves can be played with, a number for each part.
TEST(Search, TakesItsShareOfTheClock) {
    EXPECT_DOUBLE_EQ(share_of_clock(1000, 0), 40);
    EXPECT_DOUBLE_EQ(share_of_clock(1000, 8), 46);     // three quarters of the increment
    EXPECT_DOUBLE_EQ(share_of_clock(1000, 8, 5), 206); // five moves before the clock is wound up again
    EXPECT_DOUBLE_EQ(share_of_clock(1000, 8, 60), 46);
    EXPECT_DOUBLE_EQ(share_of_clock(1, 100), 0.78); // never more than there is
    EXPECT_DOUBLE_EQ(share_of_clock(0.02, 100), 0.001);
    // Forty moves by shares leave something, with an increment or without one.
    for (const double increment : {0., 1.}) {
        double left = 60;
        for (int i = 0; i < 40; ++i) left += increment - share_of_clock(left, increment);
        EXPECT_GT(left, 10);
    }
}

TEST(Search, ExpectsAsManyPositionsAsItsLimitsLet) {
    EXPECT_EQ(likely_positions({.seconds = 2}), 2'000'000u);
    EXPECT_EQ(likely_positions({.nodes = 500}), 500u);
    EXPECT_EQ(likely_positions({.seconds = 2, .nodes = 500}), 500u);
    EXPECT_GE(likely_positions({.depth = 3}), std::uint64_t{1} << 40) << "who can tell";
}

// Somebody shares out the processors, and holds the search wherever it looks at its clock: what it waited it has not thought.
TEST(Search, WhatItWaitedIsNotItsTime) {
    class HeldAlways final : public Gate {
    public:
        std::chrono::steady_clock::duration pass() override {
            const auto now = std::chrono::steady_clock::now();
            return now - std::exchange(last_, now);
        }

    private:
        std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    };
    const auto session = opened("ataxx");
    Limits limits;
    limits.seconds = 0.02;
    limits.nodes = 1'000'000; // takes far more than that
    HeldAlways gate;
    own_time::gate = &gate;
    const ThoughtView thought = think(*session, limits);
    own_time::gate = nullptr;
    EXPECT_GE(thought.nodes, 1'000'000u);
    EXPECT_LT(thought.seconds, 0.02);
    EXPECT_LT(think(*session, limits).nodes, 1'000'000u);
}

TEST(Search, OneThreadIsDeterministic) {
    for (const char* variant : {"ataxx", "hexxagon", "penntagon", "clobber"}) {
        Limits l;
        l.nodes = 50'000;
        const auto a = think(*opened(variant), l), b = think(*opened(variant), l);
        EXPECT_EQ(a.nodes, b.nodes);
        EXPECT_EQ(a.lines.at(0).moves, b.lines.at(0).moves);
        EXPECT_EQ(a.nodes, l.nodes) << "the limit is met to the node";
    }
}

TEST(Search, KeptHistoryIsOfTheSearchBefore) {
    std::array<std::vector<std::uint64_t>, 2> nodes;
    for (std::size_t kept : {0, 1}) {
        const auto s = opened("ataxx");
        Limits l = to_depth(7);
        ASSERT_TRUE(change_parameter(l.changes, "history_kept", kept ? "100" : "0"));
        for (const char* move : {"a2", "a7-a5"}) {
            nodes[kept].push_back(think(*s, l).nodes);
            ASSERT_TRUE(s->play(move));
        }
    }
    EXPECT_EQ(nodes[0][0], nodes[1][0]) << "there is none before the first search";
    EXPECT_NE(nodes[0][1], nodes[1][1]);
}

// A copy of a session begins with no history, so games of fresh copies repeat; and any number of threads may follow any other.
TEST(Search, CopiesBeginWithoutHistory) {
    const auto s = opened("ataxx");
    const Limits l = to_depth(6);
    const auto first = think(*s->copy(), l).nodes;
    EXPECT_EQ(think(*s, l).nodes, first);
    EXPECT_EQ(think(*s->copy(), l).nodes, first);
    for (int threads : {1, 4, 2}) {
        Limits shared = l;
        shared.threads = threads;
        EXPECT_FALSE(think(*s, shared).lines.empty()) << threads;
    }
}

TEST(Search, HistoryIsBoundedAndFades) {
    struct Move {
        Cell from, to;
    };
    const std::size_t good = MoveHistory::place(0, Move{3, 4}), other = MoveHistory::place(1, Move{3, 4});
    MoveHistory history;
    for (int i = 0; i < 1000; ++i) history.drift(good, 1'000'000);
    EXPECT_LE(history.worth(good), MoveHistory::most);
    EXPECT_GT(history.worth(good), MoveHistory::most * 9 / 10);
    for (int i = 0; i < 1000; ++i) history.drift(other, -1'000'000);
    EXPECT_GE(history.worth(other), -MoveHistory::most);
    EXPECT_LT(history.worth(other), -MoveHistory::most * 9 / 10);
    history.has_answered(good, other);

    const int before = history.worth(good), against = history.worth(other);
    history.fade(50);
    EXPECT_EQ(history.worth(good), before / 2);
    EXPECT_EQ(history.worth(other), against / 2);
    EXPECT_TRUE(history.answers(good, other));
    history.fade(0);
    EXPECT_EQ(history.worth(good), 0);
    EXPECT_EQ(history.worth(other), 0);
    EXPECT_FALSE(history.answers(good, other));
}

TEST(Search, ItsLinesAreLegalAndItsBestMovesDiffer) {
    Limits l = to_depth(2);
    l.lines = 5;
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        if (s->result()) continue;
        const auto found = think(*s, l);
        EXPECT_EQ(found.lines.size(), std::min<std::size_t>(5, s->moves().size())) << variant;
        std::set<std::string> first;
        for (const auto& line : found.lines) {
            first.insert(line.moves.at(0));
            const auto replay = s->copy();
            for (const auto& m : line.moves) EXPECT_TRUE(replay->play(m)) << variant << " " << m;
        }
        EXPECT_EQ(first.size(), found.lines.size()) << variant;
        for (std::size_t i = 1; i < found.lines.size(); ++i) {
            const Score &above = found.lines[i - 1].score, &below = found.lines[i].score;
            const bool are_estimates = above.kind == Score::Kind::estimate && below.kind == Score::Kind::estimate;
            EXPECT_TRUE(!are_estimates || above.value >= below.value) << variant;
        }
    }
}

// The second time the table knows the values at once: the line goes on with its moves.
TEST(Search, WhatTheTableKnowsIsShownToItsEnd) {
    for (const char* variant : {"ataxx", "hexxagon"}) {
        const auto s = opened(variant);
        const auto first = think(*s, to_depth(6)), again = think(*s, to_depth(6));
        EXPECT_LT(again.nodes, first.nodes / 2) << variant;
        EXPECT_GE(again.lines.at(0).moves.size(), 6u) << variant;
    }
}

// Lines are lengthened by what the table holds, also of searches before.
TEST(Search, ItsLinesAreLegalWhateverTheTableHolds) {
    Limits l = to_depth(9);
    l.nodes = 20'000;
    l.lines = 3;
    for (const auto& [variant, position] : {std::pair{"boop", "startpos"},
                                            {"magnetone", "startpos"},
                                            {"ataxx", "x5o/7/2x1o2/7/2x1o2/7/o5x x 92 60"},
                                            {"clobber", "startpos"}}) {
        const auto s = opened(variant, position);
        for (int ply = 0; ply < 8 && !s->result(); ++ply) {
            const auto found = think(*s, l);
            for (const auto& line : found.lines) {
                const auto replay = s->copy();
                for (const auto& m : line.moves) ASSERT_TRUE(replay->play(m)) << variant << " " << m;
            }
            ASSERT_TRUE(s->play(found.lines.at(0).moves.at(0)));
        }
    }
}

TEST(Search, SeveralLinesBeginWithTheBest) {
    const auto s = opened("ataxx", "7/7/7/2x1o2/7/7/7 x 0 1");
    Limits several = to_depth(4);
    several.lines = 4;
    const auto one = think(*s, to_depth(4)), four = think(*s->copy(), several);
    EXPECT_EQ(one.lines.at(0).score, four.lines.at(0).score);
    for (std::size_t i = 1; i < four.lines.size(); ++i)
        EXPECT_GE(four.lines[i - 1].score.value, four.lines[i].score.value);
}

TEST(Search, ThreadsFindTheSameWin) {
    Limits l = to_depth(40);
    l.threads = 3;
    EXPECT_EQ(think(*opened("clobber:size=4x4"), l).lines.at(0).score.kind, Score::Kind::win);
}

// That stopping is prompt, by the processor time that it takes: the same on a busy machine.
TEST(Search, StopsWhenTold) {
    for (const char* variant : {"ataxx:size=11x11", "clobber:size=12x12", "hexxagon:size=6"}) {
        const auto s = opened(variant);
        std::atomic<bool> stop{false};
        ThoughtView found;
        std::thread thinker([&] { found = s->think({}, ignore, stop); });
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const std::clock_t told = std::clock();
        stop = true;
        thinker.join();
        EXPECT_LT(std::clock() - told, CLOCKS_PER_SEC / 2 * (sanitized ? 10 : 1)) << variant;
        EXPECT_FALSE(found.lines.at(0).moves.empty());
    }
}

TEST(Search, NamesAMoveHoweverLittleTimeItHas) {
    Limits l;
    l.nodes = 1;
    for (const char* variant : {"ataxx", "clobber:size=12x12"}) {
        const auto s = opened(variant);
        EXPECT_TRUE(s->play(think(*s, l).lines.at(0).moves.at(0)));
    }
}

// With a bound for dull moves that no move falls below, the gains of all moves are asked for from the second on. Nothing but the
// time may differ from a search that asks for them where the order depends on them.
TEST(Search, GainsAskedForLateChangeNothing) {
    for (const char* variant : {"clobber", "blocco:size=5x5", "magnetone:size=6x6", "attract", "boop", "insert"})
        for (const char* parameters : {"gain_order_weight=64", "gain_order_weight=10000,killer_bonus=0",
                                       "gain_order_weight=10000,killer_bonus=100000000",
                                       "gain_order_weight=300,killer_bonus=20000000,singular_depth=4",
                                       "countermove_bonus=0,gain_order_depth=2"}) {
            SCOPED_TRACE(std::string(variant) + " " + parameters);
            Limits late = to_depth(4);
            late.nodes = 20'000;
            Limits at_once = late;
            late.changes = *read_parameters(parameters);
            at_once.changes = *read_parameters(
                std::string(parameters) + ",gain_pruning_margin=-29999,gain_pruning_after=1,gain_pruning_depth=120");
            const auto one = opened(variant), other = opened(variant);
            ASSERT_TRUE(one->use_network("none") && other->use_network("none"));
            const auto a = think(*one, late), b = think(*other, at_once);
            EXPECT_EQ(a.nodes, b.nodes);
            EXPECT_EQ(a.lines.at(0).moves, b.lines.at(0).moves);
            EXPECT_EQ(a.lines.at(0).score, b.lines.at(0).score);
        }
}

// What is seen of threats is true: a win or loss that a shallow search tells is one for a search that tries every move, with
// nothing remembered, and takes that no longer; the moves shown lead there, and some are seen plies sooner.
TEST(Search, ThreatsAreSeenSoonerAndTruly) {
    constexpr const char* variant = "attract:size=6x6";
    Random random(7);
    int seen_sooner = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto s = opened(variant);
        for (int ply = 10 + random.below(10); ply > 0 && !s->result(); --ply) {
            const auto moves = s->moves();
            ASSERT_TRUE(s->play(moves[std::size_t(random.below(int(moves.size())))].text));
        }
        if (s->result()) continue;
        SCOPED_TRACE(s->position());
        const auto told = [&](int depth, const char* parameters) {
            const auto fresh = opened(variant, s->position());
            EXPECT_TRUE(fresh->use_network("none"));
            Limits l = to_depth(depth);
            l.changes = *read_parameters(parameters);
            return think(*fresh, l).lines.at(0);
        };
        const auto line = told(2, "threat_extension=1");
        if (line.score.kind == Score::Kind::estimate) continue;
        seen_sooner += told(2, "threat_extension=0").score.kind == Score::Kind::estimate;
        ASSERT_LE(line.score.value, 6);
        EXPECT_EQ(line.moves.size(), std::size_t(line.score.value));
        const auto every_move =
            told(line.score.value,
                 "threat_extension=0,lmp_depth=0,reverse_futility_depth=0,futility_depth=0,gain_pruning_depth=0,"
                 "lmr_depth=120,iir_depth=120,singular_depth=0");
        EXPECT_EQ(every_move.score.kind, line.score.kind);
        EXPECT_LE(every_move.score.value, line.score.value);
        for (const std::string& m : line.moves) ASSERT_TRUE(s->play(m));
        EXPECT_TRUE(s->result());
    }
    EXPECT_GE(seen_sooner, 3);
}

TEST(Search, ForcedPassIsFound) {
    const auto s = opened("ataxx", "7/7/7/7/4ooo/4ooo/4oox x 0 1");
    EXPECT_EQ(think(*s, to_depth(3)).lines.at(0).moves.at(0), "pass");
}

// Whatever the search leaves out or looks at less closely, switched off.
constexpr const char* every_move = "threat_extension=0,lmp_depth=0,reverse_futility_depth=0,futility_depth=0,gain_"
                                   "pruning_depth=0,lmr_depth=120,iir_depth=120,"
                                   "singular_depth=0,aspiration_window=0";

// A score as one number, the higher the better for the player to move.
int number_of(const Score& score) {
    switch (score.kind) {
    case Score::Kind::win: return 1'000'000 - score.value;
    case Score::Kind::loss: return score.value - 1'000'000;
    default: return score.value;
    }
}

int number_at(GameSession& s, int depth, const char* parameters) {
    const auto fresh = opened(s.variant(), s.position());
    EXPECT_TRUE(fresh->use_network("none"));
    Limits l = to_depth(depth);
    l.changes = *read_parameters(parameters);
    return number_of(think(*fresh, l).lines.at(0).score);
}

// The best of all lines of so many plies, by looking at each: a ply of them by the search, which at depth 1 has nothing to look at
// again.
int best_of_all(GameSession& s, int depth) {
    if (const auto result = s.result())
        return result->winner == Winner::draw                            ? 0
               : (result->winner == Winner::x) == (s.view().turn == 'x') ? 1'000'000
                                                                         : -1'000'000;
    if (depth == 1) return number_at(s, 1, every_move);
    int best = -2'000'000;
    for (const auto& m : s.moves()) {
        EXPECT_TRUE(s.play(m.text));
        const int theirs = best_of_all(s, depth - 1);
        const int a_ply_later = theirs > 900'000 ? -1 : theirs < -900'000; // to the end
        best = std::max(best, -(theirs + a_ply_later));
        EXPECT_TRUE(s.undo());
    }
    return best;
}

// Positions of `variant` after so many moves drawn by chance, none of them over.
std::vector<std::unique_ptr<GameSession>> drawn_positions(const char* variant, int plies, int count) {
    Random random(11);
    std::vector<std::unique_ptr<GameSession>> drawn;
    while (int(drawn.size()) < count) {
        auto s = opened(variant);
        for (int ply = 0; ply < plies && !s->result(); ++ply) {
            const auto moves = s->moves();
            EXPECT_TRUE(s->play(moves[std::size_t(random.below(int(moves.size())))].text));
        }
        if (!s->result()) drawn.push_back(std::move(s));
    }
    return drawn;
}

// A move that beats the best so far in a narrow window has a bound, no value, until the whole window is searched.
TEST(Search, IsTheBestOfAllLines) {
    for (const auto& [variant, plies] :
         {std::pair{"ataxx:size=4x4", 2}, {"ataxx:size=4x3,misere", 3}, {"clobber:size=4x4", 4}})
        for (const auto& s : drawn_positions(variant, plies, 8))
            EXPECT_EQ(number_at(*s, 3, every_move), best_of_all(*s, 3)) << variant << " " << s->position();
}

// Down from depth 4, no moves but answers to the first are searched less deep here, by two plies. An answer that does well so is searched again, so that
// none refutes a first move that it does not refute in truth; one that does badly is believed. So the value is never below that
// of a search which looks at each equally.
TEST(Search, WhatDoesWellByAShallowSearchIsSearchedAgain) {
    const std::string shallow = std::string(every_move) + ",lmr_depth=4,lmr_after=1,lmr_base=500";
    int above = 0;
    for (const char* variant : {"ataxx:size=5x5", "ataxx:size=4x4", "hexxagon:misere"})
        for (const auto& s : drawn_positions(variant, 9, 30)) {
            const int all = number_at(*s, 5, every_move), some = number_at(*s, 5, shallow.c_str());
            EXPECT_GE(some, all) << variant << " " << s->position();
            above += some > all;
        }
    EXPECT_GT(above, 0) << "nothing was searched less deep";
}

// The engine at a few thousand nodes a move, either colour, against the greedy player with ties broken by chance.
TEST(Search, NeverLosesToAGreedyPlayer) {
    Limits l;
    l.nodes = 4'000;
    for (const char* variant :
         {"ataxx", "ataxx:misere", "ataxx:orthogonal", "ataxx:straight", "hexxagon", "penntagon", "clobber"})
        for (int game = 0; game < 4; ++game) {
            const auto s = opened(variant);
            const char engine = game % 2 ? 'o' : 'x';
            for (int ply = 0; !s->result(); ++ply) {
                const std::string m = s->view().turn == engine ? think(*s, l).lines.at(0).moves.at(0)
                                                               : s->greedy(std::uint64_t(1000 * game + ply));
                ASSERT_TRUE(s->play(m));
            }
            const auto winner = s->result()->winner;
            EXPECT_TRUE(winner == Winner::draw || static_cast<char>(winner) == engine)
                << variant << " game " << game << ": " << s->position();
        }
}

}
}
