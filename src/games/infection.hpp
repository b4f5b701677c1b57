// Ataxx, Hexxagon, Penntagon: grow next to a piece of yours or jump two cells, and the opponent's pieces near the cell
// of arrival turn to your side. "The rules are the same; only the board changes": so is the code. Everything follows
// from two relations on cells, near (distance 1) and far (distance 2), which each board and variant gives:
//
//        f f f f f         . . f . .          f . f . f            f f f
//        f n n n f         . . n . .          . n n n .           f n n f
//        f n o n f         f n o n f          f n o n f          f n o n f      and on pentagons 7 near
//        f n n n f         . . n . .          . n n n .           f n n f       and up to 15 far cells
//        f f f f f         . . f . .          f . f . f            f f f
//          Ataxx         Thomas (orthogonal)  Assimilation       Hexxagon
//                                              (straight)
#pragma once
#include "board/shapes.hpp"
#include "game/game.hpp"

namespace tavoliere {

struct InfectionSetup {
    std::shared_ptr<const Geometry> geometry;
    std::vector<Cell> x, o, blocks; // where the pieces stand at the start, and what is blocked
    bool misere = false;
    enum class Reach { all, orthogonal, straight } reach = Reach::all;
};

template <class W> struct Infection {
    // neutral[0]: blocked cells. They belong to the position, so that one read with blocks of its own keeps them.
    using Position = tavoliere::Position<W, 1, 1>;
    struct Move {
        Cell from, to; // growth: from == to; pass: both nowhere
        bool operator==(const Move&) const = default;
    };
    static constexpr Move pass{nowhere, nowhere};
    static constexpr std::string_view letters = "xo-", separator = "-";
    static constexpr std::array<std::string_view, 2> field_names{"CLOCK", "MOVE"};
    static constexpr int clock_limit = 100; // plies without growth
    static constexpr bool pieces_stay = true;
    static constexpr int most_move = 32768; // the pair of turns at which a position stops counting

    Board<W> board;
    Relation<W> near, far, reach; // reach: near or far
    Position first{};
    bool misere;

    explicit Infection(const InfectionSetup& s)
        : board(s.geometry), near(cells_of(s, near_cells)), far(cells_of(s, far_cells)),
          reach(cells_of(s, reached_cells)), misere(s.misere) {
        first.mine[0] = set_of<W>(s.x);
        first.theirs[0] = set_of<W>(s.o);
        first.neutral[0] = set_of<W>(s.blocks);
    }

    Position start() const { return first; }

    void moves(const Position& p, MoveList<Move>& list) const {
        if (!both_alive(p) || p.clock >= clock_limit) return;
        const W own = p.mine[0], free = empty(p);
        for (Cell to : each{near.of(own) & free}) list.push({to, to});
        for (Cell from : each{own})
            for (Cell to : each{far[from] & free}) list.push({from, to});
        if (list.empty() && can_move(p.theirs[0], free)) list.push(pass);
    }

    int count(const Position& p) const {
        if (!both_alive(p) || p.clock >= clock_limit) return 0;
        const W own = p.mine[0], free = empty(p);
        int n = tavoliere::count(near.of(own) & free);
        for (Cell from : each{own}) n += tavoliere::count(far[from] & free);
        return n ? n : can_move(p.theirs[0], free);
    }

    template <class F> void every_move(F f) const {
        for (Cell c : each{board.all}) f(Move{c, c});
        for (Cell from : each{board.all})
            for (Cell to : each{far[from]}) f(Move{from, to});
        f(pass);
    }

    Position after(Position p, Move m) const {
        ++p.clock;
        if (m != pass) {
            const W turned = near[m.to] & p.theirs[0];
            p.theirs[0] ^= turned;
            p.mine[0] ^= turned | bit<W>(m.to);
            if (m.from != m.to)
                p.mine[0] ^= bit<W>(m.from);
            else
                p.clock = 0;
        }
        p.pass_turn();
        return p;
    }

    std::optional<Verdict> verdict(const Position& p) const {
        const bool alive = both_alive(p);
        if (!alive || !can_move(p.mine[0] | p.theirs[0], empty(p))) {
            const int ahead = lead(p);
            const int sign = (ahead > 0) - (ahead < 0);
            return Verdict{std::int8_t(misere ? -sign : sign), std::int16_t(std::abs(ahead)),
                           alive ? "blocked" : "eliminated"};
        }
        if (p.clock >= clock_limit) return Verdict{0, -1, "jumps"};
        return {};
    }

    int estimate(const Position& p) const { return (misere ? -100 : 100) * lead(p); }
    // What a move looks like before any search: to grow leaves no hole behind, which is worth more than the piece alone.
    int gain(const Position& p, Move m) const {
        if (m == pass) return 0;
        const int turned = tavoliere::count(near[m.to] & p.theirs[0]);
        return (misere ? -100 : 100) * (2 * (m.from == m.to) + turned);
    }

    Path path(Move m) const {
        if (m == pass) return {};
        if (m.from == m.to) return {m.to};
        return {m.from, m.to};
    }
    // A growth may be shown from any own piece near it.
    void also(const Position& p, Move m, std::vector<Path>& ways) const {
        if (m != pass && m.from == m.to)
            for (Cell from : each{near[m.to] & p.mine[0]}) ways.push_back({from, m.to});
    }
    bool accepts(const Position&, Move m, std::string_view text) const { return m == pass && text == "0000"; }

    std::vector<std::string> fields(const Position& p) const {
        return {std::to_string(p.clock), std::to_string(p.ply / 2 + 1)};
    }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        const auto clock = parse_number(!words.empty() ? words[0] : "0", 0, 9999);
        if (!clock)
            return Problem{"CLOCK is " + in_quotes(words[0]) +
                           "; it is a number from 0 to 9999, the plies since the last growth"};
        const auto move = parse_number(words.size() > 1 ? words[1] : "1", 1, most_move);
        if (!move)
            return Problem{"MOVE is " + in_quotes(words[1]) + "; it is a number from 1 to " +
                           std::to_string(most_move) + ", that of the pair of turns"};
        p.clock = std::uint16_t(*clock);
        p.ply = std::uint16_t(2 * (*move - 1) + p.turn);
        return {};
    }

private:
    static std::vector<Cell> near_cells(const Geometry& g, Cell c, InfectionSetup::Reach reach) {
        std::vector<Cell> cells = g.over_edge(c);
        if (reach != InfectionSetup::Reach::orthogonal)
            cells.insert(cells.end(), g.over_corner(c).begin(), g.over_corner(c).end());
        return cells;
    }
    static std::vector<Cell> far_cells(const Geometry& g, Cell c, InfectionSetup::Reach reach) {
        W found{}, closer = bit<W>(c);
        for (Cell n : near_cells(g, c, reach)) {
            closer |= bit<W>(n);
            if (reach != InfectionSetup::Reach::all) {
                if (const Cell straight = g.beyond(c, n); straight != nowhere) found |= bit<W>(straight);
            } else {
                found |= set_of<W>(near_cells(g, n, reach));
            }
        }
        std::vector<Cell> cells;
        for (Cell d : each{found & ~closer}) cells.push_back(d);
        return cells;
    }

