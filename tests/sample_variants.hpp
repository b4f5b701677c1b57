// The variants that tests and measurements go through.
#pragma once
#include <string>
#include <vector>

namespace tavoliere {

// Between them they use every board, every option and every width of word; the largest boards and all presets are among them.
const std::vector<std::string>& sample_variants();

}
