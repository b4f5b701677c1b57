// Clocks by themselves, at times that the test makes up.
#include "play/clock.hpp"
#include "play/offers.hpp"
#include "play/seats.hpp"
#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

const Instant noon{Milliseconds(1'800'000'000'000)};
const TimeControl five_plus_three{.begin = 300s, .increment = 3s};

Clock after_two_moves(TimeControl control) {
    Clock clock(control);
    clock.moved('x', 1, noon);
    clock.moved('o', 2, noon);
    return clock;
}

TEST(Clock, StandsUntilEachHasMoved) {
    Clock clock(five_plus_three);
    EXPECT_FALSE(clock.deadline('x'));
    clock.moved('x', 1, noon + 1h);
    EXPECT_FALSE(clock.deadline('o'));
    EXPECT_EQ(clock.left('o', 'o', noon + 9h), 300s);
    clock.moved('o', 2, noon + 2h);
    EXPECT_EQ(clock.deadline('x'), noon + 2h + 300s);
    EXPECT_EQ(clock.left('x', 'x', noon + 2h), 300s); // the untimed moves earned nothing
}

TEST(Clock, RunsForWhoIsToMoveAndAddsTheIncrement) {
    Clock clock = after_two_moves(five_plus_three);
    EXPECT_EQ(clock.left('x', 'x', noon + 10s), 290s);
    EXPECT_EQ(clock.left('o', 'x', noon + 10s), 300s);
    clock.moved('x', 3, noon + 10s);
    EXPECT_EQ(clock.left('x', 'o', noon + 60s), 293s);
    EXPECT_EQ(clock.left('o', 'o', noon + 60s), 250s);
    EXPECT_EQ(clock.deadline('o'), noon + 310s);
}

TEST(Clock, IsNeverBelowNothingNorMovedByATimeSetBack) {
    const Clock clock = after_two_moves(five_plus_three);
    EXPECT_EQ(clock.left('x', 'x', noon + 1h), 0s);
    EXPECT_EQ(clock.left('x', 'x', noon - 1h), 300s);
}

TEST(Clock, GivesBackNoTimeWithAMove) {
    Clock clock = after_two_moves(five_plus_three);
    clock.moved('x', 3, noon + 10s);
    clock.turned_back('o', 2, noon + 30s);
    EXPECT_EQ(clock.left('o', 'x', noon + 30s), 280s);
    EXPECT_EQ(clock.left('x', 'x', noon + 31s), 292s);
    clock.turned_back('x', 1, noon + 40s);
    EXPECT_FALSE(clock.is_running());
}

TEST(Clock, DaysBeginAgainWithEachMove) {
    Clock clock = after_two_moves({.days = 3});
    EXPECT_EQ(clock.deadline('x'), noon + std::chrono::days(3));
    clock.moved('x', 3, noon + 71h);
    EXPECT_EQ(clock.left('x', 'o', noon + 71h), 72h);
    EXPECT_EQ(clock.deadline('o'), noon + 71h + 72h);
}

TEST(Clock, IsStoredAsInstants) {
    Clock clock = after_two_moves(five_plus_three);
    clock.moved('x', 3, noon + 10s);
    const auto read = Clock::read(clock.stored());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->stored(), clock.stored());
    EXPECT_EQ(read->deadline('o'), noon + 310s);
    EXPECT_EQ(json::parse(read->to_json('o', noon + 20s)),
              json::parse(R"({"seconds":300,"increment":3,"x":293000,"o":290000,"running":"o"})"));
    clock.stop('o', noon + 20s);
    EXPECT_EQ(json::parse(clock.to_json('o', noon + 1h)),
              json::parse(R"({"seconds":300,"increment":3,"x":293000,"o":290000,"running":null})"));
    for (const std::string spoiled :
         {"", "{}", "[]", R"({"seconds":5})", R"({"days":3,"x":1})", R"({"days":3,"x":1,"o":1,"since":"noon"})",
          R"({"days":3,"x":-1,"o":1})", R"({"days":3,"x":1,"o":9223372036854775807,"since":1})",
          R"({"days":3,"x":1,"o":1,"since":-9223372036854775808})"})
        EXPECT_FALSE(Clock::read(spoiled)) << spoiled;
    // More than may be asked for now: it was kept when more could be.
    EXPECT_EQ(Clock::read(R"({"seconds":1000000,"increment":1000,"x":1,"o":2000000000})")->control().begin, 1'000'000s);
}