    static std::vector<Cell> reached_cells(const Geometry& g, Cell c, InfectionSetup::Reach reach) {
        std::vector<Cell> cells = near_cells(g, c, reach), beyond = far_cells(g, c, reach);
        cells.insert(cells.end(), beyond.begin(), beyond.end());
        return cells;
    }
    template <class F> static std::vector<std::vector<Cell>> cells_of(const InfectionSetup& s, F related) {
        std::vector<std::vector<Cell>> all;
        for (int c = 0; c < s.geometry->size(); ++c) all.push_back(related(*s.geometry, Cell(c), s.reach));
        return all;
    }

    W empty(const Position& p) const { return board.all & ~(p.mine[0] | p.theirs[0] | p.neutral[0]); }
    bool both_alive(const Position& p) const { return any(p.mine[0]) && any(p.theirs[0]); }
    bool can_move(const W& pieces, const W& free) const { return any(reach.of(pieces) & free); }
    int lead(const Position& p) const { return tavoliere::count(p.mine[0]) - tavoliere::count(p.theirs[0]); }
};

struct InfectionFamily {
    template <class W> using Rules = Infection<W>;
    static constexpr int most_cells = 121;
    static std::span<const GameInfo> games();
    static Expected<InfectionSetup> setup(Options& options);
};

