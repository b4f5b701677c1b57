// How long something took, as a histogram with bounds that double: what /metrics says of it. One thread adds, others may read.
#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tavoliere::server {

class Timings {
public:
    // 0.25 ms, 0.5 ms, … 4.096 s; the last counts what took longer.
    static constexpr std::size_t bounds = 15;
    static double bound(std::size_t i) { return 0.00025 * double(1u << i); } // seconds

    void add(double seconds) {
        std::size_t i = 0;
        while (i < bounds && seconds > bound(i)) ++i;
        ++counts_[i];
        sum_.store(sum() + seconds, std::memory_order_relaxed);
    }
    std::uint64_t count(std::size_t i) const { return counts_[i].load(std::memory_order_relaxed); }
    double sum() const { return sum_.load(std::memory_order_relaxed); } // seconds

    // What takes its time until this is gone.
    class Running {
    public:
        explicit Running(Timings& timings) : timings_(timings) {}
        ~Running() { timings_.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count()); }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        Timings& timings_;
        std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    };
    Running begin() { return Running(*this); }

private:
    std::array<std::atomic<std::uint64_t>, bounds + 1> counts_{};
    std::atomic<double> sum_ = 0;
};

}
