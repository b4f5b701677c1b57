#include "fuzz.hpp"
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tavoliere::fuzz::try_one({reinterpret_cast<const char*>(data), size});
    return 0;
}
