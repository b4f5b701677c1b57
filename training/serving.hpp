// Which variants a network is for, and whether it knows their boards.
#pragma once
#include "eval/network.hpp"
#include "session/session.hpp"
#include <functional>
#include <span>

namespace tavoliere::training {

// The variants as a network's file names them (game_of_network()): those of `first`, with spaces between, and of `also`, each with the
// options of `any` open, and each once. A problem: an option that the game of the first does not have, or a variant of another game.
Expected<std::string> variants_served(std::string_view first, std::span<const std::string> any,
                                      std::span<const std::string> also);

// Calls on(board) with the boards of a variant that differ by an option, until it is false: of a size that with the most rows for each
// number of columns, of a number all of them. Of another option, which leaves the board as it is, none.
void each_largest_board(const GameSession& variant, std::string_view option,
                        const std::function<bool(const GameSession&)>& on);

// A problem where windows that have weights of their own on each board, as a network of these `inputs` has, are to serve boards that
// differ by an option of `any`. `patterns`: Network::patterns.
Expected<void> need_shared(const GameSession& variant, std::span<const std::string> any, std::string_view inputs,
                           std::string_view patterns);

// A variant that a network says it serves, and cannot: its name and why. Of open options the largest boards are tried, but for those on
// which none of its windows lies, a single row perhaps.
std::optional<std::string> not_served(const Network& network);

}
