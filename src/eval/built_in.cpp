#include "eval/built_in.hpp"
#include "base/file.hpp"
#include <algorithm>
#include <map>
#include <mutex>
#include <span>

namespace tavoliere {

// Written by cmake/embed_networks.cmake.
extern const std::span<const std::string_view> embedded_networks;

std::shared_ptr<const Network> own_network(std::string_view variant, const Geometry& geometry,
                                           const PositionShape& shape) {
    // A network is laid out anew for each board, and there are boards without number: those that were asked for last are kept.
    constexpr std::size_t most_kept = 32;
    struct Kept {
        std::shared_ptr<const Network> network;
        std::uint64_t asked; // when, in numbers of asking
    };
    static std::mutex mutex;
    static std::map<std::string, Kept, std::less<>> kept;
    static std::uint64_t now = 0;
    const std::lock_guard lock(mutex);
    ++now;
    if (const auto found = kept.find(variant); found != kept.end()) {
        found->second.asked = now;
        return found->second.network;
    }
    if (kept.size() >= most_kept)
        kept.erase(std::ranges::min_element(kept, {}, [](const auto& k) { return k.second.asked; }));
    const auto read = read_network(network_file_for(variant, embedded_networks), geometry, shape);
    return kept.emplace(variant, Kept{read.value_or(nullptr), now}).first->second.network;
}

Expected<std::shared_ptr<const Network>> network_named(std::string_view name, const Geometry& geometry,
                                                       const PositionShape& shape) {
    if (name == "none") return nullptr;
    const auto content = read_whole(std::string(name), file_kind::network);
    if (!content) return problem("network: " + content.error().text);
    return read_network(*content, geometry, shape);
}

}
