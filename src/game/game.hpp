// What a game is. Rules say where a game starts, which moves there are, what a move leads to and when it is over. Hash,
// notation, drawing, searching and testing are derived from the position and need no help from the rules.
//
// A game's file offers two things:
//
//   template <class W> struct Rules        the rules on words of one width: the concept `Game` below
//   struct Family                          what the list of games needs to know: see `FamilyOf` below
//
// What a game can do better than the generic way it offers by a function of that name, found by `requires`:
//
//   int count(p), int64 count_after(p, moves)   how many moves there are, without listing them; after all these moves together
//   int estimate(p)                        a guess at the value for the player to move, in hundredths of a piece
//   int gain(p, m)                         what m looks like before any search, in the same unit: the order of moves; without
//                                          it, by how much the estimate after m is better
//   void near_wins(p, list)                some of the moves, among them all that win at once, in a fraction of the time that trying
//                                          every move would take; none when the game is over: the search then sees wins and
//                                          threats a ply sooner. Asked too of positions in which the turn was passed
//   int soonest(p)                         of a game that is not over: 1 if the mover wins with this move, else a bound above
//                                          1, no more than the plies that a win of his takes; for solving
//   Position essence(p)                    p without all that cannot matter any more, and with the same list of moves:
//                                          positions with the same essence are one to the search
//   void split(p, f)                       f(part) for each independent part of p in which there is still a move: see
//                                          `FallsApart`
//   void also(p, m, ways)                  other ways to show m with a hand
//   bool accepts(p, m, text)               a spelling of m that does not follow from its path
//   std::string spelling(m)                the canonical spelling, where it is not the path's cells
//   field_names, fields(p), read_fields(words, p)   what a position's text has after BOARD and TURN
//   std::optional<Problem> invalid(p)      what a position read from text breaks
//   int clock_limit                        the clock at which the game ends
//   void every_move(f)                     f(m) once for each move that there may be on this board, whatever stands on it: how moves are
//                                          numbered (game/actions.hpp). A game whose move has more than two bytes must have it, and
//                                          one whose moves are not all cells, or pairs of them, and perhaps a pass
//   int most_moves                         the most moves it can have, if that is more than MoveList's standard; then `moves` takes
//                                          a MoveList<Move, most_moves>
//   bool decisive                          no game of it is ever drawn: whoever cannot win loses
//   bool repeats                           the third occurrence of a position is a draw. A game in which a position can come again
//                                          must say this or `clock_limit`
//   bool solvable                          a solver is done in the time of a move or two, so thinking begins with it
//   bool pieces_stay                       what stands on the board stays there, though it may walk and change sides; and all
//                                          else a position has follows from how many pieces each player has there, as
//                                          read_fields without words gives it, but for numbers that are not 0 only when the
//                                          game is over: small boards can have a table of every position
//   bool lopsided                          the board has marks of its own: turning it is another board
//   Traits traits()                        some of this as a value, where one type is many games (`Traits` below); and then kept(), the
//                                          symmetries of the board under which the rules are the same, the identity first
//   int held(p, mine, kind)                pieces beside the board, where the position itself does not count them; below 0 where
//                                          there are none to show
//   strokes()                              lines drawn on the board, each of a colour or of none
//   legend()                               what they stand for (game/legend.hpp)
//   guides(p)                              lines along which the player to move must play
//   figures(p)                             cells of the figures that decide the game, a row of five, or that would if
//                                          they were not in balance, a configuration of either side
//   optional<Position> halfway(p, m)       what stands before the last choice of m is made: before a mark is set,
//                                          before pieces graduate; nothing where m has no such choice
//
// How some rules are said
//
//   a pass                  is a move whose path is empty. Without a `spelling` of its own it is written and read as "pass". It is
//                           listed wherever a player must or may pass
//   colours that differ     The rules never ask for `turn`: positions with the colours exchanged are one to the solvers. What differs
//                           stands on the board or in the hand instead. Where pieces go different ways, each colour has a
//                           kind of its own (`Position<W, 2>`, letters "xXOo": tests/example_race.hpp)
//   what stays with a player  which edges are his, whether he may still swap: a count in `my_hand`, which changes hands with the turn as
//                           pieces do; `held` then says -1, for it is no piece (tests/example_edges.hpp). `number` does not
//                           change with the turn: it is for what is so for both
//   a cell that is kept     in `number` is not turned when the board is. A plane of `neutral` is, and holds any set of cells
//
// What no game can have. The compiler, or a law of `tavoliere check`, tells whoever tries:
//
//   cells                   at most 250 (`most_cells` of the family; Geometry::most_cells)
//   kinds of pieces         at most two a side, x and X, o and O
//   letters of nobody       one, `-`
//   pieces on a cell        one
//   steps of a path         at most six (Path::most)
//   a move                  at most eight plain bytes, all of which count
//   moves of a position     fewer than 65,535, and a list of at most 256 KiB: lists lie on the stack, a few at a time
//   a number                a byte, and a hand as well; the clock counts to 65,535
//   plies of a game         at most 20,000 (longest_game): then it is a draw
//   chance, hidden things, a third player, two turns in a row     none
#pragma once
#include "base/problem.hpp"
#include "board/board.hpp"
#include "game/info.hpp"
#include "game/options.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include <concepts>
#include <optional>
#include <span>
#include <string_view>

