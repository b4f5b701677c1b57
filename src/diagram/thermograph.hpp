// The picture of a thermograph, as books draw it: values grow to the left, Left's side, and temperature upwards.
#pragma once
#include "solve/thermograph.hpp"
#include <string>

namespace tavoliere {

std::string svg(const Thermograph& thermograph);

}
