// A tablebase: for every position of a small board whether it is won, lost or drawn, and how long that takes. A byte a
// position, numbered by Placements; retrograde.hpp makes it, table_file.hpp keeps it.
//
// For games whose pieces stay (`pieces_stay`): what stands on the board stays there, though it may walk and change sides. So a
// move never leads to fewer pieces, and play can go round in circles only among positions with equally many: a layer.
//
// The table is true of the game without its clock (`clock_limit`): a player who cannot force an end has a draw, as going round
// for ever is a draw. `probe_in_play` decides what of that holds with the clock.
#pragma once
#include "game/game.hpp"
#include "solve/placements.hpp"
#include "solve/solution.hpp"
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

namespace tavoliere {

// A value as a number: 0 a draw, odd a win, even a loss.
class Exact {
public:
    static constexpr int most_plies = 510;

    constexpr Exact() = default;
    constexpr explicit Exact(std::uint16_t code) : code_(code) {}
    static constexpr Exact win(int plies) { return Exact(std::uint16_t(2 * plies + 1)); }
    static constexpr Exact loss(int plies) { return Exact(std::uint16_t(2 * plies + 2)); }
    static constexpr Exact ended(const Verdict& v) {
        return v.outcome > 0 ? win(0) : v.outcome < 0 ? loss(0) : Exact();
    }

    constexpr std::uint16_t code() const { return code_; }
    constexpr bool is_draw() const { return code_ == 0; }
    constexpr int outcome() const { return code_ == 0 ? 0 : code_ % 2 ? 1 : -1; }
    constexpr int plies() const { return (code_ - 1) / 2; } // of a win or loss: until the game ends
    // The value for the player who moves to a position of this value.
    constexpr Exact before() const { return is_draw() ? *this : outcome() > 0 ? loss(plies() + 1) : win(plies() + 1); }
    constexpr bool operator==(const Exact&) const = default;

private:
    std::uint16_t code_ = 0;
};
// While a layer is solved: what can't be lost, as it is a draw already or a move leads to one in a higher layer.
inline constexpr Exact never_lost{65535};

// The values of a layer, a byte each or, where there are wins too long for that, two. Several threads may read and write.
class LayerValues {
public:
    static constexpr int most_plies_of_byte = 126; // a loss of so many is 254, and 255 is never_lost
    static_assert(Exact::loss(most_plies_of_byte).code() == 254 && std::uint8_t(never_lost.code()) == 255);

    LayerValues() = default;
    LayerValues(std::size_t size, bool wide) : bytes_(wide ? 0 : size), words_(wide ? size : 0) {}
    // Of their codes.
    explicit LayerValues(std::vector<std::uint8_t> codes) : bytes_(std::move(codes)) {}
    explicit LayerValues(std::vector<std::uint16_t> codes) : words_(std::move(codes)) {}

    bool is_wide() const { return !words_.empty(); }
    std::size_t size() const { return bytes_.size() + words_.size(); }
    int most_plies() const { return is_wide() ? Exact::most_plies : most_plies_of_byte; }

    Exact at(std::size_t i) const {
        auto& self = const_cast<LayerValues&>(*this); // there is no atomic_ref of what is const yet
        if (is_wide()) return Exact(std::atomic_ref(self.words_[i]).load(std::memory_order_relaxed));
        const std::uint8_t byte = std::atomic_ref(self.bytes_[i]).load(std::memory_order_relaxed);
        return byte == 255 ? never_lost : Exact(byte);
    }
    void set(std::size_t i, Exact v) {
        if (is_wide())
            std::atomic_ref(words_[i]).store(v.code(), std::memory_order_relaxed);
        else
            std::atomic_ref(bytes_[i]).store(std::uint8_t(v.code()), std::memory_order_relaxed);
    }

private:
    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint16_t> words_;
};

// Better first for the player to move: wins soon, draws, losses late.
constexpr bool is_better(Exact a, Exact b) {
    if (a.outcome() != b.outcome()) return a.outcome() > b.outcome();
    return !a.is_draw() && (a.outcome() > 0 ? a.plies() < b.plies() : a.plies() > b.plies());
}

// The games that a table is for: one kind of piece, and all else that a position has follows from how many pieces either
// player has on the board. Boards that are small enough for a table have the narrowest word.
template <class G>
inline constexpr bool has_tablebase =
    requires { requires G::pieces_stay; } && std::same_as<WordOf<G>, Word64> && PositionOf<G>::kinds == 1;

template <Game G>
    requires has_tablebase<G>
class Tablebase {
public:
    using Rules = G;
    using Position = PositionOf<G>;

