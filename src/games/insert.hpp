// Insert (published as Donuts) and Insert x+: place a ring; the line drawn on its cell decides where the opponent must
// place the next one. Rings of the opponent that a new row of yours ends on at both sides turn to your colour. Five in
// a row win.
//
// A cell's lines are one hexadecimal digit: 1 - row, 2 | column, 4 / rising, 8 \ falling diagonal, or the sum of two (x+).
#pragma once
#include "base/random.hpp"
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct InsertSetup {
    std::shared_ptr<const Geometry> geometry;
    std::array<std::uint8_t, 36> lines; // of each cell, in the order of the geometry
};

template <class W> struct Insert {
    // number[0]: the cell filled last, or `nowhere`.
    using Position = tavoliere::Position<W, 1, 0, 1>;
    struct Move {
        Cell at;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";
    static constexpr std::array<std::string_view, 1> field_names{"LAST"};
    static constexpr bool lopsided = true, solvable = true;
    static constexpr int rings = 30, line_length = 5;

    Board<W> board;
    Rays<W> rays;
    Links<W> links;
    std::vector<W> along;                 // for each cell the cells on its lines
    std::array<std::vector<W>, 4> beside; // for each axis, by cell, the two on either side; none at the edge
    std::array<W, 4> inside{};            // for each axis, the cells that have two
    Rows<W, line_length> fives;
    std::array<std::uint8_t, 36> lines;

    explicit Insert(const InsertSetup& s)
        : board(s.geometry), rays(*s.geometry), links(*s.geometry), fives(*s.geometry, rays), lines(s.lines) {
        for (Cell c : each{board.all}) {
            W cells{};
            for (int axis = 0; axis < 4; ++axis)
                if (s.lines[c] >> axis & 1) cells |= rays(c, direction[axis]) | rays(c, rays.opposite(direction[axis]));
            along.push_back(cells);
            for (int d = 0; d < 4; ++d) {
                const W &one = rays(c, d), &other = rays(c, rays.opposite(d));
                const bool both = any(one) && any(other);
                beside[std::size_t(d)].push_back(both ? bit<W>(rays.next(c, d)) | bit<W>(rays.next(c, rays.opposite(d)))
                                                      : W{});
                if (both) inside[std::size_t(d)] |= bit<W>(c);
            }
        }
    }

    Position start() const {
        Position p;
        p.number[0] = nowhere;
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (over(p)) return;
        for (Cell c : each{allowed(p)}) list.push({c});
    }
    int count(const Position& p) const { return over(p) ? 0 : tavoliere::count(allowed(p)); }

    template <class F> void every_move(F f) const {
        for (Cell c : each{board.all}) f(Move{c});
    }

    Position after(Position p, Move m) const {
        p.mine[0] |= bit<W>(m.at);
        const W turned = intrusions(p, m.at);
        p.mine[0] |= turned;
        p.theirs[0] &= ~turned;
        p.number[0] = m.at;
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (fives.any_in(p.theirs[0])) return Verdict{-1, -1, "line"};
        if (tavoliere::count(p.taken()) < rings) return {};
        const int lead = largest_group(p.mine[0]) - largest_group(p.theirs[0]);
        return Verdict{std::int8_t((lead > 0) - (lead < 0)), std::int16_t(std::abs(lead)), "group"};
    }

    // A row of five is made by its own mover, so another one takes him two plies more; with two rings left the last one is
    // the opponent's, and the groups may make the mover win by it.
    int soonest(const Position& p) const {
        const int left = rings - tavoliere::count(p.taken());
        if (left == 1) return wins_with_last(p) ? 1 : 2;
        const W cells = allowed(p);
        if (any(fives.completed_by(p.mine[0]) & (cells | p.mine[0]))) return 1;
        // A ring that turns others may make a row that a single one does not.
        for (Cell c : each{cells & between(p.taken())}) {
            const W turned = intrusions(p, c);
            if (any(turned) && fives.any_in(p.mine[0] | bit<W>(c) | turned)) return 1;
        }
        return left == 2 ? 2 : 3;
    }

    W figures(const Position& p) const { return fives.cells_in(p.theirs[0]); } // rows of five

    // Rows of five without the opponent, by how full they are; and rings.
    int estimate(const Position& p) const {
        static constexpr int worth[] = {0, 1, 4, 14, 40};
        int sum = 3 * (tavoliere::count(p.mine[0]) - tavoliere::count(p.theirs[0]));
        const auto mine = fives.alone(p.mine[0], p.theirs[0]), theirs = fives.alone(p.theirs[0], p.mine[0]);
        for (std::size_t own = 1; own < line_length; ++own) sum += worth[own] * (mine[own] - theirs[own]);
        return sum;
    }

    Path path(Move m) const { return {m.at}; }
    int held(const Position& p, bool mine, int) const {
        // Turns alternate: the rings placed so far fall to both in turn.
        const int placed = tavoliere::count(p.taken());
        return std::max(0, rings / 2 - (placed + (mine == (p.turn == 0) ? 1 : 0)) / 2);
    }

    std::vector<std::string> fields(const Position& p) const {
        return {p.number[0] == nowhere ? "-" : board.geometry->name(p.number[0])};
    }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        p.number[0] = nowhere;
        if (words.empty() || words[0] == "-") return {};
        const auto cell = board.geometry->find(words[0]);
        if (!cell) return Problem{"LAST is " + in_quotes(words[0]) + "; it is the cell filled last, or -"};
        if (!has(p.taken(), *cell))
            return Problem{"LAST is " + in_quotes(words[0]) + ", an empty cell; it is the one filled last, or -"};
        p.number[0] = *cell;
        return {};
    }
    std::optional<Problem> invalid(const Position& p) const {
        const int laid = tavoliere::count(p.taken());
        if (laid <= rings) return {};
        return Problem{"there are " + std::to_string(laid) + " rings; there are at most " + std::to_string(rings)};
    }

    // What is drawn on the board: a stroke for every line of every cell.
    std::vector<Stroke> strokes() const {
        std::vector<Stroke> all;
        static constexpr Point towards[] = {{0.36, 0}, {0, 0.36}, {0.27, -0.27}, {0.27, 0.27}};
        for (Cell c : each{board.all})
            for (int axis = 0; axis < 4; ++axis)
                if (lines[c] >> axis & 1) {
                    const Point m = board.geometry->centre(c), t = towards[axis];
                    all.push_back({Point{m.x - t.x, m.y - t.y}, Point{m.x + t.x, m.y + t.y}});
                }
        return all;
    }

    // From edge to edge along the lines of the cell filled last, where they bind.
    std::vector<std::array<Point, 2>> guides(const Position& p) const {
        std::vector<std::array<Point, 2>> all;
        if (p.number[0] == nowhere || over(p) || !any(along[p.number[0]] & board.all & ~p.taken())) return all;
        for (int axis = 0; axis < 4; ++axis)
            if (lines[p.number[0]] >> axis & 1) {
                std::array<Point, 2> ends;
                for (std::size_t side : {0u, 1u}) {
                    const int d = side ? rays.opposite(direction[axis]) : direction[axis];
                    const W& ray = rays(p.number[0], d);
                    ends[side] = board.geometry->centre(any(ray) ? rays.farthest(ray, d) : Cell(p.number[0]));
                }
                all.push_back(ends);
            }
        return all;
    }

private:
    // The axes by their bits: row, column, rising, falling diagonal.
    static constexpr int direction[] = {7, 1, 0, 2};

    W allowed(const Position& p) const {
        const W empty = board.all & ~p.taken();
        if (p.number[0] == nowhere) return empty;
        const W forced = along[p.number[0]] & empty;
        return any(forced) ? forced : empty;
    }

    bool wins_with_last(const Position& p) const {
        for (Cell c : each{allowed(p)})
            if (const auto verdict = this->verdict(after(p, {c})); verdict && verdict->outcome < 0) return true;
        return false;
    }

    // The cells with a ring on either side: no other ring turns any.
    W between(const W& taken) const {
        W cells{};
        for (int d = 0; d < 4; ++d)
            cells |= inside[std::size_t(d)] & rays.shifted(taken, d) & rays.shifted(taken, rays.opposite(d));
        return cells;
    }

    // All rings that a ring at `at` turns.
    W intrusions(const Position& p, Cell at) const {
        W turned{};
        const W taken = p.taken();
        for (int d = 0; d < 4; ++d) {
            const W& both = beside[std::size_t(d)][at];
            if (any(both) && (taken & both) == both) turned |= intrusion(p, at, d);
        }
        return turned;
    }

    // The two rings that end the mover's row through `at` along direction d, if the opponent's rings end it at both sides.
    W intrusion(const Position& p, Cell at, int d) const {
        W ends{};
        for (int side : {d, rays.opposite(d)}) {
            const W others = rays(at, side) & ~p.mine[0];
            if (!any(others)) return {};
            const Cell end = rays.nearest(others, side);
            if (!has(p.theirs[0], end)) return {};
            ends |= bit<W>(end);
        }
        return ends;
    }

    bool over(const Position& p) const { return tavoliere::count(p.taken()) >= rings || fives.any_in(p.theirs[0]); }

    int largest_group(W own) const {
        int largest = 0;
        while (any(own)) {
            const W group = links.flood(bit<W>(first(own)), own);
            largest = std::max(largest, tavoliere::count(group));
            own &= ~group;
        }
        return largest;
    }
};

