// Positions and moves as text, both ways, for every game. What cannot be read comes back as a Problem that says what is
// wrong, where, and what would be right; nothing half-read is ever seen.
#pragma once
#include "game/game.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere {

// What a cell holds in a written position: an index into G::letters, or none.
template <Game G> struct Planes {
    static constexpr int kinds = PositionOf<G>::kinds, neutrals = PositionOf<G>::neutrals;

    // The plane that a letter stands for, in a position with `turn` to move: x's pieces are the mover's when x moves.
    static WordOf<G>& plane(PositionOf<G>& p, int letter) {
        if (letter >= 2 * kinds) return p.neutral[std::size_t(letter - 2 * kinds)];
        const bool of_x = letter < kinds;
        auto& side = of_x == (p.turn == 0) ? p.mine : p.theirs;
        return side[std::size_t(letter % kinds)];
    }
    static int count() { return 2 * kinds + neutrals; }
};

// A letter for each cell, '.' where it is empty.
template <Game G> std::string cells_text(const G& g, PositionOf<G> p) {
    std::string out(std::size_t(g.board.size()), '.');
    for (int letter = 0; letter < Planes<G>::count(); ++letter)
        for (Cell c : each{Planes<G>::plane(p, letter)}) out[c] = G::letters[std::size_t(letter)];
    return out;
}

// Rows of letters, runs of empty cells as numbers.
std::string board_text(std::string_view cells, const std::vector<int>& row_lengths);
// The other way: a letter for each cell, as cells_text gives them.
Expected<std::string> parse_board(std::string_view text, const std::vector<int>& row_lengths, std::string_view letters);

template <Game G> std::string position_text(const G& g, const PositionOf<G>& p) {
    std::string out = board_text(cells_text(g, p), g.board.geometry->row_lengths());
    out += p.turn ? " o" : " x";
    if constexpr (requires { g.fields(p); })
        for (const std::string& field : g.fields(p)) out += " " + field;
    return out;
}

// The fields a game's positions have after BOARD and TURN, none of them obligatory when read.
template <Game G> constexpr std::size_t most_fields() {
    if constexpr (requires { G::field_names; })
        return G::field_names.size();
    else
        return 0;
}

template <Game G> Expected<PositionOf<G>> parse_position(const G& g, std::string_view text) {
    if (text == "startpos") return g.start();
    if (text.empty()) return problem("position: it is empty; give BOARD TURN …, or startpos");
    const auto words = split(text, ' ');
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].empty())
            return problem("position: there is a space too many after " + std::to_string(i) +
                           " fields; fields are separated by single spaces");
    const auto cells = parse_board(words[0], g.board.geometry->row_lengths(), G::letters);
    if (!cells) return std::unexpected(cells.error());
    if (words.size() < 2) return problem("position: TURN is missing: x or o after the board");
    if (words[1] != "x" && words[1] != "o")
        return problem("position: TURN is " + in_quotes(words[1]) + "; it is x or o");
    if (words.size() > 2 + most_fields<G>())
        return problem("position: " + in_quotes(words[2 + most_fields<G>()]) +
                       " is a field too many; there are at most " + std::to_string(2 + most_fields<G>()));

    PositionOf<G> p;
    p.turn = words[1] == "o";
    for (std::size_t c = 0; c < cells->size(); ++c)
        if ((*cells)[c] != '.') Planes<G>::plane(p, int(G::letters.find((*cells)[c]))) |= bit<WordOf<G>>(Cell(c));
    if constexpr (requires { g.read_fields(std::span(words), p); }) {
        if (auto wrong = g.read_fields(std::span(words).subspan(2), p)) return problem("position: " + wrong->text);
    }
    if constexpr (requires { g.invalid(p); }) {
        if (auto wrong = g.invalid(p)) return problem("position: " + wrong->text);
    }
    return p;
}

// A step of a path: a cell's name, or "@X" for a piece X in the mover's hand.
template <Game G> std::string step_text(const G& g, const PositionOf<G>& p, Cell step) {
    if (!is_hand(step)) return g.board.geometry->name(step);
    const int kind = step - hand(0);
    return {'@', G::letters[std::size_t(p.turn ? PositionOf<G>::kinds + kind : kind)]};
}

template <Game G> std::string move_text(const G& g, MoveOf<G> m) {
    if constexpr (requires { g.spelling(m); }) {
        return g.spelling(m);
    } else {
        std::string out;
        for (Cell c : g.path(m)) out += (out.empty() ? "" : std::string(G::separator)) + g.board.geometry->name(c);
        return out.empty() ? "pass" : out;
    }
}

