// A small quantised network: windows of the board -> one hidden layer -> an estimate.
//
//     windows' codes --rows of weights, added up--> accumulator (16 bits) --clamp to 0 … 1, square--> hidden
//     hidden --weights of the bucket--> value             the bucket goes by how many cells are taken
//
// Which inputs are one at a time is the windows' codes: a window contributes the one row of weights that its code has. A move
// changes few windows, so the accumulator is brought up to date by a few rows (accumulator.hpp), which is what makes such
// networks cheap (NNUE: Yu Nasu, 2018). 1 is 255 in the accumulator and 64 in the output's weights.
//
// A value v says that the player to move expects 1 / (1 + exp(-v / 400)) of the point.
#pragma once
#include "eval/inputs.hpp"
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace tavoliere {

inline constexpr int unit_in = 255, unit_out = 64; // what 1 is in the accumulator, and in the output's weights
inline constexpr int value_unit = 400;             // a value of the logistic function's unit

// Memory that begins at a cache line, as the kernels want it.
template <class T> struct CacheLines {
    using value_type = T;
    CacheLines() = default;
    template <class U> CacheLines(const CacheLines<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64})); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{64}); }
    bool operator==(const CacheLines&) const { return true; }
};
using Row = std::vector<std::int16_t, CacheLines<std::int16_t>>;
using Codes = std::vector<std::uint16_t, CacheLines<std::uint16_t>>; // of windows, or what is added to them

struct Network {
    std::string game;           // the variants it is for, as game_of_network() has them
    std::string inputs;         // as windows_of() reads them
    std::string made;           // how: for people, one line
    std::uint64_t checksum = 0; // of the file it was read from
    PositionShape shape{};
    int hidden = 0; // a multiple of 32, at most 256
    int buckets = 1;

    // Where all windows of cells share their weights: the patterns, in the order of their codes, with spaces between.
    std::string patterns;

    std::vector<Window> windows;
    std::vector<std::uint32_t> first;   // of each window's codes in `row_of`; windows that share weights have the same
    std::vector<std::uint16_t> row_of;  // row of weights; 0, a row of zeros, for codes that were never seen
    Row weights;                        // rows x hidden
    Row bias;                           // hidden
    Row out;                            // buckets x hidden
    std::vector<std::int32_t> out_bias; // of each bucket, in unit_in * unit_out

    // What a cell's state counts in the codes of the windows it stands in, 0 in the others', and which those are, a bit each:
    // cells x codes_size(), cells x words().
    Codes powers;
    std::vector<std::uint64_t> windows_of_cells;
    std::vector<std::uint16_t> byte_window;      // by byte
    std::vector<std::uint64_t> byte_window_bits; // the same, a bit each

    std::size_t codes_size() const { return (windows.size() + 31) / 32 * 32; } // whole cache lines
    std::size_t words() const { return (windows.size() + 63) / 64; }
    const std::uint16_t* powers_of_cell(Cell c) const { return powers.data() + c * codes_size(); }
    const std::uint64_t* windows_of_cell(Cell c) const { return windows_of_cells.data() + c * words(); }

    const std::int16_t* row(std::size_t window, std::uint16_t code) const {
        return weights.data() + std::size_t(row_of[first[window] + code]) * std::size_t(hidden);
    }
    bool has_row(std::size_t window, std::uint16_t code) const { return row_of[first[window] + code] != 0; }
    int bucket(int taken) const { return taken * buckets / (shape.cells + 1); }
    // `sum` as Kernels::dot gives it.
    int value(std::int32_t sum, int bucket) const {
        return int((std::int64_t(sum) / unit_in + out_bias[std::size_t(bucket)]) * value_unit /
                   (std::int64_t{unit_in} * unit_out));
    }
};

// The windows laid out, no weights yet: every code is unseen. `patterns`: those of another board, whose codes come in that order;
// a window of this board with none of them is left out, and it is a problem where nothing is left. Empty: the codes come in the
// order of this board's windows.
Expected<Network> network_for(std::string_view game, const Geometry& geometry, const PositionShape& shape,
                              std::string_view inputs, int hidden, int buckets, std::string_view patterns = {});

// A network as a file: a few lines of text (what it is for and how it was made), a blank one, the weights, a checksum.
std::string network_file(const Network& network);
// The variants that a network's file says it is for, with spaces between them; empty where it says none. An option that is
// "any", as in "ataxx:orthogonal,size=any", may be whatever it is: all of those variants are served.
std::string_view game_of_network(std::string_view file);
// The options of one of them that are "any".
std::vector<std::string_view> open_options(std::string_view game);
// The first of them, with what may be any left at its standard.
std::string variant_of_network(std::string_view file);
// How the windows that share weights lie, as Network::patterns has it; empty where the file does not say so: not all of its windows
// do, or it is of version 1.0.
std::string_view patterns_of_network(std::string_view file);
// Of these files the one for a variant: that which names it, else the first that serves it among others. Empty where there
// is none.
std::string_view network_file_for(std::string_view variant, std::span<const std::string_view> files);
// Reads one for this board. A problem: a file that is no network, broken, of another version or for other positions, or
// whose accumulator could overflow.
Expected<std::shared_ptr<const Network>> read_network(std::string_view file, const Geometry& geometry,
                                                      const PositionShape& shape);

}
