// Pictures: every board can be drawn, every cell is in the picture once.
#include "base/text.hpp"
#include "diagram/colours.hpp"
#include "diagram/diagram.hpp"
#include "support.hpp"
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace tavoliere {
namespace {

std::size_t times(const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
}

Diagram picture(const GameSession& s) { return {s.geometry(), s.info().colour_names(), s.view().cells}; }

TEST(Picture, HasEveryCellAndPieceOnce) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        const std::string out = svg(picture(*s)), cells = s->view().cells;
        EXPECT_EQ(times(out, "<polygon"), std::size_t(s->geometry().size())) << variant;
        EXPECT_EQ(times(out, "<circle"), std::size_t(std::count(cells.begin(), cells.end(), 'x') +
                                                     std::count(cells.begin(), cells.end(), 'o')))
            << variant;
        EXPECT_EQ(times(out, "<text"), s->geometry().labels().size()) << variant;
    }
}

TEST(Picture, InTheTerminalShowsEveryCell) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        Diagram d = picture(*s);
        d.coordinates = false;
        std::string drawn = terminal_picture(d, false), cells = s->view().cells;
        std::erase_if(drawn, [](char c) { return c == ' ' || c == '\n'; });
        std::sort(drawn.begin(), drawn.end());
        std::sort(cells.begin(), cells.end());
        EXPECT_EQ(drawn, cells) << variant;
        EXPECT_EQ(times(terminal_picture(d, true), "●"), std::size_t(std::count(cells.begin(), cells.end(), 'x') +
                                                                     std::count(cells.begin(), cells.end(), 'o')));
    }
}

TEST(Picture, TellsPromotedPiecesFromHeldOnesAndCatsFromKittens) {
    const auto drawn = [](const char* variant, const char* position, std::optional<Sign> sign = {}) {
        const auto s = opened(variant);
        EXPECT_TRUE(s->set_position(position).has_value());
        Diagram d = picture(*s);
        d.sign = sign.value_or(s->info().sign);
        return std::pair(svg(d), terminal_picture(d, true));
    };
    const char* const one_cat = "6/6/2X3/6/6/6 x 6,1,8,0";
    const auto [crowned, crowned_in_terminal] = drawn("boop", one_cat, Sign::crown);
    const auto [cat, cat_in_terminal] = drawn("boop", one_cat);
    const auto [kitten, kitten_in_terminal] = drawn("boop", "6/6/2x3/6/6/6 x 7,0,8,0");
    const auto [mark, mark_in_terminal] = drawn("blocco", "6/6/6/6/2oX2/6/6 x");
    EXPECT_EQ(times(crowned, "<path"), 1u);
    EXPECT_EQ(times(crowned, "<circle"), 1u);
    EXPECT_EQ(times(cat, "<path"), 2u); // the head, and its face
    EXPECT_EQ(times(kitten, "<path"), 1u);
    EXPECT_EQ(times(cat + kitten, "<circle"), 0u);
    EXPECT_EQ(times(mark, "<path"), 0u);
    EXPECT_EQ(times(mark, "<circle"), 3u);
    EXPECT_EQ(times(crowned_in_terminal, "★"), 1u);
    EXPECT_EQ(times(cat_in_terminal, "★"), 1u);
    EXPECT_EQ(times(kitten_in_terminal, "●"), 1u);
    EXPECT_EQ(times(mark_in_terminal, "◉"), 1u);
}

TEST(Picture, MarksTheLastMove) {
    const auto s = opened("ataxx");
    Diagram d = picture(*s);
    d.marked = {*s->geometry().find("a2")};
    EXPECT_EQ(terminal_picture(d, false), "7 o . . . . . x\n6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . "
                                          ". . . .\n2 .<. . . . . .\n1 x . . . . . o\n  a b c d e f g\n");
    d.marked.clear();
    d.turned = true;
    EXPECT_EQ(terminal_picture(d, false).substr(0, 14), "  g f e d c b ");
}