// The cells a move names, with separators between them or without; or the first part that is not a cell.
std::expected<std::vector<Cell>, std::string> named_cells(std::string_view text, std::string_view separator,
                                                          const Geometry& geometry);
// "a1 holds x, a4 is empty": of the first eight of these cells. `letters`: what all of the board hold.
std::string describe_cells(const std::vector<Cell>& cells, std::string_view letters, const Geometry& geometry);

template <Game G> std::vector<Path> other_ways(const G& g, const PositionOf<G>& p, MoveOf<G> m) {
    std::vector<Path> ways;
    if constexpr (requires { g.also(p, m, ways); }) g.also(p, m, ways);
    return ways;
}

// Is `text` the steps of a path, one after the other with the separator between them?
template <Game G>
bool is_joined(const G& g, const PositionOf<G>& p, const Path& path, std::string_view separator,
               std::string_view text) {
    for (const Cell* step = path.begin(); step != path.end(); ++step) {
        if (step != path.begin() && !take(text, separator)) return false;
        if (!(is_hand(*step) ? take(text, step_text(g, p, *step)) : take(text, g.board.geometry->name(*step))))
            return false;
    }
    return text.empty();
}

// move_text(g, m) == text, without writing it out where it is the path's cells.
template <Game G> bool is_canonical(const G& g, const PositionOf<G>& p, MoveOf<G> m, std::string_view text) {
    if constexpr (requires { g.spelling(m); }) {
        return g.spelling(m) == text;
    } else {
        const Path path = g.path(m);
        return path.size == 0 ? text == "pass" : is_joined(g, p, path, G::separator, text);
    }
}

// Does `text` mean move m, though it is not its canonical spelling? The cells of its path do, with the game's separator, with
// '-', or with none; with none, also the cells of another way to show it. Capitals are small letters unless they are pieces:
// `plain` is the text in small ones.
template <Game G>
bool means(const G& g, const PositionOf<G>& p, MoveOf<G> m, std::string_view text, std::string_view plain) {
    if constexpr (requires { g.accepts(p, m, text); }) {
        if (g.accepts(p, m, text)) return true;
    }
    const Path path = g.path(m);
    if (path.size == 0) return false;
    for (std::string_view separator : {G::separator, std::string_view("-"), std::string_view()})
        if (is_joined(g, p, path, separator, plain)) return true;
    for (const Path& way : other_ways(g, p, m))
        if (is_joined(g, p, way, "", plain)) return true;
    return false;
}

// Why no legal move is spelled like this.
template <Game G> [[gnu::cold]] Problem refused_move(const G& g, const PositionOf<G>& p, const MovesOf<G>& legal,
                                                     std::string_view text) {
    const Geometry& geometry = *g.board.geometry;
    const std::string what = "move: " + in_quotes(text) + " ";
    if (text.empty()) return {"move: it is empty; give one such as " + (legal.empty() ? "a1" : move_text(g, legal[0]))};
    if (legal.empty()) return {what + "comes too late: the game is over"};
    const auto some = [&](auto wanted) {
        std::string out;
        int shown = 0;
        for (const auto& m : legal)
            if (wanted(m) && ++shown <= 12) out += (shown > 1 ? " " : "") + move_text(g, m);
        return out + (shown > 12 ? " …" : "");
    };
    const std::string any = some([](const auto&) { return true; });
    if (text == "pass") return {what + "is not one of the moves here: " + any};
    const auto named = named_cells(lower(text), G::separator, geometry);
    if (!named)
        return {what + "is not a move: " + (named.error() == lower(text) ? "it" : in_quotes(named.error())) +
                " is not a cell of this board; here: " + any};
    const std::string letters = cells_text(g, p);
    const std::string holds = describe_cells(*named, letters, geometry);
    const Cell from = named->front();
    const std::string from_here = some([&](const auto& m) {
        const Path path = g.path(m);
        return path.size > 1 && path.steps[0] == from;
    });
    return {what + "is not legal for " + (p.turn ? "o" : "x") + " here (" + holds + "); " +
            (from_here.empty() ? "legal: " + any : "from " + geometry.name(from) + ": " + from_here)};
}

template <Game G> Expected<MoveOf<G>> parse_move(const G& g, const PositionOf<G>& p, std::string_view text) {
    MovesOf<G> legal;
    g.moves(p, legal);
    for (const auto& m : legal)
        if (is_canonical(g, p, m, text)) return m;
    const std::string plain = lower(text);
    for (const auto& m : legal)
        if (means(g, p, m, text, plain)) return m;
    return std::unexpected(refused_move(g, p, legal, text));
}

}
