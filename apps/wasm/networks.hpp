// The networks that the page has fetched so far.
#pragma once
#include "base/problem.hpp"
#include <string>
#include <string_view>

namespace tavoliere {

// Takes a file of networks/; gives the variant that it was made for.
Expected<std::string_view> keep_network(std::string file);

}
