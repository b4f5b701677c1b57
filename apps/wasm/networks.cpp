// In place of src/eval/built_in.cpp: networks are not built in, they come when a game that has one is first played.
#include "networks.hpp"
#include "eval/built_in.hpp"
#include <list>
#include <map>
#include <vector>

namespace tavoliere {
namespace {

std::list<std::string>& files() {
    static std::list<std::string> kept;
    return kept;
}

}

Expected<std::string_view> keep_network(std::string file) {
    const std::string_view game = game_of_network(files().emplace_back(std::move(file)));
    if (game.empty()) {
        files().pop_back();
        return problem("network: this file is not a network");
    }
    return game;
}

std::shared_ptr<const Network> own_network(std::string_view variant, const Geometry& geometry,
                                           const PositionShape& shape) {
    static std::map<std::string, std::shared_ptr<const Network>, std::less<>> read;
    if (const auto found = read.find(variant); found != read.end()) return found->second;
    const std::vector<std::string_view> there(files().begin(), files().end());
    const auto network = read_network(network_file_for(variant, there), geometry, shape);
    return network ? read[std::string(variant)] = *network : nullptr;
}

Expected<std::shared_ptr<const Network>> network_named(std::string_view name, const Geometry&, const PositionShape&) {
    if (name == "none") return nullptr;
    return problem("network: " + in_quotes(name) + " is neither own nor none");
}

}
