// Boop: set a kitten or a cat on the bed; it pushes its neighbours one cell away, or off the bed back to the hand. Three of
// yours in a row graduate: they leave, and come back as cats. Three cats in a row win, and so do all eight cats on the bed.
//
// A neighbour in direction d is pushed if the cell behind it is off the board or empty. The pushes do not interfere: what
// stood there before decides.
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct BoopSetup {
    std::shared_ptr<const Geometry> geometry;
};

template <class W> struct Boop {
    enum Kind { kitten, cat };
    using Position = tavoliere::Position<W, 2, 0, 0, 2>;
    struct Move {
        std::uint8_t kind;
        Cell at;
        std::array<Cell, 3> home; // the cells that graduate: three, one (the first), or none
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xXoO", separator = "";
    static constexpr std::array<std::string_view, 1> field_names{"HANDS"};
    static constexpr bool repeats = true;
    static constexpr int pieces = 8, line_length = 3, most_cells = 64;

    Board<W> board;
    Rows<W, line_length> lines;         // of three
    std::array<W, most_cells> around{}; // the neighbours of each cell
    std::array<std::array<Cell, most_cells>, most_cells>
        behind{}; // [a][b]: the cell behind b as seen from its neighbour a

    explicit Boop(const BoopSetup& s) : Boop(s, Rays<W>(*s.geometry)) {}
    Boop(const BoopSetup& s, const Rays<W>& rays) : board(s.geometry), lines(*s.geometry, rays) {
        for (Cell c : each{board.all})
            for (int d = 0; d < Rays<W>::directions; ++d) {
                if (!any(rays(c, d))) continue;
                const Cell next = rays.next(c, d);
                around[c] |= bit<W>(next);
                behind[c][next] = any(rays(next, d)) ? rays.next(next, d) : nowhere;
            }
    }

    Position start() const {
        Position p;
        p.my_hand[kitten] = p.their_hand[kitten] = pieces;
        return p;
    }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (won(p.theirs)) return;
        for (int kind : {kitten, cat})
            if (p.my_hand[std::size_t(kind)])
                for (Cell c : each{board.all & ~p.taken()}) {
                    const Position q = placed(p, kind, c);
                    const int before = list.size();
                    if (!won(q.mine))
                        graduations(q, [&](std::array<Cell, 3> home) { list.push({std::uint8_t(kind), c, home}); });
                    if (list.size() == before) list.push({std::uint8_t(kind), c, nobody});
                }
    }

    template <class F> void every_move(F f) const {
        for (const std::uint8_t kind : {kitten, cat})
            for (Cell at : each{board.all}) {
                f(Move{kind, at, nobody});
                lines.each_in(board.all, [&](const W& line) { f(Move{kind, at, home_of(line)}); });
                for (Cell c : each{board.all}) f(Move{kind, at, {c, nowhere, nowhere}});
            }
    }

    Position after(const Position& p, Move m) const {
        Position q = placed(p, m.kind, m.at);
        if (m.home[0] != nowhere) come_home(q, m.home);
        q.pass_turn();
        return q;
    }

    std::optional<Position> halfway(const Position& p, Move m) const {
        if (m.home[0] == nowhere) return {};
        return placed(p, m.kind, m.at);
    }

    std::optional<Verdict> verdict(const Position& p) const {
        if (won(p.theirs)) return Verdict{-1, -1, "cats"};
        return {};
    }

    W figures(const Position& p) const { // rows of three cats, or all eight, of whoever has just moved
        const W& cats = p.theirs[cat];
        return tavoliere::count(cats) == pieces ? cats : lines.cells_in(cats);
    }

    // Cats are the aim; pieces on the bed, and in its middle, make lines.
    int estimate(const Position& p) const { return side(p.mine, p.my_hand) - side(p.theirs, p.their_hand); }

    Path path(Move m) const {
        Path way{hand(m.kind), m.at};
        for (Cell c : m.home)
            if (c != nowhere) way.push(c);
        return way;
    }
    // A line may be shown from any of its cells on; and with one kind in hand there is nothing to choose there.
    void also(const Position& p, Move m, std::vector<Path>& ways) const {
        const bool choice = p.my_hand[kitten] && p.my_hand[cat];
        std::vector<int> home; // ascending, as graduations() finds them
        for (Cell c : m.home)
            if (c != nowhere) home.push_back(c);
        bool canonical = true;
        do {
            Path way{m.at}, with_hand{hand(m.kind), m.at};
            for (int c : home) way.push(Cell(c)), with_hand.push(Cell(c));
            if (!choice) ways.push_back(way);
            if (!canonical) ways.push_back(with_hand);
            canonical = false;
        } while (std::next_permutation(home.begin(), home.end()));
    }

    std::string spelling(Move m) const {
        std::string out = (m.kind == cat ? "C" : "") + board.geometry->name(m.at);
        char before = '=';
        std::vector<Cell> home;
        for (Cell c : m.home)
            if (c != nowhere) home.push_back(c);
        std::sort(home.begin(), home.end(), [&](Cell a, Cell b) { return board.geometry->before(a, b); });
        for (Cell c : home) {
            if (before) out += before;
            before = 0;
            out += board.geometry->name(c);
        }
        return out;
    }
    // The graduation may be left out where only one is possible.
    bool accepts(const Position& p, Move m, std::string_view text) const {
        if ((m.kind == cat && !take(text, "C")) || text != board.geometry->name(m.at)) return false;
        int ways = 0;
        graduations(placed(p, m.kind, m.at), [&](std::array<Cell, 3>) { ++ways; });
        return ways <= 1;
    }

    std::vector<std::string> fields(const Position& p) const {
        const auto& x = p.turn ? p.their_hand : p.my_hand;
        const auto& o = p.turn ? p.my_hand : p.their_hand;
        return {std::to_string(x[kitten]) + "," + std::to_string(x[cat]) + "," + std::to_string(o[kitten]) + "," +
                std::to_string(o[cat])};
    }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        auto& x = p.turn ? p.their_hand : p.my_hand;
        auto& o = p.turn ? p.my_hand : p.their_hand;
        if (words.empty()) {
            p.my_hand[kitten] = std::uint8_t(std::max(0, pieces - on_board(p.mine)));
            p.their_hand[kitten] = std::uint8_t(std::max(0, pieces - on_board(p.theirs)));
            return {};
        }
        const auto given = split(words[0], ',');
        std::array<std::uint8_t, 4> read{};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto n = parse_number(given.size() == 4 ? given[i] : "", 0, pieces);
            if (!n)
                return Problem{
                    "HANDS is " + in_quotes(words[0]) +
                    "; it is four numbers up to eight: x's kittens and cats, o's kittens and cats, as in 8,0,8,0"};
            read[i] = std::uint8_t(*n);
        }
        x = {read[0], read[1]};
        o = {read[2], read[3]};
        return {};
    }
    std::optional<Problem> invalid(const Position& p) const {
        for (bool mine : {true, false}) {
            const auto& held = mine ? p.my_hand : p.their_hand;
            const int all = on_board(mine ? p.mine : p.theirs) + held[kitten] + held[cat];
            const std::string who = mine == (p.turn == 0) ? "x" : "o";
            if (all != pieces)
                return Problem{who + " has " + std::to_string(all) +
                               " pieces on the board and in hand; each player has eight"};
            if (held[kitten] + held[cat] == 0 && !won(p.theirs))
                return Problem{who +
                               " has an empty hand though the game goes on; HANDS leaves each player a piece to place"};
        }
        return {};
    }

