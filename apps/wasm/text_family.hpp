// The games of the page's modules for texts: the larger form of position for all of them, and where the engine thinks two widths of words
// in place of three, otherwise one, so that the modules stay small. What a text means, how positions are written and what is searched is the
// same in either form and on every width.
#pragma once
#include "games/written_kinds.hpp"

namespace tavoliere {

// What make(rules) makes of the rules of a text's variant.
template <class Made, class Make> Expected<std::unique_ptr<Made>> with_text_rules(Options& options, Make make) {
    const auto setup = WrittenKindsFamily::setup(options);
    if (!setup) return std::unexpected(setup.error());
    const auto made = [&]<class W>(std::type_identity<W>) -> std::unique_ptr<Made> {
        using G = Written<W, TwoKinds>;
        return make(std::shared_ptr<const G>(std::make_shared<const G>(*setup)));
    };
#ifndef TAVOLIERE_ONE_WIDTH
    if (setup->geometry->size() <= 64) return made(std::type_identity<Word64>());
#endif
    return made(std::type_identity<Word256>());
}

}
