// What the library is to the rules of its texts. It is another one in the page's modules (apps/wasm/text.cpp).
#pragma once
#include "games/written/rules.hpp"

namespace tavoliere::written {

// What one of texts() is made of.
std::shared_ptr<const Declared> declared_of(const GameInfo& info);

}
