// Values of positions that fall apart: each part's by recursion over its moves, the whole as their sum.
//
// Left is x and Right is o, whoever's turn it is. What parts have in common is found once: a part is looked up by its shape, up to
// shifts, turns, mirrors and the exchange of colours, which makes the negative.
#pragma once
#include "game/text.hpp"
#include "solve/values.hpp"
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace tavoliere {

template <FallsApart G> class PartValues {
public:
    using Position = PositionOf<G>;

    PartValues(const G& game, Values& values) : g(game), v(values) {
        for (int c = 0; c < g.board.size(); ++c) places_.push_back(place_of(Cell(c)));
        is_grid_ = std::ranges::none_of(places_, [](const Place& at) { return at.x < 0; });
    }

    // The sum of its parts' values. Meaningless where the values' limits have ended it: ask over().
    Value of(const Position& p) {
        Value total = v.zero();
        g.split(p, [&](const Position& part) { total = v.sum(total, of_part(part)); });
        return total;
    }

    Value of_part(const Position& part) {
        if (v.over()) return v.zero();
        const Key key = key_of(part);
        if (const auto known = known_.find(key.text); known != known_.end())
            return key.swapped ? v.negative(known->second) : known->second;
        Position p = part;
        if (p.turn) p.pass_turn();
        std::vector<Value> left = after_moves(p);
        p.pass_turn();
        const Value value = v.make(std::move(left), after_moves(p));
        if (v.over()) return v.zero();
        known_.emplace(key.text, key.swapped ? v.negative(value) : value);
        v.take_memory(key.text.size() + 96); // the entry and its share of the table
        return value;
    }

    std::size_t known() const { return known_.size(); } // parts, up to symmetry and colour

private:
    struct Place {
        int x, y; // -1: not on a grid of squares
    };
    // A part as text, the same for all that have its value or the negative of it.
    struct Key {
        std::string text;
        bool swapped; // the colours: the value is the negative
    };

    std::vector<Value> after_moves(const Position& p) {
        MovesOf<G> list;
        g.moves(p, list);
        std::vector<Value> options;
        for (const auto& m : list) options.push_back(of(g.after(p, m)));
        return options;
    }

    // On squares a cell's place is its column and row.
    Place place_of(Cell c) const {
        const Point at = g.board.geometry->centre(c), low = g.board.geometry->low();
        const double x = at.x - low.x - 0.5, y = at.y - low.y - 0.5;
        const bool on_grid = std::abs(x - std::round(x)) < 0.01 && std::abs(y - std::round(y)) < 0.01;
        return on_grid && g.board.geometry->outline(c).size() == 4 ? Place{int(std::lround(x)), int(std::lround(y))}
                                                                   : Place{-1, -1};
    }

    Key key_of(const Position& part) const {
        const std::string cells = cells_text(g, part);
        Key best{{}, false};
        const auto consider = [&](std::string text, bool swapped) {
            if (best.text.empty() || text < best.text) best = {std::move(text), swapped};
        };
        for (bool swapped : {false, true}) {
            const std::string letters = swapped ? with_colours_swapped(cells) : cells;
            if (is_grid_)
                for (int way = 0; way < 8; ++way) consider(on_grid(letters, way), swapped);
            else
                for (const Renaming& to : g.board.geometry->symmetries()) consider(on_board(letters, to), swapped);
        }
        return best;
    }

    static std::string with_colours_swapped(std::string cells) {
        constexpr int kinds = Position::kinds;
        for (char& c : cells)
            if (const auto letter = G::letters.find(c); letter < 2 * kinds)
                c = G::letters[(letter + kinds) % (2 * kinds)];
        return cells;
    }

    // The smallest box around the part, turned and mirrored, row by row; the first byte is its width.
    std::string on_grid(const std::string& cells, int way) const {
        struct Piece {
            int x, y;
            char letter;
        };
        std::vector<Piece> pieces;
        int left = 255, top = 255, right = -255, bottom = -255;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c] == '.') continue;
            int x = places_[c].x, y = places_[c].y;
            if (way & 1) x = -x;
            if (way & 2) y = -y;
            if (way & 4) std::swap(x, y);
            pieces.push_back({x, y, cells[c]});
            left = std::min(left, x), right = std::max(right, x);
            top = std::min(top, y), bottom = std::max(bottom, y);
        }
        const int width = right - left + 1;
        std::string box(1 + std::size_t(width * (bottom - top + 1)), '.');
        box[0] = char(width);
        for (const Piece& p : pieces) box[1 + std::size_t((p.y - top) * width + p.x - left)] = p.letter;
        return box;
    }
    static std::string on_board(const std::string& cells, const Renaming& to) {
        std::string image = cells;
        for (std::size_t c = 0; c < cells.size(); ++c) image[to[c]] = cells[c];
        return image;
    }

    const G& g;
    Values& v;
    std::vector<Place> places_;
    bool is_grid_ = false;
    std::unordered_map<std::string, Value> known_;
};

}