// What was ever kept is read: each number up to its bounds, and none beyond.
TEST(Clock, WhatIsKeptHasBounds) {
    struct Row {
        std::string name, before, after; // the clock's text up to that number, and what comes after it
        std::int64_t least, most;
    };
    for (const Row& row :
         {Row{"seconds", R"({"seconds":)", R"(,"increment":0,"x":1,"o":1})", 1, 10'000'000},
          Row{"increment", R"({"seconds":1,"increment":)", R"(,"x":1,"o":1})", 0, 1'000'000},
          Row{"days", R"({"days":)", R"(,"x":1,"o":1})", 1, 10'000},
          Row{"x", R"({"days":1,"x":)", R"(,"o":1})", 0, 1'000'000'000'000},
          Row{"o", R"({"days":1,"x":1,"o":)", "}", 0, 1'000'000'000'000},
          Row{"since", R"({"days":1,"x":1,"o":1,"since":)", "}", 0, 253'402'300'799'999}}) { // the end of 9999
        const auto read = [&](std::int64_t number) {
            return Clock::read(row.before + std::to_string(number) + row.after);
        };
        EXPECT_TRUE(read(row.least)) << row.name;
        EXPECT_TRUE(read(row.most)) << row.name;
        for (const std::int64_t beyond : {row.least - 1, row.most + 1}) {
            const auto refused = read(beyond);
            ASSERT_FALSE(refused) << row.name << " " << beyond;
            EXPECT_EQ(refused.error().text, "clock." + row.name + ": a whole number from " + std::to_string(row.least) +
                                                " to " + std::to_string(row.most) + " is wanted here");
        }
    }
}

TEST(Clock, ControlsAreReadAndRefusedInWords) {
    const auto read = [](std::string_view text) {
        return read_time_control((*read_json(text, {.bytes = 100}))["clock"], "d.clock");
    };
    EXPECT_EQ(*read("{}"), std::nullopt);
    EXPECT_EQ(*read(R"({"clock":null})"), std::nullopt);
    EXPECT_EQ(**read(R"({"clock":{"seconds":300,"increment":3}})"), five_plus_three);
    EXPECT_EQ((*read(R"({"clock":{"seconds":60}})"))->increment, 0s);
    EXPECT_EQ((*read(R"({"clock":{"days":14}})"))->days, 14);
    for (const auto& [text, says] : {
             std::pair{R"({"clock":5})", "d.clock: "},
             std::pair{R"({"clock":{}})", "d.clock.seconds: a whole number from 1 to 10800"},
             std::pair{R"({"clock":{"seconds":0}})", "d.clock.seconds"},
             std::pair{R"({"clock":{"seconds":1e9}})", "d.clock.seconds"},
             std::pair{R"({"clock":{"seconds":99999999999999999999}})", "d.clock.seconds"},
             std::pair{R"({"clock":{"seconds":60,"increment":-1}})", "d.clock.increment: a whole number from 0 to 180"},
             std::pair{R"({"clock":{"seconds":60,"increment":"1"}})", "d.clock.increment"},
             std::pair{R"({"clock":{"days":15}})", "d.clock.days: a whole number from 1 to 14"},
             std::pair{R"({"clock":{"days":2,"seconds":5}})", "d.clock.seconds: a clock that gives days has none"},
             std::pair{R"({"clock":{"days":2,"increment":0}})", "d.clock.increment: a clock that gives days has none"},
         }) {
        const auto refused = read(text);
        ASSERT_FALSE(refused) << text;
        EXPECT_NE(refused.error().text.find(says), std::string::npos) << refused.error().text;
    }
}

TEST(Offers, AreMadeDeclinedAndWithdrawn) {
    Offers offers;
    ASSERT_TRUE(offers.make(Deal::draw, 'x'));
    EXPECT_TRUE(offers.is_open(Deal::draw, 'x'));
    EXPECT_FALSE(offers.is_open(Deal::draw, 'o'));
    ASSERT_TRUE(offers.decline(Deal::draw, 'x')); // withdrawn: it may come again
    EXPECT_FALSE(offers.decline(Deal::draw, 'x'));
    ASSERT_TRUE(offers.make(Deal::draw, 'x'));
    ASSERT_TRUE(offers.decline(Deal::draw, 'o'));
    EXPECT_FALSE(offers.is_open(Deal::draw, 'x'));
    EXPECT_FALSE(offers.make(Deal::draw, 'x'));
    EXPECT_EQ(offers.to_json(), R"([{"what":"draw","by":"x","declined":true}])");
    ASSERT_TRUE(offers.make(Deal::draw, 'o')); // who declined may still offer
    offers.clear();
    EXPECT_TRUE(offers.make(Deal::draw, 'x'));
}

TEST(Offers, AreMadeThreeTimesBeforeAMove) {
    Offers offers;
    for (int times = 0; times < 3; ++times) {
        ASSERT_TRUE(offers.make(Deal::draw, 'x')) << times;
        ASSERT_TRUE(offers.decline(Deal::draw, 'x'));
        EXPECT_EQ(offers.to_json(), "[]");
        offers = *Offers::read(offers.stored());
    }
    const auto refused = offers.make(Deal::draw, 'x');
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "offer: the draw was offered 3 times; it can be offered again after a move");
    EXPECT_TRUE(offers.make(Deal::takeback, 'x'));
    EXPECT_TRUE(offers.make(Deal::draw, 'o')); // that is not x's doing
    offers.clear();
    EXPECT_TRUE(offers.make(Deal::draw, 'x'));
}

