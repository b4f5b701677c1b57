// The list of games: src/games/games.def, one line a file of rules. CMake reads the same lines and compiles for each
//
//     const Family infection_family{…};        from src/session/family.cpp.in
//
// No game registers itself: static libraries and WebAssembly drop such objects.
#pragma once
#include "game/options.hpp"
#include "session/session.hpp"

namespace tavoliere {

struct Family {
    std::span<const GameInfo> (*games)();
    Expected<std::unique_ptr<GameSession>> (*open)(Options);
    // Of games that are texts: another one, which may be in the list of another such family. nullptr elsewhere.
    Expected<const GameInfo*> (*add)(std::string_view text) = nullptr;
};

}