TEST(Picture, LabelsLieOutsideTheBoardAndApart) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        const Geometry& g = s->geometry();
        for (const Label& l : g.labels())
            for (int c = 0; c < g.size(); ++c)
                EXPECT_GT(std::hypot(l.at.x - g.centre(Cell(c)).x, l.at.y - g.centre(Cell(c)).y), 0.6)
                    << variant << " " << l.text;
        for (std::size_t i = 0; i < g.labels().size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_GT(std::hypot(g.labels()[i].at.x - g.labels()[j].at.x, g.labels()[i].at.y - g.labels()[j].at.y),
                          0.6);
    }
}

TEST(Marks, AreDrawnWhereTheyAre) {
    const auto s = opened("ataxx");
    Diagram d = picture(*s);
    const std::string plain = svg(d);
    d.marks = *read_marks("arrow:a1-c3 cross:b2 dot:c3  circle:d4 label:e5=Ää", s->geometry());
    ASSERT_EQ(d.marks.size(), 5u);
    EXPECT_EQ(d.marks[0], (Mark{Mark::Kind::arrow, *s->geometry().find("a1"), *s->geometry().find("c3"), {}}));
    const std::string out = svg(d);
    EXPECT_EQ(times(out, "class=\"arrow\""), 1u);
    EXPECT_EQ(times(out, "<line"), times(plain, "<line") + 4);
    EXPECT_EQ(times(out, "<circle"), times(plain, "<circle") + 3);
    EXPECT_EQ(times(out, ">Ää</text>"), 1u);
}

TEST(Marks, ThatCannotBeReadSayWhy) {
    const auto s = opened("ataxx");
    for (const char* wrong : {"arrow", "arrow:a1", "arrow:a1-", "arrow:a1-a1", "arrow:a1-h8", "cross:", "cross:a1-a2",
                              "dot:a8", "label:a1", "label:a1=", "label:a1=four", "label:a1=\xff", "star:a1"}) {
        const auto marks = read_marks(wrong, s->geometry());
        ASSERT_FALSE(marks) << wrong;
        EXPECT_TRUE(marks.error().text.starts_with("marks: ")) << marks.error().text;
    }
    std::string many;
    for (std::size_t i = 0; i <= most_marks; ++i) many += "dot:a1 ";
    EXPECT_FALSE(read_marks(many, s->geometry()));
}

// Texts from outside in every place of a picture: none ends its element, nor begins another, nor breaks the XML.
TEST(Captions, AndLabelsAreTextWhateverTheySay) {
    const auto s = opened("ataxx:size=5");
    const auto read = [](std::string_view escaped) {
        std::string text(escaped);
        for (const auto& [name, letter] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")})
            for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1))
                text.replace(at, std::string_view(name).size(), letter);
        return text;
    };
    Diagram d = picture(*s);
    const std::string bare = svg(d);
    const std::size_t elements = times(bare, "<"), texts = times(bare, "<text");
    for (const std::string hostile :
         {"<script>alert(1)</script>", "</text></svg>", "]]>", "<![CDATA[x]]>", "<!--", "-->", "&lt;b&gt;", "&#60;",
          "\" onload=\"x", "' onload='x", "<?xml?>", "<image/href='//x'/>", "&x;", "\\x3c"}) {
        d.caption = hostile;
        const std::string label = hostile.substr(0, hostile[1] == ' ' ? 1 : 3);
        const auto marks = read_marks("label:e5=" + label, s->geometry());
        ASSERT_TRUE(marks) << marks.error().text;
        d.marks = *marks;
        const std::string drawn = svg(d);
        std::set<std::string> said;
        for (auto at = drawn.find("<text"); at != drawn.npos; at = drawn.find("<text", at + 1)) {
            const auto begin = drawn.find('>', at) + 1, end = drawn.find('<', begin);
            const std::string content = drawn.substr(begin, end - begin);
            EXPECT_EQ(content.find('>'), content.npos) << content;
            for (auto and_ = content.find('&'); and_ != content.npos; and_ = content.find('&', and_ + 1))
                EXPECT_TRUE(content.substr(and_).starts_with("&lt;") || content.substr(and_).starts_with("&gt;") ||
                            content.substr(and_).starts_with("&amp;"))
                    << content;
            said.insert(read(content));
        }
        EXPECT_TRUE(said.contains(hostile)) << hostile;
        EXPECT_TRUE(said.contains(label)) << hostile;
        EXPECT_EQ(times(drawn, "<") - elements, 2 * (times(drawn, "<text") - texts)) << hostile;
    }
}

