// In place of src/search/threads.cpp: a page that needs no special headers has no threads to share memory with.
#include "search/threads.hpp"

namespace tavoliere {

std::optional<std::jthread> start_thread(std::function<void()>) { return {}; }
void wait_a_moment() {}

}