inline std::span<const GameInfo> InfectionFamily::games() {
    using Kind = OptionInfo::Kind;
    static constexpr OptionInfo misere{"misere",
                                       {"Misère", "A perdere"},
                                       Kind::flag,
                                       "",
                                       {"the player with fewer pieces wins, and having none wins too",
                                        "vince chi ha meno pedine, anche chi non ne ha nessuna"}};
    static constexpr OptionInfo blocks{
        "blocks",
        {"Blocked cells", "Caselle bloccate"},
        Kind::cells,
        "",
        {"blocked cells, which no piece can enter, joined by +", "caselle inaccessibili, unite da +"}};
    static constexpr std::string_view starts[] = {"pergioco", "uai"};
    static constexpr OptionInfo ataxx[] = {
        {"size", {"Size", "Dimensioni"}, Kind::size, "7x7", {"columns x rows", "colonne x righe"}, 3, 11},
        blocks,
        misere,
        {"orthogonal",
         {"Orthogonal", "Ortogonale"},
         Kind::flag,
         "",
         {"Thomas: growth, jump and turning in the four orthogonal directions only",
          "Thomas: crescita, salto e conversione solo nelle quattro direzioni ortogonali"}},
        {"straight",
         {"Straight jumps", "Salti diritti"},
         Kind::flag,
         "",
         {"Assimilation: jumps only straight along a row, column or diagonal",
          "Assimilation: salti solo in linea retta lungo una riga, una colonna o una diagonale"}},
        {"start",
         {"Corners", "Angoli"},
         Kind::choice,
         "pergioco",
         {"which corners the first player holds: a1 and its opposite, or the other two, as the Universal Ataxx "
          "Interface has it",
          "quali angoli ha il primo giocatore: a1 e l'opposto, o gli altri due, come vuole la Universal Ataxx "
          "Interface"},
         0,
         0,
         starts,
         true},
    };
    static constexpr OptionInfo hexxagon[] = {
        {"size", {"Size", "Dimensioni"}, Kind::number, "5", {"cells per side", "caselle per lato"}, 2, 6},
        {"noblocks",
         {"Without holes", "Senza buchi"},
         Kind::flag,
         "",
         {"without the three blocked cells around the centre", "senza le tre caselle bloccate attorno al centro"}},
        blocks,
        misere,
        {"aligned",
         {"Corners exchanged", "Angoli scambiati"},
         Kind::flag,
         "",
         {"the players exchange corners, so that the holes point at the first player",
          "i giocatori si scambiano gli angoli, e i buchi puntano verso il primo"},
         0,
         0,
         {},
         true},
    };
    static constexpr OptionInfo penntagon[] = {
        {"size",
         {"Size", "Dimensioni"},
         Kind::size,
         "5x5",
         {"pairs of cells: columns x rows", "coppie di caselle: colonne x righe"},
         3,
         7},
        blocks,
        misere,
    };
    static constexpr Alias names[] = {{"thomas", "ataxx:orthogonal"}, {"assimilation", "ataxx:straight"}};
    static constexpr Preset ataxx_presets[] = {
        {"ataxx", {"Ataxx", "Ataxx"}},
        {"ataxx:misere", {"Misère", "A perdere"}},
        {"ataxx:orthogonal", {"Thomas", "Thomas"}},
        {"ataxx:straight", {"Assimilation", "Assimilation"}},
        {"ataxx:blocks=c3+c5+e3+e5", {"Four blocked cells", "Quattro caselle bloccate"}},
        {"ataxx:size=5x5", {"Small board", "Tavoliere piccolo"}},
    };
    static constexpr Preset hexxagon_presets[] = {
        {"hexxagon", {"Hexxagon", "Hexxagon"}},
        {"hexxagon:noblocks", {"Without holes", "Senza buchi"}},
        {"hexxagon:misere", {"Misère", "A perdere"}},
        {"hexxagon:size=4", {"Small board", "Tavoliere piccolo"}},
    };
    static constexpr Preset penntagon_presets[] = {
        {"penntagon", {"Penntagon", "Penntagon"}},
        {"penntagon:size=4x4", {"Small board", "Tavoliere piccolo"}},
        {"penntagon:misere", {"Misère", "A perdere"}},
    };
    static constexpr Reason reasons[] = {{"eliminated", {"one side has no pieces left", "una parte non ha più pedine"}},
                                         {"blocked", {"nobody can move any more", "nessuno può più muovere"}},
                                         {"jumps", {"a hundred turns without growth", "cento turni senza crescita"}}};
    static constexpr std::array<Words, 2> colours{{{"Black", "Nero"}, {"White", "Bianco"}}};
    static constexpr GameInfo list[] = {
        {.name = "ataxx",
         .title = "Ataxx",
         .summary = {"Grow next to your own pieces or jump two cells, and turn every opposing piece next to where you "
                     "arrive; the player with the most pieces wins.",
                     "Cresci accanto alle tue pedine o salta di due caselle, e converti ogni pedina avversaria vicina "
                     "alla casella d'arrivo; vince chi ne ha di più."},
         .origin = {"Dave Crummack and Craig Galley, 1990", "Dave Crummack e Craig Galley, 1990"},
         .colours = colours,
         .reasons = reasons,
         .options = ataxx,
         .aliases = names,
         .presets = ataxx_presets,
         .sgf_number = "10",
         .is_plain_pgn = true},
        {.name = "hexxagon",
         .title = "Hexxagon",
         .summary = {"Ataxx on a board of hexagons with three holes.",
                     "Ataxx su un tavoliere di esagoni con tre buchi."},
         .origin = {"Jason Blochowiak and Abraham Edlin, 1992", "Jason Blochowiak e Abraham Edlin, 1992"},
         .note =
             {"It is our choice which three corners the first player holds: the published diagram is lost.",
              "Quali tre angoli spettino al primo giocatore è una nostra scelta: il diagramma pubblicato è perduto."},
         .colours = colours,
         .reasons = reasons,
         .options = hexxagon,
         .presets = hexxagon_presets},
        {.name = "penntagon",
         .title = "Penntagon",
         .summary = {"Ataxx on a board of pentagons.", "Ataxx su un tavoliere di pentagoni."},
         .origin = {"2016", "2016"},
         .note =
             {"The board is our reconstruction: no source shows that of 2016. It is the Cairo tiling of congruent "
              "pentagons.",
              "Il tavoliere è una nostra ricostruzione: nessuna fonte riporta quello del 2016. È la tassellazione del "
              "Cairo, di pentagoni congruenti."},
         .colours = colours,
         .reasons = reasons,
         .options = penntagon,
         .presets = penntagon_presets},
    };
    return list;
}

