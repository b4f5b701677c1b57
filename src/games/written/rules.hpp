// A game written as a text: what it is after it has been read and checked. Nothing here depends on the width of a word.
//
// The rules are algebra over sets of cells, without loops and without jumps, so all that a game asks of a position is a graph of
// nodes, each a set or a number made of others. A move is not a list of deeds but a few such nodes too: the planes that stand
// after it, as sets made of those before. So what is the same is found and worked out once, whether the board's symmetries keep
// the rules is decided by putting turned nodes beside the others, and every text ends, in a time that its length bounds.
#pragma once
#include "base/problem.hpp"
#include "board/shapes.hpp"
#include "game/legend.hpp"
#include "game/options.hpp"
#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::written {

// Bounds of every text.
inline constexpr int most_choices = 5, most_numbers = 4, most_kinds = 2;
inline constexpr int most_registers = 900; // intermediate sets, and as many numbers
inline constexpr int most_nodes = 6000, most_relations = 128, most_zones = 128;
inline constexpr std::size_t most_strokes = 1000; // drawn on the board
inline constexpr std::size_t most_text = 40'000;  // bytes
inline constexpr int most_steps = 400'000;        // tokens that are read, a definition's as often as it is used
inline constexpr int most_ways = 4'000'000;       // of a move, whatever stands on the board
inline constexpr double most_work = 5e7;          // operations, to list the moves of a position

using Cells = std::bitset<256>;

// The planes a node may begin with, by the number of their register: one kind of piece needs the first four.
enum Plane : std::uint8_t { mine, theirs, stones, empty, mine_too, theirs_too };
inline constexpr int planes = 6;
inline constexpr int first_choice = planes; // the registers of the choices' cells follow
inline constexpr int first_register = first_choice + most_choices;

enum class Code : std::uint8_t {
    // a set:
    plane,       // x: which
    chosen,      // x: which choice, its cell
    none_at_all, // the empty set
    zone,        // x: 2 id, and 1 where it is the opponent's
    kept_cell,   // x: the cell kept in that number
    both,
    either,
    without,
    when, // a & b, a | b, a & ~b; a where b is not 0
    around_cell,
    around,
    around_one, // around, of a set of one cell at most
    step,       // what relation x gives for choice c, for the set a; in a single direction
    flood,
    over,
    span,
    slide,
    hops,
    leap, // see docs/writing-games.md
    nearest,
    farthest,
    row,
    between,
    // sets that are several nodes in one operation; `more` are two registers more, c and x:
    both_around_cell, // a & what relation x gives for choice c
    both_step,        // a & b a step in direction x
    both_steps,       // and c a step in direction y
    step_both,        // a & b a step in direction x
    around_nearest,   // what relation x gives for the nearest of a in direction y
    either_more,
    without_more,   // a | b | more, a & ~(b | more)
    either_without, // a | (b & ~more)
    // a number or a condition, 0 or 1:
    constant,
    count,
    any,
    none,
    clock,
    number,
    hand,
    their_hand,
    is_o,
    parts,
    largest,
    cell_of,
    plus,
    minus,
    times,
    less,
    below,
    equal,
    is,
    conj,
    disj,
    negate,
    // numbers that are several nodes in one operation:
    any_both,
    none_both,
    count_both, // of a & b
    plus_count, // a + the cells of the set b
    unlike,
    is_not,
    not_less,
    not_below,
};
constexpr bool is_set(Code c) { return c < Code::constant; }

// A set or a number, of what the nodes before it are. `level`: how many choices must be made before it is known.
struct Node {
    Code code;
    int a = -1, b = -1, c = -1, x = 0;
    int level = 0;
    bool operator==(const Node& o) const { return code == o.code && a == o.a && b == o.b && c == o.c && x == o.x; }
};

// What is worked out for a node: r[to] or k[to] = code(…).
struct Operation {
    Code code;
    std::uint16_t to = 0, a = 0, b = 0, c = 0;
    std::int16_t x = 0, y = 0;
};
using Program = std::vector<Operation>;

// For every cell the cells it is related to; the directions it is the union of, if it is; whether it goes on along them.
struct RelationData {
    std::vector<Cells> to;
    std::uint32_t directions = 0;
    bool is_straight = false;
};

struct Direction {
    std::string name;
    std::vector<Cell> next; // `nowhere` at the edge
    int opposite = -1;
    bool ascending = false; // the numbers of cells grow along it
};

