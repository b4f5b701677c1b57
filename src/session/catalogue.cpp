#include "session/catalogue.hpp"
#include "base/text.hpp"
#include <algorithm>

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

// Those that a family of texts has are kept apart: the list of games is that of the newsletter's.
struct Lists {
    std::vector<const GameInfo*> games, written;
};
Lists& lists() {
    static Lists all = [] {
        Lists infos;
        for (const Family* f : families)
            for (const GameInfo& info : f->games()) (info.is_written() ? infos.written : infos.games).push_back(&info);
        return infos;
    }();
    return all;
}

}

const std::vector<const GameInfo*>& games() { return lists().games; }
const std::vector<const GameInfo*>& written_games() { return lists().written; }

Expected<std::string> add_game(std::string_view text) {
    auto& [games, written] = lists(); // before a family has one more
    for (const Family* f : families) {
        if (!f->add) continue;
        const auto added = f->add(text);
        if (!added) return std::unexpected(added.error());
        for (const auto* all : {&games, &written})
            if (const auto known = std::ranges::find(*all, (*added)->name, &GameInfo::name); known != all->end()) {
                if ((*known)->rules == (*added)->rules) return std::string((*known)->name); // the same text once more
                return problem("rules: there is a game " + in_quotes((*added)->name) +
                               " already; another name is needed in the text's line game");
            }
        written.push_back(*added);
        return std::string((*added)->name);
    }
    return problem("rules: this program knows no written games");
}

std::string rules_mark(std::string_view variant) {
    const auto& written = written_games();
    const auto found = std::ranges::find(written, variant.substr(0, variant.find(':')), &GameInfo::name);
    return found == written.end() ? "" : std::string((*found)->rules);
}

std::string rules_part(std::string_view variant) {
    const std::string mark = rules_mark(variant);
    return mark.empty() ? "" : "; rules=" + mark;
}

Expected<Options> options_of(std::string_view variant) {
    const auto& [games, written] = lists();
    const bool is_written =
        std::ranges::find(written, variant.substr(0, variant.find(':')), &GameInfo::name) != written.end();
    return parse_variant(variant, is_written ? written : games);
}

Expected<std::unique_ptr<GameSession>> open(std::string_view variant) {
    auto options = options_of(variant);
    if (!options) return std::unexpected(options.error());
    for (const Family* f : families)
        for (const GameInfo& info : f->games())
            if (&info == &options->info()) return f->open(std::move(*options));
    return problem("variant: " + in_quotes(variant) +
                   " belongs to no family"); // not reached: every info is some family's
}

}
