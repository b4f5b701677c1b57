// The widths of words that the boards of a family need, and the rules on each of them.
#pragma once
#include "board/word.hpp"
#include "game/game.hpp"
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

namespace tavoliere {

// std::type_identity of Word64, and of Word128 and Word256 where the family's boards have more cells than the word before.
template <FamilyOf F> constexpr auto widths_of() {
    // Said here before anything else fails of it: the compiler names what is required behind this.
    static_assert(
        Game<typename F::template Rules<Word64>>,
        "the rules lack a member that every game must have, or it is of another type (with most_moves, `moves` takes a "
        "MoveList<Move, most_moves>): the required expression is named below; the beginning of game/game.hpp lists "
        "all");
    using One = std::type_identity<Word64>;
    using Two = std::type_identity<Word128>;
    using Four = std::type_identity<Word256>;
    if constexpr (F::most_cells > 128)
        return std::tuple<One, Two, Four>{};
    else if constexpr (F::most_cells > 64)
        return std::tuple<One, Two>{};
    else
        return std::tuple<One>{};
}

// What make(rules) makes of a variant's rules, a std::shared_ptr<const G>, on the narrowest words that its board fits. Options that say
// nothing are dropped.
template <class Made, FamilyOf F, class Make> Expected<std::unique_ptr<Made>> with_rules(Options& options, Make make) {
    static_assert(F::most_cells <= Geometry::most_cells, "a board has at most 250 cells");
    const auto setup = F::setup(options);
    if (!setup) return std::unexpected(setup.error());
    if (!setup->geometry) return problem("variant: " + options.variant() + ": its family's setup makes no geometry");
    const int cells = setup->geometry->size();
    if (cells > F::most_cells)
        return problem("variant: " + options.variant() + " has " + std::to_string(cells) +
                       " cells; its family says at most " + std::to_string(F::most_cells));
    std::unique_ptr<Made> made;
    const auto make_on = [&]<class W>(std::type_identity<W>) {
        using Rules = typename F::template Rules<W>;
        if (!made && cells <= int(8 * sizeof(W)))
            made = make(std::shared_ptr<const Rules>(std::make_shared<const Rules>(*setup)));
    };
    std::apply([&](auto... width) { (make_on(width), ...); }, widths_of<F>());
    return made;
}

// make(std::type_identity<G>{}) for the rules G on each width, as a tuple. Where it gives pointers to functions, and the tuple is
// kept in an object that is [[gnu::used]], those functions are compiled here for others to link with.
template <FamilyOf F, class Make> constexpr auto for_each_width(Make make) {
    return std::apply(
        [&]<class... W>(std::type_identity<W>...) {
            return std::tuple{make(std::type_identity<typename F::template Rules<W>>{})...};
        },
        widths_of<F>());
}

}