struct InsertFamily {
    template <class W> using Rules = Insert<W>;
    static constexpr int most_cells = 36;
    static std::span<const GameInfo> games();
    static Expected<InsertSetup> setup(Options& options);
};

inline std::span<const GameInfo> InsertFamily::games() {
    using Kind = OptionInfo::Kind;
    static constexpr OptionInfo options[] = {
        {"board",
         {"Tiles", "Tessere"},
         Kind::text,
         "sheet",
         {"sheet, random-N (N a seed), or 36 hexadecimal digits, rows from the top separated by dots: 1 -, 2 |, 4 /, 8 "
          "\\",
          "sheet, random-N (N un numero), o 36 cifre esadecimali, righe dall'alto separate da punti: 1 -, 2 |, 4 /, 8 "
          "\\"},
         0,
         0,
         {},
         false,
         "random-"},
        {"xplus",
         {"Insert x+", "Insert x+"},
         Kind::flag,
         "",
         {"some cells bear two lines", "alcune caselle hanno due linee"}},
    };
    static constexpr Reason reasons[] = {
        {"line", {"a line is complete", "una fila è completa"}},
        {"group",
         {"the larger connected group", "il gruppo connesso più grande"},
         {"the largest connected groups are equal", "i gruppi connessi più grandi sono uguali"}}};
    static constexpr Preset presets[] = {
        {"insert", {"Insert", "Insert"}},
        {"insert:board=random-7", {"Shuffled tiles", "Tessere mescolate"}},
        {"insert:xplus", {"Insert x+", "Insert x+"}},
    };
    static constexpr GameInfo list[] = {
        {.name = "insert",
         .title = "Insert",
         .summary = {"The line under your ring decides where the opponent must place his; five in a row win.",
                     "La linea sotto il tuo anello decide dove deve giocare l'avversario; cinque in fila vincono."},
         .origin = {"Bruno Cathala, 2021; x+: Marino Carpignano, 2023",
                    "Bruno Cathala, 2021; x+: Marino Carpignano, 2023"},
         .note = {"The layout of the x+ tiles is ours: none was published. It is our decision that equal groups are a "
                  "draw.",
                  "La disposizione delle tessere x+ è nostra: nessuna è stata pubblicata. È una nostra decisione che "
                  "la partita sia patta se i gruppi sono uguali."},
         .colours = {{{"White", "Bianco"}, {"Black", "Nero"}}},
         .reasons = reasons,
         .options = options,
         .presets = presets},
    };
    return list;
}

