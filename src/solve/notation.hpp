// Values as people write them, both ways.
//
//     ASCII        Unicode      what
//     3/4          3/4          a number
//     ^  ^^  ^3    ↑  ⇑  ↑3     one, two, three ups; { 0 | * } is an up
//     v  vv  v3    ↓  ⇓  ↓3     downs
//     *  *2        *  *2        nimbers
//     1/2^^*3      1/2⇑*3       a number, ups and a nimber added
//     +-1          ±1           { 1 | -1 }; with a list, +-(1,^) is { 1, ^ | -1, v }, its own negative
//     3+-1         3±1          { 4 | 2 }
//     +_2  -_2     ⧾2  ⧿2       tiny, { 0 | { 0 | -2 } }, and miny, its negative; +_(…) of what is not a number
//     {a,b|c}      {a,b|c}      everything else: Left's options and Right's
//
// What is read may also be any form that is not canonical, -G, (G), and sums of all that: "{0|v*} - ^^ + *2". The signs that
// begin with + and - are read as long as they can be: "1+-1" is { 2 | 0 }, "1 + (-1)" is 0.
#pragma once
#include "base/problem.hpp"
#include "solve/values.hpp"

namespace tavoliere {

enum class Script : std::uint8_t { ascii, unicode };

// The value in its canonical form; one that takes more than `most` bytes is only described: "(412 positions, birthday 9)".
std::string text(Values& values, Value g, Script script = Script::ascii, std::size_t most = 400);

// Options deeper than 100, numbers and ups above 1,000 and nimbers above 255 are refused, as is what ends the store's limits.
Expected<Value> parse_value(Values& values, std::string_view text);

}
