// In place of what family.cpp.in makes of a line of the list.
#include "text_family.hpp"
#include "search/alphabeta.hpp"
#include "session/catalogue.hpp"
#include "session/solver_of.hpp"
#include "session/table.hpp"

namespace tavoliere {
namespace {

Expected<std::unique_ptr<GameSession>> open_text(Options options) {
    return with_text_rules<GameSession>(options, [&]<class G>(std::shared_ptr<const G> rules) {
        return std::make_unique<Table<G>>(options.info(), options.variant(), std::move(rules));
    });
}

}

extern const Family written_family;
const Family written_family{&WrittenKindsFamily::games, &open_text, &WrittenKindsFamily::add};

}
