// The networks that are built into the program: the files of networks/.
#pragma once
#include "eval/network.hpp"

namespace tavoliere {

// The one that serves a variant; nullptr where there is none. Shared; read anew where many others have
// been asked for since.
std::shared_ptr<const Network> own_network(std::string_view variant, const Geometry& geometry,
                                           const PositionShape& shape);

// "none": none; anything else but "own" is a file's name. A problem: the file cannot be read, or is for other positions.
Expected<std::shared_ptr<const Network>> network_named(std::string_view name, const Geometry& geometry,
                                                       const PositionShape& shape);

}
