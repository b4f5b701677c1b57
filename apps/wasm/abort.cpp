// In place of the C++ library's own, which bring printf along to say what was wrong: the page hears of a trap, and that is all
// it could do with it.
#include <__verbose_abort>

void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }
// In place of the C library's own, by which sin() and cos() take whole turns off angles of a million and more: no cell is turned by more
// than 360 degrees. The linker finds out only after it has compiled this that it is wanted.
extern "C" [[gnu::used]] int __rem_pio2_large(double*, double*, int, int, int) { __builtin_trap(); }
