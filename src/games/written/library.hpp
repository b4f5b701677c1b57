// The texts that the program knows: those that are built in, and those that its user has named. A server opens no file that a client
// names; only what add() was given before anything was opened is there besides.
#pragma once
#include "games/written/rules.hpp"

namespace tavoliere::written {

// Those of either form of position: with one kind of pieces, or with two kinds, hands or more.
std::span<const GameInfo> texts(bool has_kinds);
// Another text; its place in the list. Not while another thread asks for the list.
Expected<const GameInfo*> add(std::string_view text);
// The text itself, of one of texts().
std::string_view text_of(const GameInfo& info);
// Which form a text is of.
bool has_kinds(const GameInfo& info);
// The rules for these options; cells are put into their canonical order.
Expected<std::shared_ptr<const Rules>> rules_of(Options& options);

inline constexpr int most_texts = 64; // of either form

}
