// The bus over NATS, "nats://…", by its own library, libnats, which is loaded when such an address asks for it.
#pragma once
#include "server/bus.hpp"

namespace tavoliere::server {

Expected<std::unique_ptr<Bus>> open_nats_bus(const std::string& urls, const std::string& store);

}