// The tiles of the board, and how they are laid out.
namespace insert {

// `tiles` square tiles of `side` cells, as digits row by row; laid `across` by `across`.
struct Tiles {
    int side, across;
    std::vector<std::string> tiles;
};

inline const Tiles& plain() {
    static const Tiles t{3, 2, {"228414812", "828424411", "821484218", "848122141"}};
    return t;
}
// The nine of x+: + is 3 (row and column), x is c (both diagonals).
inline const Tiles& xplus() {
    static const Tiles t{2, 3, {"3248", "3184", "3218", "3421", "c248", "c184", "c218", "c421", "1482"}};
    return t;
}

inline int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

// A quarter turn clockwise: the cells go round, rows become columns and rising diagonals falling ones.
inline std::string turned(const std::string& tile, int side) {
    std::string out(tile.size(), ' ');
    for (int r = 0; r < side; ++r)
        for (int c = 0; c < side; ++c) {
            const int lines = digit(tile[std::size_t((side - 1 - c) * side + r)]);
            const int swapped = (lines & 1) << 1 | (lines & 2) >> 1 | (lines & 4) << 1 | (lines & 8) >> 1;
            out[std::size_t(r * side + c)] = "0123456789abcdef"[swapped];
        }
    return out;
}

// The tiles in their order, at the places row by row from the top left: 36 digits.
inline std::string lay(const Tiles& t, const std::vector<std::string>& tiles) {
    std::string digits(36, '0');
    for (int place = 0; place < t.across * t.across; ++place)
        for (int r = 0; r < t.side; ++r)
            for (int c = 0; c < t.side; ++c)
                digits[std::size_t((place / t.across * t.side + r) * 6 + place % t.across * t.side + c)] =
                    tiles[std::size_t(place)][std::size_t(r * t.side + c)];
    return digits;
}

// Shuffled and turned by the numbers of SplitMix64, the same in every program.
inline std::string shuffled(const Tiles& t, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::string> tiles = t.tiles;
    for (std::size_t i = tiles.size() - 1; i >= 1; --i) std::swap(tiles[i], tiles[random.next() % (i + 1)]);
    for (std::string& tile : tiles)
        for (auto turns = random.next() % 4; turns > 0; --turns) tile = turned(tile, t.side);
    return lay(t, tiles);
}

// "random-N" for N up to 2^63 - 1.
inline std::optional<std::uint64_t> seed(std::string_view text) {
    if (text.empty() || text.size() > 19 || (text.size() > 1 && text[0] == '0')) return {};
    std::uint64_t n = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return {};
        n = 10 * n + std::uint64_t(c - '0');
    }
    if (n > 0x7fffffffffffffff) return {};
    return n;
}

