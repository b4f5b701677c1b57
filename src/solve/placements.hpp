// Every way to set pieces of two players on a board, numbered without gaps, layer by layer of equally many pieces.
//
// A way is the set of cells taken and, of those, the mover's: with n pieces on m cells C(m, n) sets of 2^n patterns each. In
// all that is 3^m. Sets that a symmetry of the board carries onto each other are one block, so only about 1 of |symmetries|
// is stored:
//
//     cells taken   --block_of-->   block, symmetry            number = block * patterns + pattern
//     mover's cells --symmetry-->   --extract from the block's set-->   pattern
//
// A block's own symmetries are not used: the patterns of a set that is symmetric itself are stored more than once. Those
// sets are few, and each block then stands for just as many positions a pattern as it has images.
#pragma once
#include "base/is_over.hpp"
#include "board/geometry.hpp"
#include "board/word.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace tavoliere {

// The bits of `word` that `mask` has, side by side; and back.
inline Word64 extract(Word64 word, Word64 mask) {
#if defined(__BMI2__)
    return _pext_u64(word, mask);
#else
    Word64 r = 0;
    for (int at = 0; mask; mask &= mask - 1, ++at) r |= (word >> std::countr_zero(mask) & 1) << at;
    return r;
#endif
}
inline Word64 deposit(Word64 bits, Word64 mask) {
#if defined(__BMI2__)
    return _pdep_u64(bits, mask);
#else
    Word64 r = 0;
    for (; mask; mask &= mask - 1, bits >>= 1) r |= (bits & 1) << std::countr_zero(mask);
    return r;
#endif
}

// Which numbers of pieces the mover may have in a layer: a bit each.
using PieceCounts = std::uint32_t;
constexpr PieceCounts any_count(int pieces) { return (PieceCounts{2} << pieces) - 1; }

class Placements {
public:
    static constexpr int most_cells = 25; // open ones: block_of_ has 4 bytes for each of their subsets

    struct Place {
        int layer;         // pieces
        std::size_t block; // of its layer
        std::size_t number;
    };
    struct Planes {
        Word64 mine, theirs;
    };

    // `counts[n]`: what the mover may have of n pieces, for every n there is a layer for.
    Placements(const Geometry& geometry, Word64 open, bool symmetric, std::vector<PieceCounts> counts,
               const IsOver& is_over = never_over)
        : open_(open), bytes_(std::size_t(geometry.size() + 7) / 8), layers_(counts.size()) {
        for (const Renaming& to : geometry.symmetries())
            if (turns_.empty() || symmetric) add_turn(to);
        for (std::size_t n = 0; n < layers_.size(); ++n) list_patterns(int(n), counts[n]);
        list_blocks(is_over);
    }

    bool is_whole() const { return is_whole_; } // or `is_over` ended it, and it is good for nothing
    std::size_t bytes() const {                 // of the largest part of it
        return block_of_.size() * sizeof(block_of_[0]);
    }
    int layers() const { return int(layers_.size()); }
    std::size_t blocks(int layer) const { return at(layer).sets.size(); }
    std::size_t patterns(int layer) const { return at(layer).patterns; }
    std::size_t size(int layer) const { return blocks(layer) * patterns(layer); }
    // How many ways each pattern of a block stands for.
    int images(int layer, std::size_t block) const { return at(layer).images[block]; }

    Place find(Word64 mine, Word64 taken) const {
        const std::uint32_t entry = block_of_[extract(taken, open_)];
        const std::size_t block = entry & block_mask, turn = entry >> block_bits;
        if (turn) {
            mine = turned(mine, turn);
            taken = turned(taken, turn);
        }
        const int n = std::popcount(taken);
        const Layer& l = at(n);
        const Word64 bits = extract(mine, taken);
        return {n, block, block * l.patterns + (l.rank.empty() ? std::size_t(bits) : l.rank[std::size_t(bits)])};
    }
    Planes planes(int layer, std::size_t block, std::size_t pattern) const {
        const Layer& l = at(layer);
        const Word64 taken = deposit(l.sets[block], open_);
        const Word64 mine = deposit(l.rank.empty() ? pattern : l.pattern[pattern], taken);
        return {mine, taken ^ mine};
    }

private:
    struct Layer {
        std::size_t patterns = 0;
        std::vector<std::uint32_t> rank, pattern; // both empty where every pattern is one
        std::vector<std::uint32_t> sets;          // of each block its least set, as a subset of the open cells
        std::vector<std::uint8_t> images;
    };
    using Turn = std::vector<std::array<Word64, 256>>; // where a byte's cells go, for each byte

