// Who comes from where, and what each network may take.
#include "ask/drawing.hpp"
#include "pictures/pictures.hpp"
#include "server/visitors.hpp"
#include "support.hpp"
#include <ctime>
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;

Visitors behind(const std::vector<std::string>& proxies, std::size_t most = 100) {
    auto visitors = Visitors::behind(proxies, most);
    EXPECT_TRUE(visitors);
    return std::move(*visitors);
}

HttpRequest request_from(std::string from, const std::vector<std::string>& forwarded = {}) {
    HttpRequest request{.method = "GET", .target = "/", .from = std::move(from)};
    for (const std::string& list : forwarded) request.headers.emplace_back("x-forwarded-for", list);
    return request;
}

TEST(Visitors, ANetworkIsAHousehold) {
    EXPECT_EQ(network_of("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(network_of("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(network_of("2001:db8:0:1:2:3:4:5"), "2001:db8:0:1::/64");
    EXPECT_EQ(network_of("2001:0db8:0000:0001::"), "2001:db8:0:1::/64");
    EXPECT_NE(network_of("2001:db8:0:2::5"), network_of("2001:db8:0:1::5"));
    EXPECT_EQ(network_of("::1"), "::/64");
}

TEST(Visitors, AProxyIsBelievedWhereTheHostSaysSo) {
    const auto nobody = behind({});
    EXPECT_EQ(nobody.network_of(request_from("127.0.0.1", {"192.0.2.7"})), "127.0.0.1");
    const auto visitors = behind({"127.0.0.1", "2001:db8::1"});
    EXPECT_EQ(visitors.network_of(request_from("192.0.2.1", {"192.0.2.7"})), "192.0.2.1");
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1")), "127.0.0.1");
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"192.0.2.7"})), "192.0.2.7");
    EXPECT_EQ(visitors.network_of(request_from("::ffff:127.0.0.1", {"192.0.2.7"})), "192.0.2.7");
    // What the visitor wrote himself stands before what the proxy added.
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"198.51.100.1, 192.0.2.7"})), "192.0.2.7");
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"198.51.100.1", "192.0.2.7"})), "192.0.2.7");
    // Through two proxies.
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"198.51.100.1, 192.0.2.7 ,2001:db8::1"})), "192.0.2.7");
    // With a port, as some write it.
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"192.0.2.7:4711"})), "192.0.2.7");
    EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {"[2001:db8:0:1::9]:4711"})), "2001:db8:0:1::/64");
    // What is no address leaves who was heard from last.
    for (const std::string wrong : {"unknown", "", " , ", "192.0.2.7, _hidden", "[", "1.2.3", "::g"})
        EXPECT_EQ(visitors.network_of(request_from("127.0.0.1", {wrong})), "127.0.0.1") << wrong;
}

TEST(Visitors, WhatIsNoAddressIsNoProxy) {
    for (const std::string wrong : {"", "localhost", "127.0.0.1:80", "10.0.0.0/8", "1.2.3"}) {
        const auto refused = Visitors::behind({wrong}, 10);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_TRUE(refused.error().text.starts_with("--proxy: ")) << refused.error().text;
    }
}

TEST(Visitors, ANetworkTakesNoMoreThanIsLeft) {
    auto visitors = behind({}, 100);
    int many = 0, others = 0, last = 0;
    for (int i = 0; i < 5000; ++i) many += visitors.enter("192.0.2.1", false);
    for (int i = 0; i < 5000; ++i) others += visitors.enter("192.0.2.2", false);
    EXPECT_EQ(many, 67);
    EXPECT_EQ(others, 22);
    EXPECT_EQ(visitors.present(), 89u);
    for (int i = 0; i < 11; ++i) last += visitors.enter("203.0.113." + std::to_string(i), false);
    EXPECT_EQ(last, 11);
    EXPECT_FALSE(visitors.enter("198.51.100.1", false));
    visitors.leave("192.0.2.1");
    EXPECT_TRUE(visitors.enter("198.51.100.1", false));
    EXPECT_FALSE(visitors.enter("198.51.100.2", false));
}