// Each game's board, its corners' pieces and its own blocks.
namespace infection {

inline Cell cell(const Geometry& g, int column, int row, std::string_view half = {}) {
    return *g.find(column_letters(column) + std::to_string(row + 1) + std::string(half));
}

inline InfectionSetup squares(const Options& options) {
    const auto [columns, rows] = options.size("size");
    InfectionSetup s{rectangle(columns, rows), {}, {}, {}};
    s.x = {cell(*s.geometry, 0, 0), cell(*s.geometry, columns - 1, rows - 1)};
    s.o = {cell(*s.geometry, 0, rows - 1), cell(*s.geometry, columns - 1, 0)};
    if (options.choice("start") == "uai") std::swap(s.x, s.o);
    if (options.flag("orthogonal")) s.reach = InfectionSetup::Reach::orthogonal;
    if (options.flag("straight")) s.reach = InfectionSetup::Reach::straight;
    return s;
}

// In the usual axial coordinates from the centre: q columns to the right, r cells up along the column and half a cell
// less for each column to the right.
inline InfectionSetup hexagons(const Options& options) {
    const int m = options.number("size") - 1;
    InfectionSetup s{hexagon(m + 1), {}, {}, {}};
    const auto at = [&](int q, int r) { return cell(*s.geometry, q + m, r - std::max(-m, -m - q)); };
    s.x = {at(-m, m), at(m, 0), at(0, -m)};
    s.o = {at(-m, 0), at(0, m), at(m, -m)};
    if (options.flag("aligned")) std::swap(s.x, s.o);
    if (m >= 2) s.blocks = {at(-1, 0), at(0, 1), at(1, -1)};
    return s;
}

// The corner cell of a block: the half that owns that corner of the board.
inline InfectionSetup pentagons(const Options& options) {
    const auto [columns, rows] = options.size("size");
    InfectionSetup s{cairo(columns, rows), {}, {}, {}};
    const auto corner = [&](int i, int j, std::string_view upright, std::string_view flat) {
        return cell(*s.geometry, i, j, (i + j) % 2 == 0 ? upright : flat);
    };
    s.x = {corner(0, 0, "l", "b"), corner(columns - 1, rows - 1, "r", "t")};
    s.o = {corner(0, rows - 1, "l", "t"), corner(columns - 1, 0, "r", "b")};
    return s;
}

}

inline Expected<InfectionSetup> InfectionFamily::setup(Options& options) {
    const std::string_view name = options.info().name;
    const bool ataxx = name == "ataxx", hexxagon = name == "hexxagon";
    if (ataxx && options.flag("orthogonal") && options.flag("straight"))
        return options.wrong("straight", "cannot be combined with orthogonal; choose one");
    if (hexxagon && options.flag("noblocks") && options.given("blocks"))
        return options.wrong("blocks", "cannot be combined with noblocks; choose one");

    InfectionSetup s = ataxx      ? infection::squares(options)
                       : hexxagon ? infection::hexagons(options)
                                  : infection::pentagons(options);
    s.misere = options.flag("misere");
    const std::string standard = join_cells(s.blocks, *s.geometry);
    if (hexxagon && options.flag("noblocks")) {
        if (standard.empty()) options.drop("noblocks");
        s.blocks.clear();
    }
    if (options.given("blocks")) {
        auto blocks = options.cells("blocks", *s.geometry);
        if (!blocks) return std::unexpected(blocks.error());
        for (Cell c : *blocks)
            if (std::count(s.x.begin(), s.x.end(), c) + std::count(s.o.begin(), s.o.end(), c))
                return options.wrong("blocks",
                                     in_quotes(s.geometry->name(c)) + " is a start cell, which cannot be blocked");
        s.blocks = std::move(*blocks);
        const std::string canonical = join_cells(s.blocks, *s.geometry);
        if (canonical == standard)
            options.drop("blocks");
        else
            options.set("blocks", canonical);
    }
    return s;
}

}
