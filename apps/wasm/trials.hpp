// What whoever writes a game wants to know of it and other modules leave out: its moves counted, its laws tried.
#pragma once
#include "base/problem.hpp"
#include "game/law_report.hpp"
#include "game/options.hpp"
#include <cstdint>
#include <memory>
#include <string>

namespace tavoliere {

Expected<std::unique_ptr<LawReport>> laws_of_text(Options options, int games, std::uint64_t seed);
// The leaves so many plies below a position; `counted` as GameSession::perft has it.
Expected<std::unique_ptr<std::uint64_t>> leaves_of_text(Options options, const std::string& position, int depth,
                                                        bool counted);

}
