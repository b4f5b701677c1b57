// The laws every game obeys, on random games of every board; and the signatures that change only when the rules do.
#include "base/random.hpp"
#include "game/laws.hpp"
#include "support.hpp"
#include <atomic>
#include <chrono>
#include <thread>

namespace tavoliere {
namespace {

// Whole games; under sanitizers, where those of large boards take minutes, as much of each as takes a second.
TEST(Laws, HoldInEveryVariant) {
    for (const std::string& variant : sample_variants()) {
        std::atomic<bool> stop{false};
        std::jthread timer([&](const std::stop_token& done) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
            while (sanitized && !done.stop_requested() && std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (sanitized && !done.stop_requested()) stop = true;
        });
        const LawReport report = opened(variant)->check(1, 1, stop);
        EXPECT_EQ(report.broken, "") << variant;
        EXPECT_TRUE(stop || report.games == 1) << variant;
    }
}

// In Insert one random game of twenty comes to the last ring, and almost half of those are not won by it.
TEST(Laws, HoldWhereAnEndIsRare) {
    int checked = 0;
    for (const std::string& variant : sample_variants()) {
        if (!variant.starts_with("insert")) continue;
        const LawReport report = opened(variant)->check(sanitized ? 100 : 1000, 1, never);
        EXPECT_EQ(report.broken, "") << variant;
        ++checked;
    }
    EXPECT_GE(checked, 1);
}

TEST(Laws, AskForAFirstMove) {
    EXPECT_EQ(opened("ataxx:size=3x3,blocks=a2+b1+b2+b3+c2")->check(1, 1, never).broken,
              "the game is over before its first move");
}

// What a position is said to be worth: a tree that may not grow tells no more.
int worth_at_once(GameSession& s) {
    EXPECT_TRUE(s.use_network("none"));
    Limits limits;
    limits.nodes = 1;
    limits.monte_carlo = judged_tree;
    return s.think(limits, ignore, never).lines.at(0).score.value;
}

// Of the games in C++; what a written one says its positions are worth is its author's business.
TEST(Laws, WhatOneIsAheadTheOtherIsBehind) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant), other = s->copy();
        if (s->info().is_written()) continue;
        Random random(1);
        int compared = 0;
        for (auto moves = s->moves(); !moves.empty(); moves = s->moves()) {
            std::string text = s->position();
            char& turn = text[text.find(' ') + 1];
            turn = turn == 'x' ? 'o' : 'x';
            if (other->set_position(text) && !other->result()) {
                ASSERT_EQ(worth_at_once(*other), -worth_at_once(*s)) << variant << ": " << s->position();
                ++compared;
            }
            ASSERT_TRUE(s->play(moves[std::size_t(random.below(int(moves.size())))].text));
        }
        EXPECT_GE(compared, 1) << variant;
    }
}

// The move of these that is shown as another one is when the board is turned; its cells may come in another order.
std::optional<std::string> turned_move(const Geometry& board, const Renaming& to, const MoveView& move,
                                       const std::vector<MoveView>& there) {
    const auto sorted = [](std::vector<std::string> path) {
        std::ranges::sort(path);
        return path;
    };
    std::vector<std::string> wanted = move.path;
    for (std::string& name : wanted)
        if (const auto cell = board.find(name)) name = board.name(to[*cell]);
    auto found = std::ranges::find(there, wanted, &MoveView::path);
    if (found == there.end())
        found = std::ranges::find(there, sorted(wanted), [&](const MoveView& m) { return sorted(m.path); });
    return found == there.end() ? std::nullopt : std::optional(found->text);
}

// The same game on the board and on the turned board, where what it begins with is the same.
TEST(Laws, HowTheBoardLiesIsWorthNothing) {
    int compared = 0;
    for (const std::string& variant : sample_variants()) {
        const auto first = opened(variant);
        if (first->info().is_written()) continue;
        const auto cells = first->view().cells;
        for (const Renaming& to : first->symmetries()) {
            bool begins_alike = true;
            for (std::size_t c = 0; c < cells.size(); ++c) begins_alike &= cells[to[c]] == cells[c];
            if (!begins_alike) continue;
            const auto s = first->copy(), turned = first->copy();
            Random random(1);
            for (auto moves = s->moves(); !moves.empty(); moves = s->moves()) {
                ASSERT_EQ(worth_at_once(*turned), worth_at_once(*s)) << variant << ": " << s->position();
                compared += turned->position() != s->position();
                const MoveView& move = moves[std::size_t(random.below(int(moves.size())))];
                const auto same = turned_move(s->geometry(), to, move, turned->moves());
                ASSERT_TRUE(same) << variant << ": " << move.text;
                ASSERT_TRUE(s->play(move.text) && turned->play(*same));
            }
        }
    }
    EXPECT_GE(compared, 1000);
}

// Of a game that counts pieces; where the fewer win, a piece more is as much less.
TEST(Laws, APieceIsAHundredHundredths) {
    for (const char* variant : {"ataxx", "ataxx:misere", "hexxagon", "hexxagon:misere", "penntagon"}) {
        const auto s = opened(variant);
        const int sign = s->variant().ends_with("misere") ? -1 : 1;
        Random random(1);
        for (auto moves = s->moves(); !moves.empty(); moves = s->moves()) {
            const auto text = s->position();
            const auto board = std::string_view(text).substr(0, text.find(' '));
            const auto lead = std::ranges::count(board, 'x') - std::ranges::count(board, 'o');
            ASSERT_EQ(worth_at_once(*s), 100L * sign * (s->view().turn == 'x' ? lead : -lead)) << text;
            ASSERT_TRUE(s->play(moves[std::size_t(random.below(int(moves.size())))].text));
        }
        EXPECT_GT(s->ply(), 10) << variant;
    }
}

// After a change of the rules: `tavoliere check` prints the new ones; say so in the commit ("Rules: …").
TEST(Laws, SignaturesAreThoseOfTheRules) {
    if (sanitized)
        GTEST_SKIP() << "a minute under sanitizers; the release build runs it, and the laws are the same code";
    std::size_t seen = 0;
    for (const auto& value : test_data("signatures.json")) {
        const auto& row = value.as_object();
        const LawReport report = opened(text_of(row.at("game")))->check(int(row.at("games").as_int64()), 1, never);
        char hex[17];
        std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(report.signature));
        EXPECT_EQ(hex, text_of(row.at("signature"))) << row.at("game");
        ++seen;
    }
    EXPECT_GE(seen, games().size());
}

}
}
