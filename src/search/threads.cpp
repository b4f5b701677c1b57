// The one file of the core that is compiled with exceptions: std::thread throws one when it cannot start.
#include "search/threads.hpp"
#include <chrono>
#include <system_error>

namespace tavoliere {

std::optional<std::jthread> start_thread(std::function<void()> work) {
    try {
        return std::jthread(std::move(work));
    } catch (const std::system_error&) { return {}; }
}

void wait_a_moment() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

}