namespace tavoliere {

// The legal moves of one position, on the stack. `Most` bounds them for every board a game can be played on. The standard is
// far above what most games come near (Ataxx 11x11: 121 growths and 61 x 16 jumps; Boop 8x8: 57 cells x some 20 graduations);
// a game that can have more says `most_moves`.
template <class M, int Most = 2048> class MoveList {
public:
    static constexpr int most = Most;

    MoveList() = default;
    MoveList(const MoveList&) = delete;
    MoveList& operator=(const MoveList&) = delete;

    // A move too many is lost, and the laws see it.
    void push(M m) {
        if (size_ == Most) [[unlikely]] {
            has_lost_ = true;
            return;
        }
        moves_[size_++] = m;
    }
    bool has_lost() const { return has_lost_; }
    void clear() { size_ = 0, has_lost_ = false; }
    void pop() { --size_; }
    int size() const { return int(size_); }
    bool empty() const { return size_ == 0; }
    M& operator[](int i) { return moves_[std::size_t(i)]; }
    const M& operator[](int i) const { return moves_[std::size_t(i)]; }
    M* begin() { return moves_; }
    M* end() { return moves_ + size_; }
    const M* begin() const { return moves_; }
    const M* end() const { return moves_ + size_; }

private:
    std::size_t size_ = 0;
    bool has_lost_ = false;
    M moves_[Most];
};

// What a game lists its moves into.
template <class G> constexpr auto moves_type() {
    if constexpr (requires { G::most_moves; })
        return std::type_identity<MoveList<typename G::Move, G::most_moves>>{};
    else
        return std::type_identity<MoveList<typename G::Move>>{};
}
template <class G> using MovesOf = typename decltype(moves_type<G>())::type;

// The cells a hand touches to make a move, in order. A piece in hand is a step too: hand(kind).
struct Path {
    static constexpr int most = 6;
    std::array<Cell, most> steps{};
    int size = 0;