TEST(Offers, OfOneSideAreNotForgottenForTheOthers) {
    Offers declined;
    ASSERT_TRUE(declined.make(Deal::draw, 'x'));
    ASSERT_TRUE(declined.decline(Deal::draw, 'o'));
    ASSERT_TRUE(declined.make(Deal::draw, 'o'));
    ASSERT_TRUE(declined.decline(Deal::draw, 'o'));
    EXPECT_EQ(declined.to_json(), R"([{"what":"draw","by":"x","declined":true}])");
    declined = *Offers::read(declined.stored());
    EXPECT_FALSE(declined.make(Deal::draw, 'x'));

    Offers withdrawn;
    for (int times = 0; times < 3; ++times)
        for (const char side : {'x', 'o'}) {
            ASSERT_TRUE(withdrawn.make(Deal::takeback, side)) << times;
            EXPECT_TRUE(withdrawn.is_open(Deal::takeback, side));
            ASSERT_TRUE(withdrawn.decline(Deal::takeback, side));
        }
    for (const char side : {'x', 'o'}) EXPECT_FALSE(withdrawn.make(Deal::takeback, side));
}

TEST(Offers, OfARematchDoNotWaitForAMove) {
    Offers declined;
    ASSERT_TRUE(declined.make(Deal::rematch, 'x'));
    ASSERT_TRUE(declined.decline(Deal::rematch, 'o'));
    EXPECT_EQ(declined.make(Deal::rematch, 'x').error().text,
              "offer: the rematch was declined; only the other side can offer it now");
    Offers withdrawn;
    for (int times = 0; times < 3; ++times) {
        ASSERT_TRUE(withdrawn.make(Deal::rematch, 'x'));
        ASSERT_TRUE(withdrawn.decline(Deal::rematch, 'x'));
    }
    EXPECT_EQ(withdrawn.make(Deal::rematch, 'x').error().text,
              "offer: the rematch was offered 3 times; only the other side can offer it now");
    EXPECT_TRUE(withdrawn.make(Deal::rematch, 'o'));
}

TEST(Offers, AreStored) {
    Offers offers;
    ASSERT_TRUE(offers.make(Deal::takeback, 'o'));
    ASSERT_TRUE(offers.make(Deal::draw, 'x'));
    ASSERT_TRUE(offers.decline(Deal::draw, 'o'));
    const auto read = Offers::read(offers.stored());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->stored(), offers.stored());
    // As it was stored before.
    EXPECT_EQ(Offers::read(R"([{"what":"draw","by":"x","declined":true}])")->to_json(),
              R"([{"what":"draw","by":"x","declined":true}])");
    for (const std::string spoiled :
         {"", "{}", "[1]", R"([{"what":"dance","by":"x"}])", R"([{"what":"draw","by":"z"}])", R"([{"what":"draw"}])",
          R"([{"what":"draw","by":"x","declined":1}])", R"([{"what":"draw","by":"x","times":0}])",
          R"([{"what":"draw","by":"x","times":4}])", R"([{"what":"draw","by":"x"},{"what":"draw","by":"x"}])"})
        EXPECT_FALSE(Offers::read(spoiled)) << spoiled;
}

TEST(Keys, OpenWhatTheySay) {
    for (const std::string text : {"xo", "x", "o", "", "x?", "o?"}) EXPECT_EQ(to_text(*read_opens(text)), text);
    EXPECT_FALSE(read_opens("x?")->plays('x'));
    EXPECT_TRUE(read_opens("xo")->plays('o'));
    for (const std::string text : {"?", "ox", "xx", "z", "z?", "xo?", "x ?"}) EXPECT_FALSE(read_opens(text)) << text;
    EXPECT_TRUE(check_made_key("0123456789abcdefghijAB"));
    for (const std::string& bad :
         {std::string(), std::string(21, 'a'), std::string(23, 'a'), std::string(22, '\''), std::string(22, '\xe8')})
        EXPECT_FALSE(check_made_key(bad)) << bad;
}

}
}