TEST(Visitors, AProxyBringsMany) {
    auto visitors = behind({"127.0.0.1"}, 100);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(visitors.enter("127.0.0.1", true));
    EXPECT_FALSE(visitors.enter("127.0.0.1", true));
}

TEST(Visitors, WhoConnectsAgainHasTheCreditThatWasLeft) {
    auto visitors = behind({});
    auto now = Credit::Clock::now();
    Credit credit = visitors.take_credit("a", now);
    int taken = 0;
    while (credit.take(now)) ++taken;
    EXPECT_EQ(taken, 100);
    visitors.give_back("a", credit, now);
    EXPECT_TRUE(visitors.take_credit("b", now).is_whole(now));
    Credit again = visitors.take_credit("a", now + 1s);
    taken = 0;
    while (again.take(now + 1s)) ++taken;
    EXPECT_EQ(taken, 25);                                      // and not a hundred
    EXPECT_TRUE(visitors.take_credit("a", now).is_whole(now)); // a second one beside it
    visitors.give_back("a", again, now + 1s);
    again = visitors.take_credit("a", now + 11s);
    taken = 0;
    while (again.take(now + 11s)) ++taken;
    EXPECT_EQ(taken, 49); // five came each second, and one was owed
    visitors.give_back("a", again, now + 11s);
    EXPECT_TRUE(visitors.take_credit("a", now + 60s).is_whole(now + 60s));
}

// However many were left there: those that are whole again are nobody's any more.
TEST(Visitors, WhatIsMadeGoodTakesNoPlace) {
    auto visitors = behind({});
    const auto begin = Credit::Clock::now(), later = begin + 60s;
    std::vector<Credit> taken;
    for (int i = 0; i < 1001; ++i) taken.push_back(visitors.take_credit("a", begin));
    for (Credit& credit : taken) credit.spend(100, begin);
    for (int i = 0; i < 1000; ++i) visitors.give_back("a", taken[std::size_t(i)], begin);
    taken.back().spend(100, later);
    visitors.give_back("a", taken.back(), later);
    EXPECT_FALSE(visitors.take_credit("a", later).is_whole(later));
    EXPECT_TRUE(visitors.take_credit("a", later).is_whole(later));
}

// What is kept of a network has a bound, and who was beyond it begins anew.
TEST(Visitors, AThousandCreditsAreKeptForANetwork) {
    auto visitors = behind({});
    const auto now = Credit::Clock::now();
    std::vector<Credit> taken;
    for (int i = 0; i < 1001; ++i) taken.push_back(visitors.take_credit("a", now));
    for (Credit& credit : taken) {
        credit.spend(100, now);
        visitors.give_back("a", credit, now);
    }
    int whole = 0;
    for (int i = 0; i < 1001; ++i) whole += visitors.take_credit("a", now).is_whole(now);
    EXPECT_EQ(whole, 1);
}

// The numbers of docs/protocol.md, "Limits".
TEST(Visitors, AConnectionSaysAHundredThingsAndFiveMoreEachSecond) {
    auto visitors = behind({});
    const auto begin = Credit::Clock::now();
    Credit credit = visitors.take_credit("a", begin);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(credit.take(begin));
    for (int second = 1; second <= 100; ++second)
        for (int i = 0; i < 5; ++i) ASSERT_TRUE(credit.take(begin + second * 1s)) << second;
    EXPECT_FALSE(credit.take(begin + 100s));
    EXPECT_TRUE(credit.take(begin + 100s + 400ms)); // the one that was too many is owed
    EXPECT_FALSE(credit.take(begin + 100s + 400ms));
}

TEST(Visitors, ANetworkMakesSoManyGames) {
    auto visitors = behind({});
    const auto now = Credit::Clock::now();
    int made = 0;
    while (visitors.may_make_a_game("a", now)) ++made;
    EXPECT_EQ(made, 1000);
    const auto refused = visitors.may_make_a_game("a", now + 3s);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().again_after, 7);
    EXPECT_EQ(refused.error().text,
              "new: 1000 games were made from this network, and one more can be every 10 s; try again in 7 s");
    EXPECT_TRUE(visitors.may_make_a_game("b", now));
    EXPECT_TRUE(visitors.may_make_a_game("a", now + 10s));
    EXPECT_FALSE(visitors.may_make_a_game("a", now + 11s));
}

