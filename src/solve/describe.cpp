#include "solve/describe.hpp"
#include "solve/notation.hpp"

namespace tavoliere {

std::optional<ValueText> described(Values& values, Value g) {
    if (values.over()) return {};
    const Outcome outcome = values.outcome(g);
    if (values.over()) return {};
    ValueText out{text(values, g, Script::ascii),
                  text(values, g, Script::unicode),
                  outcome,
                  outcome == Outcome::left || outcome == Outcome::next,
                  outcome == Outcome::right || outcome == Outcome::next,
                  values.birthday(g),
                  values.count_positions(g),
                  values.is_all_small(g),
                  {},
                  {},
                  thermograph(values, g)};
    if (const auto weight = values.atomic_weight(g)) out.weight = text(values, *weight);
    if (!values.is_all_small(g) || values.over()) return out;
    const Values::Bounds ups = values.bounds_in_ups(g);
    if (!values.over()) out.ups = ups;
    return out;
}

}