// 36 digits in six rows separated by dots.
inline Expected<std::string> explicit_board(std::string_view text, bool two_lines) {
    const auto rows = split(text, '.');
    std::string digits;
    for (std::string_view row : rows) {
        if (row.size() != 6) return problem(in_quotes(row) + " is not a row of six digits");
        for (char c : row) {
            const int lines = std::popcount(unsigned(std::max(0, digit(c))));
            if (lines < 1 || lines > (two_lines ? 2 : 1))
                return problem(in_quotes(std::string_view(&c, 1)) + " is not a cell, which bears one line, 1 2 4 or 8" +
                               (two_lines ? ", or the sum of two" : "; two lines are for xplus"));
        }
        digits += row;
    }
    if (rows.size() != 6) return problem("the board has " + std::to_string(rows.size()) + " rows instead of six");
    return digits;
}

}

inline Expected<InsertSetup> InsertFamily::setup(Options& options) {
    const bool xplus = options.flag("xplus");
    const auto& tiles = xplus ? insert::xplus() : insert::plain();
    const std::string board = options.given("board") ? *options.given("board") : xplus ? "random-0" : "sheet";
    std::string digits;
    if (board == "sheet") {
        if (xplus) return options.wrong("board", "sheet is not for xplus, which has other tiles; use random-N");
        digits = insert::lay(tiles, tiles.tiles);
    } else if (board.starts_with("random-")) {
        const auto seed = insert::seed(std::string_view(board).substr(7));
        if (!seed)
            return options.wrong("board", in_quotes(board) + " is not random-N with N from 0 to 9223372036854775807");
        digits = insert::shuffled(tiles, *seed);
    } else {
        const auto read = insert::explicit_board(board, xplus);
        if (!read) return options.wrong("board", read.error().text + "; a board is sheet, random-N or 36 digits");
        digits = *read;
    }
    if (board == (xplus ? "random-0" : "sheet")) options.drop("board");
    InsertSetup s{rectangle(6, 6), {}};
    for (std::size_t i = 0; i < digits.size(); ++i) s.lines[i] = std::uint8_t(insert::digit(digits[i]));
    return s;
}

}
