// Pictures: every board can be drawn, every cell is in the picture once.
#include "diagram/diagram.hpp"
#include "support.hpp"
#include <cmath>

namespace tavoliere {
namespace {

std::size_t times(const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
}

Diagram picture(const Session& s) { return {s.geometry(), s.info().colours, s.view().cells}; }

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

}
}
