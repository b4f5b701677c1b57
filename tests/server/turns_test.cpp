// Who thinks when, without threads: each step gives a slice to whose turn it is.
#include "server/turns.hpp"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace tavoliere {
namespace {

using namespace server;

// Several who always want more, and one thread.
class TurnsTest : public testing::Test {
protected:
    Turns turns;
    std::vector<Turns::Place> places;
    std::vector<double> had; // seconds, of each place

    void enter(Errand errand, std::string address, std::uint64_t connection) {
        places.push_back(turns.enter(errand, {std::move(address), connection}));
        had.push_back(0);
    }
    std::size_t next() const {
        std::size_t first = 0;
        for (std::size_t i = 1; i < places.size(); ++i)
            if (turns.is_before(places[i], places[first])) first = i;
        return first;
    }
    void give(std::size_t who, Turns::Seconds time) {
        turns.charge(places[who], time);
        had[who] += time.count();
    }
    void give_slices(int count) {
        while (count-- > 0) give(next(), Turns::slice);
    }
};

TEST_F(TurnsTest, ErrandsHaveTheirShares) {
    for (int i = 0; i < errands; ++i) enter(Errand(i), "a", std::uint64_t(i));
    give_slices(29 * 20);
    const double whole = 29 * 20 * Turns::slice.count();
    const std::vector<double> shares{16, 8, 4, 1};
    for (std::size_t i = 0; i < shares.size(); ++i) EXPECT_NEAR(had[i], whole * shares[i] / 29, 0.5) << i;
}

TEST_F(TurnsTest, AShortMoveIsNotInterrupted) {
    for (int i = 1; i < errands; ++i) enter(Errand(i), "a", 1);
    give_slices(100);
    enter(Errand::move, "b", 2);
    give_slices(2);
    EXPECT_EQ(had.back(), 0.5);
}

TEST_F(TurnsTest, AnAddressHasOneShareHoweverManyConnectionsItHas) {
    for (std::uint64_t i = 0; i < 9; ++i) enter(Errand::analysis, "many", i);
    enter(Errand::analysis, "one", 99);
    give_slices(180);
    EXPECT_NEAR(had.back(), 22.5, 0.3);
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(had[i], 2.5, 0.3);
}

TEST_F(TurnsTest, AConnectionHasOneShareHoweverMuchItAsks) {
    for (int i = 0; i < 9; ++i) enter(Errand::move, "a", 1);
    enter(Errand::move, "a", 2);
    give_slices(40);
    EXPECT_NEAR(had.back(), 5, 0.3);
    EXPECT_NEAR(had[0], 5, 0.3); // one after the other, as they came
}

TEST_F(TurnsTest, WhoComesLateHasNothingToCatchUpWith) {
    enter(Errand::analysis, "early", 1);
    give_slices(1000);
    enter(Errand::analysis, "late", 2);
    give_slices(8);
    EXPECT_NEAR(had.back(), 1, 0.3);
}

TEST_F(TurnsTest, WhatNobodyElseWantedIsNotPaidBack) {
    enter(Errand::own_game, "a", 1);
    enter(Errand::analysis, "b", 2);
    give(0, Turns::Seconds(100)); // by a second thread, while the first had the analysis
    give(1, Turns::Seconds(100));
    had = {0, 0};
    give_slices(50);
    EXPECT_GT(had[0], 1.5);
}

TEST_F(TurnsTest, OnlyTheMoreUrgentInterruptsASlice) {
    enter(Errand::analysis, "a", 1);
    give(0, Turns::Seconds(0.1));
    enter(Errand::analysis, "b", 2);
    enter(Errand::move, "b", 2);
    enter(Errand::own_game, "b", 2);
    EXPECT_FALSE(turns.ousts(places[1], places[0], Turns::Seconds(0.1)));
    EXPECT_TRUE(turns.ousts(places[2], places[0], Turns::Seconds(0.1)));
    EXPECT_FALSE(turns.ousts(places[3], places[0], Turns::Seconds(0.1)));
    give(0, Turns::slice);
    EXPECT_TRUE(turns.ousts(places[1], places[0], Turns::slice));
}

TEST_F(TurnsTest, WhoHasGoneIsForgotten) {
    enter(Errand::analysis, "a", 1);
    enter(Errand::analysis, "b", 2);
    give(0, Turns::Seconds(0.25));
    turns.leave(places[0]);
    places[0] = turns.enter(Errand::analysis, {"a", 1}); // at the lowest that is there, which is b's
    EXPECT_TRUE(turns.is_before(places[1], places[0]));
    give(1, Turns::Seconds(0.01));
    EXPECT_TRUE(turns.is_before(places[0], places[1]));
}

}
}