    // For the positions with p's blocked cells; without values yet. Takes no memory to speak of.
    Tablebase(const G& g, const Position& p) : neutral_(p.neutral), open_(g.board.all) {
        for (Word64 plane : neutral_) open_ &= ~plane;
        for (int n = 0; n <= count(open_) && is_small(); ++n) {
            examples_.emplace_back();
            counts_.push_back(0);
            for (int mine = 0; mine <= n; ++mine) {
                examples_.back().push_back(example(g, mine, n - mine));
                if (examples_.back().back()) counts_.back() |= PieceCounts{1} << mine;
            }
            if (counts_.back()) continue;
            examples_.pop_back();
            counts_.pop_back();
            break;
        }
        for (const Renaming& to : g.board.geometry->symmetries())
            symmetries_ += renamed(example_planes(), to).neutral == neutral_;
        if constexpr (requires { G::lopsided; }) symmetries_ = 1;
    }

    int cells() const { return count(open_); }
    bool is_small() const { return cells() <= Placements::most_cells; }
    // What it will need at least; exact but for sets of cells that are symmetric themselves, some 10 % more.
    double least_bytes() const {
        double sum = 0, sets = 1; // sets of n cells
        for (std::size_t n = 0; n < counts_.size(); ++n) {
            double patterns = 0, some = 1;
            for (std::size_t mine = 0; mine <= n; ++mine) {
                if (counts_[n] >> mine & 1) patterns += some;
                some *= double(n - mine) / double(mine + 1);
            }
            sum += sets * patterns / symmetries_;
            sets *= double(std::size_t(cells()) - n) / double(n + 1);
        }
        return sum;
    }

    // The numbering, and no values yet. Only where is_small(). False where `is_over` ended it.
    bool number(const G& g, const IsOver& is_over = never_over) {
        places_.emplace(*g.board.geometry, open_, symmetries_ > 1, counts_, is_over);
        return places_->is_whole();
    }
    const Placements& places() const { return *places_; }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (int n = 0; n < places_->layers(); ++n) sum += places_->size(n);
        return sum + places_->bytes();
    }

    // A layer's values, by their numbers.
    std::vector<LayerValues>& values() { return values_; }
    const std::vector<LayerValues>& values() const { return values_; }
    Exact at(const Placements::Place& place) const { return values_[std::size_t(place.layer)].at(place.number); }
    TableCounts& counts() { return found_; }
    const TableCounts& counts() const { return found_; }

    // The position of a pattern of a block.
    Position position(int layer, std::size_t block, std::size_t pattern) const {
        const auto [mine, theirs] = places_->planes(layer, block, pattern);
        Position p = *examples_[std::size_t(layer)][std::size_t(count(mine))];
        p.mine[0] = mine;
        p.theirs[0] = theirs;
        return p;
    }
    Placements::Place find(const Position& p) const { return places_->find(p.mine[0], p.taken()); }
    // Of a position that a move from the table leads to: whether it lies in it too. What does not is over, as its numbers say.
    bool has_number(const Position& p) const { return p.number == decltype(p.number){}; }
    // Whether p lies in the table: its blocked cells, and as many pieces in hand as belong to those on the board.
    bool has(const Position& p) const {
        const auto n = std::size_t(count(p.taken())), mine = std::size_t(count(p.mine[0]));
        if (p.neutral != neutral_ || n >= examples_.size() || !examples_[n][mine]) return false;
        const Position& like = *examples_[n][mine];
        return p.number == like.number && p.my_hand == like.my_hand && p.their_hand == like.their_hand;
    }

    // The value of p if no clock stopped the game; nothing where the table does not have p.
    std::optional<Exact> probe(const G& g, const Position& p) const {
        if (has(p)) return at(find(p));
        if (const auto verdict = g.verdict(p)) return Exact::ended(*verdict);
        return {};
    }
    // The value of p with its clock; nothing where the clock could make another one of it. A win or loss that comes in time is
    // one: its longest line is no longer. And a draw is one: either side can go on not to lose until the clock ends it.
    std::optional<Exact> probe_in_play(const G& g, const Position& p) const {
        if (const auto verdict = g.verdict(p)) return Exact::ended(*verdict);
        const auto v = probe(g, p);
        if constexpr (requires { G::clock_limit; })
            if (v && !v->is_draw() && p.clock + v->plies() > G::clock_limit) return {};
        return v;
    }

private:
    Position example_planes() const {
        Position p{};
        p.neutral = neutral_;
        return p;
    }
    // A position with so many pieces of either player, complete but for where they stand; nothing where there is none.
    std::optional<Position> example(const G& g, int mine, int theirs) const {
        Position p = example_planes();
        p.mine[0] = deposit((Word64{1} << mine) - 1, open_);
        p.theirs[0] = deposit((Word64{1} << (mine + theirs)) - 1, open_) ^ p.mine[0];
        if constexpr (requires { g.read_fields(std::span<const std::string_view>{}, p); })
            if (g.read_fields(std::span<const std::string_view>{}, p)) return {};
        return p;
    }

    decltype(Position::neutral) neutral_;
    Word64 open_;
    int symmetries_ = 0;
    std::vector<PieceCounts> counts_;
    std::vector<std::vector<std::optional<Position>>> examples_; // by pieces, and of those the mover's
    std::optional<Placements> places_;
    std::vector<LayerValues> values_;
    TableCounts found_;
};

}