    // 27 bits of block, 5 of symmetry: C(25, 12) < 2^23 sets, and no board here has more than 12 symmetries.
    static constexpr int block_bits = 27;
    static constexpr std::uint32_t block_mask = (std::uint32_t{1} << block_bits) - 1;

    const Layer& at(int layer) const { return layers_[std::size_t(layer)]; }

    Word64 turned(Word64 cells, std::size_t turn) const {
        Word64 r = 0;
        for (std::size_t k = 0; k < bytes_; ++k) r |= turns_[turn][k][cells >> (8 * k) & 255];
        return r;
    }

    // Only what leaves the open cells where they are is a symmetry of this board.
    void add_turn(const Renaming& to) {
        Turn turn(bytes_);
        for (std::size_t k = 0; k < bytes_; ++k)
            for (unsigned v = 1; v < 256; ++v) {
                const std::size_t c = 8 * k + std::size_t(std::countr_zero(v));
                turn[k][v] = turn[k][v & (v - 1)] | (c < to.size() ? bit<Word64>(to[c]) : 0);
            }
        turns_.push_back(std::move(turn));
        if (turned(open_, turns_.size() - 1) != open_) turns_.pop_back();
    }

    void list_patterns(int n, PieceCounts counts) {
        Layer& l = layers_[std::size_t(n)];
        l.patterns = std::size_t{1} << n;
        if (counts == any_count(n)) return;
        l.rank.resize(l.patterns);
        for (std::uint32_t bits = 0; bits < l.rank.size(); ++bits)
            if (counts >> std::popcount(bits) & 1) {
                l.rank[bits] = std::uint32_t(l.pattern.size());
                l.pattern.push_back(bits);
            }
        l.patterns = l.pattern.size();
    }

    // Sets in ascending order: the first of its images that is met is the block's own.
    void list_blocks(const IsOver& is_over) {
        constexpr std::uint32_t unknown = ~std::uint32_t{0};
        const auto back = inverses();
        block_of_.assign(std::size_t{1} << std::popcount(open_), unknown);
        for (std::uint32_t set = 0; set < block_of_.size(); ++set) {
            if (set % 4096 == 0 && is_over()) return;
            const auto n = std::size_t(std::popcount(set));
            if (n >= layers_.size() || block_of_[set] != unknown) continue;
            Layer& l = layers_[n];
            const auto block = std::uint32_t(l.sets.size());
            const Word64 taken = deposit(set, open_);
            int images = 0;
            for (std::size_t t = 0; t < turns_.size(); ++t) {
                std::uint32_t& entry = block_of_[extract(turned(taken, t), open_)];
                if (entry != unknown) continue;
                entry = block | back[t] << block_bits;
                ++images;
            }
            l.sets.push_back(set);
            l.images.push_back(std::uint8_t(images));
        }
        is_whole_ = true;
    }
    // The turn that undoes each turn. They are a group: it is among them.
    std::vector<std::uint32_t> inverses() const {
        std::vector<std::uint32_t> back;
        for (std::size_t t = 0; t < turns_.size(); ++t)
            for (std::uint32_t u = 0; u < turns_.size(); ++u)
                if (std::ranges::all_of(each_cell(),
                                        [&](Cell c) { return turned(turned(bit<Word64>(c), t), u) == bit<Word64>(c); }))
                    back.push_back(u);
        return back;
    }
    std::vector<Cell> each_cell() const {
        std::vector<Cell> cells;
        for (Cell c : each{open_}) cells.push_back(c);
        return cells;
    }

    Word64 open_;
    std::size_t bytes_;
    std::vector<Turn> turns_; // the first is the identity
    std::vector<Layer> layers_;
    std::vector<std::uint32_t> block_of_; // by the open cells taken
    bool is_whole_ = false;
};

}
