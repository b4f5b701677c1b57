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
    struct Piece {
        Cell cell;
        char letter, swapped; // what it is when the colours are exchanged
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

    // The least of the texts that its images have, colours exchanged or not.
    Key key_of(const Position& part) const {
        const std::vector<Piece> pieces = pieces_of(part);
        std::string text, best;
        bool swapped = false;
        const auto consider = [&](bool with_swapped) {
            if (!best.empty() && text >= best) return;
            std::swap(text, best);
            swapped = with_swapped;
        };
        for (bool swap : {false, true}) {
            if (is_grid_)
                for (int way = 0; way < 8; ++way) {
                    if (!draw(pieces, way, swap, text)) continue;
                    consider(swap);
                }
            else
                for (const Renaming& to : g.board.geometry->symmetries()) {
                    text.assign(std::size_t(g.board.size()), '.');
                    for (const Piece& p : pieces) text[to[p.cell]] = swap ? p.swapped : p.letter;
                    consider(swap);
                }
        }
        return {std::move(best), swapped};
    }

    std::vector<Piece> pieces_of(Position part) const {
        constexpr int kinds = Position::kinds;
        std::vector<Piece> pieces;
        for (int letter = 0; letter < Planes<G>::count(); ++letter) {
            const int other = letter < 2 * kinds ? (letter + kinds) % (2 * kinds) : letter;
            for (Cell c : each{Planes<G>::plane(part, letter)})
                pieces.push_back({c, G::letters[std::size_t(letter)], G::letters[std::size_t(other)]});
        }
        return pieces;
    }

    // The smallest box around the part, turned and mirrored, row by row; the first byte is its width. False, and nothing drawn,
    // if it is wider than high: the box turned is the less.
    bool draw(const std::vector<Piece>& pieces, int way, bool swap, std::string& text) const {
        const auto image = [&](const Piece& p) {
            Place at = places_[p.cell];
            if (way & 1) at.x = -at.x;
            if (way & 2) at.y = -at.y;
            if (way & 4) std::swap(at.x, at.y);
            return at;
        };
        Place low = image(pieces[0]), high = low;
        for (const Piece& p : pieces) {
            const Place at = image(p);
            low = {std::min(low.x, at.x), std::min(low.y, at.y)};
            high = {std::max(high.x, at.x), std::max(high.y, at.y)};
        }
        const int width = high.x - low.x + 1, height = high.y - low.y + 1;
        if (width > height) return false;
        text.assign(1 + std::size_t(width * height), '.');
        text[0] = char(width);
        for (const Piece& p : pieces) {
            const Place at = image(p);
            text[1 + std::size_t((at.y - low.y) * width + at.x - low.x)] = swap ? p.swapped : p.letter;
        }
        return true;
    }

    const G& g;
    Values& v;
    std::vector<Place> places_;
    bool is_grid_ = false;
    std::unordered_map<std::string, Value> known_;
};

}
