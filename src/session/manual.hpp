// The rules for people: docs/games/GAME.md and, in other languages, GAME.LANGUAGE.md, built into the program.
#pragma once
#include <string_view>

namespace tavoliere {

// Markdown; empty for an unknown game, in English where there is no page in that language ("en", "it").
std::string_view rules_text(std::string_view game, std::string_view language = "en");

}
