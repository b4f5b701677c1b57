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

std::vector<const GameInfo*>& list() {
    static std::vector<const GameInfo*> all = [] {
        std::vector<const GameInfo*> infos;
        for (const Family* f : families)
            for (const GameInfo& info : f->games()) infos.push_back(&info);
        return infos;
    }();
    return all;
}

}

const std::vector<const GameInfo*>& games() { return list(); }

Expected<std::string> add_game(std::string_view text) {
    for (const Family* f : families) {
        if (!f->add) continue;
        const auto added = f->add(text);
        if (!added) return std::unexpected(added.error());
        for (const GameInfo* known : list())
            if (known->name == (*added)->name)
                return problem("rules: there is a game " + in_quotes((*added)->name) +
                               " already; another name is needed in the text's line game");
        list().push_back(*added);
        return std::string((*added)->name);
    }
    return problem("rules: this program knows no written games");
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
