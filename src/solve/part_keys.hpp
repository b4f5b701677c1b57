// Keys of the parts that a position falls apart into: the same for a part wherever it lies and however it is turned or
// mirrored.
//
// On squares a cell's place in the part is its column and row in the smallest box around it. Each place has a random number for
// every kind of piece, which counts for a piece of x and against one of o; a part's hash is their sum, and that of its negative, which
// has the colours exchanged, is minus it. That is done for the eight images of the part at once, and the
// least of the eight sums is the key: an image has the same eight sums in another order. (Colourings of the same cells differ by an
// even number, so each 64 bits tell 2^63 of them apart.) On boards that are no grid of squares
// the place is the cell, and there is one image.
#pragma once
#include "game/game.hpp"
#include "solve/key.hpp"
#include <cmath>
#include <vector>

namespace tavoliere {

template <Game G> class PartKeys {
public:
    using Position = PositionOf<G>;
    using W = WordOf<G>;
    static_assert(Position::neutrals == 0 && Position::hands == 0, "a part is its pieces and nothing else");

    [[gnu::cold]] explicit PartKeys(const G& game) {
        const Geometry& geometry = *game.board.geometry;
        for (int c = 0; c < geometry.size(); ++c) places_.push_back(place_of(geometry, Cell(c)));
        for (const Place& at : places_) is_grid_ &= at.x >= 0;
        if (!is_grid_)
            for (std::size_t c = 0; c < places_.size(); ++c) places_[c] = {int(c), 0};
        for (const Place& at : places_) columns_ = std::max(columns_, at.x + 1), rows_ = std::max(rows_, at.y + 1);
        in_column_.resize(std::size_t(columns_));
        in_row_.resize(std::size_t(rows_));
        for (std::size_t c = 0; c < places_.size(); ++c) {
            in_column_[std::size_t(places_[c].x)] |= bit<W>(Cell(c));
            in_row_[std::size_t(places_[c].y)] |= bit<W>(Cell(c));
        }
        boxes_.resize(std::size_t(columns_ * rows_));
    }

    // Of the part with x's pieces as the mover's, and of its negative.
    std::array<Key, 2> of(const Position& part) {
        const Frame f = frame(part.taken());
        const Box& box = this->box(f.width, f.height);
        Images check{}, place{};
        const auto each_piece = [&](const auto& planes, auto visit) {
            for (std::size_t kind = 0; kind < kinds; ++kind)
                for (Cell c : each{planes[kind]})
                    visit(std::size_t((places_[c].y - f.y) * f.width + places_[c].x - f.x) * kinds + kind);
        };
        each_piece(part.mine, [&](std::size_t i) { check += box.check[i], place += box.place[i]; });
        each_piece(part.theirs, [&](std::size_t i) { check -= box.check[i], place -= box.place[i]; });
        if (part.turn) check = -check, place = -place; // the mover is o
        return {least_of(check, place), least_of(-check, -place)};
    }

    // The shorter side of the smallest box around some cells.
    int breadth(const W& cells) const {
        const Frame f = frame(cells);
        return std::min(f.width, f.height);
    }

private:
    static constexpr std::size_t kinds = std::size_t(Position::kinds);

    struct Place {
        int x, y; // -1: not on a grid of squares
    };
    struct Frame {
        int x, y, width, height;
    };
    // A number for each of eight images.
    struct Images {
        std::array<std::uint64_t, 8> of{};
        Images& operator+=(const Images& o) {
            for (std::size_t i = 0; i < 8; ++i) of[i] += o.of[i];
            return *this;
        }
        Images& operator-=(const Images& o) {
            for (std::size_t i = 0; i < 8; ++i) of[i] -= o.of[i];
            return *this;
        }
        Images operator-() const { return Images{} -= *this; }
        std::size_t least() const { return std::size_t(std::ranges::min_element(of) - of.begin()); }
    };
    // The random numbers of every place and kind in it: those that are compared, and those that only the least image needs.
    struct Box {
        std::vector<Images> check, place;
    };

    static Key least_of(const Images& check, const Images& place) {
        const std::size_t best = check.least();
        return {mix(place.of[best]), mix(check.of[best])};
    }

    [[gnu::cold]] static Place place_of(const Geometry& g, Cell c) {
        const Point at = g.centre(c), low = g.low();
        const double x = at.x - low.x - 0.5, y = at.y - low.y - 0.5;
        const bool on_grid = std::abs(x - std::round(x)) < 0.01 && std::abs(y - std::round(y)) < 0.01;
        return on_grid && g.outline(c).size() == 4 ? Place{int(std::lround(x)), int(std::lround(y))} : Place{-1, -1};
    }

    Frame frame(const W& cells) const {
        if (!is_grid_) return {0, 0, columns_, 1};
        const auto ends = [&](const std::vector<W>& lines) {
            std::size_t low = 0, high = lines.size() - 1;
            while (!any(lines[low] & cells)) ++low;
            while (!any(lines[high] & cells)) --high;
            return std::pair(int(low), int(high - low + 1));
        };
        const auto [x, width] = ends(in_column_);
        const auto [y, height] = ends(in_row_);
        return {x, y, width, height};
    }

    // Made when it is first wanted.
    const Box& box(int width, int height) {
        Box& box = boxes_[std::size_t((height - 1) * columns_ + width - 1)];
        if (!box.check.empty()) return box;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (std::size_t kind = 0; kind < kinds; ++kind) {
                    Images &check = box.check.emplace_back(), &place = box.place.emplace_back();
                    for (std::size_t way = 0; way < 8; ++way) {
                        int u = way & 1 && is_grid_ ? width - 1 - x : x, v = way & 2 && is_grid_ ? height - 1 - y : y;
                        if (way & 4 && is_grid_) std::swap(u, v);
                        const std::uint64_t where = (std::uint64_t(u) * 256 + std::uint64_t(v)) * kinds + kind + 1;
                        check.of[way] = mix(where * 0x9e3779b97f4a7c15);
                        place.of[way] = mix(where * 0x9e3779b97f4a7c15 ^ 0x6a09e667f3bcc908);
                    }
                }
        return box;
    }

    std::vector<Place> places_; // of every cell
    bool is_grid_ = true;
    int columns_ = 0, rows_ = 0;
    std::vector<W> in_column_, in_row_;
    std::vector<Box> boxes_; // by width and height; those never met are empty
};

}