TEST(Captions, AreBrokenIntoLinesAndCannotBreakThePicture) {
    const auto s = opened("ataxx:size=5");
    Diagram d = picture(*s);
    const std::size_t labels = times(svg(d), "<text");
    d.caption = "Black <b> & White";
    EXPECT_EQ(times(svg(d), "Black &lt;b&gt; &amp; White</text>"), 1u);
    d.caption = "J\xf6rg\x1b"; // nobody checked it
    EXPECT_EQ(times(svg(d), "J\ufffdrg </text>"), 1u);
    d.caption = "one two three four five six seven eight nine ten eleven twelve";
    EXPECT_GT(times(svg(d), "<text"), labels + 1);
    EXPECT_EQ(letters_in("perché"), 6u);
    for (const char* wrong : {"\n", "\xc3", "\x80", "\xc0\x80", "\xff"}) EXPECT_FALSE(letters_in(wrong));
}

// Of wood the cells are few shapes: each outline is once in the slab and once in the tiles, holes and cells of the last move.
TEST(Wood, HasEveryCellAndPieceOnce) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        Diagram d = picture(*s);
        d.style = Style::wood;
        d.marked = {0};
        const std::string out = svg(d);
        EXPECT_EQ(times(out, "Z"), 2 * std::size_t(s->geometry().size()) + times(out, "\"#d9d4c8\"/>")) << variant;
        EXPECT_EQ(times(out, "class=\"l\"") + times(d.cells.substr(0, 1), "-"), 1u) << variant;
        EXPECT_EQ(times(out, "class=\"h\""), std::size_t(d.cells.find('-') != d.cells.npos)) << variant;
        const auto pieces = std::ranges::count_if(d.cells, [](char c) { return c != '.' && c != '-'; });
        EXPECT_EQ(times(out, "class=\"e\""), std::size_t(pieces)) << variant;
        EXPECT_EQ(times(out, "fill=\"\""), 0u) << variant;
    }
}

TEST(Print, HasNoColours) {
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        Diagram d = picture(*s);
        d.marked = {0};
        d.marks = {{Mark::Kind::dot, 0, 0, {}}};
        d.style = Style::print;
        const std::string out = svg(d);
        for (std::size_t at = out.find("\"#"); at != out.npos; at = out.find("\"#", at + 1)) {
            const std::string colour = out.substr(at + 2, 6);
            EXPECT_TRUE(colour.substr(0, 2) == colour.substr(2, 2) && colour.substr(2, 2) == colour.substr(4, 2))
                << colour;
        }
    }
}

