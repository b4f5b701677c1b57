// Games whose rules are texts: games/*.game, and a user's own (docs/writing-games.md). Those with one kind of pieces.
#pragma once
#include "games/written/interpreter.hpp"
#include "games/written/library.hpp"

namespace tavoliere {

template <class Shape> struct WrittenFamilyOf {
    template <class W> using Rules = Written<W, Shape>;
    static constexpr int most_cells = Geometry::most_cells;
    static constexpr bool has_kinds = Shape::kinds == 2;

    static std::span<const GameInfo> games() { return written::texts(has_kinds); }
    static Expected<const GameInfo*> add(std::string_view text) { return written::add(text); }
    static Expected<WrittenSetup> setup(Options& options) {
        auto rules = written::rules_of(options);
        if (!rules) return std::unexpected(rules.error());
        return WrittenSetup{(*rules)->geometry, *rules};
    }
};
using WrittenFamily = WrittenFamilyOf<OneKind>;

}
