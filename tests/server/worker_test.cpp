#include "server/outbox.hpp"
#include "server/worker.hpp"
#include <future>
#include <gtest/gtest.h>
#include <vector>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;

Instant in(Milliseconds time) {
    return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()) + time;
}

TEST(Worker, DoesOneThingAfterTheOther) {
    std::vector<int> done;
    int batches = 0;
    std::promise<void> end;
    Worker worker(10, {[&] { ++batches; }, [] {}});
    for (int i = 0; i < 1000; ++i) worker.post([&, i] { done.push_back(i); });
    worker.post([] { throw std::runtime_error("this one fails"); });
    worker.post([&] { end.set_value(); });
    end.get_future().wait();
    ASSERT_EQ(done.size(), 1000u);
    EXPECT_TRUE(std::ranges::is_sorted(done));
    EXPECT_GE(batches, 1);
    EXPECT_LE(batches, 1002);
}

TEST(Worker, TakesNoMoreThanItMay) {
    std::promise<void> begun, go_on;
    Worker worker(3);
    worker.post([&] {
        begun.set_value();
        go_on.get_future().wait();
    });
    begun.get_future().wait();
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(worker.offer([] {}));
    EXPECT_FALSE(worker.offer([] {}));
    std::promise<void> done;
    worker.post([&] { done.set_value(); }); // what must be done is done all the same
    go_on.set_value();
    done.get_future().wait();
    EXPECT_TRUE(worker.offer([] {}));
    worker.stop();
    EXPECT_FALSE(worker.offer([] {}));
}

// What was posted before the alarm is due comes first, however long it takes.
TEST(Worker, RingsAfterAllThatCameBefore) {
    std::vector<int> done;
    std::promise<Instant> rung;
    Worker worker(10);
    const Instant when = in(100ms);
    worker.post([&] {
        worker.ring_at(in(10ms), [](Instant) { FAIL() << "another alarm took its place"; });
        worker.ring_at(when, [&](Instant at) {
            done.push_back(3);
            rung.set_value(at);
        });
    });
    worker.post([&] {
        std::this_thread::sleep_for(200ms);
        done.push_back(1);
    });
    worker.post([&] { done.push_back(2); });
    EXPECT_GE(rung.get_future().get(), when);
    EXPECT_EQ(done, (std::vector{1, 2, 3}));
}

TEST(Unsent, IsBoundedByDroppingWhoHasTriedForLongest) {
    Unsent unsent(1000);
    std::vector<int> dropped;
    std::vector<std::uint64_t> numbers;
    for (int i = 0; i < 3; ++i)
        numbers.push_back(unsent.begin([&, i] {
            dropped.push_back(i);
            unsent.remove(300);
        }));
    unsent.end(numbers[0]); // it has sent all it had
    unsent.add(300);
    unsent.add(300);
    EXPECT_TRUE(dropped.empty());
    const auto shared = unsent.share(std::string(500, 'x'));
    EXPECT_EQ(unsent.bytes(), 1100u);
    unsent.add(10);
    EXPECT_EQ(dropped, std::vector{1});
    unsent.add(10);
    EXPECT_EQ(unsent.bytes(), 820u);
    EXPECT_EQ(dropped.size(), 1u);
}

TEST(Unsent, CountsWhatIsSharedOnce) {
    Unsent unsent;
    auto one = unsent.share("12345");
    const auto other = one;
    EXPECT_EQ(unsent.bytes(), 5u);
    one.reset();
    EXPECT_EQ(unsent.bytes(), 5u);
}

}
}
