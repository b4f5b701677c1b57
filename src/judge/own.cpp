#include "judge/own.hpp"
#include "game/file.hpp"
#include "game/options.hpp"
#include <map>
#include <mutex>
#include <span>

namespace tavoliere {

// Written by cmake/embed_networks.cmake.
extern const std::span<const std::string_view> embedded_networks;

std::shared_ptr<const Network> own_network(std::string_view variant, const Geometry& geometry,
                                           const PositionShape& shape) {
    static constexpr std::string_view start[] = {"start"};
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const Network>> read;
    const std::string made_for = without(start, variant);
    const std::lock_guard lock(mutex);
    if (const auto found = read.find(made_for); found != read.end()) return found->second;
    std::shared_ptr<const Network> network;
    for (std::string_view file : embedded_networks)
        if (game_of_network(file) == made_for)
            if (auto whole = read_network(file, geometry, shape)) network = *whole;
    return read[made_for] = network;
}

Expected<std::shared_ptr<const Network>> network_named(std::string_view name, std::string_view variant,
                                                       const Geometry& geometry, const PositionShape& shape) {
    if (name == "own") return own_network(variant, geometry, shape);
    if (name == "none") return nullptr;
    const auto content = read_whole(std::string(name));
    if (!content) return problem("network: " + content.error().text);
    return read_network(*content, geometry, shape);
}

}
