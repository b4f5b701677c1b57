// The words of the language, by what they are. The reader knows them by these lists, and editors are told them (words_json).
#pragma once
#include "base/json.hpp"
#include "game/info.hpp"
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavoliere::written::words {

using List = std::span<const std::string_view>;

// What begins a statement: in the order in which they are carried out, for what is named comes before what uses it; and those that
// only declare. Zones and relations name each other: they are read as they come.
inline constexpr std::string_view in_order[] = {"board", "piece", "relation", "number", "cell",   "let",
                                                "block", "hand",  "start",    "draw",   "repeat", "clock",
                                                "end",   "stuck", "move",     "value"};
inline constexpr std::string_view declaring[] = {"game", "like",   "summary", "origin", "note",   "colours",
                                                 "sign", "option", "reason",  "preset", "without"};
inline constexpr std::string_view zone_statement[] = {"zone"};
// Statements of these are told apart by their second word.
inline constexpr std::string_view named[] = {"relation", "zone",   "let",   "block",  "move",  "number", "cell",
                                             "end",      "option", "start", "reason", "piece", "hand"};

// What is said once in a game, or once of each name.
inline constexpr std::string_view once[] = {"hand", "repeat", "clock", "stuck", "move", "value", "sign"};

inline constexpr std::string_view boards[] = {"rectangle", "hexagon", "cairo"};
inline constexpr std::string_view option_kinds[] = {"flag", "number", "size", "choice", "cells", "marks"};
inline constexpr std::string_view outcomes[] = {"win", "lose", "draw", "by"}; // as Outcome::Kind has them
inline constexpr std::string_view repetitions[] = {"draw", "never"};
inline constexpr std::string_view owners[] = {"x", "o", "stones"};
inline constexpr List signs = sign_names;                               // of pieces with capital letters
inline constexpr std::string_view shapes[] = {"edge", "line", "cross"}; // what is drawn on the board
inline constexpr std::string_view put_by[] = {"mine", "theirs", "stones"};

// What a line of a move begins with.
inline constexpr std::string_view actions[] = {"put",     "clear", "carry", "shift",  "turn",  "set", "give", "take",
                                               "restart", "must",  "keep",  "choose", "along", "do",  "gain"};

inline constexpr std::string_view relations[] = {"side", "corner", "beyond", "self", "mirror"};
inline constexpr std::string_view under_along[] = {"dir", "back"};
inline constexpr std::string_view of_zones[] = {"from", "to"}; // relations of some cells alone: from(ZONE, R)
inline constexpr std::string_view zones[] = {"all",    "none", "dark",   "top", "bottom", "left",  "right",
                                             "centre", "row",  "column", "rim", "tip",    "marked"};
inline constexpr std::string_view tips[] = {"ne", "nw", "se", "sw"};

inline constexpr std::string_view sets[] = {"mine", "theirs", "stones", "empty", "taken", "all"};
inline constexpr std::string_view numbers[] = {"clock", "hand", "for_x", "for_o"};
inline constexpr std::string_view functions[] = {"flood",   "slide",    "over", "span",    "hops",  "leap",
                                                 "nearest", "farthest", "row",  "between", "parts", "largest"};
inline constexpr std::string_view forms[] = {"each", "when"};
inline constexpr std::string_view conditions[] = {"any", "no", "not", "and", "or"};
inline constexpr std::string_view joining[] = {"their", "in", "if", "home", "first", "it", "pass"};

// What people write who have not read the words yet, behind what it is called here. The first that is known where it stands is meant.
inline constexpr std::pair<std::string_view, std::string_view> meant[] = {
    {"side", " adjacent neighbour neighbours neighbor neighbors orthogonal orthogonally "},
    {"corner", " diagonal diagonally "},
    {"n", " north up "},
    {"s", " south down "},
    {"e", " east "},
    {"w", " west "},
    {"clear", " remove capture kill delete "},
    {"turn", " flip convert "},
    {"carry", " move "},
    {"shift", " push "},
    {"put", " place drop add "},
    {"move", " place step "},
    {"must", " require "},
    {"choose", " select "},
    {"x", " black first "},
    {"o", " white second "},
    {"rectangle", " square grid "},
    {"hexagon", " hex "},
    {"end", " win lose goal "},
    {"win", " wins "},
    {"lose", " loses loss "},
    {"draw", " tie "},
    {"mine", " my own friend friends "},
    {"theirs", " enemy enemies opponent "},
    {"empty", " free "},
    {"taken", " occupied "},
    {"all", " everything "},
    {"row", " line "},
    {"flood", " group connected "},
    {"slide", " ray "},
    {"span", " sandwiched "},
    {"parts", " groups "},
    {"largest", " biggest "},
    {"centre", " center "},
    {"colours", " colors "},
    {"game", " title name "},
    {"piece", " pieces "},
    {"number", " var variable count "},
    {"let", " define "},
    {"like", " include "},
    {"stuck", " pass "}};

inline std::vector<std::string> all_of(std::initializer_list<List> lists) {
    std::vector<std::string> out;
    for (const List list : lists) out.insert(out.end(), list.begin(), list.end());
    return out;
}
inline bool is_in(List list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

// Words that nothing can be named.
inline bool is_taken(std::string_view word) {
    for (const List list : {List(sets), List(numbers), List(functions), List(forms), List(conditions), List(relations),
                            List(under_along), List(of_zones)})
        if (is_in(list, word)) return true;
    static constexpr std::string_view others[] = {"their", "in", "if", "along", "choose"};
    return is_in(others, word);
}

// {"statements":[…],"actions":[…],…}: what an editor colours and completes.
inline std::string words_json() {
    JsonObject out;
    const auto add = [&](std::string_view name, std::initializer_list<List> lists) {
        out.raw(name, json_strings(all_of(lists)));
    };
    add("statements", {in_order, declaring, zone_statement});
    add("named", {named});
    add("actions", {actions});
    add("sets", {sets});
    add("functions", {functions, forms, of_zones});
    add("relations", {relations, under_along});
    add("zones", {zones});
    add("numbers", {numbers});
    add("kinds", {boards, option_kinds, outcomes, repetitions, owners, signs, shapes});
    add("joining", {conditions, joining});
    return out.text();
}

}