TEST(Visitors, ANetworkAsksSoOftenAndForSoManyBytes) {
    auto visitors = behind({});
    const auto now = Credit::Clock::now();
    int asked = 0;
    while (visitors.may_ask("a", now)) ++asked;
    EXPECT_EQ(asked, 2000);
    EXPECT_EQ(visitors.may_ask("a", now).error().again_after, 1);
    EXPECT_TRUE(visitors.may_ask("a", now + 1s));
    EXPECT_TRUE(visitors.may_ask("b", now));
    visitors.note_bytes("b", 256'000'000, now);
    EXPECT_TRUE(visitors.may_ask("b", now));
    visitors.note_bytes("b", 40'000'000, now);
    const auto refused = visitors.may_ask("b", now);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().again_after, 10);
    EXPECT_EQ(refused.error().text, "server: this network has asked for too many bytes; try again in 10 s");
    EXPECT_FALSE(visitors.may_ask("b", now + 9s));
    EXPECT_TRUE(visitors.may_ask("b", now + 10s));
}

TEST(Visitors, SoMuchIsComputedForANetwork) {
    auto visitors = behind({});
    const auto now = Credit::Clock::now();
    visitors.note_computing("a", 10s, now);
    EXPECT_TRUE(visitors.may_compute("study", "a", now));
    visitors.note_computing("a", 1s, now);
    const auto refused = visitors.may_compute("study", "a", now);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().again_after, 4);
    EXPECT_EQ(refused.error().text, "study: as much was computed for this network as may be; try again in 4 s");
    EXPECT_FALSE(visitors.may_compute("study", "a", now + 3s));
    EXPECT_TRUE(visitors.may_compute("study", "a", now + 4s));
    EXPECT_TRUE(visitors.may_compute("study", "b", now));
    {
        const Visitors::Bill bill(visitors, "c");
        const auto begun = std::clock(); // of all threads, and there is one
        while (std::clock() - begun < CLOCKS_PER_SEC / 20) {}
    }
    EXPECT_TRUE(visitors.may_compute("study", "c"));
    visitors.note_computing("c", 9960ms); // more than is left
    EXPECT_FALSE(visitors.may_compute("study", "c"));
}

// Another process paints, and takes most of the time that a picture takes.
TEST(Visitors, WhatIsPaintedForANetworkCounts) {
    auto visitors = behind({});
    const auto begun = Credit::Clock::now();
    const auto painted_before = painting_time();
    const std::string board = *drawing_svg({{"ataxx:size=11", "startpos", ""}, "", "", "wood", true, false});
    {
        const Visitors::Bill bill(visitors, "a");
        for (int i = 0; i < 4; ++i) ASSERT_TRUE(png(board, print_zoom));
    }
    const auto painted = painting_time() - painted_before;
    EXPECT_GT(painted, 0s);
    const auto now = Credit::Clock::now();
    // Half of it is more than is left, whatever has come since.
    visitors.note_computing("a", 10s + (now - begun) / 4. - painted / 2, now);
    EXPECT_FALSE(visitors.may_compute("picture", "a", now));
}

// What a network owes is not forgotten, however many others come.
TEST(Visitors, WhoOwesIsRemembered) {
    auto visitors = behind({});
    visitors.note_computing("debtor", 1000s);
    visitors.note_bytes("reader", 1'000'000'000);
    for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(visitors.may_compute("study", std::to_string(i)));
    EXPECT_FALSE(visitors.may_compute("study", "debtor"));
    EXPECT_FALSE(visitors.may_ask("reader"));
    EXPECT_LE(visitors.known(), 2048u);
}

// A million addresses that come once take no memory that stays.
TEST(Visitors, WhoHasGoneIsForgotten) {
    auto visitors = behind({});
    for (int i = 0; i < 100'000; ++i) {
        const std::string network = std::to_string(i);
        ASSERT_TRUE(visitors.enter(network, false));
        visitors.leave(network);
    }
    EXPECT_LE(visitors.known(), 2048u);
}

}
}
