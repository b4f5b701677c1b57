// The widths of words that the boards of a family need, and the rules on each of them.
#pragma once
#include "board/word.hpp"
#include "game/game.hpp"
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
