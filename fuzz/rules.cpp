// The rules of a game as a text: read or refused in one line, quickly; what is read is played, and obeys what every game does.
#include "base/random.hpp"
#include "fuzz.hpp"
#include "game/text.hpp"
#include "games/written/interpreter.hpp"

namespace tavoliere::fuzz {
namespace {

template <class W, class Shape> void play(const std::shared_ptr<const written::Rules>& rules) {
    using G = Written<W, Shape>;
    const G game(WrittenSetup{rules->geometry, rules});
    auto p = game.start();
    const auto list = std::make_unique_for_overwrite<MovesOf<G>>();
    Random random(7);
    for (int ply = 0; ply < 30; ++ply) {
        list->clear();
        game.moves(p, *list);
        require(list->size() == game.count(p) || list->size() == G::most_moves, "the moves are as many as are counted");
        require(list->empty() == game.verdict(p).has_value(), "there are moves exactly while the game lasts");
        const auto again = parse_position(game, position_text(game, p));
        require(again.has_value() && position_text(game, *again) == position_text(game, p),
                "a position read is the one that was written");
        if (list->empty()) return;
        const auto& move = (*list)[random.below(list->size())];
        require(game.path(move).size <= Path::most, "a path is short");
        const auto q = game.after(p, move);
        W seen{};
        const auto add = [&](const W& plane) {
            require(!any(seen & plane), "one piece to a cell");
            seen |= plane;
        };
        for (const auto* side : {&q.mine, &q.theirs})
            for (const W& plane : *side) add(plane);
        add(q.neutral[0]);
        require(!any(seen & ~game.board.all), "pieces stay on the board");
        require(q.turn != p.turn, "turns alternate");
        (void)game.estimate(q), (void)game.gain(p, move), (void)game.halfway(p, move);
        p = q;
    }
}

template <class Shape> void play(const std::shared_ptr<const written::Rules>& rules) {
    const int cells = rules->geometry->size();
    if (cells <= 64) return play<Word64, Shape>(rules);
    if (cells <= 128) return play<Word128, Shape>(rules);
    play<Word256, Shape>(rules);
}

}

void try_one(std::string_view input) {
    const auto declared = written::declare(input);
    if (!declared) return require_one_line(declared.error());
    const auto rules = written::read(*declared, Options((*declared)->info));
    if (!rules) return require_one_line(rules.error());
    (*declared)->has_kinds ? play<TwoKinds>(*rules) : play<OneKind>(*rules);
}

}