private:
    using Side = std::array<W, 2>;
    static constexpr std::array<Cell, 3> nobody{nowhere, nowhere, nowhere};

    static int on_board(const Side& s) { return tavoliere::count(s[kitten]) + tavoliere::count(s[cat]); }

    bool won(const Side& s) const { return lines.any_in(s[cat]) || tavoliere::count(s[cat]) == pieces; }

    Position placed(Position p, int kind, Cell at) const {
        --p.my_hand[std::size_t(kind)];
        p.mine[std::size_t(kind)] |= bit<W>(at);
        const W before = p.taken();
        const W heavy = kind == kitten ? p.mine[cat] | p.theirs[cat] : W{};
        for (Cell from : each{around[at] & before & ~heavy}) {
            const Cell to = behind[at][from];
            if (to == nowhere || !has(before, to)) push(p, from, to);
        }
        return p;
    }
    static void push(Position& p, Cell from, Cell to) {
        for (bool mine : {true, false})
            for (std::size_t kind : {0u, 1u}) {
                W& plane = (mine ? p.mine : p.theirs)[kind];
                if (!has(plane, from)) continue;
                plane ^= bit<W>(from);
                if (to != nowhere)
                    plane |= bit<W>(to);
                else
                    ++(mine ? p.my_hand : p.their_hand)[kind];
                return;
            }
    }

    static std::array<Cell, 3> home_of(const W& line) {
        std::array<Cell, 3> home{};
        std::size_t i = 0;
        for (Cell c : each{line}) home[i++] = c;
        return home;
    }
    template <class F> void graduations(const Position& p, F found) const {
        const W own = p.mine[kitten] | p.mine[cat];
        lines.each_in(own, [&](const W& line) { found(home_of(line)); });
        if (tavoliere::count(own) == pieces)
            for (Cell c : each{own}) found({c, nowhere, nowhere});
    }
    static void come_home(Position& p, const std::array<Cell, 3>& home) {
        for (Cell c : home)
            if (c != nowhere) {
                for (W& plane : p.mine) plane &= ~bit<W>(c);
                ++p.my_hand[cat];
            }
    }

    int side(const Side& s, const std::array<std::uint8_t, 2>& held) const {
        const int two = lines.alone(s[kitten] | s[cat], {})[2], two_cats = lines.alone(s[cat], s[kitten])[2];
        return 100 * (tavoliere::count(s[cat]) + held[cat]) + 10 * on_board(s) + 8 * two + 12 * two_cats;
    }
};

