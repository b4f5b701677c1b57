// How long work that knows no clock asks whether it is to end.
#pragma once
#include <functional>

namespace tavoliere {

// Asked every few milliseconds; true from the moment the work is to end, which then leaves what it made so far, or nothing.
using IsOver = std::function<bool()>;
inline bool never_over() { return false; }

}
