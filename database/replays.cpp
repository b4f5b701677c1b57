// The list of games once more, for games played over: see src/session/catalogue.cpp.
#include "game/options.hpp"
#include "session/replay.hpp"
#include "session/session.hpp"

namespace tavoliere {

#define GAME(file, type) extern const ReplayFamily file##_replay;
#include "games/games.def"
#undef GAME

namespace {

const ReplayFamily* const families[] = {
#define GAME(file, type) &file##_replay,
#include "games/games.def"
#undef GAME
};

}

Expected<std::unique_ptr<Replayer>> open_replayer(std::string_view variant) {
    auto options = options_of(variant);
    if (!options) return std::unexpected(options.error());
    for (const ReplayFamily* f : families)
        for (const GameInfo& info : f->games())
            if (&info == &options->info()) return f->open(std::move(*options));
    return problem("variant: " + in_quotes(variant) + " belongs to no family"); // not reached, as in open()
}

}
