// Work on several threads whose results are taken one after the other, so that nothing depends on the number of threads.
#pragma once
#include "search/threads.hpp"
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace tavoliere {

// work(i) for each i below `count`, on any thread; take(i, result) on the calling one, in order, until it says false.
template <class Result, class Work, class Take>
void in_order(int threads, std::uint64_t count, const Work& work, const Take& take) {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::uint64_t, Result> done;
    std::uint64_t next = 0, wanted = 0; // to be begun, to be taken
    bool ended = false;
    const auto ahead = std::uint64_t(2 * threads); // what is begun before it is known to be wanted
    const auto help = [&] {
        for (std::unique_lock lock(mutex);;) {
            changed.wait(lock, [&] { return ended || next >= count || next < wanted + ahead; });
            if (ended || next >= count) return;
            const std::uint64_t i = next++;
            lock.unlock();
            Result result = work(i);
            lock.lock();
            done.emplace(i, std::move(result));
            changed.notify_all();
        }
    };
    std::vector<std::jthread> helpers; // as many as the system gives; joined on the way out
    for (int t = 1; t < threads; ++t)
        if (auto helper = start_thread(help)) helpers.push_back(std::move(*helper));
    for (std::unique_lock lock(mutex); !ended && wanted < count;) {
        changed.wait(lock, [&] { return next == wanted || done.contains(wanted); });
        std::optional<Result> result;
        if (next == wanted) {
            ++next;
            lock.unlock();
            result = work(wanted);
        } else {
            result = std::move(done.extract(wanted).mapped());
            lock.unlock();
        }
        const bool more = take(wanted, std::move(*result));
        lock.lock();
        ++wanted;
        ended = !more;
        changed.notify_all();
    }
}

}
