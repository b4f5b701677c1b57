// Geometry's theorems, on every kind of board.
#include "base/random.hpp"
#include "board/board.hpp"
#include "board/shapes.hpp"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace tavoliere {
namespace {

std::set<std::string> names(const Geometry& g, const std::vector<Cell>& cells) {
    std::set<std::string> out;
    for (Cell c : cells) out.insert(g.name(c));
    return out;
}
std::set<std::string> neighbours(const Geometry& g, std::string_view cell, bool corners) {
    auto cells = g.over_edge(*g.find(cell));
    if (corners) cells.insert(cells.end(), g.over_corner(*g.find(cell)).begin(), g.over_corner(*g.find(cell)).end());
    return names(g, cells);
}

TEST(Board, SymmetriesAreThoseOfTheShape) {
    EXPECT_EQ(rectangle(7, 7)->symmetries().size(), 8u);
    EXPECT_EQ(rectangle(6, 5)->symmetries().size(), 4u);
    EXPECT_EQ(rectangle(1, 12)->symmetries().size(), 2u);
    EXPECT_EQ(rectangle(1, 1)->symmetries().size(), 1u);
    EXPECT_EQ(hexagon(5)->symmetries().size(), 12u);
    EXPECT_EQ(cairo(5, 5)->symmetries().size(), 4u) << "the corners' cells are split upright: half turns and mirrors";
    EXPECT_EQ(cairo(4, 3)->symmetries().size(), 2u);
}

TEST(Board, EverySymmetryIsARenamingThatKeepsNeighbours) {
    for (const auto& g : {rectangle(6, 5), rectangle(7, 7), hexagon(4), cairo(5, 5), cairo(4, 4), cairo(4, 3)})
        for (const Renaming& to : g->symmetries()) {
            EXPECT_EQ(std::set<Cell>(to.begin(), to.end()).size(), std::size_t(g->size()));
            for (int c = 0; c < g->size(); ++c) {
                std::set<Cell> here, there;
                for (Cell d : g->over_edge(Cell(c))) here.insert(to[d]);
                for (Cell d : g->over_edge(to[std::size_t(c)])) there.insert(d);
                EXPECT_EQ(here, there);
            }
        }
}

TEST(Board, TouchingIsMutual) {
    for (const auto& g : {rectangle(11, 3), hexagon(6), cairo(7, 7)})
        for (int c = 0; c < g->size(); ++c)
            for (const auto* list : {&g->over_edge(Cell(c)), &g->over_corner(Cell(c))})
                for (Cell d : *list) {
                    const auto& back = list == &g->over_edge(Cell(c)) ? g->over_edge(d) : g->over_corner(d);
                    EXPECT_EQ(std::count(back.begin(), back.end(), Cell(c)), 1);
                }
}

TEST(Board, Squares) {
    const auto g = rectangle(7, 7);
    EXPECT_EQ(g->name(0), "a7");
    EXPECT_EQ(g->name(48), "g1");
    EXPECT_EQ(neighbours(*g, "d4", false), (std::set<std::string>{"c4", "e4", "d3", "d5"}));
    EXPECT_EQ(neighbours(*g, "d4", true).size(), 8u);
    EXPECT_EQ(neighbours(*g, "a1", true), (std::set<std::string>{"a2", "b1", "b2"}));
    EXPECT_EQ(g->name(g->beyond(*g->find("d4"), *g->find("e5"))), "f6");
    EXPECT_EQ(g->beyond(*g->find("b1"), *g->find("a1")), nowhere);
}

TEST(Board, Hexagons) {
    const auto g = hexagon(5);
    EXPECT_EQ(g->size(), 61);
    EXPECT_EQ(neighbours(*g, "e5", true), (std::set<std::string>{"e6", "e4", "d4", "d5", "f4", "f5"}));
    EXPECT_EQ(neighbours(*g, "a1", true), (std::set<std::string>{"a2", "b1", "b2"}));
    EXPECT_EQ(g->name(g->beyond(*g->find("e5"), *g->find("f4"))), "g3");
}

// The rules of Penntagon list every neighbour of a cell; the polygons must give just those.
TEST(Board, PentagonsTouchAsTheRulesSay) {
    const int columns = 5, rows = 4;
    const auto g = cairo(columns, rows);
    const auto name = [](int i, int j, char half) { return column_letters(i) + std::to_string(j + 1) + half; };
    const auto inside = [&](int i, int j) { return i >= 0 && j >= 0 && i < columns && j < rows; };
    struct Step {
        int di, dj;
        char half;
    };
    const std::map<char, std::pair<std::vector<Step>, std::vector<Step>>> law = {
        {'l', {{{0, 0, 'r'}, {-1, 0, 'b'}, {-1, 0, 't'}, {0, 1, 'b'}, {0, -1, 't'}}, {{-1, 1, 'r'}, {-1, -1, 'r'}}}},
        {'r', {{{0, 0, 'l'}, {1, 0, 'b'}, {1, 0, 't'}, {0, 1, 'b'}, {0, -1, 't'}}, {{1, 1, 'l'}, {1, -1, 'l'}}}},
        {'b', {{{0, 0, 't'}, {0, -1, 'l'}, {0, -1, 'r'}, {-1, 0, 'r'}, {1, 0, 'l'}}, {{1, -1, 't'}, {-1, -1, 't'}}}},
        {'t', {{{0, 0, 'b'}, {0, 1, 'l'}, {0, 1, 'r'}, {-1, 0, 'r'}, {1, 0, 'l'}}, {{1, 1, 'b'}, {-1, 1, 'b'}}}},
    };
    for (int i = 0; i < columns; ++i)
        for (int j = 0; j < rows; ++j)
            for (char half : (i + j) % 2 == 0 ? std::string("lr") : std::string("tb")) {
                const auto expected = [&](const std::vector<Step>& steps) {
                    std::set<std::string> out;
                    for (const Step& s : steps)
                        if (inside(i + s.di, j + s.dj)) out.insert(name(i + s.di, j + s.dj, s.half));
                    return out;
                };
                const Cell c = *g->find(name(i, j, half));
                EXPECT_EQ(names(*g, g->over_edge(c)), expected(law.at(half).first)) << g->name(c);
                EXPECT_EQ(names(*g, g->over_corner(c)), expected(law.at(half).second)) << g->name(c);
            }
}

TEST(Board, PentagonsAreCongruent) {
    const auto g = cairo(4, 4);
    const auto sides = [&](Cell c) {
        std::multiset<long> lengths;
        const auto& o = g->outline(c);
        for (std::size_t k = 0; k < o.size(); ++k) {
            const Point a = o[k], b = o[(k + 1) % o.size()];
            lengths.insert(std::lround(1e6 * std::hypot(a.x - b.x, a.y - b.y)));
        }
        return lengths;
    };
    for (int c = 1; c < g->size(); ++c) EXPECT_EQ(sides(Cell(c)), sides(0));
}

TEST(Board, ColumnsGoOnAfterZ) {
    EXPECT_EQ(column_letters(25), "z");
    EXPECT_EQ(column_letters(26), "aa");
    EXPECT_EQ(column_letters(63), "bl");
    EXPECT_EQ(parse_name("bl12")->column, 63);
    EXPECT_EQ(parse_name("a1l")->rest, "l");
    for (const char* wrong : {"", "a", "1", "a0", "A1", "a01", "abc1"}) EXPECT_FALSE(parse_name(wrong)) << wrong;
    const auto g = rectangle(11, 11);
    EXPECT_TRUE(g->before(*g->find("a9"), *g->find("a10")));
    EXPECT_TRUE(g->before(*g->find("b10"), *g->find("c1")));
}

// Sets of cells behave alike in all three widths.
template <class W> class Width : public testing::Test {};
using Widths = testing::Types<Word64, Word128, Word256>;
TYPED_TEST_SUITE(Width, Widths);

TYPED_TEST(Width, HoldCells) {
    using W = TypeParam;
    std::set<Cell> cells;
    W word{};
    for (int c = 0; c < int(8 * sizeof(W)); c += 7) cells.insert(Cell(c)), word |= bit<W>(Cell(c));
    EXPECT_EQ(count(word), int(cells.size()));
    std::set<Cell> listed;
    for (Cell c : each{word}) listed.insert(c);
    EXPECT_EQ(listed, cells);
    EXPECT_TRUE(has(word, 7));
    EXPECT_FALSE(has(word, 8));
    EXPECT_TRUE(any(word));
    EXPECT_FALSE(any(word & ~word));
}

TYPED_TEST(Width, ShiftWhole) {
    using W = TypeParam;
    const int width = int(8 * sizeof(W));
    for (int n = 0; n < width; n += 5)
        for (int c = 0; c < width; c += 3) {
            EXPECT_EQ(bit<W>(Cell(c)) << n, c + n < width ? bit<W>(Cell(c + n)) : W{}) << c << " << " << n;
            EXPECT_EQ(bit<W>(Cell(c)) >> n, c >= n ? bit<W>(Cell(c - n)) : W{}) << c << " >> " << n;
        }
}

TYPED_TEST(Width, RelationsAreUnions) {
    using W = TypeParam;
    const auto g = cairo(4, 4);
    std::vector<std::vector<Cell>> edges;
    for (int c = 0; c < g->size(); ++c) edges.push_back(g->over_edge(Cell(c)));
    const Relation<W> near(edges);
    const W set = bit<W>(3) | bit<W>(17) | bit<W>(30);
    EXPECT_EQ(near.of(set), near[3] | near[17] | near[30]);
}

TYPED_TEST(Width, LinksAreThePairsOfNeighbours) {
    using W = TypeParam;
    for (const auto& g : {rectangle(6, 5), rectangle(1, 9), hexagon(4), cairo(4, 4)}) {
        const Links<W> links(*g);
        W even{}, odd{};
        for (int c = 0; c < g->size(); ++c) (c % 3 ? odd : even) |= bit<W>(Cell(c));
        std::multiset<std::pair<Cell, Cell>> found, wanted;
        links.pairs(even, odd, [&](const W& from, int step) {
            for (Cell c : each{from}) found.insert({c, Cell(c + step)});
        });
        for (Cell c : each{even})
            for (Cell d : g->over_edge(c))
                if (has(odd, d)) wanted.insert({c, d});
        EXPECT_EQ(found, wanted);
    }
}

TYPED_TEST(Width, FloodsFollowChainsOfNeighbours) {
    using W = TypeParam;
    for (const auto& g : {rectangle(7, 9), rectangle(1, 9), hexagon(5), cairo(4, 4)}) {
        const Links<W> links(*g);
        Random random(1);
        for (int n = 0; n < 50; ++n) {
            W within{};
            for (int c = 0; c < g->size(); ++c)
                if (random.below(5) < 3) within |= bit<W>(Cell(c));
            const W start = within & bit<W>(Cell(random.below(g->size())));
            W wanted = start;
            for (bool grows = true; grows;) {
                grows = false;
                for (Cell c : each{wanted})
                    for (Cell d : g->over_edge(c))
                        if (has(within, d) && !has(wanted, d)) wanted |= bit<W>(d), grows = true;
            }
            EXPECT_EQ(links.flood(start, within), wanted);
        }
    }
}

// Against every row that can be walked, on random sets.
template <class W, int length> void compare_rows(int columns, int rows) {
    const auto g = rectangle(columns, rows);
    const Rows<W, length> lines(*g, Rays<W>(*g));
    std::set<std::vector<int>> walked; // every row once, its cells ascending
    for (int c = 0; c < g->size(); ++c)
        for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{-1, 1}}) {
            const int x = c % columns + dx * (length - 1), y = c / columns + dy * (length - 1);
            if (x < 0 || x >= columns || y >= rows) continue;
            std::vector<int> row;
            for (int k = 0; k < length; ++k) row.push_back(c + k * (dy * columns + dx));
            walked.insert(row);
        }
    Random random(7);
    for (int n = 0; n < 50; ++n) {
        W set{}, other{};
        for (int c = 0; c < g->size(); ++c)
            if (random.below(3))
                set |= bit<W>(Cell(c));
            else if (!random.below(4))
                other |= bit<W>(Cell(c));
        std::set<std::vector<int>> found, wanted;
        std::array<int, length + 1> alone{};
        W cells{}, completing{};
        for (const auto& row : walked) {
            W all{};
            for (int c : row) all |= bit<W>(Cell(c));
            if (!any(all & other)) ++alone[std::size_t(count(all & set))];
            if (const W missing = all & ~set; count(missing) <= 1) completing |= any(missing) ? missing : all;
            if (any(all & ~set)) continue;
            wanted.insert(row);
            cells |= all;
        }
        lines.each_in(set, [&](const W& row) {
            std::vector<int> list;
            for (Cell c : each{row}) list.push_back(c);
            found.insert(list);
        });
        EXPECT_EQ(found, wanted);
        EXPECT_EQ(lines.any_in(set), !wanted.empty());
        EXPECT_EQ(lines.cells_in(set), cells);
        EXPECT_EQ(lines.completed_by(set), completing);
        EXPECT_EQ(lines.alone(set, other), alone);
    }
}
TYPED_TEST(Width, RowsAreThoseOfConsecutiveCells) {
    for (const auto& [columns, rows] : {std::pair{6, 6}, std::pair{5, 9}, std::pair{8, 4}}) {
        compare_rows<TypeParam, 3>(columns, rows);
        compare_rows<TypeParam, 4>(columns, rows);
        compare_rows<TypeParam, 5>(columns, rows);
    }
}

}
}
