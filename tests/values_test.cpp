// Values of games: the theory's identities on random games, known values of positions, and brute force on both.
#include "base/random.hpp"
#include "diagram/thermograph.hpp"
#include "game/text.hpp"
#include "games/blocco.hpp"
#include "games/clobber.hpp"
#include "solve/describe.hpp"
#include "solve/notation.hpp"
#include "solve/parts.hpp"
#include "solve/value_view.hpp"
#include "support.hpp"
#include <ctime>
// rapidcheck's bridge wants gtest before it.
#include <rapidcheck/gtest.h>

namespace tavoliere {
namespace {

struct Store : Values {
    Store() : Values(SolveLimits{}, never) {}
    Value read(std::string_view t) {
        const auto g = parse_value(*this, t);
        EXPECT_TRUE(g) << g.error().text;
        return g.value_or(zero());
    }
    std::string write(Value g) { return text(*this, g); }
    std::string canonical(std::string_view t) { return write(read(t)); }
};

TEST(Values, CanonicalFormsAreThoseOfTheBooks) {
    Store v;
    for (const auto& [form, wanted] : std::vector<std::pair<std::string, std::string>>{
             {"{|}", "0"},
             {"{0|}", "1"},
             {"{|-3}", "-4"},
             {"{0|1}", "1/2"},
             {"{1/4|1}", "1/2"},
             {"{-5|7}", "0"},
             {"{2|2}", "2*"},
             {"{0,*,*2|0,*,*2}", "*3"},
             {"{0,*,*4|0,*,*4}", "*2"},
             {"{0|*}", "^"},
             {"{^|^}", "^^*"},
             {"{0,*|0}", "^*"},
             {"{0|^}", "^^*"},
             {"{0|^*}", "^^"},
             {"{^|v}", "*"},
             {"{0|*3}", "^*2"},
             {"* + *", "0"},
             {"*3 + *5", "*6"},
             {"^ + ^* + *2", "^^*3"},
             {"1/2 + ^ - 3/4", "-1/4^"},
             {"{3|1}", "2+-1"},
             {"{1|-1} - 1", "-1+-1"},
             {"+-1 + +-1", "0"},
             {"{0|{0|-2}}", "+_2"},
             {"-{0|{0|-2}}", "-_2"},
             {"+-(*,^)", "+-(*,^)"},
             {"{1|{2|3}}", "2"},
             {"{*|*}", "0"},
             {"{{0|*}|}", "1"},
             {"1 + (-1)", "0"},
             {"1+-1", "1+-1"},
         })
        EXPECT_EQ(v.canonical(form), wanted) << form;
}

TEST(Values, LongerBarsPartFirst) {
    Store v;
    for (const auto& [bars, braces] : std::vector<std::pair<std::string, std::string>>{
             {"{0||1}", "{0|1}"},
             {"{0||0|-2}", "{0|{0|-2}}"},
             {"{2|0||0}", "{{2|0}|0}"},
             {"{0|1||}", "{{0|1}|}"},
             {"{||}", "{|}"},
             {"{3,2|0|||0||1,0|-1}", "{{3,2|0}|{0|{1,0|-1}}}"},
             {"{ 1 || 0 | -1 } + +-1", "{1|{0|-1}} + +-1"},
             {"{{2||1|0}|0||*}", "{{{2|{1|0}}|0}|*}"},
         })
        EXPECT_EQ(v.read(bars), v.read(braces)) << bars;
}

TEST(Values, AreWrittenInBothScripts) {
    Store v;
    for (const auto& [ascii, unicode] : std::vector<std::pair<std::string, std::string>>{{"^", "↑"},
                                                                                         {"^^*", "⇑*"},
                                                                                         {"v3*2", "↓3*2"},
                                                                                         {"1/2vv", "1/2⇓"},
                                                                                         {"2+-1", "2±1"},
                                                                                         {"+_2", "⧾2"},
                                                                                         {"-_(1/2)", "⧿(1/2)"},
                                                                                         {"{0|v*}", "{0|↓*}"},
                                                                                         {"+-(*,^)", "±(*,↑)"}}) {
        EXPECT_EQ(v.write(v.read(unicode)), ascii);
        EXPECT_EQ(text(v, v.read(ascii), Script::unicode), unicode);
    }
    EXPECT_EQ(text(v, v.read("+-(*,^)"), Script::ascii, 5), "(5 positions, birthday 3)");
}

TEST(Values, WhatIsNoValueIsRefused) {
    Store v;
    for (const char* wrong : {"",        "{",         "{0",  "{0|", "{0|1",    "}",     "0)",   "(0",   "1/3", "1/0",
                              "x",       "1,2",       "+",   "-",   "{|",      "^1001", "*256", "9999", "+-",  "+_",
                              "{0|1|2}", "{0||1||2}", "{0}", "{}",  "+-(1|2)", "\x01",  "+-(1", "1//2"}) {
        const auto g = parse_value(v, wrong);
        ASSERT_FALSE(g) << wrong;
        EXPECT_EQ(g.error().text.find('\n'), std::string::npos);
    }
    EXPECT_FALSE(parse_value(v, std::string(5000, '{')));
    EXPECT_FALSE(parse_value(v, std::string(5000, '(')));
    EXPECT_FALSE(v.over());
}

// Games as trees, with nothing simplified, and who wins them by trying everything.
struct Tree {
    std::vector<Tree> left, right;
};
Tree random_tree(Random& random, int depth, bool all_small) {
    Tree t;
    if (depth == 0) return t;
    const int least = depth > 1; // so that there is something in them
    const int lefts = least + random.below(3 - least);
    const int rights = all_small && !lefts ? 0 : (all_small || least) + random.below(2);
    for (int i = 0; i < lefts; ++i) t.left.push_back(random_tree(random, depth - 1, all_small));
    for (int i = 0; i < rights; ++i) t.right.push_back(random_tree(random, depth - 1, all_small));
    return t;
}
// Does Left, who is to move or not, win G - H?
bool left_wins(const Tree& g, const Tree& h, bool left_moves) {
    const auto after = [&](const std::vector<Tree>& in_g, const std::vector<Tree>& in_h) {
        for (const Tree& o : in_g)
            if (left_wins(o, h, !left_moves) == left_moves) return true;
        for (const Tree& o : in_h)
            if (left_wins(g, o, !left_moves) == left_moves) return true;
        return false;
    };
    return left_moves ? after(g.left, h.right) : !after(g.right, h.left);
}
Value value_of(Values& v, const Tree& t) {
    std::vector<Value> left, right;
    for (const Tree& o : t.left) left.push_back(value_of(v, o));
    for (const Tree& o : t.right) right.push_back(value_of(v, o));
    return v.make(left, right);
}
Value random_value(Values& v, Random& random, int depth = 3, bool all_small = false) {
    return value_of(v, random_tree(random, depth, all_small));
}

RC_GTEST_PROP(Values, CompareAsPlayDecides, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const Tree a = random_tree(random, 3, seed % 2), b = random_tree(random, 3, seed % 2);
    const Value g = value_of(v, a), h = value_of(v, b);
    RC_ASSERT(v.is_at_most(h, g) == left_wins(a, b, false));
    RC_ASSERT(v.is_at_most(g, h) == !left_wins(a, b, true));
    RC_ASSERT((g == h) == (left_wins(a, b, false) && !left_wins(a, b, true)));
    const Value difference = v.sum(g, v.negative(h));
    RC_ASSERT(v.left_wins_first(difference) == left_wins(a, b, true));
    RC_ASSERT(v.right_wins_first(difference) == !left_wins(a, b, false));
}

RC_GTEST_PROP(Values, AreAGroup, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const Value a = random_value(v, random), b = random_value(v, random), c = random_value(v, random);
    RC_ASSERT(v.sum(a, v.negative(a)) == v.zero());
    RC_ASSERT(v.sum(a, b) == v.sum(b, a));
    RC_ASSERT(v.sum(v.sum(a, b), c) == v.sum(a, v.sum(b, c)));
    RC_ASSERT(v.negative(v.sum(a, b)) == v.sum(v.negative(a), v.negative(b)));
    if (v.is_at_most(a, b)) RC_ASSERT(v.is_at_most(v.sum(a, c), v.sum(b, c)));
}

// By their definition, without the short ways for numbers, ups and nimbers.
RC_GTEST_PROP(Values, SumsAreThoseOfTheirOptions, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const auto some = [&] {
        const Value g = random_value(v, random, 2);
        return v.sum(g, v.number_up_star({Dyadic(random.below(3) - 1).half(), random.below(5) - 2, random.below(4)}));
    };
    const Value g = some(), h = some();
    std::vector<Value> left, right;
    for (const auto& [in, other] : {std::pair(g, h), std::pair(h, g)}) {
        for (Value o : v.left(in)) left.push_back(v.sum(o, other));
        for (Value o : v.right(in)) right.push_back(v.sum(o, other));
    }
    RC_ASSERT(v.make(left, right) == v.sum(g, h));
}

RC_GTEST_PROP(Values, CanonicalFormsAreTheirOwn, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const Value g = random_value(v, random);
    RC_ASSERT(v.make({v.left(g).begin(), v.left(g).end()}, {v.right(g).begin(), v.right(g).end()}) == g);
    for (Script script : {Script::ascii, Script::unicode}) {
        const auto again = parse_value(v, text(v, g, script, 100000));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == g);
    }
}

TEST(Values, AtomicWeights) {
    Store v;
    for (const auto& [g, weight] : std::vector<std::pair<std::string, std::string>>{{"0", "0"},
                                                                                    {"*5", "0"},
                                                                                    {"^^^*2", "3"},
                                                                                    {"{0|v*}", "0"},
                                                                                    {"{^^|*}", "1"},
                                                                                    {"+-(*,^)", "0"},
                                                                                    {"{^^|vv}", "*"},
                                                                                    {"{^3|vv}", "{1|0}"}}) {
        const auto w = v.atomic_weight(v.read(g));
        ASSERT_TRUE(w) << g;
        EXPECT_EQ(v.write(*w), v.canonical(weight)) << g;
    }
    EXPECT_FALSE(v.atomic_weight(v.read("1")));
    EXPECT_FALSE(v.atomic_weight(v.read("+_1")));
}

RC_GTEST_PROP(Values, AtomicWeightsAddAndTwoAheadWins, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const Value g = random_value(v, random, 4, true), h = random_value(v, random, 4, true);
    const Value w = *v.atomic_weight(g);
    RC_ASSERT(*v.atomic_weight(v.sum(g, h)) == v.sum(w, *v.atomic_weight(h)));
    RC_ASSERT(*v.atomic_weight(v.negative(g)) == v.negative(w));
    if (v.is_at_most(v.number(Dyadic(2)), w)) RC_ASSERT(v.outcome(g) == Outcome::left);
    if (v.is_at_most(v.number(Dyadic(1)), w)) RC_ASSERT(v.left_wins_first(g));
    const auto [least, most] = v.bounds_in_ups(g);
    RC_ASSERT(v.is_at_most(v.number_up_star({Dyadic(0), least, 0}), g));
    RC_ASSERT(v.is_at_most(g, v.number_up_star({Dyadic(0), most, 0})));
    RC_ASSERT(!v.is_at_most(g, v.number_up_star({Dyadic(0), most - 1, 0})));
    RC_ASSERT(!v.is_at_most(v.number_up_star({Dyadic(0), least + 1, 0}), g));
}

TEST(Thermographs, OfKnownGames) {
    Store v;
    for (const auto& [g, mean, temperature] : std::vector<std::array<std::string, 3>>{{"0", "0", "-1"},
                                                                                      {"3/4", "3/4", "-1/4"},
                                                                                      {"^^*", "0", "0"},
                                                                                      {"1*", "1", "0"},
                                                                                      {"{1|-1}", "0", "1"},
                                                                                      {"{5|2}", "7/2", "3/2"},
                                                                                      {"{4|{2|-1}}", "9/4", "7/4"},
                                                                                      {"{{10|1}|0}", "1", "1"},
                                                                                      {"{{5|2}|{-1|-4}}", "1/2", "3"},
                                                                                      {"+_5", "0", "0"}}) {
        const auto t = thermograph(v, v.read(g));
        ASSERT_TRUE(t);
        EXPECT_EQ(t->mean.text(), mean) << g;
        EXPECT_EQ(t->temperature.text(), temperature) << g;
    }
    using Corner = Thermograph::Corner;
    const auto t = thermograph(v, v.read("{4|{2|-1}}"));
    const Dyadic half = Dyadic(1).half(), quarter = half.half();
    const Corner top{Dyadic(2) - quarter, Dyadic(2) + quarter};
    EXPECT_EQ(t->left, (std::vector<Corner>{{Dyadic(0), Dyadic(4)}, top}));
    EXPECT_EQ(t->right, (std::vector<Corner>{{Dyadic(0), Dyadic(2)}, {Dyadic(1) + half, Dyadic(2)}, top}));
    const std::string picture = svg(*t);
    EXPECT_NE(picture.find(">9/4<"), std::string::npos);
    EXPECT_NE(picture.find("temperature 7/4, mean 9/4"), std::string::npos);
    EXPECT_NE(picture.find("left wall"), std::string::npos);
}

RC_GTEST_PROP(Thermographs, MeansAddAndSumsAreNoHotter, (std::uint64_t seed)) {
    Store v;
    Random random(seed);
    const Value g = random_value(v, random), h = random_value(v, random);
    const auto a = thermograph(v, g), b = thermograph(v, h), both = thermograph(v, v.sum(g, h));
    RC_ASSERT(both->mean == a->mean + b->mean);
    RC_ASSERT(std::max(both->temperature, Dyadic(0)) <= std::max({a->temperature, b->temperature, Dyadic(0)}));
    RC_ASSERT(a->left.front().value == v.left_stop(g));
    RC_ASSERT(a->right.front().value == v.right_stop(g));
    RC_ASSERT(a->left.back() == a->right.back());
}

// Positions.

template <class G> struct Valued {
    Store v;
    G g;
    PartValues<G> parts;
    Valued(int columns, int rows) : g(ClobberSetup{rectangle(columns, rows)}), parts(g, v) {}

    PositionOf<G> position(const std::string& board) {
        const auto p = parse_position(g, board + " x");
        EXPECT_TRUE(p) << p.error().text;
        return *p;
    }
};
template <template <class> class Rules> std::string value_in_row(const std::string& row) {
    Valued<Rules<Word64>> of(int(row.size()), 1);
    return of.v.write(of.parts.of(of.position(row)));
}
std::string times(int n, const std::string& s) {
    std::string out;
    while (n-- > 0) out += s;
    return out;
}
std::string ups(int n, bool star) {
    return std::string(n == 0 ? "" : n == 2 ? "^^" : "^" + (n > 1 ? std::to_string(n) : "")) + (star ? "*" : "");
}

// Albert, Grossman, Nowakowski and Wolfe, An Introduction to Clobber (2005).
TEST(ClobberValues, OfKnownRows) {
    for (int n = 1; n <= 12; ++n) EXPECT_EQ(value_in_row<Clobber>(times(n, "x") + "o"), ups(n - 1, n % 2)) << n;
    for (int n = 1; n <= 12; ++n) EXPECT_EQ(value_in_row<Clobber>(times(n, "xxo")), ups((n + 1) / 2, false)) << n;
    EXPECT_EQ(value_in_row<Clobber>("xxoo"), "0");
    EXPECT_EQ(value_in_row<Clobber>("xoxo"), "+-(*,^)");
    EXPECT_EQ(value_in_row<Clobber>("oox"), "v");
    for (int n = 1; n <= 10; ++n) {
        Valued<Clobber<Word64>> of(2 * n, 1);
        EXPECT_EQ(of.v.outcome(of.parts.of(of.position(times(n, "xo")))), n == 3 ? Outcome::previous : Outcome::next)
            << n;
    }
}

TEST(BloccoValues, OfShortRows) {
    EXPECT_EQ(value_in_row<Blocco>("xo"), "*");
    EXPECT_EQ(value_in_row<Blocco>("xXo"), "0");
    EXPECT_EQ(value_in_row<Blocco>("Xxo"), "*");
    EXPECT_EQ(value_in_row<Blocco>("xoxo"), "*2");
    EXPECT_EQ(value_in_row<Blocco>("xoxoxo"), "*3");
}

// Solved by MCGS 1.7 and SEGClobber, University of Alberta.
TEST(ClobberValues, AgreeWithSolvedPositions) {
    int seen = 0;
    for (const auto& row : test_data("clobber-outcomes.json")) {
        const auto& o = row.as_object();
        const auto s = opened(text_of(o.at("game")), text_of(o.at("position")));
        const auto view = s->value({}, {}, never);
        ASSERT_TRUE(view && view->sum) << text_of(o.at("position"));
        const bool won = s->view().turn == 'x' ? view->sum->left_wins_first : view->sum->right_wins_first;
        EXPECT_EQ(won, text_of(o.at("value")) == "win") << text_of(o.at("position"));
        ++seen;
    }
    EXPECT_GT(seen, 100);
}

// Does the player to move win, by trying everything?
template <class G> bool wins(const G& g, const PositionOf<G>& p) {
    MovesOf<G> list;
    g.moves(p, list);
    for (const auto& m : list)
        if (!wins(g, g.after(p, m))) return true;
    return false;
}
template <class G> void check_against_play(int columns, int rows, int positions, bool with_marks) {
    Valued<G> of(columns, rows);
    Random random(7);
    for (int n = 0; n < positions; ++n) {
        PositionOf<G> p;
        for (Cell c : each{of.g.board.all}) {
            const int what = random.below(5);
            auto& side = what % 2 ? p.mine : p.theirs;
            const bool marked = with_marks && random.below(6) == 0;
            if (what < 4) side[marked ? side.size() - 1 : 0] |= bit<Word64>(c);
        }
        if constexpr (requires { of.g.invalid(p); })
            if (of.g.invalid(p)) continue;
        const Value value = of.parts.of(p);
        EXPECT_EQ(of.v.left_wins_first(value), wins(of.g, p)) << position_text(of.g, p);
        p.turn = 1;
        std::swap(p.mine, p.theirs); // the same pieces, o to move
        EXPECT_EQ(of.v.right_wins_first(value), wins(of.g, p)) << position_text(of.g, p);
        EXPECT_EQ(of.parts.of(p), value) << "whose turn it is does not matter";
        EXPECT_TRUE(of.v.is_all_small(value)) << "where one can move, so can the other";
    }
}

TEST(ClobberValues, AgreeWithPlay) {
    check_against_play<Clobber<Word64>>(3, 3, 200, false);
    check_against_play<Clobber<Word64>>(4, 3, 60, false);
    check_against_play<Clobber<Word64>>(12, 1, 100, false);
}
TEST(BloccoValues, AgreeWithPlay) {
    check_against_play<Blocco<Word64>>(3, 3, 100, true);
    check_against_play<Blocco<Word64>>(4, 2, 200, true);
    check_against_play<Blocco<Word64>>(9, 1, 200, true);
}

// Turned, mirrored and shifted the same, with colours exchanged the negative; each found in a store of its own.
TEST(ClobberValues, DoNotDependOnWhereAPartLies) {
    const auto value = [](std::string_view position) {
        return opened("clobber:size=5x4", position)->value({}, {}, never)->sum->ascii;
    };
    const std::string there = value("xxo2/1ox2/2x2/5 x");
    for (const char* same : {"xxo2/1ox2/2x2/5 o", "5/2xxo/3ox/4x x", "5/2oxx/2xo1/2x2 x", "5/2x2/1ox2/xxo2 x",
                             "x4/xo3/oxx2/5 o", "1x3/1xo2/1oxx1/5 x"})
        EXPECT_EQ(value(same), there) << same;
    Store v;
    for (const char* other : {"oox2/1xo2/2o2/5 x", "5/2o2/1xo2/oox2 o"})
        EXPECT_EQ(value(other), v.write(v.negative(v.read(there)))) << other;
}

TEST(ClobberValues, EndAtTheirLimits) {
    const auto s = opened("clobber:size=6x6");
    SolveLimits narrow;
    narrow.memory_mb = 1;
    auto view = s->value(narrow, {}, never);
    ASSERT_TRUE(view);
    EXPECT_FALSE(view->sum);
    EXPECT_EQ(view->why, Unsolved::memory);
    SolveLimits brief;
    brief.seconds = 0.05;
    const std::clock_t begun = std::clock(); // the processor's time, which is the same on a busy machine
    view = s->value(brief, {}, never);
    EXPECT_LT(std::clock() - begun, CLOCKS_PER_SEC);
    EXPECT_FALSE(view->sum);
    EXPECT_EQ(view->why, Unsolved::time);
    const std::atomic<bool> now{true};
    EXPECT_EQ(s->value({}, {}, now)->why, Unsolved::stopped);
}

TEST(ClobberValues, SayHowFarTheyAre) {
    SolveLimits limits;
    limits.seconds = 1.5;
    std::vector<ValueProgress> heard;
    const auto view = opened("clobber:size=6x6")->value(limits, [&](const auto& p) { heard.push_back(p); }, never);
    ASSERT_TRUE(view);
    ASSERT_FALSE(heard.empty()); // one, but on a machine that stands still meanwhile
    EXPECT_GE(heard[0].seconds, 1);
    EXPECT_GT(heard[0].values, 1u);
    EXPECT_LE(heard[0].values, view->values);
    EXPECT_GT(heard[0].memory, 0u);
}

TEST(Values, OnlyOfGamesThatFallApart) {
    const auto view = opened("ataxx")->value({}, {}, never);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().text.find('\n'), std::string::npos);
}

}
}
