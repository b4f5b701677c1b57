// All that we can say of a value, as text.
#pragma once
#include "solve/thermograph.hpp"
#include <string>

namespace tavoliere {

struct ValueText {
    std::string ascii, unicode; // the canonical form; notation.hpp says how it is written
    Outcome outcome;
    bool left_wins_first, right_wins_first; // if Left begins Left wins, if Right begins Right wins
    int birthday;
    std::size_t positions; // different ones in the canonical form
    bool is_all_small;
    std::optional<std::string> weight; // atomic, of an all-small game
    std::optional<Values::Bounds> ups; // what it lies between, of an all-small game
    std::optional<Thermograph> thermograph;
};

// Nothing where the store's limits have ended it. What they end on the way here is left out.
std::optional<ValueText> described(Values& values, Value g);

}
