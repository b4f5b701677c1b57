// Games as somebody writes them who has read the guide: whole ones, and ones with a fault that he must be told of.
#include "ask/json.hpp"
#include "diagram/colours.hpp"
#include "diagram/diagram.hpp"
#include "example_edges.hpp"
#include "example_flips.hpp"
#include "example_game.hpp"
#include "example_race.hpp"
#include "search/alphabeta.hpp"
#include "search/montecarlo.hpp"
#include "search/perft.hpp"
#include "search/playout.hpp"
#include "session/batch_of.hpp"
#include "session/laboratory_of.hpp"
#include "session/solver_of.hpp"
#include "session/table.hpp"
#include "solving.hpp"

namespace tavoliere {
namespace {

template <class F> LawReport checked(std::string_view variant, int games) {
    const auto game = rules<F>(variant);
    return Laws(game, F::games()[0].reasons).check(games, 1, never);
}
template <class G> std::uint64_t leaves(const G& game, int depth) {
    return Perft(game, false, never).count(game.start(), depth);
}

TEST(Newcomer, LawsHoldInTheExamplesOfTheGuide) {
    EXPECT_EQ(checked<ThreeFamily>("three", 20).broken, "");
    EXPECT_EQ(checked<OthelloFamily>("othello", 3).broken, "");
    EXPECT_EQ(checked<OthelloFamily>("othello:size=4x4", 20).broken, "");
    EXPECT_EQ(checked<BreakthroughFamily>("breakthrough", 3).broken, "");
    EXPECT_EQ(checked<BreakthroughFamily>("breakthrough:size=4x5", 20).broken, "");
    EXPECT_EQ(checked<HexFamily>("hex:size=4", 20).broken, "");
    const Hex<Word128> large({rhombus(11)});
    EXPECT_EQ(Laws(large, HexFamily::games()[0].reasons).check(1, 1, never).broken, "");
}

TEST(Newcomer, PerftOfTheExamplesIsThePublishedOne) {
    EXPECT_EQ(leaves(rules<ThreeFamily>("three"), 9), 127'872u); // games of nine plies
    const auto othello = rules<OthelloFamily>("othello");
    int depth = 0;
    for (const std::uint64_t n : {4, 12, 56, 244, 1396, 8200, 55092, 390216}) EXPECT_EQ(leaves(othello, ++depth), n);
    const auto breakthrough = rules<BreakthroughFamily>("breakthrough");
    depth = 0;
    for (const std::uint64_t n : {22, 484, 11132, 256036, 6182818}) EXPECT_EQ(leaves(breakthrough, ++depth), n);
    // After each of 9 moves 8 others and the swap; then 7, and 8 after the swap.
    EXPECT_EQ(leaves(rules<HexFamily>("hex:size=3"), 3), 9u * (8 * 7 + 8));
}

// Many positions at once are what one is, to the end of all games: the same moves, by numbers that lead back to them, the same players
// and the same results. An action that is refused changes nothing.
template <class F> void expect_batches_play(std::string_view variant) {
    const auto game = rules<F>(variant);
    using G = std::remove_const_t<decltype(game)>;
    BatchOf<G> batch(std::make_shared<const G>(game), 9, 1);
    const Actions<G> actions(game);
    const auto size = std::size_t(batch.size()), width = std::size_t(batch.actions());
    std::vector<std::uint8_t> mask(size * width), over(size);
    std::vector<std::int8_t> players(size), outcomes(size);
    std::vector<std::int64_t> chosen(size);
    std::vector<float> seen(size * std::size_t(batch.planes() * game.board.size()));
    for (int ply = 0; ply < 400 && std::ranges::count(over, 1) < batch.size(); ++ply) {
        batch.legal_mask(mask);
        batch.players(players);
        batch.observe(seen);
        for (std::size_t i = 0; i < size; ++i) {
            const auto p = parse_position(game, batch.position(int(i))).value();
            MovesOf<G> legal;
            game.moves(p, legal);
            EXPECT_EQ(players[i], p.turn);
            const auto row = std::span(mask).subspan(i * width, width);
            EXPECT_EQ(std::ranges::count(row, 1), legal.size());
            for (const auto& m : legal) EXPECT_EQ(row[std::size_t(actions.number_of(m))], 1) << move_text(game, m);
            const auto own = std::span(seen).subspan(i * seen.size() / size, std::size_t(game.board.size()));
            EXPECT_EQ(std::ranges::count(own, 1.0f), count(p.mine[0]));
        }
        batch.random_actions(chosen);
        auto wrong = chosen;
        wrong[8] = batch.actions();
        const std::string before = batch.position(0);
        if (!over[8]) { EXPECT_FALSE(batch.step(wrong, false, outcomes, over).has_value()); }
        EXPECT_EQ(batch.position(0), before);
        ASSERT_TRUE(batch.step(chosen, false, outcomes, over).has_value());
    }
    EXPECT_EQ(std::ranges::count(over, 1), batch.size());
    for (int i = 0; i < batch.size(); ++i) {
        const auto p = parse_position(game, batch.position(i)).value();
        const auto verdict = game.verdict(p);
        ASSERT_TRUE(verdict.has_value());
        EXPECT_EQ(outcomes[std::size_t(i)], p.turn ? -verdict->outcome : verdict->outcome);
    }
}
TEST(Newcomer, BatchesPlayAsTheRulesDo) {
    expect_batches_play<ThreeFamily>("three");
    expect_batches_play<OthelloFamily>("othello:size=4x4");
    expect_batches_play<BreakthroughFamily>("breakthrough:size=4x5");
    expect_batches_play<HexFamily>("hex:size=4");
}

TEST(Newcomer, PassesAndSwapsAreReadAndWritten) {
    const auto othello = rules<OthelloFamily>("othello:size=4x4");
    const auto stuck = parse_position(othello, "xxx1/xxoo/xxxx/xxxx o").value(); // o can't enclose anything, x can
    MovesOf<Othello<Word64>> list;
    othello.moves(stuck, list);
    ASSERT_EQ(list.size(), 1);
    EXPECT_EQ(move_text(othello, list[0]), "pass");
    EXPECT_TRUE(parse_move(othello, stuck, "pass").has_value());
    const auto hex = rules<HexFamily>("hex:size=3");
    const auto one = hex.after(hex.start(), {hex.board.geometry->find("c1").value()});
    const auto swap = parse_move(hex, one, "c1");
    ASSERT_TRUE(swap.has_value()) << swap.error().text;
    EXPECT_EQ(position_text(hex, hex.after(one, *swap)), "3/3/o2 x");
}

// Hex by the book is solved: x wins without the swap, o with it. By every method, as far as the board allows.
TEST(Newcomer, ExamplesAreSolved) {
    SolveMemory memory;
    const auto value = [&](const auto& game, const auto& p, Method method) {
        SolveLimits limits = by(method);
        limits.patience = 0;
        const auto found = solve(game, p, limits, memory, unheard, never);
        return found ? found->value : std::nullopt;
    };
    const auto hex = rules<HexFamily>("hex:size=3");
    const auto centre = hex.after(hex.start(), {hex.board.geometry->find("b2").value()});
    auto taken = centre; // the centre is x's, and o did not swap
    taken = hex.after(taken, {hex.board.geometry->find("a1").value()});
    const auto three = rules<ThreeFamily>("three");
    const auto othello = rules<OthelloFamily>("othello:size=4x4");
    const auto breakthrough = rules<BreakthroughFamily>("breakthrough:size=4x4");
    for (const Method method : {Method::proof, Method::alphabeta}) {
        EXPECT_EQ(value(hex, hex.start(), method), -1) << name(method);
        EXPECT_EQ(value(hex, centre, method), 1) << name(method);
        EXPECT_EQ(value(hex, taken, method), 1) << name(method);
        EXPECT_EQ(value(three, three.start(), method), 0) << name(method);
        EXPECT_EQ(value(othello, othello.start(), method), -1) << name(method); // 3 to 11
        EXPECT_EQ(value(breakthrough, breakthrough.start(), method),
                  value(breakthrough, breakthrough.start(), Method::proof));
        memory = {};
    }
}

// A game that goes round and does not say so.

TEST(Newcomer, AFaultySwapIsFoundByTheLaws) {
    for (const int side : {3, 5, 11}) {
        const Hex<Word128> faulty({rhombus(side), true});
        EXPECT_TRUE(Laws(faulty, HexFamily::games()[0].reasons)
                        .check(1, 1, never)
                        .broken.starts_with("a game in which a position comes again says"));
    }
}

TEST(Newcomer, AFaultySwapIsAProblemToEverySolver) {
    const Hex<Word64> faulty({rhombus(4), true}); // after c2 who does not swap has lost
    for (const Method method : {Method::proof, Method::alphabeta})
        for (const int threads : {1, 2}) {
            SolveMemory memory;
            SolveLimits limits = by(method, threads);
            limits.variant = "hex:size=4";
            limits.seconds = 60;
            const auto found = solve(faulty, faulty.after(faulty.start(), {6}), limits, memory, unheard, never);
            ASSERT_FALSE(found.has_value()) << name(method);
            EXPECT_EQ(found.error().text.find("solve: hex:size=4: a position comes again"), 0u) << found.error().text;
            EXPECT_EQ(found.error().text.find('\n'), std::string::npos);
        }
}

// A counter in two bytes: a game as long, and a circle as wide, as one likes. Add one or two; who comes to the end wins.
struct CounterSetup {
    std::shared_ptr<const Geometry> geometry = rectangle(3, 1);
    int end = 100;
    bool goes_round = false; // then one can only go on, and after the end the counter is 0
};
template <class W> struct Counter {
    using Position = tavoliere::Position<W, 1, 0, 2>;
    struct Move {
        std::uint32_t by;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";
    static constexpr bool lopsided = true, decisive = true;

    Board<W> board;
    CounterSetup setup;
    explicit Counter(const CounterSetup& s) : board(s.geometry), setup(s) {}

    static int at(const Position& p) { return p.number[0] * 256 + p.number[1]; }
    static Position with(Position p, int n) {
        p.number = {std::uint8_t(n / 256), std::uint8_t(n % 256)};
        return p;
    }
    static constexpr std::array<std::string_view, 1> field_names = {"COUNT"};
    std::vector<std::string> fields(const Position& p) const { return {std::to_string(at(p))}; }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        const auto n = parse_number(words.empty() ? "0" : words[0], 0, setup.end);
        if (!n) return Problem{"COUNT is " + in_quotes(words[0])};
        p = with(p, int(*n));
        return {};
    }
    Position start() const { return {}; }
    void moves(const Position& p, MoveList<Move>& list) const {
        if (verdict(p)) return;
        list.push({1});
        if (!setup.goes_round) list.push({2});
    }
    template <class F> void every_move(F f) const {
        for (const std::uint32_t by : {1u, 2u}) f(Move{by});
    }
    Position after(const Position& p, Move m) const {
        const int n = at(p) + int(m.by);
        Position q = with(p, setup.goes_round ? n % setup.end : std::min(n, setup.end));
        q.pass_turn();
        return q;
    }
    std::optional<Verdict> verdict(const Position& p) const {
        if (at(p) == setup.end) return Verdict{-1, -1, "end"};
        return {};
    }
    Path path(Move m) const { return {Cell(m.by)}; }
};

// At any depth: the circle is found where it closes, and a line that goes on and on is given up.
TEST(Newcomer, ACircleIsAProblemAtAnyDepth) {
    const auto asked = [](int end, bool goes_round, Method method) {
        const Counter<Word64> game({.end = end, .goes_round = goes_round});
        SolveMemory memory;
        SolveLimits limits = by(method);
        limits.variant = "counter";
        return solve(game, game.start(), limits, memory, unheard, never);
    };
    for (const Method method : {Method::proof, Method::alphabeta}) {
        for (const int length : {2, 3, 100, 1999}) {
            const auto found = asked(length, true, method);
            ASSERT_FALSE(found.has_value()) << length << name(method);
            EXPECT_NE(found.error().text.find("a position comes again"), std::string::npos) << found.error().text;
        }
        const auto endless = asked(60000, true, method);
        ASSERT_FALSE(endless.has_value());
        EXPECT_NE(endless.error().text.find("more than 4000 plies"), std::string::npos) << endless.error().text;
        // Long games that do end are solved: who leaves a multiple of three wins.
        for (const int length : {100, 250, 3000}) {
            const auto found = asked(length, false, method);
            ASSERT_TRUE(found.has_value()) << found.error().text;
            EXPECT_EQ(found->value, length % 3 ? 1 : -1) << length << name(method);
        }
    }
}

TEST(Newcomer, RandomGamesEndWhateverTheRulesSay) {
    const Counter<Word64> endless({.end = 7, .goes_round = true});
    Playouts<Counter<Word64>> played(endless, 1);
    played.play(endless.start(), {}, never);
    EXPECT_TRUE(played.report.too_long);
    EXPECT_EQ(played.report.longest, std::uint64_t(longest_game));
    EXPECT_EQ(played.report.drawn, 1u);
    EXPECT_TRUE(Laws(endless, {}).check(1, 1, never).broken.starts_with("a game in which a position comes again"));
}

// With the longest list that there may be.
template <class W> struct Broad : Counter<W> {
    using Counter<W>::Counter;
    static constexpr int most_moves = 65'000;
    void moves(const typename Counter<W>::Position&, MoveList<typename Counter<W>::Move, most_moves>& list) const {
        list.push({1});
    }
};

TEST(Newcomer, PerftIsAsDeepAsItMayBeAskedFor) {
    const Broad<Word64> game({.end = 1000, .goes_round = true});
    EXPECT_TRUE(is_within_limits<Broad<Word64>>());
    EXPECT_EQ(leaves(game, 60), 1u);
}

// Parts that do not touch: rows of pieces, of which their owner may take the last. Or, with a fault, put it back where it is the
// only one.
struct NibbleSetup {
    std::shared_ptr<const Geometry> geometry;
    bool goes_round = false;
};
template <class W> struct Nibble {
    using Position = tavoliere::Position<W, 1>;
    struct Move {
        Cell at;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::string_view letters = "xo", separator = "-";
    static constexpr bool lopsided = true, decisive = true;

    Board<W> board;
    Links<W> links;
    bool goes_round;
    explicit Nibble(const NibbleSetup& s) : board(s.geometry), links(*s.geometry), goes_round(s.goes_round) {}

    Position start() const { // all of them x's
        Position p;
        p.mine[0] = board.all;
        return p;
    }
    void moves(const Position& p, MoveList<Move>& list) const {
        links.each_component(p.mine[0], p.mine[0], [&](const W& row) { list.push({last(row)}); });
    }
    Position after(Position p, Move m) const {
        if (!goes_round || count(p.mine[0]) > 1) p.mine[0] ^= bit<W>(m.at);
        p.pass_turn();
        return p;
    }
    std::optional<Verdict> verdict(const Position& p) const {
        if (any(p.mine[0])) return {};
        return Verdict{-1, -1, "stuck"};
    }
    template <class F> void split(const Position& p, F f) const {
        for (const W& pieces : {p.mine[0], p.theirs[0]})
            links.each_component(pieces, pieces, [&](const W& row) { f(only(p, row)); });
    }
    Path path(Move m) const { return {m.at}; }
};

TEST(Newcomer, SumsThatGoRoundAreAProblem) {
    const Nibble<Word64> loopy({rectangle(3, 1), true});
    SolveMemory memory;
    SolveLimits limits = by(Method::sums);
    limits.variant = "nibble";
    const auto found = solve(loopy, loopy.start(), limits, memory, unheard, never);
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().text.find("solve: nibble: a position comes again"), 0u) << found.error().text;
    Values values(limits, never);
    PartValues<Nibble<Word64>>(loopy, values).of(loopy.start());
    EXPECT_EQ(values.over(), Unsolved::comes_again);
}

TEST(Newcomer, LongPartsHaveTheirValue) {
    const Nibble<Word256> game({rectangle(140, 1)});
    Values values(by(Method::sums), never);
    EXPECT_EQ(values.as_number_up_star(PartValues<Nibble<Word256>>(game, values).of(game.start()))->number,
              Dyadic(140));
    EXPECT_FALSE(values.over().has_value());
}

// What a rule may not do, and the law that says so.

// Three in a row with another verdict.
template <class W, auto rule> struct Changed : Three<W> {
    using Three<W>::Three;
    using Position = typename Three<W>::Position;
    std::optional<Verdict> verdict(const Position& p) const { return rule(*this, p, Three<W>::verdict(p)); }
};
using Judged = std::optional<Verdict>;
constexpr auto asks_for_turn = [](const auto&, const auto& p, Judged v) {
    if (v && p.turn == 0) v->outcome = std::int8_t(-v->outcome);
    return v;
};
constexpr auto knows_up_from_down = [](const auto&, const auto& p, Judged v) {
    if (v && (p.theirs[0] & 7) == 7) v->outcome = 1;
    return v;
};
constexpr auto has_no_words = [](const auto&, const auto&, Judged v) {
    if (v) v->reason = "because";
    return v;
};
template <class W> using Turning = Changed<W, asks_for_turn>;
template <class W> using Crooked = Changed<W, knows_up_from_down>;
template <class W> using Wordless = Changed<W, has_no_words>;
template <class W> struct Undecided : Three<W> {
    using Three<W>::Three;
    static constexpr bool decisive = true;
};
template <class W> struct Crowded : Three<W> {
    using Three<W>::Three;
    static constexpr int most_moves = 8;
    void moves(const typename Three<W>::Position& p, MoveList<typename Three<W>::Move, most_moves>& list) const {
        if (this->verdict(p)) return;
        for (Cell c : each{this->board.all & ~p.taken()}) list.push({c});
    }
};
template <class W, int first, int end> struct Numbered : Three<W> {
    using Three<W>::Three;
    template <class F> void every_move(F f) const {
        for (int c = first; c < end; ++c) f(typename Three<W>::Move{Cell(c % 9)});
    }
};
template <class W> using LeftOut = Numbered<W, 1, 9>;
template <class W> using Twice = Numbered<W, 0, 10>;
template <template <class> class G> std::string broken_law(int games = 20) {
    const G<Word64> game(ThreeSetup{rectangle(3, 3)});
    return Laws(game, ThreeFamily::games()[0].reasons).check(games, 1, never).broken;
}

TEST(Newcomer, LawsNameWhatIsWrong) {
    EXPECT_TRUE(broken_law<Turning>().starts_with("both colours play by the same rules"));
    EXPECT_TRUE(broken_law<Crooked>().starts_with("turning the board does not change the result"));
    EXPECT_TRUE(broken_law<Wordless>().starts_with("the game's .reasons have words"));
    EXPECT_TRUE(broken_law<Undecided>().starts_with("no game that is decisive is drawn"));
    EXPECT_TRUE(broken_law<Crowded>().starts_with("the list holds all moves (most_moves)"));
    EXPECT_TRUE(broken_law<LeftOut>().starts_with("every_move gives each legal move"));
    EXPECT_TRUE(broken_law<Twice>().starts_with("every_move gives no move twice"));
}

// A board of one's own, on every screen.

std::unique_ptr<GameSession> hex_session() {
    const GameInfo& info = HexFamily::games()[0];
    Options options(info);
    (void)options.read("size=4");
    return std::make_unique<Table<Hex<Word64>>>(info, options.variant(),
                                                std::make_shared<const Hex<Word64>>(HexSetup{rhombus(4)}));
}

TEST(Newcomer, EdgesHaveTheirColourInEveryPicture) {
    const auto session = hex_session();
    Diagram d{session->geometry(), session->info().colour_names(), session->view().cells};
    d.strokes = session->strokes();
    const std::string drawn = svg(d), board = board_json(*session);
    for (const auto& [colour, letter] : {std::pair{"Red", 'x'}, {"Blue", 'o'}}) {
        const std::string fill(style_of_word(colour)->fill);
        const auto own = std::ranges::count_if(d.strokes, [&](const Stroke& s) { return s.of == letter; });
        EXPECT_GE(own, 14);
        std::ptrdiff_t lines = 0;
        for (std::size_t at = drawn.find("<line"); at != drawn.npos; at = drawn.find("<line", at + 1))
            lines += drawn.substr(at, drawn.find("/>", at) - at).find("stroke=\"" + fill) != std::string::npos;
        EXPECT_EQ(lines, own);
        EXPECT_NE(board.find(std::string("],\"") + letter + "\"]"), std::string::npos);
    }
    EXPECT_EQ(session->view().hands.size(), 0u); // whose edges are whose is kept in the hand, and no piece
    EXPECT_EQ(terminal_picture(d, false), "x   x   x   x   x\n"
                                          "1 .   .   .   .   o\n"
                                          "2   .   .   .   .   o\n"
                                          "  3   .   .   .   .   o\n"
                                          "    4   .   .   .   . o\n"
                                          "      x a x b x c x d x\n");
}

// Where a column comes down to, there stands its letter; in the terminal in the same place.
TEST(Newcomer, LettersOfASlantedBoardStandUnderTheirColumns) {
    const auto board = rhombus(4);
    for (const Label& label : board->labels()) {
        if (label.text[0] < 'a') continue;
        const Point lowest = board->centre(board->find(label.text + "4").value());
        EXPECT_NEAR(label.at.x, lowest.x, 1e-6) << label.text;
        EXPECT_GT(label.at.y, lowest.y);
    }
}

TEST(Newcomer, AResultIsToldInWordsOfBothLanguages) {
    const auto session = hex_session();
    for (const char* move : {"b2", "a1", "b1", "a2", "b3", "a3", "b4"}) ASSERT_TRUE(session->play(move).has_value());
    const auto result = session->result();
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->words.it, "una catena unisce i due bordi");
    EXPECT_NE(to_json(result).find(R"("words":{"en":"a chain joins the two edges","it":)"), std::string::npos);
    EXPECT_NE(
        board_json(*session).find(R"("colours":{"x":"Red","o":"Blue","it":{"x":"Rosso","o":"Blu"},"sign":"crown"})"),
        std::string::npos);
}

}
}