struct BoopFamily {
    template <class W> using Rules = Boop<W>;
    static constexpr int most_cells = 64;

    static std::span<const GameInfo> games() {
        static constexpr OptionInfo options[] = {
            {"size",
             {"Size", "Dimensioni"},
             OptionInfo::Kind::size,
             "6x6",
             {"a square from 5x5 to 8x8", "un quadrato da 5x5 a 8x8"},
             5,
             8},
        };
        static constexpr Reason reasons[] = {
            {"cats", {"three cats in a row, or all eight of them", "tre gatti in fila, o tutti e otto"}}};
        static constexpr Preset presets[] = {
            {"boop", {"Boop", "Boop"}},
            {"boop:size=5x5", {"Small bed", "Letto piccolo"}},
            {"boop:size=8x8", {"Large bed", "Letto grande"}},
        };
        static constexpr GameInfo list[] = {
            {.name = "boop",
             .title = "Boop",
             .summary =
                 {"Each piece you set down pushes its neighbours away; three kittens in a row become cats, three cats "
                  "win.",
                  "Ogni pezzo che metti spinge via i vicini; tre gattini in fila diventano gatti, tre gatti vincono."},
             .origin = {"Scott Brady, 2022", "Scott Brady, 2022"},
             .note = {"It is our decision that a player who can graduate must do so.",
                      "È una nostra decisione che chi può promuovere debba farlo."},
             .colours = {{{"Orange", "Arancione"}, {"Grey", "Grigio"}}},
             .pieces = {{{"kitten", "gattino"}, {"cat", "gatto"}}},
             .reasons = reasons,
             .sign = Sign::cat,
             .options = options,
             .presets = presets},
        };
        return list;
    }

    static Expected<BoopSetup> setup(Options& options) {
        const auto [columns, rows] = options.size("size");
        if (columns != rows) return options.wrong("size", "the bed is a square, as in 6x6");
        return BoopSetup{rectangle(columns, rows)};
    }
};

}