    Path() = default;
    Path(std::initializer_list<Cell> cells) {
        for (Cell c : cells) push(c);
    }
    // A step too many is dropped, and the laws see it by the size.
    void push(Cell c) {
        if (size < most) steps[std::size_t(size)] = c;
        ++size;
    }
    const Cell* begin() const { return steps.data(); }
    const Cell* end() const { return steps.data() + std::min(size, most); }
    bool operator==(const Path& o) const { return std::equal(begin(), end(), o.begin(), o.end()); }
};
constexpr Cell hand(int kind) { return Cell(Geometry::most_cells + kind); } // above every cell, below `nowhere`
constexpr bool is_hand(Cell step) { return step >= hand(0) && step != nowhere; }

// How a game ended, from the side of the player whose turn it would be.
struct Verdict {
    std::int8_t outcome;     // 1 he has won, -1 he has lost, 0 a draw
    std::int16_t score = -1; // -1: this game has none
    std::string_view reason;
};

template <class G>
concept Game = requires(const G g, const typename G::Position p, const typename G::Move m, MovesOf<G> list) {
    requires std::is_trivially_copyable_v<typename G::Position>;
    requires std::is_trivially_copyable_v<typename G::Move>;
    requires std::equality_comparable<typename G::Move>;
    { g.board } -> std::convertible_to<const Board<typename G::Position::Word>&>;
    { g.start() } -> std::same_as<typename G::Position>;
    { g.moves(p, list) }; // none when the game is over
    { g.after(p, m) } -> std::same_as<typename G::Position>;
    { g.verdict(p) } -> std::same_as<std::optional<Verdict>>; // nothing while the game lasts
    { g.path(m) } -> std::same_as<Path>;
    { G::separator } -> std::convertible_to<std::string_view>; // between the cells of a move
    { G::letters } -> std::convertible_to<std::string_view>; // x's letter for each kind, o's for each, the neutral ones
};

// Plies. Whatever the rules say, a game that has lasted so long is a draw: no game goes on for ever.
inline constexpr int longest_game = 20000;

template <class G>
concept SaysEveryMove = Game<G> && requires(const G g) { g.every_move([](const typename G::Move&) {}); };

// Says the game that it is never drawn? Then whoever cannot win loses, and one question tells everything.
template <class G> constexpr bool is_decisive() {
    if constexpr (requires { G::decisive; })
        return G::decisive;
    else
        return false;
}

// What a game says of itself as a value, where one type has many games: the written ones. All others say it as constants, and what
// asks by these functions is compiled to what the constant says.
struct Traits {
    bool repeats;
    int clock_limit;    // 0: it has no clock
    bool colours_alike; // both players play by the same rules as the board lies
    bool says_gains;    // gain() knows more than what the estimate gains
};
template <class G>
inline constexpr bool has_traits = requires(const G g) {
    { g.traits() } -> std::same_as<Traits>;
};

// The third occurrence of a position is a draw: of some game of this type, of this game.
template <class G> inline constexpr bool may_repeat = requires { G::repeats; } || has_traits<G>;
template <class G> constexpr bool does_repeat(const G& g) {
    if constexpr (has_traits<G>)
        return g.traits().repeats;
    else
        return may_repeat<G>;
}
template <class G> inline constexpr bool may_have_clock = requires { G::clock_limit; } || has_traits<G>;
// The clock at which the game ends; 0 where it has none.
template <class G> constexpr int clock_limit_of([[maybe_unused]] const G& g) {
    if constexpr (has_traits<G>)
        return g.traits().clock_limit;
    else if constexpr (requires { G::clock_limit; })
        return G::clock_limit;
    else
        return 0;
}
template <class G> constexpr bool plays_alike([[maybe_unused]] const G& g) {
    if constexpr (has_traits<G>)
        return g.traits().colours_alike;
    else
        return true;
}
// The turns and mirror images of the board under which the rules are the same; the first is the identity.
template <class G> std::span<const Renaming> symmetries_of(const G& g) {
    if constexpr (requires { g.kept(); })
        return g.kept();
    else if constexpr (requires { G::lopsided; })
        return std::span(g.board.geometry->symmetries()).first(1);
    else
        return g.board.geometry->symmetries();
}

// The turn of the board under which o plays by x's rules, as x would see o's cells: of Breakthrough, whose players go up and down, the one
// upside down. Nothing where the board as it lies will do, or none does. A network sees what o sees through it.
template <class G> const Renaming* turn_for_o([[maybe_unused]] const G& g) {
    if constexpr (requires { g.as_x(); })
        if (g.as_x() != symmetries_of(g).front()) return &g.as_x();
    return nullptr;
}

// Can a position come again? Then a line may go round for ever, which is a draw.
template <class G> inline constexpr bool goes_round = may_repeat<G> || may_have_clock<G>;

// x's letter for each kind, o's for each, then the neutral one.
consteval bool are_letters(std::string_view letters, std::size_t kinds, std::size_t neutrals) {
    if (letters.size() != 2 * kinds + neutrals) return false;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::string_view may_be = i < kinds ? "xX" : i < 2 * kinds ? "oO" : "-";
        if (may_be.find(letters[i]) == std::string_view::npos || letters.find(letters[i]) != i) return false;
    }
    return true;
}

