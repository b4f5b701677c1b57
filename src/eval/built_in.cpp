#include "eval/built_in.hpp"
#include "base/file.hpp"
#include <map>
#include <mutex>
#include <span>

namespace tavoliere {

// Written by cmake/embed_networks.cmake.
extern const std::span<const std::string_view> embedded_networks;

std::shared_ptr<const Network> own_network(std::string_view variant, const Geometry& geometry,
                                           const PositionShape& shape) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const Network>, std::less<>> read;
    const std::lock_guard lock(mutex);
    if (const auto found = read.find(variant); found != read.end()) return found->second;
    const auto network = read_network(network_file_for(variant, embedded_networks), geometry, shape);
    return read[std::string(variant)] = network.value_or(nullptr);
}

Expected<std::shared_ptr<const Network>> network_named(std::string_view name, const Geometry& geometry,
                                                       const PositionShape& shape) {
    if (name == "none") return nullptr;
    const auto content = read_whole(std::string(name), file_kind::network);
    if (!content) return problem("network: " + content.error().text);
    return read_network(*content, geometry, shape);
}

}
