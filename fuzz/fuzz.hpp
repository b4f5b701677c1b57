// What a fuzz target is: a function that takes any bytes. It ends the program where a promise is broken.
//
// scripts/fuzz runs a target under libFuzzer; scripts/test replays what was found (tests/data/corpus).
#pragma once
#include "session/session.hpp"
#include <string_view>

namespace tavoliere::fuzz {

void try_one(std::string_view input); // each target has its own

// A promise. Says which, and ends the program.
void require(bool holds, const char* promise);

// A problem is one printable line.
void require_one_line(const Problem& problem);

// A session at the first position of one of some variants that between them use every game and every width of word: the
// first byte chooses, and is dropped. Kept from call to call.
GameSession& chosen(std::string_view& input);

}
