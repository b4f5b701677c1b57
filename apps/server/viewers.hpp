// Who is shown what of a game.
#pragma once
#include "play/live_game.hpp"
#include "server/keys.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

// The keys of a game, and those of its rematch, where there is one.
struct AllKeys {
    std::vector<KnownKey> own = {}, rematch = {};
};

// What the holder of a key is shown beside the game: never another key that opens a seat, but the one that invites. `present` are the
// colours whose players are connected.
Viewer viewer_by(const std::string& key, const AllKeys& keys, std::string_view present);

// What a key opens of the game; nothing but a look where it is none of its keys.
Opens opened_by(const KeyMark& mark, const AllKeys& keys);

}
