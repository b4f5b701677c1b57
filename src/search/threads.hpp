// Starting a thread may fail. The core knows no exceptions, so this is where the failure becomes a value.
#pragma once
#include <functional>
#include <optional>
#include <thread>

namespace tavoliere {

// Nothing where the system has no thread left to give.
std::optional<std::jthread> start_thread(std::function<void()> work);
// Some milliseconds, for who waits for another thread.
void wait_a_moment();

}
