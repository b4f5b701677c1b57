#include "session/catalogue.hpp"

namespace tavoliere {

#define GAME(file, type) extern const Family file##_family;
#include "games/games.def"
#undef GAME

namespace {

const Family* const families[] = {
#define GAME(file, type) &file##_family,
#include "games/games.def"
#undef GAME
};

}

const std::vector<const GameInfo*>& games() {
    static const std::vector<const GameInfo*> all = [] {
        std::vector<const GameInfo*> list;
        for (const Family* f : families)
            for (const GameInfo& info : f->games()) list.push_back(&info);
        return list;
    }();
    return all;
}

Expected<std::unique_ptr<GameSession>> open(std::string_view variant) {
    auto options = parse_variant(variant, games());
    if (!options) return std::unexpected(options.error());
    for (const Family* f : families)
        for (const GameInfo& info : f->games())
            if (&info == &options->info()) return f->open(std::move(*options));
    return problem("variant: " + in_quotes(variant) +
                   " belongs to no family"); // not reached: every info is some family's
}

}
