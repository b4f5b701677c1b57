#include "server/bus.hpp"
#include "server/bus_nats.hpp"

namespace tavoliere::server {

Expected<std::unique_ptr<Bus>> Bus::open(const std::string& url, const std::string& store) {
    return url.empty() ? std::make_unique<Bus>() : open_nats_bus(url, store);
}

}
