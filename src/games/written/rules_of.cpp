// The rules of a text that the library has, whichever library that is.
#include "games/written/declared_of.hpp"
#include "games/written/library.hpp"

namespace tavoliere::written {

std::string_view text_of(const GameInfo& info) { return declared_of(info)->text; }

Expected<std::shared_ptr<const Rules>> rules_of(Options& options) {
    const GameInfo& info = options.info();
    auto rules = read(declared_of(info), options);
    if (!rules) return problem("rules: " + std::string(info.name) + ": " + rules.error().text);
    for (const OptionInfo& o : info.options)
        if (o.kind == OptionInfo::Kind::cells && options.given(o.name))
            options.set(o.name, join_cells(*options.cells(o.name, *(*rules)->geometry), *(*rules)->geometry));
    return rules;
}

}
