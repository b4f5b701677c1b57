// Work that falls into shares, done by several threads.
#pragma once
#include "search/threads.hpp"
#include <atomic>
#include <vector>

namespace tavoliere::training {

// Calls work(0) … work(shares - 1), each once, by at most so many threads, and returns when all are done. What comes out is the same
// for any number of threads if no share depends on another.
template <class Work> void in_shares(std::size_t shares, int threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t s; (s = next.fetch_add(1)) < shares;) work(s);
    };
    std::vector<std::jthread> helpers; // as many as the system gives
    for (int t = 1; t < threads; ++t)
        if (auto helper = start_thread(take)) helpers.push_back(std::move(*helper));
    take();
    helpers.clear(); // joins
}

}
