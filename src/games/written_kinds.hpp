// Games whose rules are texts, those with two kinds of pieces, hands, or more choices and numbers than most have.
#pragma once
#include "games/written.hpp"

namespace tavoliere {

using WrittenKindsFamily = WrittenFamilyOf<TwoKinds>;

}