// The limits of the beginning of this file, as far as the compiler sees them. True, or it does not compile.
template <class G> consteval bool is_within_limits() {
    using Position = typename G::Position;
    using Move = typename G::Move;
    static_assert(Position::kinds >= 1 && Position::kinds <= 2, "a side has one kind of pieces or two");
    static_assert(Position::neutrals <= 1, "there is one letter for what belongs to nobody, -");
    static_assert(Position::hands <= Position::kinds, "a hand counts pieces of the position's kinds");
    static_assert(
        are_letters(G::letters, std::size_t(Position::kinds), std::size_t(Position::neutrals)),
        "letters are x's for each kind (of x and X), o's for each (of o and O), then - where there is a neutral plane");
    static_assert(sizeof(Move) <= 8 && std::has_unique_object_representations_v<Move>,
                  "a move is at most 8 plain bytes, all of which count: no padding, no floating-point numbers");
    static_assert(SaysEveryMove<G> || sizeof(Move) <= 2, "a game whose move has more than two bytes says every_move");
    static_assert(MovesOf<G>::most < 0xffff, "a position has fewer than 65,535 moves");
    static_assert(sizeof(MovesOf<G>) <= std::size_t{256} * 1024,
                  "a list of moves has at most 256 KiB: it lies on the stack");
    if constexpr (requires { G::clock_limit; })
        static_assert(G::clock_limit > 0 && G::clock_limit <= 0xffff, "a position's clock counts to 65,535");
    static_assert(!is_decisive<G>() || !goes_round<G>, "a game that goes round can be drawn: it is not decisive");
    return true;
}

// A game whose positions are sums in the sense of Conway: parts that do not touch each other, now and for ever. To have
// `split` is to promise
//
//   normal play     a player who cannot move on his turn loses, and nothing else ends the game;
//   independence    the moves of p are those of its parts, each of one part; it changes that part alone, and the part it leaves
//                   falls apart as it would by itself;
//   no hidden state a part is p with the pieces of its own cells and no others; clock and numbers do not affect the moves;
//   locality        what can be played depends on which of its cells touch and what stands on them, not on where it lies.
//
// The laws check the first three on random games. Parts in which nobody can move, and never will, are not given.
template <class G>
concept FallsApart =
    Game<G> && requires(const G g, const typename G::Position p) { g.split(p, [](const typename G::Position&) {}); };

template <class G>
concept SaysNearWins =
    Game<G> && requires(const G g, const typename G::Position p, MovesOf<G> list) { g.near_wins(p, list); };

template <Game G> using PositionOf = typename G::Position;
template <Game G> using MoveOf = typename G::Move;
template <Game G> using WordOf = typename G::Position::Word;

// What a game's file hands to the list: the games it knows, and how options become rules.
//
//   template <class W> using Rules = …;                              made from a Setup
//   static constexpr int most_cells = …;                             of its largest board: which widths of word it needs
//   static std::span<const GameInfo> games();
//   static Expected<Setup> setup(Options&);                          Setup has a member `geometry`
//
// `setup` checks the options against each other and drops those that say what would hold without them, so that one
// variant has one name.
template <class F>
concept FamilyOf = requires(Options& options) {
    { F::most_cells } -> std::convertible_to<int>;
    { F::games() } -> std::same_as<std::span<const GameInfo>>;
    { F::setup(options)->geometry } -> std::convertible_to<std::shared_ptr<const Geometry>>;
};

}