struct Outcome { // for the player to move
    enum Kind : std::uint8_t { win, lose, draw, lead } kind = draw;
    std::string_view reason; // of the game's declaration
    Program program = {};    // of `lead`, into k[number]
    std::uint16_t number = 0;
};

// What a position becomes by a move: the registers of its planes, numbers and hands in the program of the move.
struct After {
    std::array<std::uint16_t, planes> plane{};
    std::uint16_t changed = 0;                       // a bit a plane
    std::array<std::int16_t, most_numbers> number{}; // -1: as it was
    std::array<std::int16_t, most_kinds> hand{}, their_hand{};
    std::int16_t restarts = -1; // where this condition holds, the clock goes back to 0
    bool always_restarts = false;
};

struct MoveRule {
    std::string name;
    int choices = 0, from_hand = -1; // from_hand: the kind that is taken from the hand
    std::array<Program, most_choices + 1>
        before{}; // [i]: what the set of choice i needs, once those before it are made
    std::array<std::uint16_t, most_choices> from{}; // the register of that set
    std::array<bool, most_choices> may_be_none{};   // where the set is empty, the choice is not made
    int guard = -1;                                 // k[guard]: may it be used at all?
    int must = -1;                                  // k[must]: is the move legal, once all is chosen?
    std::array<int, most_choices> set_node{};
    Program effect, half, gain;
    After after, before_last; // before_last: what stands before the last choice of a move's lines
    bool has_half = false;
    int gain_number = -1;
    // The last of two choices is a known set & what a relation gives for the first: listed and counted by loops of their own.
    bool is_fused = false;
    std::uint16_t fused_relation = 0, fused_set = 0;
};

// What a text declares, and the text itself.
struct Declared {
    std::string text;
    std::deque<std::string> words; // all that the views of info, options, … look at
    GameInfo info;
    std::vector<OptionInfo> options;
    std::vector<Preset> presets;
    std::vector<Reason> reasons;
    std::deque<std::vector<std::string_view>> choices;
    bool has_kinds = false; // two kinds of pieces, hands or more than two numbers: another form of position
};

struct Rules {
    std::shared_ptr<const Declared> declared; // whose words the reasons are
    std::shared_ptr<const Geometry> geometry;
    std::vector<Direction> directions;
    std::vector<RelationData> relations;       // two each: x's, o's
    std::vector<Cells> zones;                  // two each
    Cells x, o, stones, x_too, o_too;          // at the start
    std::array<int, most_kinds> hands{-1, -1}; // in hand at the start; -1: none ever
    int kinds = 1;
    std::vector<Node> nodes;
    Program ends; // the conditions of all of them
    std::vector<std::pair<std::uint16_t, Outcome>> end;
    std::vector<MoveRule> moves;
    std::vector<Stroke> strokes;     // drawn on the board
    std::vector<LegendEntry> legend; // what they stand for, in the text's words
    bool has_stones = false;         // are there ever pieces of nobody?
    bool passes = false, repeats = true;
    int clock_limit = 0; // 0: no clock
    Outcome clock_out;
    Outcome stuck; // of a player who cannot move; with passes, where neither can
    Program value;
    int value_number = -1;
    int numbers = 0;
    std::array<bool, most_numbers> is_cell{};
    std::array<std::uint8_t, most_numbers> first_number{};
    std::array<std::string, most_numbers> number_names{};
    int registers = 0, number_registers = 0;
    std::vector<Renaming> kept; // the board's symmetries under which the rules are the same, the identity first
    bool colours_alike = true;  // and whether they are the same for both players as the board lies
    // The turn of the board that makes o's rules x's, where one does: what it makes of each cell. Else the identity.
    Renaming as_x;

    // All the cells that a node's set may have, whatever stands on the board, for a player, with these cells chosen.
    Cells widest(int node, int player, std::span<const Cell> chosen) const;
    // f(cells chosen) for every way in which the move may ever be made.
    void every_way(std::size_t move, const std::function<void(std::span<const Cell>)>& f) const;
};

// What a text says of its game, its options among it: enough for the list of games.
Expected<std::shared_ptr<const Declared>> declare(std::string_view text);
// The rules for options of declared->info.
Expected<std::shared_ptr<const Rules>> read(std::shared_ptr<const Declared> declared, const Options& options);

}
