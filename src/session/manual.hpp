// The rules for people: docs/games/GAME.md, built into the program.
#pragma once
#include <string_view>

namespace tavoliere {

// Markdown; empty for an unknown game.
std::string_view rules_text(std::string_view game);

}