TEST(Diagram, TellsPlayersApartWhateverTheyAreCalled) {
    std::vector<ColourNames> names{{"Cross", "Nought"}, {"Black", "Nought"}, {"Cross", "White"}, {"Cross", "Black"},
                                   {"White", "Nought"}, {"Black", "Blue"},   {"White", "Red"}};
    for (const GameInfo* g : games()) names.push_back(g->colour_names());
    for (const ColourNames& pair : names) {
        EXPECT_NE(printed_piece_style(pair, true).fill, printed_piece_style(pair, false).fill) << pair[0] << pair[1];
        EXPECT_NE(piece_style(pair, true).fill, piece_style(pair, false).fill) << pair[0] << pair[1];
        EXPECT_NE(piece_style(pair, true).terminal, piece_style(pair, false).terminal) << pair[0] << pair[1];
    }
    EXPECT_EQ(piece_style({"Orange", "Grey"}, true).fill, style_of_word("Orange")->fill);
    EXPECT_EQ(piece_style({"Cross", "Nought"}, true).fill, style_of_word("Black")->fill);
    EXPECT_EQ(piece_style({"Nought", "Black"}, false).fill, style_of_word("Black")->fill);
    EXPECT_EQ(piece_style({"Red", "Nought"}, true).fill, style_of_word("Red")->fill);
    EXPECT_EQ(printed_piece_style({"White", "Red"}, true).fill, "#ffffff");
}

}

// What an animation shows at a time, from 0 to 1 of its length: the elements without those that are hidden then, as a reader of SMIL
// has it. They are on lines.
std::string shown_at(const std::string& animation, double time) {
    std::string out;
    std::string held; // an element in a group, until it is known when it is shown
    const auto attribute = [](std::string_view line, std::string_view name) {
        const std::string before = " " + std::string(name) + "=\"";
        const auto from = line.find(before) + before.size();
        return line.substr(from, line.find('"', from) - from);
    };
    for (const std::string_view line : split(animation, '\n')) {
        std::string_view rest = line;
        if (take(rest, "<g visibility=\"hidden\">") || take(rest, "<g>")) {
            held = std::string(rest) + "\n";
        } else if (rest.starts_with("<animate ")) {
            const auto values = split(attribute(rest, "values"), ';'), times = split(attribute(rest, "keyTimes"), ';');
            EXPECT_EQ(values.size(), times.size());
            EXPECT_EQ(times[0], "0");
            std::string_view now;
            for (std::size_t i = 0; i < values.size(); ++i)
                if (std::stod(std::string(times[i])) <= time) now = values[i];
            if (now == "visible") out += held;
        } else if (!rest.empty()) {
            out += std::string(rest) + "\n";
        }
    }
    return out;
}

std::multiset<std::string> lines_of(const std::string& text) {
    std::multiset<std::string> out;
    for (const std::string_view line : split(text, '\n'))
        if (!line.empty()) out.emplace(line);
    return out;
}

TEST(Animation, ShowsEachPictureInItsTime) {
    std::mt19937_64 random(7);
    constexpr Pace pace{.each = 0.5, .last = 2};
    for (const std::string& variant : sample_variants()) {
        const auto s = opened(variant);
        std::vector<Diagram> pictures{picture(*s)};
        std::vector<std::string> alone{svg(pictures[0])};
        for (auto moves = s->moves(); !s->result() && pictures.size() < 9; moves = s->moves()) {
            const auto played = s->play(moves[random() % moves.size()].text);
            ASSERT_TRUE(played);
            pictures.push_back(picture(*s));
            pictures.back().marked = {Cell(pictures.size() % std::size_t(s->geometry().size()))};
            alone.push_back(svg(pictures.back()));
        }
        const std::string animation = animated_svg(pictures, pace);
        const double whole = pace.each * double(pictures.size() - 1) + pace.last;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            EXPECT_EQ(lines_of(shown_at(animation, pace.each * (double(i) + 0.5) / whole)), lines_of(alone[i]))
                << variant << ", picture " << i;
        // Who shows no animations leaves out the groups that are hidden.
        EXPECT_EQ(lines_of(shown_at(animation, 0.999)), lines_of(alone.back())) << variant;
        EXPECT_LT(animation.size(), 4 * alone.back().size() + 6000 * pictures.size()) << variant;
    }
}

TEST(Animation, OfOnePictureStandsStill) {
    const auto s = opened("hexxagon");
    const Diagram d = picture(*s);
    EXPECT_EQ(animated_svg(std::span(&d, 1), {}), svg(d));
}
}
