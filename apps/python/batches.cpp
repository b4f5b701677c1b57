// The list of games once more, for batches: see src/session/catalogue.cpp.
#include "game/options.hpp"
#include "session/batch.hpp"
#include "session/session.hpp"

namespace tavoliere {

#define GAME(file, type) extern const BatchFamily file##_batch;
#include "games/games.def"
#undef GAME

namespace {

const BatchFamily* const families[] = {
#define GAME(file, type) &file##_batch,
#include "games/games.def"
#undef GAME
};

}

Expected<std::unique_ptr<Batch>> open_batch(std::string_view variant, int size, std::uint64_t seed) {
    if (size < 1 || size > Batch::most)
        return problem("size: a whole number from 1 to " + std::to_string(Batch::most) + " is wanted here");
    auto options = options_of(variant);
    if (!options) return std::unexpected(options.error());
    for (const BatchFamily* f : families)
        for (const GameInfo& info : f->games())
            if (&info == &options->info()) return f->open(std::move(*options), size, seed);
    return problem("variant: " + in_quotes(variant) + " belongs to no family"); // not reached, as in open()
}

}
