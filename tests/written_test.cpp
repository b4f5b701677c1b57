// Games whose rules are texts: those of games/ against the native rules, published counts and a second source; wrong texts; and what
// a text must be able to say.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "diagram/diagram.hpp"
#include "games/written/library.hpp"
#include "games/written/shipped.hpp"
#include "session/least_turned.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

using boost::json::object;

// The written game of a native variant; empty where there is none.
std::string written_name(std::string_view native) {
    const std::string_view board = "insert:board=";
    if (native.starts_with(board)) { // the tiles alone, as digits
        const std::string_view digits = native.substr(board.size(), 41);
        return digits.starts_with("random") ? "" : "written-insert:lines=" + std::string(digits);
    }
    return native == "insert:xplus" ? "" : "written-" + std::string(native);
}

TEST(Written, CountsAsTheNativeRulesDo) {
    std::size_t rows = 0;
    std::set<std::string> games;
    for (const auto& value : test_data("perft.json")) {
        const object& row = value.as_object();
        const std::string name = written_name(text_of(row.at("game")));
        if (name.empty()) continue;
        SCOPED_TRACE(name + " " + text_of(row.at("position")));
        const auto depth = int(row.at("depth").as_int64());
        if (sanitized && row.at("nodes").as_int64() > 20'000) continue;
        EXPECT_EQ(opened(name, text_of(row.at("position")))->perft(depth, rows % 2, never),
                  std::uint64_t(row.at("nodes").as_int64()));
        games.insert(name.substr(0, name.find(':')));
        ++rows;
    }
    EXPECT_EQ(games.size(), 9u) << "all nine families";
    if (!sanitized) { EXPECT_GT(rows, 250u); }
}

// The last moves are counted for several positions at once: as many as are listed, for every preset and on all widths of words, from positions in
// which somebody must pass, has lost, or the clock runs out.
TEST(Written, CountsWhatItLists) {
    std::vector<std::pair<std::string, std::string>> positions;
    for (const bool kinds : {false, true})
        for (const GameInfo& info : written::texts(kinds))
            for (const Preset& preset : info.presets) positions.emplace_back(preset.variant, "startpos");
    for (const char* variant : {"written-ataxx:size=11x11", "written-attract:size=14x14", "written-clobber:size=12x12",
                                "written-hexxagon:size=9", "gomoku:size=9x9"})
        positions.emplace_back(variant, "startpos");
    for (const auto& value : test_data("perft.json")) {
        const object& row = value.as_object();
        if (const std::string name = written_name(text_of(row.at("game"))); !name.empty())
            positions.emplace_back(name, text_of(row.at("position")));
    }
    for (const auto& [variant, position] : positions) {
        SCOPED_TRACE(variant + " " + position);
        const auto session = opened(variant, position);
        Random random(5);
        for (int turn = 0; turn < 2; ++turn) {
            EXPECT_EQ(session->perft(2, true, never), session->perft(2, false, never)) << session->position();
            for (int ply = 0; ply < 6 && !session->moves().empty(); ++ply) {
                const auto moves = session->moves();
                ASSERT_TRUE(session->play(moves[std::size_t(random.below(int(moves.size())))].text));
            }
        }
    }
}

TEST(Written, CountsAsOthersDo) {
    std::set<std::string> games;
    for (const auto& value : test_data("written.json")) {
        const object& row = value.as_object();
        SCOPED_TRACE(text_of(row.at("game")) + ", " + text_of(row.at("source")));
        if (sanitized && row.at("nodes").as_int64() > 20'000) continue;
        EXPECT_EQ(opened(text_of(row.at("game")))->perft(int(row.at("depth").as_int64()), false, never),
                  std::uint64_t(row.at("nodes").as_int64()));
        games.insert(text_of(row.at("game")).substr(0, text_of(row.at("game")).find(':')));
    }
    if (!sanitized) { EXPECT_GE(games.size(), 12u); }
}

TEST(Written, ObeysTheLaws) {
    for (const bool kinds : {false, true})
        for (const GameInfo& info : written::texts(kinds))
            for (const Preset& preset : info.presets) {
                const auto report = opened(preset.variant)->check(1, 7, never);
                EXPECT_EQ(report.broken, "") << preset.variant;
                EXPECT_GT(report.plies, 0u) << preset.variant;
            }
}

// What docs/writing-games.md shows is played, as it stands there.
TEST(Written, TheTutorialsGamesObeyTheLaws) {
    const auto page = read_text_file(WRITING_GAMES, file_kind::page);
    ASSERT_TRUE(page) << page.error().text;
    std::vector<std::string> texts;
    bool inside = false;
    for (const std::string_view line : split(*page, '\n')) {
        const std::string_view indent = "    ";
        inside = line.starts_with(indent) && (inside || line.substr(indent.size()).starts_with("game "));
        if (!inside) continue;
        if (line.substr(indent.size()).starts_with("game ")) texts.emplace_back();
        texts.back() += std::string(line.substr(indent.size())) + "\n";
    }
    EXPECT_EQ(texts.size(), 4u);
    for (const std::string& text : texts) {
        const auto name = add_game(text);
        ASSERT_TRUE(name) << text << name.error().text;
        EXPECT_EQ(opened(*name)->check(2, 7, never).broken, "") << text;
    }
}

// Makes the move of `other` that leads where `one` stands: a move may be written in another way, and so may a position with hands.
bool follows(GameSession& other, const GameSession& one) {
    const auto choices = other.moves();
    for (const bool to_the_letter : {true, false})
        for (const MoveView& move : choices) {
            EXPECT_TRUE(other.play(move.text)) << move.text;
            if (to_the_letter ? other.position() == one.position()
                              : other.view().cells == one.view().cells && other.moves().size() == one.moves().size())
                return true;
            other.undo();
        }
    return false;
}

void expect_ended_alike(const GameSession& one, const GameSession& other) {
    const auto a = one.result(), b = other.result();
    ASSERT_EQ(a.has_value(), b.has_value());
    if (!a) return;
    EXPECT_EQ(a->winner, b->winner);
    EXPECT_EQ(a->score, b->score);
    EXPECT_EQ(a->reason, b->reason);
}

// Games played by both: the same positions, the same end.
TEST(Written, EndsAsTheNativeRulesDo) {
    std::vector<std::string> variants{"ataxx",
                                      "ataxx:misere",
                                      "hexxagon:size=3",
                                      "penntagon:size=3x3",
                                      "clobber:size=4x5",
                                      "attract:size=6x6",
                                      "magnetone:size=5x5,pieces=6",
                                      "blocco:size=4x4",
                                      "boop:size=5x5"};
    const std::size_t small = variants.size();
    if (!sanitized)
        for (const auto& row : test_data("signatures.json")) variants.push_back(text_of(row.as_object().at("game")));
    for (std::size_t i = 0; i < variants.size(); ++i)
        for (std::uint64_t seed = 1; seed <= (i < small ? 3 : 1); ++seed) {
            if (written_name(variants[i]).empty()) continue;
            SCOPED_TRACE(variants[i]);
            const auto one = opened(variants[i]), other = opened(written_name(variants[i]));
            for (std::uint64_t ply = 0; !one->result() && ply < 400; ++ply) {
                const auto moves = one->moves();
                const auto& move = moves[(seed * 7919 + ply * 104729) % moves.size()];
                const std::string before = one->position();
                ASSERT_TRUE(one->play(move.text));
                ASSERT_TRUE(follows(*other, *one)) << move.text << " in " << before << " leads to " << one->position();
            }
            expect_ended_alike(*one, *other);
        }
}

// Every worked example of the newsletters: as many moves, each of which leads where a native one does, and the same end.
TEST(Written, PlaysTheExamplesOfTheNewsletters) {
    std::set<std::string> games;
    for (const auto& value : test_data("examples.json")) {
        const object& e = value.as_object();
        const std::string name = written_name(text_of(e.at("game")));
        if (name.empty()) continue;
        SCOPED_TRACE(text_of(e.at("id")) + ": " + text_of(e.at("comment")));
        const auto one = opened(text_of(e.at("game")), text_of(e.at("position"))),
                   other = opened(name, text_of(e.at("position")));
        for (const auto& move : e.at("moves").as_array()) {
            ASSERT_TRUE(one->play(text_of(move)));
            ASSERT_TRUE(follows(*other, *one)) << move;
        }
        expect_ended_alike(*one, *other);
        const auto moves = one->moves();
        EXPECT_EQ(other->moves().size(), moves.size());
        for (const MoveView& move : moves) {
            ASSERT_TRUE(one->play(move.text));
            EXPECT_TRUE(follows(*other, *one)) << move.text;
            one->undo(), other->undo();
        }
        games.insert(name.substr(0, name.find(':')));
    }
    EXPECT_EQ(games.size(), 9u) << "all nine families";
}

// The sign of a kind of piece, in diagrams and in what the page draws from.
TEST(Written, IsDrawnAsTheNativeGameIs) {
    for (const auto& [game, position] :
         {std::pair("boop", "xX4/6/6/6/6/4oO x 6,0,6,0"), std::pair("blocco:size=4x4", "xXoO/4/4/4 x")}) {
        const auto native = opened(game, position), other = opened(written_name(game), position);
        EXPECT_EQ(other->view().cells, native->view().cells);
        EXPECT_EQ(other->info().sign, native->info().sign) << game;
        EXPECT_NE(board_json(*other).find("\"sign\":\"" + std::string(sign_names[std::size_t(native->info().sign)])),
                  std::string::npos);
        auto one = picture_of(*native, {}), two = picture_of(*other, {});
        two.colours = one.colours;
        EXPECT_EQ(svg(two), svg(one)) << game;
    }
    const std::string kinds = "game g\npiece man\npiece king\n";
    EXPECT_EQ((*written::declare(kinds))->info.sign, Sign::crown) << "where nothing is said";
    EXPECT_EQ((*written::declare("game g\nlike written-boop\n"))->info.sign, Sign::cat) << "inherited";
    EXPECT_EQ((*written::declare("game g\nlike written-boop\nsign counter\n"))->info.sign, Sign::counter);
}

TEST(Written, WrongTextsAreRefusedWhereTheyAreWrong) {
    EXPECT_GE(test_data("wrong_rules.json").size(), 100u);
    for (const auto& value : test_data("wrong_rules.json")) {
        const object& row = value.as_object();
        SCOPED_TRACE(text_of(row.at("wrong")));
        const auto declared = written::declare(text_of(row.at("text")));
        std::string line = declared ? "" : declared.error().text;
        if (declared) {
            const auto rules = written::read(*declared, Options((*declared)->info));
            if (!rules) line = "rules: " + rules.error().text;
        }
        EXPECT_EQ(line, "rules: " + text_of(row.at("line")));
        EXPECT_TRUE(is_one_line(line));
    }
}

// What a text says is drawn on its board, as letters: the owner, and the ends in hundredths of a cell.
std::set<std::string> drawn_by(const std::string& lines) {
    const auto name = add_game("game drawn" + std::to_string(std::hash<std::string>()(lines)) + "\n" + lines +
                               "move place  at in empty\n  put mine at\nstuck full draw\n");
    if (!name) return {name.error().text};
    std::set<std::string> all;
    const auto text = [](double v) { return std::to_string(std::lround(100 * v)); };
    for (const Stroke& s : opened(*name)->strokes())
        all.insert(std::string{s.of} + " " + text(s.from.x) + "," + text(s.from.y) + " " + text(s.to.x) + "," +
                   text(s.to.y));
    return all;
}
using Strokes = std::set<std::string>;

TEST(Written, WhatIsDrawnOnTheBoardIsSaid) {
    const std::string board = "board rectangle 3x2\n"; // a cell is one wide, a2 the first from the top left corner
    EXPECT_EQ(drawn_by(board + "draw x edge top, n\n"), (Strokes{"x 0,0 100,0", "x 100,0 200,0", "x 200,0 300,0"}));
    EXPECT_EQ(drawn_by(board + "draw o edge right, e | n\n"),
              (Strokes{"o 200,0 300,0", "o 300,0 300,100", "o 300,100 300,200"}));
    EXPECT_EQ(drawn_by(board + "draw edge a2 b2\n").size(), 6u) << "the border of both, not the edge between them";
    EXPECT_EQ(drawn_by(board + "draw line b1, e | n\n"), (Strokes{"- 150,150 186,150", "- 150,150 150,114"}));
    EXPECT_EQ(drawn_by(board + "draw cross a2\n"), (Strokes{"- 28,28 72,72", "- 28,72 72,28"}));
    EXPECT_EQ(drawn_by(board + "zone home = a1 / c1\ndraw o edge home, s\n"), (Strokes{"o 300,200 200,200"}));
    EXPECT_EQ(drawn_by(board + "option goals cells\ndraw cross goals\n"), Strokes{}) << "no cells are given";
    EXPECT_EQ(drawn_by("board hexagon 2\ndraw edge all\n").size(), 18u);
    EXPECT_EQ(drawn_by("board cairo 2x2\ndraw edge a1l\n").size(), 5u);
}

TEST(Written, HexHasItsEdgesInEveryPicture) {
    const auto hex = opened("hex:size=3x3");
    Diagram d{hex->geometry(), hex->info().colour_names(), hex->view().cells};
    d.strokes = hex->strokes();
    EXPECT_EQ(std::ranges::count(d.strokes, 'x', &Stroke::of), 6);
    EXPECT_EQ(std::ranges::count(d.strokes, 'o', &Stroke::of), 6);
    EXPECT_EQ(terminal_picture(d, false), "  x x x\n"
                                          "3 . . . o\n"
                                          "2 . . . o\n"
                                          "1 . . . o\n"
                                          "  a b c\n");
    EXPECT_FALSE(opened("written-insert")->strokes().empty());
}

// A line for each kind of mark: whose it is, what it is on, and how many strokes it has on which cell.
using Legend = std::vector<std::string>;
Legend legend_of(const std::string& variant) {
    const auto session = opened(variant);
    Legend all;
    for (const LegendEntry& e : session->legend()) {
        std::string line{e.strokes[0].of};
        for (const Words& name : e.names)
            line += (line.size() > 1 ? ", " : " ") + std::string(name.en) +
                    (name.it == name.en ? "" : "/" + std::string(name.it));
        all.push_back(line + ": " + std::to_string(e.strokes.size()) + " on " + session->geometry().name(e.cell));
        const auto is = [&](const Stroke& a, const Stroke& b) {
            return a.of == b.of && std::hypot(a.from.x - b.from.x, a.from.y - b.from.y) < 1e-9 &&
                   std::hypot(a.to.x - b.to.x, a.to.y - b.to.y) < 1e-9;
        };
        const auto drawn = session->strokes();
        for (const Stroke& s : e.strokes) {
            EXPECT_TRUE(std::ranges::any_of(drawn, [&](const Stroke& d) { return is(s, d); })) << "as it is drawn";
            const Point m = session->geometry().centre(e.cell);
            EXPECT_LT(std::hypot(s.to.x - m.x, s.to.y - m.y), 0.8) << "on this cell";
        }
    }
    return all;
}
// Of a text with these lines, with options.
Legend legend_by(const std::string& lines, const std::string& options = {}, const std::string& like = {}) {
    const auto name = add_game(
        "game told" + std::to_string(std::hash<std::string>()(like + lines)) + "\n" +
        (like.empty() ? "board rectangle 3x3\n" + lines + "move place  at in empty\n  put mine at\nstuck full draw\n"
                      : "like " + like + "\n" + lines));
    return name ? legend_of(*name + options) : Legend{name.error().text};
}

TEST(Written, WhatIsDrawnIsToldInTheTextsWords) {
    const Legend of_hex{"x bottom, top: 1 on a1", "o left, right: 1 on a11"};
    EXPECT_EQ(legend_of("hex"), of_hex);
    EXPECT_EQ(legend_of("hex:size=3x3"), (Legend{"x bottom, top: 1 on a1", "o left, right: 1 on a3"}));
    const Legend insert = legend_of("written-insert");
    ASSERT_EQ(insert.size(), 4u) << "how a line lies is what it says";
    for (std::size_t i = 0; i < 4; ++i) {
        static constexpr std::string_view names[] = {"- lying: 2 on ", "- upright: 2 on ", "- rising: 2 on ",
                                                     "- falling: 2 on "};
        EXPECT_TRUE(insert[i].starts_with(names[i])) << insert[i];
    }
    EXPECT_EQ(legend_of("othello"), Legend{});

    EXPECT_EQ(legend_by("zone camp = a1 / c1\ndraw cross centre ; the throne\ndraw edge camp | b1\ndraw edge top, n\n"
                        "draw cross   row 1 &  left\ndraw cross centre\n"),
              (Legend{"- centre, row 1 &  left: 2 on b2", "- camp | b1, top: 3 on a1"}))
        << "alike marks together, each name once, on the cell that has the most of it";
    EXPECT_EQ(legend_by("draw line top, e | n\ndraw line bottom, n | e\ndraw x line left, n | e\n"),
              (Legend{"- top, bottom: 2 on a3", "x left: 2 on a3"}));
    EXPECT_EQ(legend_by("draw cross none\nstart stones b2\n"), Legend{}) << "blocked cells are no mark";
    EXPECT_EQ(legend_of("insert"), Legend{}) << "its rules are no text";
}

TEST(Written, OnlyWhatIsOnTheBoardIsTold) {
    const std::string goals = "option goals cells \"Goals\" it \"Mete\"\ndraw cross goals\ndraw cross goals | b3\n";
    EXPECT_EQ(legend_by(goals, ":goals=a1"), (Legend{"- Goals/Mete, goals | b3: 2 on a1"}));
    EXPECT_EQ(legend_by(goals), (Legend{"- goals | b3: 2 on b3"})) << "no cells are given";
    const std::string flag =
        "option far flag \"Far\" it \"Lontano\"\nif far: draw cross top\nif not far: draw cross bottom\n";
    EXPECT_EQ(legend_by(flag), (Legend{"- bottom: 2 on a1"}));
    EXPECT_EQ(legend_by(flag, ":far"), (Legend{"- top: 2 on a3"}));
    EXPECT_EQ(legend_by("", {}, "hex"), legend_of("hex"));
    EXPECT_EQ(legend_by("draw cross top\ndraw cross left\n", {}, "hex"), (Legend{"- top, left: 2 on a11"}))
        << "what a text draws takes the place of what it inherits";
    EXPECT_EQ(legend_by("without draw\n", {}, "hex"), Legend{});
}

TEST(Written, ABoardsAnswerHasItsLegend) {
    const std::string hex = board_json(*opened("hex:size=2x2"));
    EXPECT_NE(hex.find(R"("legend":[{"names":[{"en":"bottom","it":"bottom"},{"en":"top","it":"top"}],"cell":"a1",)"
                       R"("strokes":[[[1,2],[0,2],"x"]]},)"),
              std::string::npos)
        << hex;
    EXPECT_EQ(board_json(*opened("othello")).find("legend"), std::string::npos);
}

TEST(Written, ATextIsAddedByItsUser) {
    const auto name = add_game("game mine-own\nlike othello\nboard rectangle 6x6\n");
    ASSERT_TRUE(name) << name.error().text;
    EXPECT_EQ(*name, "mine-own");
    EXPECT_EQ(opened("mine-own")->perft(3, false, never), opened("othello:size=6x6")->perft(3, false, never));
    EXPECT_TRUE(add_game("game mine-own\nlike othello\nboard rectangle 6x6\n")) << "it is the same text";
    EXPECT_FALSE(add_game("game mine-own\nlike othello\nboard rectangle 4x4\n")) << "it is another one";
    EXPECT_FALSE(add_game("game hex\nlike othello\n")) << "there is one of that name";
    EXPECT_FALSE(add_game("game other\nlike nothing\n"));
}

// The zones of the language are sets where a set is needed, as those that a text names.
TEST(Written, ZonesAreSetsByTheirOwnNames) {
    const std::string before = "\nboard rectangle 5x4\n";
    const std::string after = "\n  put mine at\nend row lose if #(theirs & bottom) > 2\nstuck full draw\n";
    const std::pair<const char*, const char*> same[] = {{"left", "a1 a2 a3 a4"},
                                                        {"row 2", "a2 b2 c2 d2 e2"},
                                                        {"(their tip ne | rim n) - centre", "a4 b4 c4 d4 e4"},
                                                        {"side(left & top)", "a3 b4"},
                                                        {"corner(none) | column 5", "e1 e2 e3 e4"}};
    int n = 0;
    for (const auto& [word, cells] : same) {
        std::vector<std::uint64_t> counts;
        for (const char* set : {word, cells}) {
            const auto name = add_game("game zoned-" + std::to_string(++n) + before + "move place  at in empty - (" +
                                       set + ")" + after + "value -#mine + #theirs * -2\n");
            ASSERT_TRUE(name) << name.error().text;
            counts.push_back(opened(*name)->perft(4, false, never));
        }
        EXPECT_EQ(counts[0], counts[1]) << word;
        EXPECT_LT(counts[0], 20u * 19 * 18 * 17) << word;
    }
}

// Which symmetries keep the rules is derived, not asked of the author.
TEST(Written, KnowsItsSymmetries) {
    EXPECT_EQ(opened("written-attract")->symmetries().size(), 8u);
    EXPECT_EQ(opened("othello")->symmetries().size(), 8u);
    EXPECT_EQ(opened("breakthrough")->symmetries().size(), 2u); // left and right alone are alike
    EXPECT_EQ(opened("written-insert")->symmetries().size(), 1u);
    // A cell that is kept is not turned, also where this variant only sets it.
    ASSERT_TRUE(
        add_game("game remembers\noption apart flag\nboard rectangle 3x3\ncell last\n"
                 "move place  at in empty\n  if apart: must no side(last) & at\n  put mine at\n  set last = at\n"
                 "stuck full draw\n"));
    for (const char* variant : {"remembers", "remembers:apart"})
        EXPECT_EQ(opened(variant)->symmetries().size(), 1u) << variant;
}

// Where the players' rules differ by a turn of the board, either sees his own game the same way, as a network wants it.
TEST(Written, OSeesTheBoardAsXWould) {
    for (const auto& [variant, as_x, as_o] :
         {std::tuple("breakthrough", "8/8/3o4/8/2x5/8/8/8 x", "8/8/8/2o5/8/3x4/8/8 o"),
          std::tuple("hex:size=4x4,noswap", "4/4/x3/1o2 x 0", "4/4/x3/1o2 o 0"),
          std::tuple("domineering:size=6x6", "6/6/6/6/x5/x5 x", "6/6/6/6/6/oo4 o")}) {
        SCOPED_TRACE(variant);
        const auto x = opened(variant), o = opened(variant);
        ASSERT_TRUE(x->set_position(as_x)) << x->set_position(as_x).error().text;
        ASSERT_TRUE(o->set_position(as_o)) << o->set_position(as_o).error().text;
        const auto least = [](const GameSession& s) { // of several such turns any will do
            return least_turned(s.seen(), s.symmetries());
        };
        EXPECT_EQ(least(*x), least(*o));
        EXPECT_EQ(x->perft(3, false, never), o->perft(3, false, never));
    }
}

TEST(Written, IsSearchedAndSolved) {
    Limits limits;
    limits.depth = 3;
    for (const char* variant : {"othello", "written-boop", "written-ataxx", "hex:size=5x5"}) {
        const auto session = opened(variant);
        const auto found = session->think(limits, ignore, never);
        ASSERT_FALSE(found.lines.empty()) << variant;
        EXPECT_TRUE(session->play(found.lines[0].moves[0])) << variant;
    }
    const auto solved = opened("tic-tac-toe")->solve({}, {}, never);
    ASSERT_TRUE(solved) << solved.error().text;
}

}
}
